// Widgets that the analysis, search, lab, studies and rules views share: option fields, icon buttons, boards, reports.
import { html, nothing, svg, type TemplateResult } from 'lit-html'
import { until } from 'lit-html/directives/until.js'
import type { Drawing, Picture } from '../drawing.js'
import { apiAddress } from '../api.js'
import { drawingOf } from '../games/index.js'
import { lang, t } from '../lang.js'
import { RequestError } from '../socket.js'
import { frameOf } from '../transport.js'
import { choicesOf, helpOf } from '../spec.js'
import type { Evaluator, Game, Option, State } from '../types.js'

export const errorText = (why: unknown): string => (why instanceof Error ? why.message : String(why))

/** The URL of a report in the language and theme of the page. */
export const reportAddress = (path: string): string =>
  apiAddress(path, { theme: document.documentElement.dataset.theme })

/** A report embedded in the page. */
export const reportFrame = (path: string, title: string): TemplateResult => {
  const { src, srcdoc } = frameOf(reportAddress(path))
  return html`<iframe
    class="report"
    sandbox
    title=${title}
    src=${src ?? nothing}
    srcdoc=${srcdoc ? until(srcdoc, nothing) : nothing}
  ></iframe>`
}

/** Whether a job was stopped on request. */
export const isCancelled = (why: unknown): boolean => why instanceof RequestError && why.code === 'stopped'

// ---- Icon buttons --------------------------------------------------------------------------

const ICONS: Record<string, string> = {
  begin: 'M3 3h2v10h-2zM14 3v10l-8 -5z',
  back: 'M12 3v10l-8 -5z',
  play: 'M4 2v12l10 -6z',
  pause: 'M4 3h3v10h-3zM9 3h3v10h-3z',
  on: 'M4 3v10l8 -5z',
  step: 'M3 3h2v10h-2zM7 3v10l8 -5z', // one move, beside a button that plays
  end: 'M2 3v10l8 -5zM11 3h2v10h-2z',
  minus: 'M3 7h10v2h-10z',
  plus: 'M3 7h4v-4h2v4h4v2h-4v4h-2v-4h-4z',
  fit: 'M2 2h5v2h-3v3h-2zM9 2h5v5h-2v-3h-3zM2 9h2v3h3v2h-5zM12 9h2v5h-5v-2h3z',
  turn:
    'M4 6a5 5 0 0 1 8.5 -1.5l1.5 -1.5v5h-5l1.8 -1.8a3 3 0 0 0 -5 .8z' +
    'M12 10a5 5 0 0 1 -8.5 1.5l-1.5 1.5v-5h5l-1.8 1.8a3 3 0 0 0 5 -.8z',
}
export const icon = (name: string) =>
  svg`<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
    <path d=${ICONS[name]} fill="currentColor"></path></svg>`

/** A button with an icon. A disabled one stays focusable, so that keyboard shortcuts keep working. */
export function iconButton(
  name: string,
  label: string,
  run: () => void,
  options: { disabled?: boolean; main?: boolean } = {},
): TemplateResult {
  return html`<button
    type="button"
    class=${options.main ? 'icon-button main' : 'icon-button'}
    title=${label}
    aria-label=${label}
    aria-disabled=${options.disabled ? 'true' : nothing}
    @click=${() => options.disabled || run()}
  >
    ${icon(name)}
  </button>`
}

// ---- Option fields -----------------------------------------------------------------------------

/** A field for an option of a game or an agent; a select if its values are enumerated. */
export function optionField(
  option: Option,
  value: string,
  change: (value: string) => void,
  prefix: string,
  evaluators: Evaluator[] = [],
): TemplateResult {
  const id = `${prefix}-${option.name}`,
    help = `${id}-help`
  return html`<div class="field">
    <label for=${id}>${option.name}</label>
    ${optionInput(option, value, change, id, help, evaluators)}
    <p class="help" id=${help}>${helpOf(option)}</p>
  </div>`
}

export function optionInput(
  option: Option,
  value: string,
  change: (value: string) => void,
  id: string,
  help: string,
  evaluators: Evaluator[] = [],
): TemplateResult {
  const hear = (e: Event) => change((e.target as HTMLInputElement).value.trim())
  const choice =
    option.name === 'eval' || (option.range === 'NAME' && evaluators.length)
      ? evaluators.map(e => ({ value: e.name, text: e.name }))
      : /^[^.]+(\|[^.|]+)+$/.test(option.range)
        ? choicesOf(option)
        : null
  if (choice?.length) {
    const now = value || option.default || choice[0].value
    return html`<select id=${id} aria-describedby=${help} @change=${hear}>
      ${choice.map(c => html`<option value=${c.value} ?selected=${c.value === now}>${c.text}</option>`)}
    </select>`
  }
  const range = option.range.match(/^(-?\d*)\.\.(-?\d*)$/)
  if (range && option.type !== 'real')
    return html`<input
      id=${id}
      type="number"
      aria-describedby=${help}
      min=${range[1] || nothing}
      max=${range[2] || nothing}
      placeholder=${option.default}
      .value=${value}
      @change=${hear}
    />`
  return html`<input
    id=${id}
    type="text"
    aria-describedby=${help}
    placeholder=${option.default || option.range}
    autocomplete="off"
    spellcheck="false"
    .value=${value}
    @change=${hear}
  />`
}

/** Options that users may set; files on the server are excluded. */
export const typableOptions = (options: Option[]) => options.filter(o => o.range !== 'FILE' && o.type !== 'file')

export function select<T extends string>(
  id: string,
  label: string,
  choices: { value: T; text: string }[],
  now: T,
  change: (value: T) => void,
): TemplateResult {
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <select id=${id} @change=${(e: Event) => change((e.target as HTMLSelectElement).value as T)}>
      ${choices.map(c => html`<option value=${c.value} ?selected=${c.value === now}>${c.text}</option>`)}
    </select>
  </div>`
}

// ---- Boards --------------------------------------------------------------------------------------

const drawings = new Map<string, Drawing>()

/** The drawing of a game if it is loaded; otherwise null, and `loaded` is called once it is. */
export function loadedDrawing(game: string, loaded: () => void): Drawing | null {
  const name = game.split(':')[0],
    known = drawings.get(name)
  if (known) return known
  drawingOf(name).then(
    drawing => {
      drawings.set(name, drawing)
      loaded()
    },
    () => {},
  )
  return null
}

const noop = () => {}

/** A board to look at, or to play on if `more` has moves and callbacks. */
export function board(drawing: Drawing, game: Game, state: State, more: Partial<Picture> = {}): TemplateResult {
  const picture: Picture = {
    game,
    state,
    seat: 0,
    names: game.seats,
    moves: [],
    last: null,
    picked: null,
    pick: noop,
    play: noop,
    hint: null,
    evaluated: [],
    t,
    lang: lang(),
    ...more,
  }
  return html`${drawing.draw(picture)}`
}

/** Whether the focused element handles the key itself, as text fields and selects do. */
export function handlesKey(target: EventTarget | null, key: string): boolean {
  const e = target as HTMLElement | null
  if (!e?.closest) return false
  if (e.closest('textarea, select, [contenteditable], dialog')) return true
  const input = e.closest('input')
  if (input) return input.type !== 'checkbox' || key === ' '
  return (key === ' ' || key === 'Enter') && e.closest('button, a, summary, [role="button"]') !== null
}
