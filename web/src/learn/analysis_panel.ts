// The panel beside the board of an analysis: the agent, its evaluation of the position, and the mistakes of the game.
import { html, nothing, type TemplateResult } from 'lit-html'
import { num, t, word } from '../lang.js'
import { readSpec } from '../spec.js'
import type { Game, Evaluation } from '../types.js'
import { plyFromStart, firstChance, mistakes, SIGNS, stateOf, type AnalyzedGame } from './variation.js'
import { select } from './widgets.js'

export interface PanelProps {
  current: AnalyzedGame; game: Game; reviewed: Map<number, Evaluation>; now: Evaluation | null
  thinking: boolean; reviewing: boolean; live: boolean; agent: string; ms: string; refused: string
  times: { value: string; text: string }[]
  nameOf(seat: number): string
  setAgent(v: string): void
  setTime(v: string): void
  setLive(v: boolean): void
  review(): void
  goTo(ply: number): void
  play(moves: string[]): void
}

const KINDS: Record<string, string> = { inaccuracy: word('inaccuracy'), mistake: word('mistake'), blunder: word('blunder') }
const EXACT: Record<string, string> = { 1: word('proven win'), 0: word('proven draw'), '-1': word('proven loss') }
const TOP = 12

const percent = (c: number) => num(100 * c) + '\u00a0%'

export function analysisPanel(d: PanelProps): TemplateResult {
  return html`<section class="panel evaluation" aria-label=${t('Evaluation')}>
    <div class="fields">${agentField(d)}${select('a-time', t('Time'), d.times, d.ms, d.setTime)}
      <label class="check"><input type="checkbox" .checked=${d.live} @change=${(e: Event) => d.setLive((e.target as HTMLInputElement).checked)}>${t('Live analysis')}</label></div>
    ${d.refused ? html`<p class="notice bad" role="alert">${d.refused}</p>` : nothing}
    ${evaluation(d)}
  </section>${reviewPart(d)}`
}

function agentField(d: PanelProps): TemplateResult {
  const names = [...new Set([d.agent, d.game.opponent, ...d.game.agents.filter(a => a.judges).map(a => a.name)])].filter(name => name)
  const choices = names.map(name => ({ value: name, text: name }))
  const info = d.game.agents.find(a => a.name === readSpec(d.agent).name)
  return html`${select('a-agent', t('Agent'), choices, d.agent, d.setAgent)}${info ? html`<p class="spoken">${info.summary}</p>` : nothing}`
}

function evaluation(d: PanelProps): TemplateResult {
  const j = d.now, state = stateOf(d.current)
  if (state?.turn === 'over') return html`<p class="dim">${t('The game is over.')}</p>`
  if (state?.turn === 'chance') return html`<p class="dim">${t('Chance move: nothing to choose.')}</p>`
  if (!j) return html`<p class="dim">${d.thinking ? t('Thinking…') : d.live ? t('Waiting…') : t('Not analyzed. Turn on live analysis.')}</p>`
  const first = firstChance(j)
  return html`
    ${first === null ? nothing : html`<div class="meter" role="img" aria-label=${t('{0}: {1} chance of winning', d.nameOf(0), percent(first))}><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="other" width="100" height="8"></rect><rect class="first" width=${100 * first} height="8"></rect></svg><span>${d.nameOf(0)} ${percent(first)}</span><span>${percent(1 - first)} ${d.nameOf(1)}</span></div>`}
    <p class="best-move"><b>${t('Best move: {0}', j.words || j.move)}</b>${j.shown && j.margin === null ? html` · ${j.shown}` : nothing}${j.exact === null || j.exact === undefined ? nothing : html` · <span class="exact">${t(EXACT[j.exact])}${j.margin === null ? nothing : ', ' + t('{0} with best play', j.shown)}</span>`}</p>
    ${j.moves.length ? topMoves(d, j) : nothing}
    ${j.line.length > 1 ? html`<p class="best-line"><span class="dim">${t('Best line:')}</span> ${j.line.slice(0, 12).map((m, i) => html`<button type="button" class="quiet slim" title=${m.words} aria-label=${t('{0}: play up to {1}', m.move, m.words)} @click=${() => d.play(j.line.slice(0, i + 1).map(one => one.move))}>${m.move}</button>`)}</p>` : nothing}
    <p class="small dim">${facts(j)}${d.thinking ? ' · ' + t('thinking…') : ''}</p>
    ${j.why ? html`<details><summary>${t('Explanation')}</summary><pre class="small" tabindex="0">${j.why}</pre></details>` : nothing}`
}

function facts(j: Evaluation): string {
  const parts = [j.agent]
  if (j.depth > 0) parts.push(t('depth {0}', num(j.depth)))
  if (j.nodes > 0) parts.push(t('{0} nodes', num(j.nodes)))
  if (j.seconds > 0) parts.push(t('{0} s', num(j.seconds, j.seconds < 10 ? 2 : 0)))
  return parts.join(' · ')
}

function topMoves(d: PanelProps, j: Evaluation): TemplateResult {
  // If the agent's values are chances, the column of chances repeats them.
  const percents = j.moves.every(m => m.shown.endsWith('%'))
  const played = d.current.inVariation ? undefined : d.current.main.moves[d.current.ply]?.move
  return html`<table class="rows top"><caption class="spoken">${t('Best moves')}</caption><thead class="spoken"><tr><th scope="col">${t('move')}</th><th scope="col">${t('value')}</th><th scope="col">${t('chance')}</th></tr></thead>
    <tbody>${j.moves.slice(0, TOP).map(m => html`<tr class=${m.move === played ? 'played' : ''}><td><button type="button" class="quiet slim" @click=${() => d.play([m.move])}>${m.words || m.move}${m.move === played ? html` <span class="dim small">${t('(played)')}</span>` : nothing}</button></td>
      <td class="right">${percents ? nothing : m.shown}</td><td class="right">${m.chance === null ? '' : percent(m.chance)}</td></tr>`)}</tbody></table>`
}

/** The loss of a mistake: in points where both scores are proven, otherwise in chance of winning. */
const lossText = (j: Evaluation) => j.gave ? t(j.gave === 1 ? '{0} point' : '{0} points', num(j.gave)) : percent(j.loss ?? 0)

function reviewPart(d: PanelProps): TemplateResult {
  const moves = d.current.main.moves.length, list = mistakes(d.reviewed)
  if (!moves) return html``
  return html`<section class="panel review" aria-label=${t('Game review')}>
    <div class="row"><h2>${t('Mistakes')}</h2><span class="gap"></span><button type="button" class=${d.reviewing || d.reviewed.size ? 'slim' : 'slim main'} title=${t('Uses the time above for each position')} @click=${d.review}>${d.reviewing ? t('Stop') : d.reviewed.size ? t('Review again') : t('Review game')}</button></div>
    ${d.reviewing ? html`<progress max=${moves} .value=${d.reviewed.size} aria-label=${t('Review')}></progress> <span class="small dim">${t('{0} of {1} moves', num(d.reviewed.size), num(moves))}</span>` : nothing}
    ${list.length ? html`<ol class="plain mistakes">${list.map(j => html`<li><button type="button" class=${`quiet slim ${j.mark}`} aria-current=${!d.current.inVariation && plyFromStart(d.current) === j.ply ? 'true' : nothing} @click=${() => d.goTo(j.ply)}>
        <b>${j.ply + 1}. ${d.current.main.moves[j.ply]?.words ?? ''} ${SIGNS[j.mark!]}</b> <span>${t(KINDS[j.mark!])}, ${t('lost {0}', lossText(j))}; ${t('better: {0}', j.words || j.move)}</span></button></li>`)}</ol>`
      : d.reviewed.size && !d.reviewing ? html`<p>${t('No mistakes found.')}</p>` : d.reviewing ? nothing : html`<p class="small dim">${t('An agent evaluates every position and marks the moves that lose chances of winning: inaccuracies from 5 %, mistakes from 10 %, blunders from 20 %.')}</p>`}
  </section>`
}
