// What can be done at a table besides moving, and what is shown when the game is over.
import { html, nothing, type TemplateResult } from 'lit-html'
import { apiAddress } from '../api.js'
import * as icons from '../icons.js'
import { capital, t } from '../lang.js'
import { analysisOf } from './sitting.js'
import type { Table } from '../types.js'
import type { Desk } from './table.js'

export function actions(d: Desk) {
  const { table } = d, may = (what: string) => table.may.includes(what)
  const button = (on: boolean, icon: TemplateResult, text: string, act: () => void, more = '') =>
    on ? html`<button class="slim ${more}" @click=${act}>${icon}${text}</button>` : nothing
  const analysis = analysisOf(table, d.game, table.over ? undefined : table.ply)
  return html`<div class="actions" role="group" aria-label=${t('What you can do')}>
    ${button(may('hint'), icons.bulb(), t('Hint'), d.askHint)}
    ${button(may('back'), icons.back(), t('Take back'), () => d.ask('back', { ply: table.ply }))}
    ${button(may('swap'), icons.swap(), t('Swap seats'), () => d.ask('swap'))}
    ${button(may('rematch') && !table.over, icons.again(), t('Rematch'), () => d.ask('rematch'))}
    ${button(may('stand'), icons.stand(), t('Stand up'), () => d.ask('stand'))}
    ${button(may('resign'), icons.flag(), t('Give up'), d.resign, 'danger')}
    ${analysis && !table.over ? html`<a class="button slim" href=${analysis}>${icons.chart()}${t('Analyse')}</a>` : nothing}
    ${more(d)}
  </div>`
}

function more(d: Desk) {
  const { table } = d
  const file = (as: string, text: string) => html`<a class="button slim quiet" download href=${apiAddress('export/' + table.game_id, { as })}>${icons.save()}${text}</a>`
  return html`<details class="more-actions" @focusout=${leave} @keydown=${escape} @toggle=${inSight}><summary class="button slim">${t('More')}</summary><div class="sheet">
    <button class="slim quiet" @click=${() => d.copy(table.state.position)}>${icons.copy()}${t('Copy the position')}</button>
    <button class="slim quiet" @click=${() => d.copy(location.origin + '/table/' + d.id)}>${icons.link()}${t('Copy the link')}</button>
    <button class="slim quiet" @click=${d.newTable}>${icons.plus()}${t('New table from a position')}</button>
    <a class="button slim quiet" href=${'/rules/' + table.game.split(':')[0]}>${icons.book()}${t('Rules of the game')}</a>
    ${table.game_id !== null ? html`${file('text', t('Save as text'))}${file('json', t('Save as JSON'))}${file('sgf', t('Save as SGF'))}` : nothing}
  </div></details>`
}

function inSight(event: Event) {
  const sheet = event.currentTarget as HTMLDetailsElement
  if (sheet.open) sheet.querySelector('.sheet')?.scrollIntoView({ block: 'nearest' })
}

/** The sheet closes when one goes elsewhere, and by Escape. */
function leave(event: FocusEvent) {
  const sheet = event.currentTarget as HTMLDetailsElement
  if (event.relatedTarget && !sheet.contains(event.relatedTarget as Node)) sheet.open = false
}

function escape(event: KeyboardEvent) {
  const sheet = event.currentTarget as HTMLDetailsElement
  if (event.key !== 'Escape' || !sheet.open) return
  sheet.open = false
  sheet.querySelector('summary')?.focus()
}

/** How it ended, and what now. */
export function endOf(d: Desk) {
  const { table } = d
  if (!table.over) return nothing
  const analysis = analysisOf(table, d.game)
  return html`<div class="notice end"><p class="result">${outcomeOf(table) ? html`<strong>${outcomeOf(table)}</strong> ` : nothing}<span>${capital(table.over.text)}</span></p>
    <div class="row">
      ${table.may.includes('rematch') ? html`<button class="main" @click=${() => d.ask('rematch')}>${icons.again()}${t('Play again')}</button>` : nothing}
      ${analysis ? html`<a class="button" href=${analysis}>${icons.chart()}${t('Analyse this game')}</a>` : nothing}
      <a class="button quiet" href="/">${t('To the games')}</a>
    </div></div>`
}

/** What it means for whoever looks: of a win by the team that won; "" for those who watch, and who play both sides. */
export function outcomeOf({ seat, seats, over }: Table): string {
  if (seat === null || !over || seats.every(s => s.you)) return ''
  const winner = over.result === '1-0' ? 0 : over.result === '0-1' ? 1 : null
  return winner === null ? t('A draw.') : seats[seat].team === winner ? t('You win!') : t('You lose.')
}
