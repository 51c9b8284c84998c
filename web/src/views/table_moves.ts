// Moves: those that were made, as a list and in words, and those that can be made, as buttons and by typing.
import { html, nothing } from 'lit-html'
import { openOf } from '../events.js'
import { capital, keep, read, t } from '../lang.js'
import type { Move } from '../types.js'
import { analysisOf } from './sitting.js'
import type { Desk } from './table.js'

export type LogTab = 'moves' | 'words'

export function log(d: Desk) {
  const tab = (name: LogTab, text: string) => html`<button role="tab" id=${'tab-' + name} class="slim" aria-selected=${d.tab === name} aria-controls="log"
    tabindex=${d.tab === name ? 0 : -1} @click=${() => choose(d, name)} @keydown=${(e: KeyboardEvent) => arrows(d, e)}>${text}</button>`
  return html`<section class="panel history" aria-label=${t('What has happened')}>
    <div class="tabs" role="tablist">${tab('moves', t('Moves'))}${tab('words', t('In words'))}</div>
    <div id="log" class="log" role="tabpanel" aria-labelledby=${'tab-' + d.tab} tabindex="0">
      ${d.table.moves.length === 0 ? html`<p class="dim small">${t('No move yet.')}</p>` : d.tab === 'moves' ? moves(d) : words(d)}</div>
  </section>`
}

function choose(d: Desk, tab: LogTab) {
  d.tab = tab
  d.draw()
  const list = document.getElementById('log')
  if (list) list.scrollTop = list.scrollHeight
}

function arrows(d: Desk, e: KeyboardEvent) {
  if (e.key !== 'ArrowLeft' && e.key !== 'ArrowRight') return
  choose(d, d.tab === 'moves' ? 'words' : 'moves')
  document.getElementById('tab-' + d.tab)?.focus()
}

function moves(d: Desk) {
  const { table } = d, analysis = analysisOf(table, d.game)
  // What chance deals is noise in a list; in words it stays.
  const hidden = d.game?.traits.includes('hidden')
  return html`<ol class="plain moves chips">${table.moves.map((m, i) => {
    if (hidden && m.seat === null) return nothing
    const to = analysis && `${analysis}&ply=${i + 1}`
    const inside = html`<span class="n">${i + 1}</span> ${m.move} <span class="spoken">${m.words}</span>`
    return html`<li class=${teamOf(d, m)}>${to ? html`<a href=${to} title=${m.words}>${inside}</a>` : html`<span title=${m.words}>${inside}</span>`}</li>`
  })}</ol>`
}

const words = (d: Desk) => html`<ol class="moves words">${d.table.moves.map(m => html`<li class=${teamOf(d, m)}>${capital(m.words)}</li>`)}</ol>`

const teamOf = (d: Desk, m: Move) => (m.seat === null ? 'chance' : 'team-' + d.table.seats[m.seat]?.team)

/** Every legal move as a button, and a field to type one. */
export function moveEntry(d: Desk) {
  const { table } = d
  if (table.over || table.seat === null) return nothing
  const legal = table.may.includes('move') ? table.state.moves ?? [] : []
  const submit = async (e: Event) => {
    e.preventDefault()
    const field = (e.target as HTMLFormElement).elements.namedItem('move') as HTMLInputElement
    if (field.value.trim() && (await d.play(field.value.trim()))) field.value = ''
    field.focus()
  }
  const button = (move: string) => html`<li><button class="slim mono" @click=${() => d.play(move)}>${move}</button></li>`
  const folded = (e: Event) => keep('jogada.entry', openOf(e) ? 'open' : '')
  return html`<details class="entry" ?open=${read('jogada.entry') === 'open'} @toggle=${folded}>
    <summary>${t('Moves by name')}</summary>
    <form class="row" @submit=${submit}><label for="move">${t('Type a move')}</label>
      <input id="move" name="move" class="mono" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=${legal[0] ?? ''}>
      <button>${t('Play it')}</button></form>
    ${legal.length ? html`<ul class="plain legal" aria-label=${t('Moves that you can make')}>${legal.map(button)}</ul>`
      : html`<p class="dim small">${t('It is not your turn.')}</p>`}
  </details>`
}
