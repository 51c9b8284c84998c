// The panel beside the board of an analysis: the agent and its evaluation of the position.
import { html, nothing, type TemplateResult } from 'lit-html'
import { num, t, word } from '../lang.js'
import { agentName, agentNames } from '../names.js'
import { readSpec } from '../spec.js'
import type { Game, Evaluation } from '../types.js'
import { firstChance, stateOf, type AnalyzedGame } from './variation.js'
import { select } from './widgets.js'

export interface PanelProps {
  current: AnalyzedGame
  game: Game
  now: Evaluation | null
  stored: Evaluation | null // of the same position, stored with the game
  thinking: boolean
  live: boolean
  agent: string
  ms: string
  refused: string
  times: { value: string; text: string }[]
  nameOf(seat: number): string
  setAgent(v: string): void
  setTime(v: string): void
  setLive(v: boolean): void
  play(moves: string[]): void
}

const EXACT: Record<string, string> = { 1: word('proven win'), 0: word('proven draw'), '-1': word('proven loss') }
const TOP = 12

const percent = (c: number) => num(100 * c) + '\u00a0%'

export function analysisPanel(d: PanelProps): TemplateResult {
  return html`<section class="panel evaluation" aria-label=${t('Evaluation')}>
    <div class="fields">
      ${agentField(d)}${select('a-time', t('Time'), d.times, d.ms, d.setTime)}
      <label class="check"
        ><input
          type="checkbox"
          .checked=${d.live}
          @change=${(e: Event) => d.setLive((e.target as HTMLInputElement).checked)}
        />${t('Live analysis')}</label
      >
    </div>
    ${d.refused ? html`<p class="notice bad" role="alert">${d.refused}</p>` : nothing} ${evaluation(d)}
  </section>`
}

function agentField(d: PanelProps): TemplateResult {
  const names = [
    ...new Set([d.agent, d.game.opponent, ...d.game.agents.filter(a => a.judges).map(a => a.name)]),
  ].filter(name => name)
  const titles = agentNames(d.game, names),
    choices = names.map((value, i) => ({ value, text: titles[i] }))
  const info = d.game.agents.find(a => a.name === readSpec(d.agent).name)
  return html`${select('a-agent', t('Agent'), choices, d.agent, d.setAgent)}${
    info ? html`<p class="spoken">${info.summary}</p>` : nothing
  }`
}

function evaluation(d: PanelProps): TemplateResult {
  const j = d.now,
    state = stateOf(d.current)
  if (state?.turn === 'over') return html`<p class="dim">${t('The game is over.')}</p>`
  if (state?.turn === 'chance') return html`<p class="dim">${t('Chance move: nothing to choose.')}</p>`
  if (!j)
    return html`<p class="dim">
      ${d.thinking ? t('Thinking…') : d.live ? t('Waiting…') : t('Not analyzed. Turn on live analysis.')}
    </p>`
  const first = firstChance(j),
    inGame = d.stored && j === d.stored
  return html` ${
      first === null
        ? nothing
        : html`<div class="meter" role="img" aria-label=${t('{0}: {1} chance of winning', d.nameOf(0), percent(first))}>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect class="other" width="100" height="8"></rect>
              <rect class="first" width=${100 * first} height="8"></rect></svg
            ><span>${d.nameOf(0)}: ${percent(first)}</span><span>${d.nameOf(1)}: ${percent(1 - first)}</span>
          </div>`
    }
    <p class="best-move">
      <b>${inGame ? t('Move played: {0}', j.words || j.move) : t('Best move: {0}', j.words || j.move)}</b
      >${j.shown && j.margin === null ? html` · ${j.shown}` : nothing}${exactText(j)}
    </p>
    ${j.moves.length ? topMoves(d, j) : nothing} ${j.line.length > 1 ? bestLine(d, j) : nothing}
    <p class="small dim">
      ${inGame ? t('Stored with the game') + ' · ' : ''}${facts(d, j)}${d.thinking ? ' · ' + t('thinking…') : ''}
    </p>
    ${d.stored && !inGame ? storedLine(d, d.stored) : nothing}
    ${
      j.why
        ? html`<details>
            <summary>${t('Explanation')}</summary>
            <pre class="small" tabindex="0">${j.why}</pre>
          </details>`
        : nothing
    }`
}

/** A proven result, with its margin if it is known. */
function exactText(j: Evaluation): TemplateResult | typeof nothing {
  if (typeof j.exact !== 'number') return nothing
  const margin = j.margin === null ? '' : ', ' + t('{0} with best play', j.shown)
  return html` · <span class="exact">${t(EXACT[j.exact])}${margin}</span>`
}

/** The best line; pressing a move plays all moves up to it. */
function bestLine(d: PanelProps, j: Evaluation): TemplateResult {
  const moves = j.line.slice(0, TOP)
  const button = (m: { move: string; words: string }, i: number) =>
    html`<button
      type="button"
      class="quiet slim"
      title=${m.words}
      aria-label=${t('{0}: play up to {1}', m.move, m.words)}
      @click=${() => d.play(moves.slice(0, i + 1).map(one => one.move))}
    >
      ${m.move}
    </button>`
  return html`<p class="best-line"><span class="dim">${t('Best line:')}</span> ${moves.map(button)}</p>`
}

/** The annotation that is stored with the game, below another evaluation of the position. */
function storedLine(d: PanelProps, j: Evaluation): TemplateResult {
  const line = j.line.map(m => m.move).join(' ')
  return html`<p class="small dim stored">
    ${t('Stored with the game')} · ${j.move}${j.shown ? ` · ${j.shown}` : ''} ·
    ${facts(d, j)}${line ? ` · ${line}` : ''}
  </p>`
}

function facts(d: PanelProps, j: Evaluation): string {
  const parts = [agentName(d.game, j.agent)]
  if (j.depth > 0) parts.push(t('depth {0}', num(j.depth)))
  if (j.nodes > 0) parts.push(t('{0} nodes', num(j.nodes)))
  if (j.seconds > 0) parts.push(t('{0} s', num(j.seconds, j.seconds < 10 ? 2 : 0)))
  return parts.join(' · ')
}

function topMoves(d: PanelProps, j: Evaluation): TemplateResult {
  // If the agent's values are chances, the column of chances repeats them.
  const percents = j.moves.every(m => m.shown.endsWith('%'))
  const played = d.current.inVariation ? undefined : d.current.main.moves[d.current.ply]?.move
  return html`<table class="rows top">
    <caption class="spoken">
      ${t('Best moves')}
    </caption>
    <thead class="spoken">
      <tr>
        <th scope="col">${t('move')}</th>
        <th scope="col">${t('value')}</th>
        <th scope="col">${t('chance')}</th>
      </tr>
    </thead>
    <tbody>
      ${j.moves.slice(0, TOP).map(
        m =>
          html`<tr class=${m.move === played ? 'played' : ''}>
            <td>
              <button type="button" class="quiet slim" @click=${() => d.play([m.move])}>
                ${m.words || m.move}${
                  m.move === played ? html` <span class="dim small">${t('(played)')}</span>` : nothing
                }
              </button>
            </td>
            <td class="right">${percents ? nothing : m.shown}</td>
            <td class="right">${m.win === null ? '' : percent(m.win)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}
