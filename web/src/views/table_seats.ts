// Who sits at the table: names, clocks, scores, who is away, free seats; what others ask; the invitation.
import { html, nothing } from 'lit-html'
import { valueOf } from '../events.js'
import * as icons from '../icons.js'
import { capital, t, tn } from '../lang.js'
import { askName } from '../name.js'
import * as socket from '../socket.js'
import type { Seat } from '../types.js'
import { agentOf, keepLevel, levelOf, levelOptions } from './setup.js'
import { clockText, levelTitle, seatName, seatNames } from './sitting.js'
import type { Desk } from './table.js'

const SHORT = 20000 // milliseconds: then the clock is red

export function seats(d: Desk) {
  const scores = d.drawing?.score?.(d.table.state) ?? null
  return html`<section aria-label=${t('Players')}><ul class="plain seats">${d.table.seats.map((s, i) => seat(d, s, i, scores))}</ul></section>`
}

function seat(d: Desk, s: Seat, i: number, scores: (string | number)[] | null) {
  const { table } = d
  const turn = !table.over && table.state.turn === i
  const left = d.left(i), score = scores?.[scores.length === table.seats.length ? i : s.team]
  return html`<li class="seat team-${s.team} ${turn ? 'to-move' : ''}">
    <span class="mark" aria-hidden="true"></span>
    <span class="who"><strong>${nameOf(d, s, i)}${s.you && s.name ? html` <span class="tag">${t('you')}</span>` : nothing}</strong>
      <span class="dim small" title=${s.agent ?? nothing}>${about(d, s)}${turn ? html`<span class="spoken">, ${t('to move')}</span>` : nothing}</span></span>
    ${score !== undefined ? html`<span class="score" aria-label=${t('{0} points', score)}>${score}</span>` : nothing}
    ${left !== null ? html`<span class="clock ${left < SHORT ? 'short' : ''} ${table.running === i ? 'running' : ''}" role="timer">
      ${clockText(left)}</span>` : nothing}
    ${seatButtons(d, s, i)}
  </li>`
}

const nameOf = (d: Desk, s: Seat, i: number) => (s.kind === 'open' ? seatName(s, d.game) : seatNames(d.table, d.game)[i])

function about(d: Desk, s: Seat) {
  const name = nameOf(d, s, d.table.seats.indexOf(s)), level = levelTitle(s, d.game)
  const parts = [capital(s.title), level, level ? '' : s.agent].filter(p => p && p !== name)
  if (s.for) parts.push(t('for {0}', s.for))
  if (s.kind === 'player' && !s.here) parts.push(away(s.absent + d.age()))
  return parts.join(' · ')
}

function away(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes ? tn(minutes, 'away for {0} minute', 'away for {0} minutes') : t('away')
}

function seatButtons(d: Desk, s: Seat, i: number) {
  const may = (what: string) => s.may?.includes(what) ?? false
  const sit = may('sit') && d.table.seat === null
  const lend = may('seat') && s.kind !== 'agent' && !s.you
  const free = may('free') && !s.for
  if (!sit && !lend && !free) return nothing
  return html`<span class="offers">
    ${sit ? html`<button class="slim main" @click=${() => d.ask('sit', { seat: i, set: d.table.set || undefined })}>${s.for ? t('Take the seat back') : t('Sit here')}</button>` : nothing}
    ${lend ? lending(d, s, i) : nothing}
    ${free ? html`<button class="slim quiet" @click=${() => d.ask('seat', { seat: i, agent: null })}
      aria-label=${`${t('Free the seat')}: ${s.title}`}>${t('Free the seat')}</button>` : nothing}
  </span>`
}

function lending(d: Desk, s: Seat, i: number) {
  if (!d.game) return nothing
  const game = d.game, level = levelOf(game)
  const give = () => d.ask('seat', { seat: i, agent: agentOf(game, levelOf(game)) })
  const word = s.kind === 'open' ? t('Computer') : t('Replace')
  return html`<select class="slim" aria-label=${t('How strong the computer plays')} @change=${(e: Event) => keepLevel(game, valueOf(e))}>
    ${levelOptions(game, level)}</select>
    <button class="slim" @click=${give} aria-label=${`${word}: ${s.title}`}>${word}</button>`
}

/** What somebody asks of you, or what you asked. */
export function offers(d: Desk) {
  const { table } = d
  const texts = {
    back: (who: string) => t('{0} would like to take a move back.', who),
    rematch: (who: string) => t('{0} would like to play again.', who),
    swap: (who: string) => t('{0} would like to swap seats.', who),
  }
  return table.offers.map(o => {
    const mine = table.seat !== null && o.asked.includes(table.seat)
    if (!mine && o.by !== table.seat) return nothing
    const answer = (yes: boolean) => d.ask('answer', { offer: o.what, yes })
    return mine
      ? html`<div class="notice offer"><span>${texts[o.what](seatName(table.seats[o.by], d.game))}</span>
          <span class="row"><button class="slim main" @click=${() => answer(true)}>${t('Agree')}</button>
            <button class="slim" @click=${() => answer(false)}>${t('No')}</button></span></div>`
      : html`<div class="notice offer"><span>${t('Asked; waiting for {0}.', o.asked.map(i => seatName(table.seats[i], d.game)).join(', '))}</span>
          <button class="slim" @click=${() => answer(false)}>${t('Never mind')}</button></div>`
  })
}

/** Before anybody sits down: the position is not the game's own, and hands may be known. */
export function setPosition(d: Desk) {
  if (!d.table.set || d.table.over) return nothing
  const why = d.game?.traits.includes('hidden') ? t('The player who opened this table chose the deal, and may know every hand.')
    : t('The player who opened this table chose how it starts.')
  return html`<p class="notice"><strong>${t('Set position')}</strong><br>${why}</p>`
}

/** The link, while there are seats to take; to those who only watch, that there are. */
export function invitation(d: Desk) {
  if (d.table.over || !d.table.seats.some(s => s.kind === 'open')) return nothing
  if (d.table.seat === null) return html`<p class="notice">${t('You are watching. Take a free seat to play.')}</p>`
  const link = location.origin + '/table/' + d.id
  return html`<div class="notice invite"><p><strong>${t('Invite somebody')}</strong><br>${t('Whoever opens this link can sit down, or watch.')}
      ${socket.hello()?.name ? nothing : html`<button class="slim quiet" @click=${askName}>${t('Tell them your name')}</button>`}</p>
    <div class="row"><input readonly aria-label=${t('Link to this table')} class="mono" .value=${link}
        @focus=${(e: Event) => (e.target as HTMLInputElement).select()}>
      <button class="main" @click=${() => d.copy(link)}>${icons.copy()}${t('Copy the link')}</button></div></div>`
}
