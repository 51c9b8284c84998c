// The parts of a table around its board, and the pages without one.
import { html, nothing, type TemplateResult } from 'lit-html'
import { at } from '../../address.js'
import * as icons from '../../icons.js'
import { capital, t } from '../../lang.js'
import type { Evaluation, Table } from '../../types.js'
import { actions, resultNotice } from './actions.js'
import type { TableContext } from './context.js'
import { log, moveEntry } from './moves.js'
import { pictureOf } from './picture.js'
import { invitation } from './invite.js'
import { helpNotice, offers, seats, setPosition } from './seats.js'
import { movePending, myTurn, type State } from './state.js'
import { summary } from './summary.js'
import { marginText, passText, turnTitle } from './texts.js'
import { watchBar } from './watch.js'

/** The frame of the view: each part is rendered on its own, since the board is not while a move is animated. */
export const frame = (table: Table): TemplateResult =>
  html`<h1 class="spoken" tabindex="-1">${t('Table: {0}', table.title)}</h1>
    <div class="at-table">
      <div class="play">
        <div class="status"></div>
        <div class="notices"></div>
        <div class="stage"></div>
        <div class="bar"></div>
      </div>
      <div class="side">
        <div class="players"></div>
        <div class="past"></div>
      </div>
    </div>`

/** The parts by the class of their element, except the board. */
export const PARTS: Record<string, (ctx: TableContext) => unknown> = {
  status,
  notices: ctx =>
    html`${summary(ctx)}${watchBar(ctx)}${offers(ctx)}${setPosition(ctx)}${helpNotice(ctx)}${invitation(ctx)}`,
  bar: actions,
  players: seats,
  past: ctx =>
    ctx.covered
      ? nothing
      : html`<div class="sheet-head">
            <h2>${t('Moves')}</h2>
            <button class="quiet" @click=${() => ctx.openSheet('')}>${t('Close')}</button>
          </div>
          ${log(ctx)}${moveEntry(ctx)}`,
}

/** The page before the first snapshot, or instead of it. */
export function emptyPage({ failure }: State): TemplateResult {
  if (!failure)
    return html`<h1 class="spoken" tabindex="-1">${t('Table')}</h1>
      <p class="waiting">${t('Loading table…')}</p>`
  if (failure.code === 'missing')
    return html`<h1 tabindex="-1">${t('Table not found')}</h1>
      <p>${t('Check the link, or open a new table.')}</p>
      <p><a class="button" href=${at('/')}>${t('Back to games')}</a></p>`
  return html`<h1 tabindex="-1">${t('Table')}</h1>
    <p class="notice bad">${capital(failure.text)}</p>
    <p><button @click=${() => location.reload()}>${t('Try again')}</button></p>`
}

/** In the place of the board, between the turns of people who share the device. */
export const cover = (ctx: TableContext): TemplateResult =>
  html`<div class="cover">
    ${icons.cards()}
    <p>${ctx.passed ? passText(ctx.table) : turnTitle(ctx.table, ctx.game)}</p>
    ${
      ctx.passed
        ? html`<button class="main" @click=${ctx.uncover} @keydown=${ignoreRepeats}>${t('Show my hand')}</button>`
        : nothing
    }
  </div>`

/** A key that is still held down from the move before shows nothing. */
const ignoreRepeats = (e: KeyboardEvent): void => {
  if (e.repeat) e.preventDefault()
}

function status(ctx: TableContext): TemplateResult {
  const { table } = ctx,
    pending = movePending(ctx.state),
    mine = myTurn(table) && !pending,
    task = mine ? ctx.drawing?.status?.(pictureOf(ctx)) : '',
    thinks = table.thinking !== null && !table.over
  const reply = ctx.state.refused
    ? html`<div class="refusal"><p class="notice bad">${ctx.state.refused}</p></div>`
    : ctx.hint
      ? html`<div class="refusal">${hintNotice(ctx.hint)}</div>`
      : task
        ? html`<p class="more">${task}</p>`
        : nothing
  if (table.over && !ctx.state.refused) return html`${resultNotice(ctx)}`
  return html`<h2 tabindex="-1" class="whose ${mine ? 'mine' : ''}">
      ${thinks ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>` : nothing}
      ${turnTitle(table, ctx.game, pending, ctx.state.series[0])}
    </h2>
    ${reply}`
}

function hintNotice(hint: Evaluation): TemplateResult {
  const value = hint.margin === null ? hint.shown : marginText(hint.margin)
  return html`<p class="notice good">
    ${icons.bulb()} ${t('Hint: {0}', hint.words)} ${hint.shown ? html`<span class="dim">(${value})</span>` : nothing}
  </p>`
}
