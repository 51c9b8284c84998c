// The players of a table: names, clocks, scores, absence and free seats; offers between players.
import { html, nothing } from 'lit-html'
import { valueOf } from '../../events.js'
import { capital, t, tn } from '../../lang.js'
import type { Seat } from '../../types.js'
import { agentOf, saveLevel, levelOf, levelOptions } from '../setup.js'
import type { TableContext } from './context.js'
import { pictureOf } from './picture.js'
import { age, left as timeLeft } from './state.js'
import { clockText, seatName, seatNames } from './texts.js'

const SHORT = 20000 // milliseconds below which a clock is red

/** Whether the computer in a seat can be removed. */
export const canFree = (s: Seat): boolean => (s.may?.includes('free') ?? false) && !s.for
const maySit = (ctx: TableContext, s: Seat): boolean => (s.may?.includes('sit') ?? false) && ctx.table.seat === null
const mayReplace = (s: Seat): boolean => (s.may?.includes('seat') ?? false) && s.kind !== 'agent' && !s.you

export function seats(ctx: TableContext) {
  const many = ctx.table.seats.length > 2 ? 'many' : '',
    open = ctx.table.seats.some(s => maySit(ctx, s) || mayReplace(s))
  const begun = ctx.table.ply > 0 || !ctx.table.seats.some(s => s.kind === 'open'),
    scores = (begun && ctx.drawing?.score?.(ctx.table.state)) || null
  return html`<section aria-label=${t('Players')}>
    <ul class="plain seats ${many} ${open ? 'waiting-for-players' : ''}">
      ${ctx.table.seats.map((s, i) => seat(ctx, s, i, scores))}
    </ul>
  </section>`
}

function seat(ctx: TableContext, s: Seat, i: number, scores: (string | number)[] | null) {
  const { table } = ctx
  const turn = !table.over && table.state.turn === i
  const left = timeLeft(ctx.state, i, ctx.now),
    score = scores?.[scores.length === table.seats.length ? i : s.team]
  const tagged = s.you && s.name && !table.shared
  return html`<li class="seat team-${s.team} ${turn ? 'to-move' : ''}">
    <span class="mark" aria-hidden="true"></span>
    <span class="who"
      ><strong>${nameOf(ctx, s, i)}${tagged ? html` <span class="tag">${t('you')}</span>` : nothing}</strong>
      <span class="dim small" title=${s.agent ?? nothing}
        >${about(ctx, s)}${turn ? html`<span class="spoken">, ${t('to move')}</span>` : nothing}</span
      ></span
    >
    ${score !== undefined ? html`<span class="score" aria-label=${t('{0} points', score)}>${score}</span>` : nothing}
    ${
      left !== null
        ? html`<span class="clock ${left < SHORT ? 'short' : ''} ${table.running === i ? 'running' : ''}" role="timer">
            ${clockText(left)}</span
          >`
        : nothing
    }
    ${seatButtons(ctx, s, i)}
  </li>`
}

const nameOf = (ctx: TableContext, s: Seat, i: number) =>
  s.kind === 'open' ? seatName(s, ctx.game) : seatNames(ctx.table, ctx.game)[i]

function about(ctx: TableContext, s: Seat) {
  const name = nameOf(ctx, s, ctx.table.seats.indexOf(s)),
    own = s.kind === 'agent' ? s.name : ''
  const parts = [capital(s.title), own].filter(p => p && p !== name)
  const note = ctx.drawing?.note?.(pictureOf(ctx), ctx.table.seats.indexOf(s))
  if (note) parts.push(note)
  if (s.for) parts.push(t('substitute for {0}', s.for))
  if (s.kind === 'player' && !s.here) parts.push(away(s.absent + age(ctx.state, ctx.now)))
  return parts.join(' · ')
}

function away(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes ? tn(minutes, 'away for {0} minute', 'away for {0} minutes') : t('away')
}

function seatButtons(ctx: TableContext, s: Seat, i: number) {
  const sit = maySit(ctx, s),
    replace = mayReplace(s),
    free = canFree(s)
  if (!sit && !replace && !free) return nothing
  return html`<span class="offers">
    ${sit ? sitButton(ctx, s, i) : nothing} ${replace ? computerPicker(ctx, s, i) : nothing}
    ${
      free
        ? html`<button
            class="slim quiet only-wide"
            @click=${() => ctx.send('seat', { seat: i, agent: null })}
            aria-label=${`${t('Remove')}: ${s.title}`}
          >
            ${t('Remove')}
          </button>`
        : nothing
    }
  </span>`
}

function sitButton(ctx: TableContext, s: Seat, i: number) {
  const text = s.for ? t('Take seat back') : s.kind === 'agent' ? t('Take over') : t('Sit here')
  return html`<button class="slim ${s.kind === 'agent' && !s.for ? '' : 'main'}" @click=${() => ctx.sit(i)}>
    ${text}
  </button>`
}

function computerPicker(ctx: TableContext, s: Seat, i: number) {
  if (!ctx.game) return nothing
  const game = ctx.game,
    level = levelOf(game)
  const give = () => ctx.send('seat', { seat: i, agent: agentOf(game, levelOf(game)) })
  const word = s.kind === 'open' ? t('Add computer') : t('Replace')
  return html`<select
      class="slim"
      aria-label=${t('Computer level')}
      @change=${(e: Event) => saveLevel(game, valueOf(e))}
    >
      ${levelOptions(game, level)}
    </select>
    <button class="slim" @click=${give} aria-label=${`${word}: ${s.title}`}>${word}</button>`
}

/** Offers made to the viewer, and those made by the viewer. */
export function offers(ctx: TableContext) {
  const { table } = ctx
  const texts = {
    back: (who: string) => t('{0} asks to take back a move.', who),
    rematch: (who: string) => t('{0} offers a rematch.', who),
    swap: (who: string) => t('{0} asks to swap seats.', who),
    draw: (who: string) => t('{0} offers a draw.', who),
  }
  return table.offers.map(o => {
    const mine = table.seat !== null && o.asked.includes(table.seat)
    if (!mine && o.by !== table.seat) return nothing
    const asked = o.asked.map(i => seatName(table.seats[i], ctx.game))
    const reply = (yes: boolean) => ctx.send('answer', { offer: o.what, yes })
    return mine
      ? html`<div class="notice offer">
          <span>${texts[o.what](seatName(table.seats[o.by], ctx.game))}</span>
          <span class="row"
            ><button class="slim main" @click=${() => reply(true)}>${t('Accept')}</button>
            <button class="slim" @click=${() => reply(false)}>${t('Decline')}</button></span
          >
        </div>`
      : html`<div class="notice offer">
          <span>${t('Request sent. Waiting for {0}.', asked.join(', '))}</span>
          <button class="slim" @click=${() => reply(false)}>${t('Withdraw')}</button>
        </div>`
  })
}

/** Says whether engine help is allowed, before the first move of a game between people. */
export function helpNotice(ctx: TableContext) {
  const { table } = ctx,
    people = table.seats.filter(s => s.kind !== 'agent').length > 1 && !table.seats.every(s => s.you)
  if (table.over || table.moves.some(m => m.seat !== null) || !people || !table.friendly) return nothing
  return html`<p class="notice">
    <strong>${t('Friendly game')}</strong><br />${t('All players may use hints and analysis.')}
  </p>`
}

/** Warns other people that the game starts from a chosen position, in which the hands may be known. */
export function setPosition(ctx: TableContext) {
  const alone = ctx.table.seats.every(s => s.you || s.kind === 'agent')
  if (!ctx.table.set || ctx.table.over || alone) return nothing
  const why = ctx.game?.traits.includes('hidden')
    ? t('The player who opened this table chose the deal and may know every hand.')
    : t('The player who opened this table chose the starting position.')
  return html`<p class="notice"><strong>${t('Custom position')}</strong> <br class="only-wide" />${why}</p>`
}
