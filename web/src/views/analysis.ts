// Analysis of a stored, pasted or new game: an agent evaluates each position and reviews the whole game.
import { html, nothing, render, type TemplateResult } from 'lit-html'
import { announce } from '../announce.js'
import { apiAddress, games, get } from '../api.js'
import { copyText } from '../clipboard.js'
import { capital, lang, num, t, word } from '../lang.js'
import { request, job, on, RequestError } from '../socket.js'
import { fieldError, readSpec, type FieldError } from '../spec.js'
import type { Game, Evaluation, Move, State, Table } from '../types.js'
import type { Route } from '../view.js'
import { analysisPanel, type PanelProps } from '../learn/analysis_panel.js'
import { chanceGraph, graphText, type Graph } from '../learn/chance_graph.js'
import { begin, chances, plyFromStart, dropVariation, goTo, graphed, lastMove, shownMoves, movesSoFar, SIGNS, stateOf, stepBy, playMove, type AnalyzedGame } from '../learn/variation.js'
import { board, loadedDrawing, errorText, iconButton, handlesKey, select, isCancelled } from '../learn/widgets.js'
import type { StoredGame } from './log.js'

const TIMES = [{ value: '300', text: word('0.3 s') }, { value: '1000', text: word('1 s') }, { value: '3000', text: word('3 s') }, { value: '10000', text: word('10 s') }]
const ON_BOARD = 6, ON_BOARD_MOST = 12 // evaluated moves drawn on the board: all if there are few; more would hide it
const REVIEW_MOST = 120, REVIEW_MS = 12000 // games up to this many moves are reviewed automatically, within this time
const TEXT_MOST = 60000               // maximal length of a file, in characters
const PAUSE = 200                     // milliseconds before a position is analyzed

interface LoadedGame { game: string; start: string; states: (State | null)[]; moves: Move[]; names?: string[]; result?: string }

export function view(root: HTMLElement, route: Route): () => void {
  let alive = true, all: Game[] = [], problem = '', busy = true, pasteOpen = ![...route.query.keys()].length, pasted = '', pastedGame = '', pasteError: FieldError | null = null
  let current: AnalyzedGame | null = null, names: string[] = [], result = '', gameId: number | null = null
  let agent = route.query.get('agent') ?? '', ms = '1000', live = true, picked: string | null = null, seat = 0
  let reviewed = new Map<number, Evaluation>(), analyzed = new Map<number, Evaluation>(), reviewing: { stop(): void } | null = null, thinking: { stop(): void } | null = null
  let now: Evaluation | null = null, nowKey = '', timer = 0, refused = ''
  let graph: Graph | null = null, graphHost: Element | null = null

  const game = (): Game | undefined => current ? all.find(g => g.name === readSpec(current!.game).name) : undefined
  const agentSpec = () => agent || game()?.opponent || ''
  const key = () => current ? `${current.game}|${current.start}|${movesSoFar(current)}|${agentSpec()}|${ms}|${lang()}` : ''
  const nameOf = (i: number) => names[i] || game()?.seats[i] || String(i + 1)

  // ---- Loading games ---------------------------------------------------------------------

  async function open(what: () => Promise<LoadedGame>, fromForm = false): Promise<boolean> {
    busy = true
    problem = ''
    pasteError = null
    draw()
    try {
      const found = await what()
      if (!alive) return false
      stopAll()
      current = begin(found.game, found.start, { moves: found.moves, states: found.states })
      names = found.names ?? []
      pastedGame = readSpec(found.game).name
      result = found.result ?? ''
      reviewed = new Map()
      analyzed = new Map()
      now = null
      picked = null
      refused = ''
      if (fromForm) pasteOpen = false
      if (!all.some(g => g.name === readSpec(found.game).name && g.agents.some(a => a.name === readSpec(agent).name))) agent = ''
      return true
    } catch (why) {
      if (fromForm) pasteError = { text: errorText(why), at: why instanceof RequestError ? why.at : null }
      else problem = errorText(why)
      announce(errorText(why), true)
      return false
    } finally {
      busy = false
      if (alive) {
        draw()
        think()
        if (fromForm) root.querySelector<HTMLElement>(pasteError ? '#a-text' : 'h1')?.focus()
      }
    }
  }

  // Reviews short games automatically, with little time per move.
  function reviewAtOnce(): void {
    const moves = current?.main.moves.length ?? 0
    if (moves > 1 && moves <= REVIEW_MOST) void review(Math.max(20, Math.min(300, Math.round(REVIEW_MS / moves))))
  }

  async function loadMoves(spec: string, position: string, moves: string): Promise<LoadedGame> {
    const ok = await request<{ states: (State | null)[]; moves: Move[] }>('state', { game: spec, ...(position ? { position } : {}), ...(moves ? { moves } : {}) })
    return { game: spec, start: position, ...ok }
  }

  async function fromLog(id: number): Promise<LoadedGame> {
    const k = await get<StoredGame>(`log/${id}`), moves = Array.isArray(k.moves) ? k.moves.join(' ') : String(k.moves ?? '')
    gameId = id
    return { ...await loadMoves(k.game, k.start, moves), names: k.seats, result: k.result }
  }

  function fromTable(id: string): Promise<LoadedGame> {
    return new Promise((yes, no) => {
      const off = on('table', (table: Table) => {
        if (table.table !== id) return
        off()
        request('leave', { table: id }).catch(() => {})
        const list = table.seats.map(s => s.name ?? s.agent ?? s.title)
        if (table.game_id !== null) fromLog(table.game_id).then(yes, no)
        else loadMoves(table.game, table.start, table.moves.map(m => m.move).join(' ')).then(found => yes({ ...found, names: list }), no)
      })
      request('open', { table: id }).catch(why => {
        off()
        no(why)
      })
    })
  }

  // Reads a game file or SGF; otherwise a position of the chosen game, or its moves. If all fail, reports the error of the
  // reader that came furthest.
  async function fromText(whole: string): Promise<LoadedGame> {
    const text = whole.trim(), moves = text.replace(/\s+/g, ' ')
    gameId = null
    const wrong: unknown[] = []
    for (const read of [() => request<LoadedGame>('read', { text: whole }), () => loadMoves(pastedGame, text, ''), () => loadMoves(pastedGame, '', moves)])
      try {
        return await read()
      } catch (why) {
        if (!(why instanceof RequestError) || /^\(\s*;/.test(text) || text.includes('\n\n')) throw why
        wrong.push(why)
      }
    const far = (why: unknown) => (why as RequestError).at ?? 0
    throw wrong.slice(1).reduce((a, b) => far(b) > far(a) ? b : a)
  }

  function address(): string {
    const s = current!, q = new URLSearchParams()
    if (gameId !== null && !s.inVariation) q.set('game', String(gameId))
    else {
      q.set('game', s.game)
      if (s.start) q.set('position', s.start)
      const moves = s.inVariation ? movesSoFar(s) : s.main.moves.map(m => m.move).join(' ')
      if (moves) q.set('moves', moves)
    }
    if (plyFromStart(s)) q.set('ply', String(plyFromStart(s)))
    if (agent) q.set('agent', agent)
    return '/analysis?' + q
  }

  // ---- Navigation ----------------------------------------------------------------------------

  function move(next: AnalyzedGame, spoken = true): void {
    current = next
    picked = null
    refused = ''
    route.remember(address())
    const last = lastMove(next)
    if (spoken) announce(last ? `${plyFromStart(next)}. ${status(next)}` : t('Start of the game'))
    draw()
    think()
    root.querySelector('.ply-list [aria-current="true"]')?.scrollIntoView({ block: 'nearest' })
  }

  // Fetches the shown position of a long game: the server sends those one at a time.
  async function loadState(s: AnalyzedGame): Promise<void> {
    const line = shownMoves(s), at = s.ply, ok = await request<{ states: State[] }>('state', { ...from(s), moves: movesSoFar(goTo(s, Infinity)), ply: plyFromStart(s) })
    line.states[at] = ok.states[0]
    draw()
    think()
  }

  const from = (s: AnalyzedGame) => ({ game: s.game, ...(s.start ? { position: s.start } : {}) })

  async function play(word: string): Promise<void> {
    const s = current!
    try {
      const ok = await request<{ states: State[]; moves: Move[] }>('state', { ...from(s), moves: [movesSoFar(s), word].filter(m => m).join(' '), ply: plyFromStart(s) + 1 })
      if (!alive || current !== s) return
      move(playMove(s, ok.moves[ok.moves.length - 1], ok.states[ok.states.length - 1]))
    } catch (why) {
      refused = errorText(why)
      picked = null
      announce(refused, true)
      draw()
    }
  }

  async function playAll(words: string[]): Promise<void> {
    for (const one of words) await play(one)
  }

  // ---- Agents ----------------------------------------------------------------------------------

  function stopAll(): void {
    clearTimeout(timer)
    thinking?.stop()
    reviewing?.stop()
    thinking = reviewing = null
  }

  function think(): void {
    clearTimeout(timer)
    if (!current || key() === nowKey) return
    thinking?.stop()
    thinking = null
    nowKey = ''
    const known = current.inVariation ? undefined : reviewed.get(current.ply)
    now = known ?? null
    const state = stateOf(current)
    if (!state) void loadState(current).catch(why => { refused = errorText(why); draw() })
    if (!live || !alive || typeof state?.turn !== 'number') return draw()
    timer = window.setTimeout(() => void analyze(), PAUSE)
    draw()
  }

  async function analyze(): Promise<void> {
    const s = current!, own = key(), moves = movesSoFar(s)
    const running = job<Evaluation>('analyze', { ...from(s), ...(moves ? { moves } : {}), agent: agentSpec(), ms: Number(ms) },
      message => {
        if (own !== key() || !message.best) return
        now = message.best
        draw()
      })
    thinking = running
    nowKey = own
    draw()
    try {
      const found = await running.done
      if (own === key()) now = found
      if (current && !s.inVariation && current.main === s.main) analyzed.set(s.ply, found)
    } catch (why) {
      if (own === key() && !isCancelled(why)) refused = errorText(why)
    } finally {
      if (thinking === running) thinking = null
      if (alive) draw()
    }
  }

  async function review(within = Number(ms)): Promise<void> {
    const s = current!
    if (reviewing) return reviewing.stop()
    reviewed = new Map()
    const store = (j: Evaluation) => {
      reviewed.set(j.ply, j)
      if (!current!.inVariation && current!.ply === j.ply && (!thinking || !now)) now = j
    }
    const running = job<{ plies: Evaluation[] }>('review', { ...from(s), moves: s.main.moves.map(m => m.move).join(' '), agent: agentSpec(), ms: within },
      message => {
        if (message.judgement) store({ ...message.judgement, ply: message.ply ?? message.judgement.ply })
        draw()
      })
    reviewing = running
    draw()
    try {
      const found = await running.done
      for (const j of found.plies ?? []) if (j) store(j)
      announce(t('Review finished.'))
    } catch (why) {
      if (!isCancelled(why)) {
        refused = errorText(why)
        announce(refused, true)
      }
    } finally {
      if (reviewing === running) reviewing = null
      if (alive) draw()
    }
  }

  // ---- The page -----------------------------------------------------------------------------------

  function source(): TemplateResult {
    return html`<details class="panel paste" ?open=${pasteOpen || (!current && !busy)} @toggle=${(e: Event) => { pasteOpen = (e.target as HTMLDetailsElement).open }}>
      <summary>${t('Import game')}</summary>
      <form @submit=${(e: Event) => { e.preventDefault(); void openText() }}>
        <div class="fields">${select('a-game', t('Game'), all.map(g => ({ value: g.name, text: g.title })), pastedGame, v => { pastedGame = v })}
          <p class="small dim grow">${t('Paste a position, moves, a jogada file or SGF. Leave the field empty for a new game.')} <a href="/log">${t('Past games')}</a></p></div>
        <div class="field"><label for="a-text">${t('Position, moves or file')}</label><textarea id="a-text" class="mono" rows="2" spellcheck="false" autocomplete="off" .value=${pasted}
          aria-invalid=${pasteError ? 'true' : nothing} aria-describedby=${pasteError ? 'a-wrong' : nothing}
          @input=${(e: Event) => { pasted = (e.target as HTMLTextAreaElement).value }}></textarea>
          ${fieldError('a-wrong', pasteError, pasted.length < 200 ? pasted.trim() : '')}</div>
        <div class="row"><button type="submit" class="main">${t('Open')}</button>
          <label class="button">${t('Choose file…')}<input class="spoken" type="file" accept=".jogada,.txt,.sgf,text/plain" @change=${upload}></label></div>
      </form></details>`
  }
  async function openText(): Promise<void> {
    if (await open(() => pasted.trim() ? fromText(pasted) : fresh(pastedGame), true)) {
      route.remember(address())
      reviewAtOnce()
    }
  }
  const fresh = (name: string) => {
    gameId = null
    return loadMoves(name, '', '')
  }
  async function upload(e: Event): Promise<void> {
    const file = (e.target as HTMLInputElement).files?.[0]
    if (!file) return
    const text = await file.text()
    if (text.length > TEXT_MOST) {
      pasteError = { text: t('The file is too long. The limit is {0} characters.', num(TEXT_MOST)), at: null }
      return draw()
    }
    pasted = text
    void openText()
  }

  function bar(s: AnalyzedGame): TemplateResult {
    const last = shownMoves(s).moves.length
    return html`<div class="bar" role="group" aria-label=${t('Moves')}>
      ${iconButton('begin', t('Start of the game'), () => move(goTo(s, 0, false)), { disabled: plyFromStart(s) === 0 })}
      ${iconButton('back', t('Previous move'), () => move(stepBy(s, -1)), { disabled: plyFromStart(s) === 0 })}
      ${iconButton('on', t('Next move'), () => move(stepBy(s, 1)), { disabled: s.ply >= last })}
      ${iconButton('end', t('End of the game'), () => move(goTo(s, last)), { disabled: s.ply >= last })}
      <span class="count">${s.inVariation ? t('variation, move {0}', num(plyFromStart(s))) : t('move {0} of {1}', num(s.ply), num(s.main.moves.length))}</span>
      <span class="gap"></span>
      ${iconButton('turn', t('Flip board'), () => { seat = (seat + 1) % (game()?.seats.length ?? 2); draw() })}</div>`
  }

  function status(s: AnalyzedGame): string {
    const state = stateOf(s), last = lastMove(s)
    if (!state) return t('Loading…')
    const turn = state.turn === 'over' ? t('Game over: {0}', state.score === undefined ? result || '–' : state.score > 0 ? t('{0} wins', nameOf(0)) : state.score < 0 ? t('{0} wins', nameOf(1)) : t('a draw'))
      : state.turn === 'chance' ? t('Chance move') : t('{0} to move', nameOf(state.turn))
    return last ? `${last.seat === null ? t('Chance') : nameOf(last.seat)}: ${last.words} · ${turn}` : capital(turn)
  }

  function hiddenNote(s: AnalyzedGame): string {
    const turn = stateOf(s)?.turn
    return typeof turn === 'number' ? t('All hands are visible here: flip the board to see them. The agent uses only what {0} could know at this point.', nameOf(turn))
      : t('All hands are visible here: flip the board to see them.')
  }

  function boardView(s: AnalyzedGame, g: Game): TemplateResult {
    const state = stateOf(s), drawing = state && loadedDrawing(g.name, draw), last = lastMove(s)
    const known = now?.moves ?? [], top = known.slice(0, known.length <= ON_BOARD_MOST ? ON_BOARD_MOST : ON_BOARD).flatMap(m => m.chance === null ? [] : [{ move: m.move, chance: m.chance, shown: m.shown }])
    return html`<div class="analysis-board">${drawing ? board(drawing, g, state!, {
      seat, names: g.seats.map((_, i) => nameOf(i)), moves: state!.moves ?? [], last: last ? { seat: last.seat, move: last.move } : null,
      picked, pick: what => { picked = what; draw() }, play: one => void play(one), hint: now?.move ?? null, evaluated: top,
    }) : html`<p class="waiting">${t('Loading…')}</p>`}</div>
    ${state?.turn === 'chance' && state.moves?.length ? html`<p class="row">${t('Chance:')} ${state.moves.slice(0, 40).map(m => html`<button type="button" class="slim" @click=${() => play(m)}>${m}</button>`)}</p>` : nothing}`
  }

  function moveList(s: AnalyzedGame): TemplateResult {
    const item = (m: Move, i: number, inVariation: boolean, from: number) => {
      const mark = inVariation ? undefined : reviewed.get(i)?.mark, current = s.inVariation === inVariation && s.ply === i + 1
      return html`<li><button type="button" class=${`quiet slim ${mark ?? ''}`} aria-current=${current ? 'true' : nothing} title=${m.words}
        @click=${() => move(goTo(s, i + 1, inVariation))}><span class="dim">${from + i + 1}</span> ${m.move}${mark && SIGNS[mark] ? html`<b aria-label=${t(MARKS[mark])}>${SIGNS[mark]}</b>` : nothing}</button></li>`
    }
    return html`<section class="panel" aria-label=${t('Move list')}><h2>${t('Moves')}</h2>
      ${s.main.moves.length ? html`<ol class="plain ply-list" tabindex="0" aria-label=${t('Moves')}>${s.main.moves.map((m, i) => item(m, i, false, 0))}</ol>` : html`<p class="dim small">${t('No moves yet. Play on the board.')}</p>`}
      ${s.variation ? html`<h3>${t('Variation from move {0}', s.variation.from)}</h3><ol class="plain ply-list">${s.variation.line.moves.map((m, i) => item(m, i, true, s.variation!.from))}</ol>
        <p class="row"><button type="button" class="slim" @click=${() => move(goTo(s, s.variation!.from, false))}>${t('Back to game')}</button>
        <button type="button" class="slim quiet" @click=${() => move(dropVariation(s))}>${t('Delete variation')}</button></p>` : nothing}
      <p class="row"><button type="button" class="slim" @click=${() => void copyText(stateOf(s)?.position ?? '')}>${t('Copy position')}</button>
        <button type="button" class="slim" @click=${() => void copyText(movesSoFar(goTo(s, Infinity)))}>${t('Copy moves')}</button>
        <button type="button" class="slim" @click=${() => void copyText(location.origin + address())}>${t('Copy link')}</button>
        ${gameId !== null ? ['text', 'json', ...(readSpec(s.game).name === 'loa' ? ['sgf'] : [])].map(as => html`<a class="button slim" href=${apiAddress(`export/${gameId}`, { as })} download>${t('Export {0}', as === 'text' ? 'TXT' : as.toUpperCase())}</a>`) : nothing}
        ${game()?.agents.some(a => a.traces) ? html`<a class="button slim" href=${'/search?' + new URLSearchParams({ game: s.game, position: stateOf(s)?.position ?? '' })}>${t('Show search tree')}</a>` : nothing}</p></section>`
  }

  function side(s: AnalyzedGame, g: Game): TemplateResult {
    const data: PanelProps = {
      current: s, game: g, reviewed, now, thinking: thinking !== null, reviewing: reviewing !== null, live, agent: agentSpec(), ms, refused,
      times: TIMES.map(o => ({ value: o.value, text: t(o.text) })), nameOf,
      setAgent: v => { agent = v; nowKey = ''; route.remember(address()); think() },
      setTime: v => { ms = v; think() },
      setLive: v => { live = v; if (!v) { thinking?.stop(); nowKey = '' } think() },
      review: () => void review(), goTo: ply => move(goTo(s, ply, false)), play: words => void playAll(words),
    }
    return analysisPanel(data)
  }

  function graphView(s: AnalyzedGame): TemplateResult {
    const list = chances(s.main, new Map([...analyzed, ...reviewed]))
    return html`<section class="panel graph-panel" aria-label=${t('Evaluation graph')} ?hidden=${!s.main.moves.length}>
      <h2>${t('Winning chances: {0}', nameOf(0))}</h2>
      <div class="graph" role="img" aria-label=${graphText(list, nameOf(0))}></div>
      ${reviewed.size || reviewing ? nothing : html`<p class="row small dim">${t('An agent can review every move of this game.')} <button type="button" class="slim" @click=${() => void review()}>${t('Review game')}</button></p>`}
      <details><summary>${t('As table')}</summary><div class="scroll tall" tabindex="0" role="group" aria-label=${t('Winning chances by move')}><table class="rows"><thead><tr><th scope="col" class="right">${t('move')}</th><th scope="col">${t('played')}</th><th scope="col" class="right">${t('chance')}</th><th scope="col" class="right">${t('chance lost')}</th><th scope="col">${t('annotation')}</th></tr></thead>
        <tbody>${list.map((c, i) => html`<tr><td class="right">${i}</td><td>${i < s.main.moves.length ? html`<button type="button" class="quiet slim" @click=${() => move(goTo(s, i, false))}>${s.main.moves[i].words}</button>` : '–'}</td><td class="right">${c === null ? '' : num(100 * c) + '\u00a0%'}</td>
          <td class="right">${reviewed.get(i)?.loss ? num(100 * reviewed.get(i)!.loss!) + '\u00a0%' : ''}</td><td>${reviewed.get(i)?.mark ? t(MARKS[reviewed.get(i)!.mark!]) : ''}</td></tr>`)}</tbody></table></div></details></section>`
  }

  function page(): TemplateResult {
    const g = game(), s = current
    const head = html`<h1 tabindex="-1">${g ? t('Analysis of {0}', g.title) : t('Analysis')}</h1>`
    if (!all.length) return html`<div class="learn analysis">${head}${problem ? html`<p class="notice bad">${problem}</p>` : html`<p class="waiting">${t('Loading…')}</p>`}</div>`
    return html`<div class="learn analysis">${head}
      ${problem ? html`<p class="notice bad" role="alert">${problem}</p>` : nothing}${busy ? html`<p class="waiting">${t('Loading…')}</p>` : nothing}
      ${source()}
      ${s && g ? html`
        ${names.length ? html`<p class="lead">${names.join(' – ')}${result ? ` · ${result}` : ''}${gameId !== null ? html` · #${gameId}` : nothing}</p>` : nothing}
        <div class="analysis-grid"><div class="on-board">${bar(s)}<p class="status">${status(s)}</p>${g.traits.includes('hidden') ? html`<p class="small dim hidden-note">${hiddenNote(s)}</p>` : nothing}${boardView(s, g)}${graphView(s)}</div>
          <div class="beside">${side(s, g)}${moveList(s)}</div></div>` : nothing}
      </div>`
  }

  function draw(): void {
    if (!alive) return
    render(page(), root)
    const host = root.querySelector<HTMLElement>('.graph')
    if (host !== graphHost) {
      graph?.close()
      graph = host ? chanceGraph(host, ply => move(goTo(current!, ply, false))) : null
      graphHost = host
    }
    if (current && graph) {
      const marks = new Map([...reviewed].filter(([, j]) => j.mark).map(([ply, j]) => [ply, j.mark!]))
      graph.set(graphed(current.main, chances(current.main, new Map([...analyzed, ...reviewed]))), marks, current.inVariation ? current.variation!.from : current.ply)
    }
  }

  function onKey(e: KeyboardEvent): void {
    if (!current || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey || handlesKey(e.target, e.key)) return
    const s = current
    const keys: Record<string, () => void> = {
      ArrowLeft: () => move(stepBy(s, -1)), ArrowRight: () => move(stepBy(s, 1)), Home: () => move(goTo(s, 0, false)), End: () => move(goTo(s, Infinity)),
    }
    // The drawing may have handled the arrow keys itself.
    if (!keys[e.key] || e.defaultPrevented) return
    e.preventDefault()
    keys[e.key]()
  }

  route.title(t('Analysis'))
  document.addEventListener('keydown', onKey)
  draw()
  games().then(async list => {
    if (!alive) return
    all = list
    const wanted = route.query.get('game') ?? '', table = route.query.get('table'), ply = route.query.get('ply')
    pastedGame = all.find(g => g.name === readSpec(wanted).name)?.name ?? all[0]?.name ?? ''
    draw()
    const found = table ? await open(() => fromTable(table)) : /^\d+$/.test(wanted) ? await open(() => fromLog(Number(wanted)))
      : await open(() => loadMoves(wanted || pastedGame, route.query.get('position') ?? '', route.query.get('moves') ?? ''))
    if (!found || !alive) return
    if (ply) move(goTo(current!, Number(ply) || 0), false)
    reviewAtOnce()
  }, why => {
    problem = errorText(why)
    draw()
  })

  return () => {
    stopAll()
    alive = false
    graph?.close()
    document.removeEventListener('keydown', onKey)
  }
}

const MARKS: Record<string, string> = { '': '', best: word('best'), inaccuracy: word('inaccuracy'), mistake: word('mistake'), blunder: word('blunder') }
