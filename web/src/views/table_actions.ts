// The actions of a table (hint, take back, resign, ...) and the result of a finished game.
import { html, nothing, type TemplateResult } from 'lit-html'
import { apiAddress } from '../api.js'
import * as icons from '../icons.js'
import { capital, t } from '../lang.js'
import { analysisOf } from './table_session.js'
import type { Table } from '../types.js'
import type { TableContext } from './table.js'

export function actions(ctx: TableContext) {
  const { table } = ctx, may = (what: string) => table.may.includes(what)
  const button = (on: boolean, icon: TemplateResult, text: string, act: () => void, more = '') =>
    on ? html`<button class="slim ${more}" @click=${act}>${icon}${text}</button>` : nothing
  const analysis = analysisOf(table, ctx.game, table.over ? undefined : table.ply)
  return html`<div class="actions" role="group" aria-label=${t('Actions')}>
    ${button(may('hint'), icons.bulb(), t('Show hint'), ctx.requestHint)}
    ${button(may('back'), icons.back(), t('Take back'), () => ctx.request('back', { ply: table.ply }))}
    ${button(may('swap'), icons.swap(), t('Swap seats'), () => ctx.request('swap'))}
    ${button(may('rematch') && !table.over, icons.again(), t('Rematch'), () => ctx.request('rematch'))}
    ${button(may('stand'), icons.stand(), t('Leave seat'), () => ctx.request('stand'))}
    ${button(may('resign'), icons.flag(), t('Resign'), ctx.resign, 'danger')}
    ${analysis && !table.over ? html`<a class="button slim" href=${analysis}>${icons.chart()}${t('Analyze')}</a>` : nothing}
    ${more(ctx)}
  </div>`
}

function more(ctx: TableContext) {
  const { table } = ctx
  const file = (as: string, text: string) => html`<a class="button slim quiet" download href=${apiAddress('export/' + table.game_id, { as })}>${icons.save()}${text}</a>`
  return html`<details class="more-actions" @focusout=${closeOnBlur} @keydown=${closeOnEscape} @toggle=${scrollToMenu}><summary class="button slim">${t('More')}</summary><div class="sheet">
    <button class="slim quiet" @click=${() => ctx.copy(table.state.position)}>${icons.copy()}${t('Copy position')}</button>
    <button class="slim quiet" @click=${() => ctx.copy(location.origin + '/table/' + ctx.id)}>${icons.link()}${t('Copy link')}</button>
    <button class="slim quiet" @click=${ctx.newTable}>${icons.plus()}${t('Play from here')}</button>
    <a class="button slim quiet" href=${'/rules/' + table.game.split(':')[0]}>${icons.book()}${t('Rules')}</a>
    ${table.game_id !== null ? html`${file('text', t('Save as text'))}${file('json', t('Save as JSON'))}${file('sgf', t('Save as SGF'))}` : nothing}
  </div></details>`
}

function scrollToMenu(event: Event) {
  const sheet = event.currentTarget as HTMLDetailsElement
  if (sheet.open) sheet.querySelector('.sheet')?.scrollIntoView({ block: 'nearest' })
}

/** The menu closes when it loses the focus, and on Escape. */
function closeOnBlur(event: FocusEvent) {
  const sheet = event.currentTarget as HTMLDetailsElement
  if (event.relatedTarget && !sheet.contains(event.relatedTarget as Node)) sheet.open = false
}

function closeOnEscape(event: KeyboardEvent) {
  const sheet = event.currentTarget as HTMLDetailsElement
  if (event.key !== 'Escape' || !sheet.open) return
  sheet.open = false
  sheet.querySelector('summary')?.focus()
}

/** The result, with links to a rematch and to the analysis. */
export function resultNotice(ctx: TableContext) {
  const { table } = ctx
  if (!table.over) return nothing
  const analysis = analysisOf(table, ctx.game)
  return html`<div class="notice end"><p class="result">${outcomeOf(table) ? html`<strong>${outcomeOf(table)}</strong> ` : nothing}<span>${capital(table.over.text)}</span></p>
    <div class="row">
      ${table.may.includes('rematch') ? html`<button class="main" @click=${() => ctx.request('rematch')}>${icons.again()}${t('Play again')}</button>` : nothing}
      ${analysis ? html`<a class="button" href=${analysis}>${icons.chart()}${t('Analyze game')}</a>` : nothing}
      <a class="button quiet" href="/">${t('Back to games')}</a>
    </div></div>`
}

/** The result from the viewer's point of view; "" for spectators, and for a viewer that plays both sides. */
export function outcomeOf({ seat, seats, over }: Table): string {
  if (seat === null || !over || seats.every(s => s.you)) return ''
  const winner = over.result === '1-0' ? 0 : over.result === '0-1' ? 1 : null
  return winner === null ? t('Draw.') : seats[seat].team === winner ? t('You win!') : t('You lose.')
}
