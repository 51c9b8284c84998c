// The page of the analysis view: board, move list, evaluations, graph and the form that imports a game.
import { html, nothing, type TemplateResult } from 'lit-html'
import { at } from '../../address.js'
import { apiAddress } from '../../api.js'
import { valueOf } from '../../events.js'
import { num, t, word } from '../../lang.js'
import { analysisPanel } from '../../learn/analysis_panel.js'
import type { Whose } from '../../learn/review.js'
import { reviewPanel } from '../../learn/review_panel.js'
import { board, iconButton, loadedDrawing } from '../../learn/widgets.js'
import {
  choose,
  goTo,
  lastMove,
  movesSoFar,
  plyFromStart,
  shownMoves,
  SIGNS,
  stateOf,
  stepBy,
  type AnalyzedGame,
  type Variation,
} from '../../learn/variation.js'
import { branches, remove, rename } from '../../learn/variation_tree.js'
import { dealTitle } from '../../games/index.js'
import { grouped, isDraw, moveTitle, type MoveGroup } from '../../move_groups.js'
import type { Game, Move } from '../../types.js'
import { graphPanel } from './graph_panel.js'
import { importForm } from './import_form.js'
import { rolloutPanel } from './rollout_panel.js'
import { agentOf, gameOf, link, nameOf, namesOf, storedHere, type State } from './state.js'
import { hiddenText, markText, statusText } from './texts.js'

/** The actions of the user. */
export interface Actions {
  draw: () => void
  move: (next: AnalyzedGame) => void
  /** Changes the names of variations: the position stays. */
  edit: (next: AnalyzedGame) => void
  promote: (variation: Variation) => void
  play: (moves: string[]) => void
  pick: (what: string | null) => void
  flip: () => void
  review: () => void
  chooseWhose: (whose: Whose) => void
  playFrom: (ply: number, moves: string[]) => void
  setAgent: (agent: string) => void
  setTime: (ms: string) => void
  setLive: (live: boolean) => void
  rollOut: () => void
  setRolloutAgent: (agent: string) => void
  setTrials: (trials: string) => void
  copy: (text: string) => void
  /** Copies or downloads the game with its variations. */
  copyFile: () => void
  saveFile: (as: string) => void
  setPaste: (paste: Partial<State['paste']>) => void
  openPasted: () => void
  upload: (file: File) => void
}

const TIMES = [
  { value: '300', text: word('0.3 s') },
  { value: '1000', text: word('1 s') },
  { value: '3000', text: word('3 s') },
  { value: '10000', text: word('10 s') },
]
const ON_BOARD = 6,
  ON_BOARD_MOST = 12 // evaluated moves drawn on the board: all if there are few; more would hide it
const CHANCES_MOST = 40 // outcomes of a chance move that are offered as buttons

export function page(s: State, act: Actions): TemplateResult {
  const game = gameOf(s),
    g = s.current
  const head = html`<h1 tabindex="-1">${game ? t('Analysis of {0}', game.title) : t('Analysis')}</h1>`,
    waiting = html`<p class="waiting">${t('Loading…')}</p>`
  if (!s.games.length)
    return html`<div class="learn analysis">
      ${head}${s.problem ? html`<p class="notice bad">${s.problem}</p>` : waiting}
    </div>`
  return html`<div class="learn analysis">
    ${head} ${s.problem ? html`<p class="notice bad" role="alert">${s.problem}</p>` : nothing}
    ${s.loading ? waiting : nothing}${importForm(s, act)}
    ${g && game ? html`${lead(s)}${content(s, g, game, act)}` : nothing}
  </div>`
}

function lead(s: State): TemplateResult | typeof nothing {
  if (!s.names.length) return nothing
  const id = s.gameId === null ? nothing : html` · #${s.gameId}`
  return html`<p class="lead" title=${s.names.join(' – ')}>
    ${namesOf(s).join(' – ')}${s.result ? ` · ${s.result}` : ''}${id}
  </p>`
}

function content(s: State, g: AnalyzedGame, game: Game, act: Actions): TemplateResult {
  const hidden = game.traits.includes('hidden')
  return html`<div class="analysis-grid">
    <div class="on-board">
      ${stepBar(g, act)}
      <p class="status">${statusText(s, g)}</p>
      ${hidden ? html`<p class="small dim hidden-note">${hiddenText(s, g)}</p>` : nothing}
      ${boardView(s, g, game, act)}${chanceButtons(g, act)}${graphPanel(s, g, act)}
    </div>
    <div class="beside">
      ${s.opposedTable ? helpNotice(s.opposedTable) : html`${evaluationPanel(s, g, game, act)}${review(s, g, act)}`}
      ${moveList(s, g, act)} ${stateOf(g)?.turn === 'over' || s.opposedTable ? nothing : rolloutPanel(s, game, act)}
    </div>
  </div>`
}

/** Why there is no engine help. */
const helpNotice = (table: string) =>
  html`<p class="notice">
    <strong>${t('Engine help is off')}</strong><br />
    ${t('You are playing this game against another person. Analysis is available again when that game is over.')}
    <a href=${at('/table/' + table)}>${t('Go to table')}</a>
  </p>`

function stepBar(g: AnalyzedGame, act: Actions): TemplateResult {
  const last = shownMoves(g).moves.length,
    first = plyFromStart(g) === 0
  const to = (next: AnalyzedGame) => () => act.move(next)
  const count = g.inVariation
    ? t('variation, move {0}', num(plyFromStart(g)))
    : t('move {0} of {1}', num(g.ply), num(g.main.moves.length))
  return html`<div class="bar" role="group" aria-label=${t('Moves')}>
    ${iconButton('begin', t('Start of the game'), to(goTo(g, 0, false)), { disabled: first })}
    ${iconButton('back', t('Previous move'), to(stepBy(g, -1)), { disabled: first })}
    ${iconButton('on', t('Next move'), to(stepBy(g, 1)), { disabled: g.ply >= last })}
    ${iconButton('end', t('End of the game'), to(goTo(g, last)), { disabled: g.ply >= last })}
    <span class="count">${count}</span>
    <span class="gap"></span>
    ${iconButton('turn', t('Flip board'), act.flip)}
  </div>`
}

// ---- The board ---------------------------------------------------------------------------------

function boardView(s: State, g: AnalyzedGame, game: Game, act: Actions): TemplateResult {
  const state = stateOf(g),
    drawing = state && loadedDrawing(game.name, act.draw),
    last = lastMove(g)
  if (!state || !drawing) return html`<div class="analysis-board"><p class="waiting">${t('Loading…')}</p></div>`
  return html`<div class="analysis-board">
    ${board(drawing, game, state, {
      seat: s.seat,
      names: game.seats.map((_, i) => nameOf(s, i)),
      moves: state.moves ?? [],
      last: last ? { seat: last.seat, move: last.move } : null,
      picked: s.picked,
      pick: act.pick,
      play: one => act.play([one]),
      hint: s.now?.move ?? null,
      evaluated: evaluatedMoves(s),
    })}
  </div>`
}

/** The evaluated moves that are drawn on the board. */
function evaluatedMoves(s: State): { move: string; chance: number; shown: string }[] {
  const known = s.now?.moves ?? []
  return known
    .slice(0, known.length <= ON_BOARD_MOST ? ON_BOARD_MOST : ON_BOARD)
    .flatMap(m => (m.win === null ? [] : [{ move: m.move, chance: m.win, shown: m.shown }]))
}

function chanceButtons(g: AnalyzedGame, act: Actions): TemplateResult | typeof nothing {
  const state = stateOf(g)
  if (state?.turn !== 'chance' || !state.moves?.length) return nothing
  const button = (m: string) => html`<button type="button" class="slim" @click=${() => act.play([m])}>${m}</button>`
  return html`<p class="row">${t('Chance:')} ${state.moves.slice(0, CHANCES_MOST).map(button)}</p>`
}

// ---- Beside the board --------------------------------------------------------------------------

function evaluationPanel(s: State, g: AnalyzedGame, game: Game, act: Actions): TemplateResult {
  return analysisPanel({
    current: g,
    game,
    now: s.now,
    stored: storedHere(s),
    thinking: s.thinking,
    live: s.live,
    agent: agentOf(s),
    ms: s.ms,
    refused: s.refused,
    times: TIMES.map(o => ({ value: o.value, text: t(o.text) })),
    nameOf: seat => nameOf(s, seat),
    setAgent: act.setAgent,
    setTime: act.setTime,
    setLive: act.setLive,
    play: act.play,
  })
}

const review = (s: State, g: AnalyzedGame, act: Actions): TemplateResult =>
  reviewPanel({
    current: g,
    reviewed: s.reviewed,
    reviewing: s.reviewing,
    whose: s.whose,
    mine: s.mine,
    nameOf: seat => nameOf(s, seat),
    review: act.review,
    choose: act.chooseWhose,
    goTo: ply => act.move(goTo(g, ply, false)),
    playFrom: act.playFrom,
  })

function moveList(s: State, g: AnalyzedGame, act: Actions): TemplateResult {
  return html`<section class="panel" aria-label=${t('Move list')}>
    <h2>${t('Moves')}</h2>
    ${
      g.main.moves.length
        ? html`<ol class="plain ply-list" tabindex="0" aria-label=${t('Moves')}>
            ${grouped(g.main.moves, gameOf(s)).map(group => moveGroup(s, g, group, act))}
          </ol>`
        : html`<p class="dim small">${t('No moves yet. Play on the board.')}</p>`
    }
    ${variationList(s, g, act)}${moveLinks(s, g, act)}
  </section>`
}

/** A deal, folded to a button that goes to the position after it, and the moves that follow. */
function moveGroup(s: State, g: AnalyzedGame, { round, deal, moves }: MoveGroup, act: Actions): TemplateResult {
  const after = deal.length ? deal[deal.length - 1] + 1 : 0
  return html`${
    deal.length
      ? html`<li class="deal">
          <button
            type="button"
            class="quiet slim"
            aria-current=${!g.inVariation && deal.includes(g.ply - 1) ? 'true' : nothing}
            title=${deal.map(i => g.main.moves[i].words).join('; ')}
            @click=${() => act.move(goTo(g, after, false))}
          >
            ${dealTitle(g.game, round)}
          </button>
        </li>`
      : nothing
  }${moves.filter(i => !isDraw(g.main.moves[i], gameOf(s))).map(i => moveItem(s, g, g.main.moves[i], i, false, act))}`
}

/** The tree of variations. The chosen one shows its moves, the others their first ones. */
function variationList(s: State, g: AnalyzedGame, act: Actions): TemplateResult | typeof nothing {
  const all = branches(g)
  if (!all.length) return nothing
  return html`<h3>${t('Variations')}</h3>
    <ul class="plain variations">
      ${all.map(({ variation: v, depth }) =>
        v === g.variation ? chosenVariation(s, g, v, depth, act) : otherVariation(s, g, v, depth, act),
      )}
    </ul>`
}

const SHOWN = 4 // moves of a variation that is not chosen

function otherVariation(s: State, g: AnalyzedGame, v: Variation, depth: number, act: Actions): TemplateResult {
  const moves = v.line.moves.map(m => moveTitle(m, gameOf(s))),
    text = moves.slice(0, SHOWN).join(' ') + (moves.length > SHOWN ? ' …' : '')
  return html`<li class=${`depth-${Math.min(depth, 3)}`}>
    <button type="button" class="quiet slim" @click=${() => act.move(choose(g, v, v.line.moves.length))}>
      <span class="dim">${v.from + 1}</span> ${v.name ? html`<b>${v.name}</b>` : nothing} ${text}
    </button>
  </li>`
}

function chosenVariation(s: State, g: AnalyzedGame, v: Variation, depth: number, act: Actions): TemplateResult {
  return html`<li class=${`chosen depth-${Math.min(depth, 3)}`}>
    <ol class="plain ply-list" aria-label=${v.name || t('Variation from move {0}', v.from)}>
      ${v.line.moves.map((m, i) => moveItem(s, g, m, i, true, act))}
    </ol>
    <p class="row">
      <label class="spoken" for="variation-name">${t('Name of the variation')}</label>
      <input
        id="variation-name"
        class="slim"
        maxlength="60"
        autocomplete="off"
        placeholder=${t('Name')}
        .value=${v.name}
        @change=${(e: Event) => act.edit(rename(g, v, valueOf(e).trim()))}
      />
      <button type="button" class="slim" @click=${() => act.move(goTo(g, v.from, false))}>${t('Back to game')}</button>
      <button type="button" class="slim quiet" @click=${() => act.promote(v)}>${t('Make main line')}</button>
      <button type="button" class="slim quiet" @click=${() => act.move(remove(g, v))}>${t('Delete variation')}</button>
    </p>
  </li>`
}

function moveItem(s: State, g: AnalyzedGame, m: Move, i: number, inVariation: boolean, act: Actions): TemplateResult {
  const mark = inVariation ? undefined : s.reviewed.get(i)?.mark,
    sign = mark && SIGNS[mark],
    current = g.inVariation === inVariation && g.ply === i + 1,
    number = (inVariation ? (g.variation?.from ?? 0) : 0) + i + 1
  return html`<li>
    <button
      type="button"
      class=${`quiet slim ${mark ?? ''}`}
      aria-current=${current ? 'true' : nothing}
      title=${m.words}
      @click=${() => act.move(goTo(g, i + 1, inVariation))}
    >
      <span class="dim">${number}</span>
      ${moveTitle(m, gameOf(s))}${sign ? html`<b aria-label=${markText(mark)}>${sign}</b>` : nothing}
    </button>
  </li>`
}

function moveLinks(s: State, g: AnalyzedGame, act: Actions): TemplateResult {
  const position = stateOf(g)?.position ?? '',
    traces = gameOf(s)?.agents.some(a => a.traces) ?? false
  const copy = (label: string, text: () => string) =>
    html`<button type="button" class="slim" @click=${() => act.copy(text())}>${label}</button>`
  return html`<p class="row">
    ${copy(t('Copy position'), () => position)} ${copy(t('Copy moves'), () => movesSoFar(goTo(g, Infinity)))}
    ${copy(t('Copy link'), () => location.origin + at(link(s)))}
    <button type="button" class="slim" @click=${act.copyFile}>${t('Copy game')}</button>
    ${gameOf(s)?.formats.map(as => exportButton(s, as, act))} ${traces ? searchLink(g, position) : nothing}
  </p>`
}

/** Files with all variations; JSON, which has none, only of stored games. */
function exportButton(s: State, as: string, act: Actions): TemplateResult | typeof nothing {
  const title = t('Export {0}', as === 'text' ? 'TXT' : as.toUpperCase())
  if (as !== 'json') return html`<button type="button" class="slim" @click=${() => act.saveFile(as)}>${title}</button>`
  return s.gameId === null
    ? nothing
    : html`<a class="button slim" href=${apiAddress(`export/${s.gameId}`, { as })} download>${title}</a>`
}

function searchLink(g: AnalyzedGame, position: string): TemplateResult {
  const query = new URLSearchParams({ game: g.game, position }).toString()
  return html`<a class="button slim" href=${at('/search?' + query)}>${t('Show search tree')}</a>`
}
