// The dialog for a new table: players, clock, options of the game, starting position.
import { html, nothing } from 'lit-html'
import { announce } from '../announce.js'
import { openDialog, type Dialog } from '../dialog.js'
import { checkedOf, openOf, valueOf } from '../events.js'
import { capital, lang, read, save, t } from '../lang.js'
import * as socket from '../socket.js'
import { served } from '../transport.js'
import { fieldError } from '../field_error.js'
import { checkAgent, choicesOf, helpOf, printSpec, readSpec, type FieldError, type Values } from '../spec.js'
import type { Game, Option, State } from '../types.js'
import { roomOf } from '../games/index.js'
import type { Chooser } from '../games/room.js'

interface SeatChoice {
  who: string
  spec: string
} // "me", "open", "=LEVEL" or "spec"

interface Setup {
  game: Game
  values: Values
  seats: SeatChoice[]
  clock: boolean
  minutes: string
  increment: string
  position: string
  moves: string
  listed: boolean
  friendly: boolean
  busy: boolean
  choosers: Record<string, Chooser> // fields that the game's room draws, by option
  open: { rules: boolean; start: boolean } // sections of the form that are expanded
  errors: {
    game?: FieldError
    position?: FieldError
    moves?: FieldError
    clock?: FieldError
    all?: FieldError
    seats: (FieldError | null)[]
  }
}

/** The level that was chosen last for a game. */
export function levelOf(game: Game): string {
  const stored = read('jogada.level.' + game.name)
  const level = game.levels.find(l => l.name === stored) ?? game.levels[Math.min(1, game.levels.length - 1)]
  return level?.name ?? ''
}

export const levelOptions = (game: Game, chosen: string, prefix = '') =>
  game.levels.map(
    l => html`<option value=${prefix + l.name} ?selected=${prefix + l.name === chosen}>${l.title}</option>`,
  )

export function saveLevel(game: Game, level: string): void {
  save('jogada.level.' + game.name, level)
}

export function agentOf(game: Game, level: string): string {
  return game.levels.find(l => l.name === level)?.agent ?? game.opponent
}

/** Opens a table against the computer, with the user in the first seat. */
export async function playNow(game: Game, level: string): Promise<string> {
  const seats = game.seats.map((_, i) => (i === 0 ? 'me' : { agent: agentOf(game, level) }))
  return (await socket.request<{ table: string }>('create', { game: game.name, seats })).table
}

/** Opens a table where the computer plays against itself. */
export async function watchAgents(game: Game, level: string): Promise<string> {
  const seats = game.seats.map(() => ({ agent: agentOf(game, level) }))
  return (await socket.request<{ table: string }>('create', { game: game.name, seats })).table
}

/** Opens a table whose other seats are free for anyone with the link. */
export async function withFriends(game: Game): Promise<string> {
  const seats = game.seats.map((_, i) => (i === 0 ? 'me' : 'open'))
  return (await socket.request<{ table: string }>('create', { game: game.name, seats })).table
}

/** Opens a table where the user has all seats, to pass the device around. */
export async function passAndPlay(game: Game): Promise<string> {
  return (await socket.request<{ table: string }>('create', { game: game.name, seats: game.seats.map(() => 'me') }))
    .table
}

/** Shows the dialog; calls `created` with the id of the new table. */
export function openSetup(
  game: Game,
  created: (table: string) => void,
  begin: { spec?: string; position?: string; moves?: string } = {},
): void {
  let asked = false
  const s: Setup = {
    game,
    values: begin.spec ? readSpec(begin.spec).values : {},
    seats: game.seats.map((_, i) => ({ who: i === 0 ? 'me' : '=' + levelOf(game), spec: '' })),
    clock: false,
    minutes: '10',
    increment: '5',
    position: begin.position ?? '',
    moves: begin.moves ?? '',
    listed: false,
    friendly: false,
    busy: false,
    choosers: {},
    open: { rules: begin.spec?.includes(':') ?? false, start: !!(begin.position || begin.moves) },
    errors: { seats: [] },
  }
  openDialog(d => {
    if (!asked) void loadChoosers(s, d)
    asked = true
    return draw(s, d, created)
  })
}

/** Loads the fields that the game's room draws; until then they are plain ones. */
async function loadChoosers(s: Setup, d: Dialog): Promise<void> {
  const { name } = s.game
  for (const [key, load] of Object.entries(roomOf(name).choosers ?? {})) {
    const option = s.game.options.find(o => o.name === key)
    if (!option) continue
    const open = await load()
    s.choosers[key] = open({
      game: s.game,
      option,
      set(value) {
        s.values[key] = value
        d.draw()
      },
      draw: () => d.draw(),
      start: async value => {
        const spec = printSpec(name, s.game.options, { [key]: value })
        return (await socket.request<{ states: State[] }>('state', { game: spec })).states[0]
      },
      pack: async text => (await socket.request<{ value: string }>('pack', { game: name, option: key, text })).value,
      t,
      lang: lang(),
    })
    d.draw()
  }
}

function draw(s: Setup, d: Dialog, created: (table: string) => void) {
  const changed = () => d.draw()
  const submit = (event: Event) => {
    event.preventDefault()
    void create(s, d, created)
  }
  return html`<form @submit=${submit} novalidate>
    <div class="inside setup">
      <h2 id="dialog-title">${t('New table: {0}', s.game.title)}</h2>
      <fieldset>
        <legend>${t('Players')}</legend>
        ${s.game.seats.map((title, i) => seatField(s, i, capital(title), changed))}
      </fieldset>
      ${s.game.options.filter(o => s.choosers[o.name]).map(o => s.choosers[o.name](s.values[o.name] ?? o.default))}
      <fieldset>
        <legend>${t('Clock')}</legend>
        ${clockFields(s, changed)}
      </fieldset>
      ${
        s.game.options.length
          ? html`<details ?open=${s.open.rules} @toggle=${(e: Event) => (s.open.rules = openOf(e))}>
              <summary>${t('Rule options')}</summary>
              ${s.game.options.filter(o => !s.choosers[o.name]).map(o => optionField(s, o))}
              ${fieldError('wrong-game', s.errors.game, gameSpec(s))}
            </details>`
          : nothing
      }
      <details ?open=${s.open.start} @toggle=${(e: Event) => (s.open.start = openOf(e))}>
        <summary>${t('Starting position')}</summary>
        <div class="field">
          <label for="position">${t('Position')}</label>
          <textarea
            id="position"
            class="mono"
            spellcheck="false"
            .value=${s.position}
            aria-invalid=${!!s.errors.position}
            aria-describedby="wrong-position"
            @input=${(e: Event) => {
              s.position = valueOf(e)
              s.errors.position = undefined
              changed()
            }}
          ></textarea>
          ${fieldError('wrong-position', s.errors.position, s.position)}
        </div>
        <div class="field">
          <label for="moves">${t('Moves, separated by spaces')}</label>
          <input
            id="moves"
            class="mono"
            spellcheck="false"
            autocomplete="off"
            .value=${s.moves}
            aria-invalid=${!!s.errors.moves}
            aria-describedby="wrong-moves"
            @input=${(e: Event) => {
              s.moves = valueOf(e)
              s.errors.moves = undefined
              changed()
            }}
          />
          ${fieldError('wrong-moves', s.errors.moves, s.moves)}
        </div>
      </details>
      ${served ? publicFields(s) : nothing}
      ${s.errors.all ? html`<p class="error">${capital(s.errors.all.text)}</p>` : nothing}
    </div>
    <div class="foot">
      <button type="button" @click=${() => d.close()}>${t('Cancel')}</button>
      <button class="main" ?disabled=${s.busy}>${t('Open table')}</button>
    </div>
  </form>`
}

/** What concerns other people. */
const publicFields = (s: Setup) =>
  html`<label class="check"
      ><input type="checkbox" .checked=${s.listed} @change=${(e: Event) => (s.listed = checkedOf(e))} />
      ${t('Public: listed on the home page')}</label
    >
    <label class="check"
      ><input type="checkbox" .checked=${s.friendly} @change=${(e: Event) => (s.friendly = checkedOf(e))} />
      ${t('Friendly: players may use hints and analysis')}</label
    >`

function seatField(s: Setup, i: number, title: string, changed: () => void) {
  const seat = s.seats[i],
    wrong = s.errors.seats[i]
  const choose = (e: Event) => {
    seat.who = valueOf(e)
    if (seat.who === 'spec' && !seat.spec) seat.spec = s.game.opponent
    s.errors.seats[i] = null
    changed()
  }
  return html`<div class="seat-choice">
    <label for=${'seat' + i}>${title}</label>
    <select id=${'seat' + i} .value=${seat.who} @change=${choose}>
      <option value="me" ?selected=${seat.who === 'me'}>${t('Me')}</option>
      ${
        served
          ? html`<option value="open" ?selected=${seat.who === 'open'}>${t('Anyone with the link')}</option>`
          : nothing
      }
      <optgroup label=${t('Computer')}>
        ${levelOptions(s.game, seat.who, '=')}
        <option value="spec" ?selected=${seat.who === 'spec'}>${t('Custom agent…')}</option>
      </optgroup>
    </select>
    ${
      seat.who === 'spec'
        ? html`<div class="spec">
            <input
              class="mono"
              aria-label=${t('Agent for {0}', title)}
              list="agents"
              spellcheck="false"
              autocomplete="off"
              autocapitalize="off"
              .value=${seat.spec}
              aria-invalid=${!!wrong}
              aria-describedby=${'wrong-seat' + i}
              @input=${(e: Event) => {
                seat.spec = valueOf(e)
                if (wrong) s.errors.seats[i] = checkAgent(seat.spec.trim(), s.game.agents)
                changed()
              }}
            />
            <datalist id="agents">
              ${s.game.agents.map(a => html`<option value=${a.name}>${a.summary}</option>`)}
            </datalist>
            ${fieldError('wrong-seat' + i, wrong, seat.spec)}${agentHelp(s, seat.spec)}
          </div>`
        : nothing
    }
  </div>`
}

/** The values of a choice for people who type them: "ccw (counterclockwise); cw (clockwise)". */
const choicesInWords = (o: Option) =>
  choicesOf(o).map((c, i) => html`${i ? '; ' : ''}<code>${c.value}</code>${c.text === c.value ? '' : ` (${c.text})`}`)

function agentHelp(s: Setup, spec: string) {
  const agent = s.game.agents.find(a => a.name === spec.split(':')[0])
  if (!agent) return nothing
  return html`<details class="small agent-help">
    <summary>${capital(agent.summary)}</summary>
    <dl>
      ${agent.options.map(
        o =>
          html` <dt><code>${o.name}=${o.default}</code> <span class="dim">${o.range}</span></dt>
            <dd>${o.help}${o.labels ? html`: ${choicesInWords(o)}` : nothing}</dd>`,
      )}
    </dl>
  </details>`
}

function clockFields(s: Setup, changed: () => void) {
  const field = (id: 'minutes' | 'increment', label: string, step: string) =>
    html`<div class="field">
      <label for=${id}>${label}</label>
      <input
        id=${id}
        type="number"
        min="0"
        step=${step}
        inputmode="decimal"
        .value=${s[id]}
        aria-invalid=${!!s.errors.clock}
        aria-describedby="wrong-clock"
        @input=${(e: Event) => (s[id] = valueOf(e))}
      />
    </div>`
  return html`<label class="check"
      ><input
        type="checkbox"
        .checked=${s.clock}
        @change=${(e: Event) => {
          s.clock = checkedOf(e)
          changed()
        }}
      />${t('Play with a clock')}</label
    >
    ${
      s.clock
        ? html`<div class="row clocks">
              ${field('minutes', t('Minutes per player'), '0.5')}${field('increment', t('Increment in seconds'), '1')}
            </div>
            ${fieldError('wrong-clock', s.errors.clock, '')}`
        : nothing
    }`
}

function optionField(s: Setup, o: Option) {
  const id = 'option-' + o.name,
    value = s.values[o.name] ?? o.default
  const set = (text: string) => (s.values[o.name] = text)
  const standard = choicesOf(o).find(c => c.value === o.default)?.text ?? o.default
  const usual = standard && o.range !== '0|1' ? html`<p class="usual">${t('default: {0}', standard)}</p>` : nothing
  const range = /^(-?[\d.]+)\.\.(-?[\d.]+)$/.exec(o.range)
  if (o.range === '0|1')
    return html`<div class="field" title=${o.name}>
      <label class="check" for=${id}
        ><input
          id=${id}
          type="checkbox"
          .checked=${value === '1'}
          @change=${(e: Event) => set(checkedOf(e) ? '1' : '0')}
        /><span>${capital(helpOf(o))}</span></label
      >${usual}
    </div>`
  const input = o.range.includes('|')
    ? html`<select id=${id} @change=${(e: Event) => set(valueOf(e))}>
        ${choicesOf(o).map(c => html`<option value=${c.value} ?selected=${c.value === value}>${c.text}</option>`)}
      </select>`
    : range
      ? html`<input
          id=${id}
          type="number"
          min=${range[1]}
          max=${range[2]}
          step=${range[0].includes('.0') ? 'any' : '1'}
          .value=${value}
          @input=${(e: Event) => set(valueOf(e))}
        />`
      : html`<input id=${id} .value=${value} @input=${(e: Event) => set(valueOf(e))} />`
  const limits = range ? html`<span class="dim">${o.range.replace('..', '–')}</span>` : nothing
  return html`<div class="field" title=${o.name}>
    <label for=${id}>${capital(o.help)} ${limits}</label>${input}${usual}
  </div>`
}

const gameSpec = (s: Setup) => printSpec(s.game.name, s.game.options, s.values)

function clockOf(s: Setup): { total: number; increment: number } | undefined {
  if (!s.clock) return undefined
  const total = Math.round(Number(s.minutes) * 60),
    increment = Math.round(Number(s.increment))
  if (!(total > 0) || !(increment >= 0))
    s.errors.clock = { text: t('The minutes must be more than 0, and the increment 0 or more.'), at: null }
  return { total, increment }
}

/** Creates the table; errors are shown at the fields they belong to. */
async function create(s: Setup, d: Dialog, created: (table: string) => void) {
  s.errors = { seats: s.seats.map(seat => (seat.who === 'spec' ? checkAgent(seat.spec.trim(), s.game.agents) : null)) }
  const clock = clockOf(s)
  const game = gameSpec(s),
    position = s.position.trim() || undefined,
    moves = s.moves.trim() || undefined
  if (!s.errors.clock && !s.errors.seats.some(w => w)) {
    s.busy = true
    d.draw()
    try {
      if (await checkStart(s, game, position, moves)) {
        const seats = s.seats.map(seat =>
          seat.who === 'me' || seat.who === 'open'
            ? seat.who
            : { agent: seat.who === 'spec' ? seat.spec.trim() : agentOf(s.game, seat.who.slice(1)) },
        )
        const { table } = await socket.request<{ table: string }>('create', {
          game,
          seats,
          clock,
          position,
          moves,
          listed: s.listed || undefined,
          friendly: s.friendly || undefined,
        })
        d.close()
        return created(table)
      }
    } catch (why) {
      showAgentError(s, why as socket.RequestError)
    }
    s.busy = false
  }
  d.draw()
  announce(d.element.querySelector('.error')?.textContent ?? '', true)
  d.element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

/** Checks game, position and moves one at a time, so that an error can be shown at its field. */
async function checkStart(s: Setup, game: string, position?: string, moves?: string): Promise<boolean> {
  const asks = [
    ['game', {}],
    ['position', { position }],
    ['moves', { position, moves }],
  ] as const
  for (const [field, members] of asks) {
    if (field !== 'game' && !(members as Record<string, unknown>)[field]) continue
    try {
      await socket.request('state', { game, ...members })
    } catch (why) {
      const r = why as socket.RequestError
      s.errors[field] = { text: r.message, at: r.at }
      s.open[field === 'game' ? 'rules' : 'start'] = true
      return false
    }
  }
  return true
}

function showAgentError(s: Setup, why: socket.RequestError) {
  const own = s.seats.flatMap((seat, i) => (seat.who === 'spec' ? [i] : []))
  if (why.code === 'input' && own.length === 1) s.errors.seats[own[0]] = { text: why.message, at: why.at }
  else s.errors.all = { text: why.message, at: null }
}
