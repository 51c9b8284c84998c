// The moves of a table: those played, as a list and in words; the legal ones, as buttons and by typing.
import { html, nothing } from 'lit-html'
import { openOf } from '../events.js'
import { capital, read, save, t } from '../lang.js'
import type { Move } from '../types.js'
import { analysisOf } from './table_session.js'
import type { TableContext } from './table.js'

export type LogTab = 'moves' | 'words'

export function log(ctx: TableContext) {
  const tab = (name: LogTab, text: string) => html`<button role="tab" id=${'tab-' + name} class="slim" aria-selected=${ctx.tab === name} aria-controls="log"
    tabindex=${ctx.tab === name ? 0 : -1} @click=${() => choose(ctx, name)} @keydown=${(e: KeyboardEvent) => arrows(ctx, e)}>${text}</button>`
  return html`<section class="panel history" aria-label=${t('Move history')}>
    <div class="tabs" role="tablist">${tab('moves', t('Moves'))}${tab('words', t('Description'))}</div>
    <div id="log" class="log" role="tabpanel" aria-labelledby=${'tab-' + ctx.tab} tabindex="0">
      ${ctx.table.moves.length === 0 ? html`<p class="dim small">${t('No moves yet.')}</p>` : ctx.tab === 'moves' ? moves(ctx) : words(ctx)}</div>
  </section>`
}

function choose(ctx: TableContext, tab: LogTab) {
  ctx.tab = tab
  ctx.draw()
  const list = document.getElementById('log')
  if (list) list.scrollTop = list.scrollHeight
}

function arrows(ctx: TableContext, e: KeyboardEvent) {
  if (e.key !== 'ArrowLeft' && e.key !== 'ArrowRight') return
  choose(ctx, ctx.tab === 'moves' ? 'words' : 'moves')
  document.getElementById('tab-' + ctx.tab)?.focus()
}

function moves(ctx: TableContext) {
  const { table } = ctx, analysis = analysisOf(table, ctx.game)
  // Dealt cards are shown in words only: they would fill the list.
  const hidden = ctx.game?.traits.includes('hidden')
  return html`<ol class="plain moves chips">${table.moves.map((m, i) => {
    if (hidden && m.seat === null) return nothing
    const to = analysis && `${analysis}&ply=${i + 1}`
    const inside = html`<span class="n">${i + 1}</span> ${m.move} <span class="spoken">${m.words}</span>`
    return html`<li class=${teamOf(ctx, m)}>${to ? html`<a href=${to} title=${m.words}>${inside}</a>` : html`<span title=${m.words}>${inside}</span>`}</li>`
  })}</ol>`
}

const words = (ctx: TableContext) => html`<ol class="moves words">${ctx.table.moves.map(m => html`<li class=${teamOf(ctx, m)}>${capital(m.words)}</li>`)}</ol>`

const teamOf = (ctx: TableContext, m: Move) => (m.seat === null ? 'chance' : 'team-' + ctx.table.seats[m.seat]?.team)

/** Every legal move as a button, and a field to type one. */
export function moveEntry(ctx: TableContext) {
  const { table } = ctx
  if (table.over || table.seat === null) return nothing
  const legal = table.may.includes('move') ? table.state.moves ?? [] : []
  const submit = async (e: Event) => {
    e.preventDefault()
    const field = (e.target as HTMLFormElement).elements.namedItem('move') as HTMLInputElement
    if (field.value.trim() && (await ctx.play(field.value.trim()))) field.value = ''
    field.focus()
  }
  const button = (move: string) => html`<li><button class="slim mono" @click=${() => ctx.play(move)}>${move}</button></li>`
  const folded = (e: Event) => save('jogada.entry', openOf(e) ? 'open' : '')
  return html`<details class="entry" ?open=${read('jogada.entry') === 'open'} @toggle=${folded}>
    <summary>${t('Legal moves')}</summary>
    <form class="row" @submit=${submit}><label for="move">${t('Your move')}</label>
      <input id="move" name="move" class="mono" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=${legal[0] ?? ''}>
      <button>${t('Play move')}</button></form>
    ${legal.length ? html`<ul class="plain legal" aria-label=${t('Legal moves')}>${legal.map(button)}</ul>`
      : html`<p class="dim small">${t('It is not your turn.')}</p>`}
  </details>`
}
