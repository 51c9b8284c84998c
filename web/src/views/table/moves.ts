// The moves of a table: those played, as a list and in words; the legal ones, as buttons and by typing.
import { html, nothing } from 'lit-html'
import { openOf } from '../../events.js'
import { capital, read, save, t } from '../../lang.js'
import { dealTitle } from '../../games/index.js'
import { grouped, isDraw, moveTitle, type MoveGroup } from '../../move_groups.js'
import type { Move } from '../../types.js'
import type { TableContext } from './context.js'
import type { LogTab } from './state.js'
import { analysisOf } from './texts.js'

export function log(ctx: TableContext) {
  const tab = (name: LogTab, text: string) =>
    html`<button
      role="tab"
      id=${'tab-' + name}
      class="slim"
      aria-selected=${ctx.tab === name}
      aria-controls="log"
      tabindex=${ctx.tab === name ? 0 : -1}
      @click=${() => choose(ctx, name)}
      @keydown=${(e: KeyboardEvent) => arrows(ctx, e)}
    >
      ${text}
    </button>`
  return html`<section class="panel history" aria-label=${t('Move history')}>
    <div class="tabs" role="tablist">${tab('moves', t('Moves'))}${tab('words', t('Description'))}</div>
    <div id="log" class="log" role="tabpanel" aria-labelledby=${'tab-' + ctx.tab} tabindex="0">
      ${
        ctx.table.moves.length === 0
          ? html`<p class="dim small">${t('No moves yet.')}</p>`
          : ctx.tab === 'moves'
            ? moves(ctx)
            : words(ctx)
      }
    </div>
  </section>`
}

function choose(ctx: TableContext, tab: LogTab) {
  ctx.chooseTab(tab)
  const list = document.getElementById('log')
  if (list) list.scrollTop = list.scrollHeight
}

function arrows(ctx: TableContext, e: KeyboardEvent) {
  if (e.key !== 'ArrowLeft' && e.key !== 'ArrowRight') return
  const other = ctx.tab === 'moves' ? 'words' : 'moves'
  choose(ctx, other)
  document.getElementById('tab-' + other)?.focus()
}

/** A deal, folded: its title opens the words of its moves. */
const deal = (ctx: TableContext, group: MoveGroup) =>
  group.deal.length
    ? html`<li class="deal">
        <details>
          <summary>${dealTitle(ctx.table.game, group.round)}</summary>
          <ul class="plain">
            ${group.deal.map(i => html`<li>${capital(ctx.table.moves[i].words)}</li>`)}
          </ul>
        </details>
      </li>`
    : nothing

function moves(ctx: TableContext) {
  const { table } = ctx,
    analysis = table.help ? analysisOf(table, ctx.game) : null
  const one = (i: number) => {
    const m = table.moves[i]
    if (isDraw(m, ctx.game)) return nothing
    const to = analysis && `${analysis}&ply=${i + 1}`,
      title = moveTitle(m, ctx.game)
    const inside = html`<span class="n">${i + 1}</span> ${title}
      ${title === m.move ? html`<span class="spoken">${m.words}</span>` : nothing}`
    return html`<li class=${teamOf(ctx, m)}>
      ${to ? html`<a href=${to} title=${m.words}>${inside}</a>` : html`<span title=${m.words}>${inside}</span>`}
    </li>`
  }
  return html`<ol class="plain moves chips">
    ${grouped(table.moves, ctx.game).map(group => html`${deal(ctx, group)}${group.moves.map(one)}`)}
  </ol>`
}

const words = (ctx: TableContext) =>
  html`<ol class="moves words">
    ${grouped(ctx.table.moves, ctx.game).map(
      group =>
        html`${deal(ctx, group)}${group.moves.map(i => {
          const m = ctx.table.moves[i]
          return html`<li class=${teamOf(ctx, m)} value=${i + 1}>${capital(m.words)}</li>`
        })}`,
    )}
  </ol>`

const teamOf = (ctx: TableContext, m: Move) => (m.seat === null ? 'chance' : 'team-' + ctx.table.seats[m.seat]?.team)

/** Every legal move as a button, and a field to type one. */
export function moveEntry(ctx: TableContext) {
  const { table } = ctx
  if (table.over || table.seat === null) return nothing
  const legal = table.may.includes('move') ? (table.state.moves ?? []) : []
  const submit = async (e: Event) => {
    e.preventDefault()
    const field = (e.target as HTMLFormElement).elements.namedItem('move') as HTMLInputElement
    if (field.value.trim() && (await ctx.play(field.value.trim()))) field.value = ''
    field.focus()
  }
  const button = (move: string) =>
    html`<li><button class="slim mono" @click=${() => ctx.play(move)}>${move}</button></li>`
  const folded = (e: Event) => save('jogada.entry', openOf(e) ? 'open' : '')
  return html`<details class="entry" ?open=${read('jogada.entry') === 'open'} @toggle=${folded}>
    <summary>${t('Legal moves')}</summary>
    <form class="row" @submit=${submit}>
      <label for="move">${t('Your move')}</label>
      <input
        id="move"
        name="move"
        class="mono"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        placeholder=${legal[0] ?? ''}
      />
      <button>${t('Play move')}</button>
    </form>
    ${
      legal.length
        ? html`<ul class="plain legal" aria-label=${t('Legal moves')}>
            ${legal.map(button)}
          </ul>`
        : html`<p class="dim small">${t('It is not your turn.')}</p>`
    }
  </details>`
}
