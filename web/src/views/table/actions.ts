// The actions of a table (hint, take back, resign, ...) and the result of a finished game.
import { html, nothing, type TemplateResult } from 'lit-html'
import { at } from '../../address.js'
import { apiAddress } from '../../api.js'
import * as icons from '../../icons.js'
import { capital, t, tn, word } from '../../lang.js'
import { soundOn } from '../../sound.js'
import type { Table } from '../../types.js'
import type { TableContext } from './context.js'
import { canFree } from './seats.js'
import { analysisOf, outcomeOf } from './texts.js'

const SAVE: Record<string, string> = {
  text: word('Save as text'),
  json: word('Save as JSON'),
  sgf: word('Save as SGF'),
}

/** Why hints and analysis are off. */
const noHelp = () => t('No hints or analysis while you play against another person.')

/** Whether the viewer may make an offer that is not waiting for replies already. */
const mayOffer = (table: Table, what: Table['offers'][number]['what']) =>
  table.may.includes(what) && !table.offers.some(o => o.what === what && o.by === table.seat)

/** Why a draw cannot be offered again yet. */
const drawWait = (table: Table) =>
  tn(
    table.draw_wait,
    'You can offer a draw again after {0} more move of your opponent.',
    'You can offer a draw again after {0} more moves of your opponent.',
  )

/** The action bar. Every button has its place in every state of the game, and is disabled where it does nothing. */
export function actions(ctx: TableContext) {
  const { table } = ctx,
    may = (what: string) => table.may.includes(what),
    { sheet } = ctx.state
  const analysis = analysisOf(table, ctx.game, table.over ? undefined : table.ply)
  return html`<div class="actions" role="group" aria-label=${t('Actions')}>
      ${
        table.help
          ? action(may('hint'), icons.bulb(), t('Hint'), ctx.requestHint)
          : unavailable(ctx, icons.bulb(), t('Hint'), noHelp())
      }
      ${action(mayOffer(table, 'back'), icons.back(), t('Take back'), () => ctx.send('back', { ply: table.ply }))}
      ${action(may('resign'), icons.flag(), t('Resign'), ctx.resign)}
      ${
        !table.help
          ? unavailable(ctx, icons.chart(), t('Analyze'), noHelp())
          : analysis
            ? html`<a class="button" href=${analysis}>${icons.chart()}${t('Analyze')}</a>`
            : action(false, icons.chart(), t('Analyze'), () => {})
      }
      <button
        id="open-moves"
        class="only-small"
        aria-expanded=${sheet === 'moves'}
        @click=${() => ctx.openSheet('moves')}
      >
        ${icons.list()}${t('Moves')}
      </button>
      <button id="open-more" class="push" aria-expanded=${sheet === 'more'} @click=${() => ctx.openSheet('more')}>
        ${icons.dots()}${t('More')}
      </button>
    </div>
    ${sheet === 'more' ? more(ctx) : nothing}`
}

/** A button that stays in its place, and in the Tab order, while it is not available. */
const action = (on: boolean, icon: TemplateResult, text: string, act: () => void, kind = '') =>
  html`<button class=${kind} aria-disabled=${on ? nothing : 'true'} @click=${on ? act : nothing}>
    ${icon}${text}
  </button>`

/** A button that is off for a reason. A press explains it, since a touch screen shows no tooltip. */
const unavailable = (ctx: TableContext, icon: TemplateResult, text: string, why: string, kind = '') =>
  html`<button class=${kind} aria-disabled="true" title=${why} @click=${() => ctx.explain(why)}>${icon}${text}</button>`

/** The menu of rare actions. It closes when it loses the focus, on Escape, and after an action. */
function more(ctx: TableContext) {
  const { table } = ctx,
    may = (what: string) => table.may.includes(what)
  const item = (on: boolean, icon: TemplateResult, text: string, act: () => void) =>
    action(on, icon, text, act, 'slim quiet')
  const file = (as: string, text: string) =>
    html`<a class="button slim quiet" download href=${apiAddress('export/' + table.game_id, { as })}
      >${icons.save()}${text}</a
    >`
  const close = (event: FocusEvent) => {
    const to = event.relatedTarget as Element | null
    if (to && to.id !== 'open-more' && !(event.currentTarget as Element).contains(to)) ctx.openSheet('')
  }
  return html`<div
    class="sheet"
    role="group"
    aria-label=${t('More')}
    @focusout=${close}
    @click=${() => ctx.openSheet('')}
  >
    ${
      table.draw_wait && !may('draw')
        ? unavailable(ctx, icons.half(), t('Offer draw'), drawWait(table), 'slim quiet')
        : item(mayOffer(table, 'draw'), icons.half(), t('Offer draw'), () => ctx.send('draw'))
    }
    ${item(mayOffer(table, 'swap'), icons.swap(), t('Swap seats'), () => ctx.send('swap'))}
    ${item(mayOffer(table, 'rematch'), icons.again(), t('Rematch'), () => ctx.send('rematch'))}
    ${item(may('stand'), icons.stand(), t('Leave seat'), ctx.stand)}
    ${table.seats.map((s, i) =>
      canFree(s)
        ? item(true, icons.stand(), `${t('Remove')}: ${s.title}`, () => ctx.send('seat', { seat: i, agent: null }))
        : nothing,
    )}
    ${item(true, icons.sound(), soundOn() ? t('Sound: on') : t('Sound: off'), ctx.toggleSound)}
    ${item(!ctx.covered, icons.copy(), t('Copy position'), () => ctx.copy(table.state.position))}
    ${item(true, icons.link(), t('Copy link'), () => ctx.copy(location.origin + at('/table/' + ctx.id)))}
    ${item(true, icons.plus(), t('Play from here'), ctx.newTable)}
    ${item(true, icons.book(), t('Rules'), ctx.showRules)}
    ${table.game_id === null ? nothing : ctx.game?.formats.map(as => file(as, t(SAVE[as])))}
  </div>`
}

/** The result, with links to a rematch and to the analysis, in the place of the status. */
export function resultNotice(ctx: TableContext) {
  const { table } = ctx
  if (!table.over) return nothing
  const analysis = analysisOf(table, ctx.game)
  return html`<h2 tabindex="-1" class="whose spoken">${t('Game over')}</h2>
    <div class="notice end">
      <p class="result">
        ${outcomeOf(table) ? html`<strong>${outcomeOf(table)}</strong> ` : nothing}<span
          >${capital(table.over.text)}</span
        >
      </p>
      <div class="row">
        ${
          mayOffer(table, 'rematch')
            ? html`<button class="main" @click=${() => ctx.send('rematch')}>${icons.again()}${t('Play again')}</button>`
            : nothing
        }
        ${analysis ? html`<a class="button aside" href=${analysis}>${icons.chart()}${t('Analyze game')}</a>` : nothing}
        <a class="button quiet aside" href=${at('/')}>${t('Back to games')}</a>
      </div>
    </div>`
}
