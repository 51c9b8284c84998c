// The view of a table: board, players, actions and move list.
import { html, nothing, render } from 'lit-html'
import { announce } from '../announce.js'
import { gameNamed } from '../api.js'
import { copyText } from '../clipboard.js'
import { confirmed } from '../dialog.js'
import type { Drawing, Picture } from '../drawing.js'
import { drawingOf } from '../games/index.js'
import * as icons from '../icons.js'
import { capital, lang, t } from '../lang.js'
import * as socket from '../socket.js'
import type { Game, Evaluation, Move, Table } from '../types.js'
import type { View } from '../view.js'
import { openSetup } from './setup.js'
import { openSession, seatNames } from './table_session.js'
import { invitation, offers, seats, setPosition } from './table_seats.js'
import { log, moveEntry, type LogTab } from './table_moves.js'
import { actions, resultNotice, outcomeOf } from './table_actions.js'

/** State and actions that the parts of the view share (table_seats.ts, table_moves.ts, table_actions.ts). */
export interface TableContext {
  id: string
  table: Table
  game: Game | undefined
  drawing: Drawing | null
  hint: Evaluation | null
  tab: LogTab
  left(seat: number): number | null
  /** Seconds since the shown snapshot arrived. */
  age(): number
  /** Sends a request about this table. An error is shown and spoken, and resolves to null. */
  request<T = any>(what: string, members?: Record<string, unknown>): Promise<T | null>
  play(move: string): Promise<boolean>
  draw(): void
  resign(): void
  requestHint(): void
  copy(text: string): void
  newTable(): void
}

export const view: View = (root, route) => {
  const id = route.parts[1] ?? ''
  const frame = html`<div class="at-table"><div class="play">
    <div class="status"></div><div class="notices"></div><div class="stage"></div><div class="below"></div></div>
    <div class="side"><div class="players"></div><div class="past"></div></div></div>`
  let drawing: Drawing | null = null
  let game: Game | undefined
  let gameName = ''
  let picked: string | null = null
  let refused = ''
  let busy = false // a move was sent, and the server has not replied
  let made = false // the server accepted it, but the board does not show it yet
  let gone = false
  let rest: string[] = [] // moves that were chosen together and remain to be played
  let lastTask = '' // the task that was announced last
  let sentAt = -1 // the ply at which the last of them was sent
  route.title(t('Table'))
  render(html`<h1 class="spoken" tabindex="-1">${t('Table')}</h1><p class="waiting">${t('Loading table…')}</p>`, root)

  const part = (name: string) => root.querySelector<HTMLElement>('.at-table .' + name)
  const session = openSession({ drawing: () => drawing, board: () => part('stage')?.firstElementChild ?? null, moving: markBusy, changed })

  const ctx = {
    id, game: undefined, drawing: null, hint: null, tab: 'moves', left: seat => session.left(seat), age: () => session.age(),
    async request(what: string, members: Record<string, unknown> = {}) {
      showError('')
      try {
        return await socket.request(what, { table: id, ...members })
      } catch (why) {
        showError((why as Error).message)
        return null
      }
    },
    async play(move: string) {
      if (!ctx.table || movePending()) return false
      busy = true
      markBusy()
      const { ply } = ctx.table, done = await ctx.request('move', { ply, move })
      busy = false
      made = done !== null && ply === ctx.table.ply
      markBusy()
      return done !== null
    },
    draw,
    async resign() {
      if (await confirmed(t('Resign?'), t('You will lose this game.'), t('Resign'))) ctx.request('resign')
    },
    async requestHint() {
      const ply = ctx.table.ply
      ctx.hint = null
      announce(t('Searching for a good move…'))
      const hint = await ctx.request<Evaluation>('hint')
      if (!hint || ply !== ctx.table.ply) return
      ctx.hint = hint
      announce(t('Hint: {0}', hint.words))
      draw()
    },
    async copy(text: string) {
      if (!(await copyText(text))) showError(t('Could not copy to the clipboard.'))
    },
    newTable() {
      const whole = ctx.table.over || !game?.traits.includes('hidden')
      const position = whole ? ctx.table.state.position : ''
      if (game) openSetup(game, table => route.go('/table/' + table), { spec: ctx.table.game, position })
    },
  } as Omit<TableContext, 'table'> as TableContext

  /** Whether a move is being sent or animated: presses are ignored until the board shows it. */
  function movePending() {
    return busy || made || session.moving
  }

  function markBusy() {
    const stage = part('stage')
    if (movePending()) stage?.setAttribute('aria-busy', 'true')
    else stage?.removeAttribute('aria-busy')
  }

  /** Plays the next of the moves that were chosen together, once the board shows the previous one. Drops them when it is
   *  another player's turn. */
  async function playNext(): Promise<void> {
    const between = !ctx.table.may.length && !ctx.table.over // the server is still applying a series of moves
    if (!rest.length || busy || session.moving || between || sentAt === ctx.table.ply) return
    const legal = myTurn(ctx.table) ? ctx.table.state.moves ?? [] : []
    while (rest.length && !legal.includes(rest[0])) rest.shift()
    const move = rest.shift()
    if (!move) return
    sentAt = ctx.table.ply
    if (!(await ctx.play(move))) rest = []
    return playNext()
  }

  function showError(why: string) {
    const text = capital(why)
    if (text === refused) return
    refused = text
    if (text) announce(text, true)
    draw()
  }

  /** Shows that the table cannot be opened: below the board if there is one. */
  function lost(why: string) {
    if (session.table) return showError(why)
    render(html`<h1 tabindex="-1">${t('Table')}</h1><p class="notice bad">${capital(why)}</p>
      <p><button @click=${() => location.reload()}>${t('Try again')}</button></p>`, root)
  }

  /** Loads the game and its drawing; the first snapshot names the game. */
  async function prepare(name: string) {
    gameName = name
    const [found, drawn] = await Promise.allSettled([gameNamed(name), drawingOf(name.split(':')[0])])
    if (found.status === 'fulfilled') game = ctx.game = found.value
    if (game?.traits.includes('hidden')) ctx.tab = 'words' // its list of moves consists mostly of dealt cards
    if (drawn.status === 'fulfilled') drawing = ctx.drawing = drawn.value
    draw()
  }

  function changed(news: Move[], before: Table | null) {
    const table = (ctx.table = session.table!)
    made = false
    markBusy()
    if (table.game !== gameName) prepare(table.game)
    if (table.ply !== before?.ply || table.version < before.version) {
      picked = null
      ctx.hint = null
      refused = ''
    }
    speak(table, news, before)
    draw()
    void playNext()
    const list = root.querySelector('.log')
    if (list && news.length) list.scrollTop = list.scrollHeight
  }

  function speak(table: Table, news: Move[], before: Table | null) {
    for (const move of news) announce(capital(move.words))
    if (table.over && !before?.over) announce(`${outcomeOf(table)} ${capital(table.over.text)}`.trim())
    else if (myTurn(table) && (!before || !myTurn(before) || news.length)) announce(`${t('Your turn.')} ${task(table)}`.trim())
    for (const offer of table.offers)
      if (table.seat !== null && offer.asked.includes(table.seat) && !before?.offers.some(o => o.what === offer.what && o.by === offer.by))
        announce(t('New request above the board.'), true)
  }

  /** The player's current task; empty if it was announced already. */
  function task(table: Table): string {
    const text = drawing?.status?.(picture(table)) ?? ''
    if (text === lastTask) return ''
    return (lastTask = text)
  }

  function draw() {
    const table = ctx.table
    if (gone || !table) return
    const focused = root.contains(document.activeElement), byName = !!document.activeElement?.closest('.entry')
    if (!part('stage')) render(html`<h1 class="spoken" tabindex="-1">${t('Table: {0}', table.title)}</h1>${frame}`, root)
    route.title(`${myTurn(table) ? '● ' : ''}${table.title}`)
    render(status(), part('status')!)
    render(notices(), part('notices')!)
    render(below(), part('below')!)
    render(seats(ctx), part('players')!)
    render(log(ctx), part('past')!)
    if (!session.moving && drawing) render(drawing.draw(picture(table)), part('stage')!)
    // When the focused button disappears, the focus moves to the turn indicator or to the list of moves.
    if (focused && !root.contains(document.activeElement))
      root.querySelector<HTMLElement>(byName ? '.entry > summary' : '.whose')?.focus({ preventScroll: true })
  }

  function picture(table: Table): Picture {
    const last = table.moves[table.moves.length - 1]
    return {
      game: game ?? unknownGame(table), state: table.state, seat: table.seat, names: seatNames(table, game),
      moves: table.may.includes('move') ? table.state.moves ?? [] : [],
      last: last ? { seat: last.seat, move: last.move } : null,
      past: table.moves.map(m => m.move),
      picked,
      pick(what) {
        picked = what
        draw()
      },
      play: move => void ctx.play(move),
      playAll(moves) {
        rest = [...moves]
        sentAt = -1
        void playNext()
      },
      hint: ctx.hint?.move ?? null, evaluated: [], t, lang: lang(),
    }
  }

  function status() {
    const table = ctx.table
    const more = drawing?.status && myTurn(table) ? drawing.status(picture(table)) : ''
    const thinks = table.thinking !== null && !table.over
    return html`<h2 tabindex="-1" class="whose ${myTurn(table) ? 'mine' : ''}">
      ${thinks ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>` : nothing} ${turnTitle(table, game)}</h2>${more ? html`<p class="more">${more}</p>` : nothing}`
  }

  const notices = () => html`${resultNotice(ctx)}${offers(ctx)}${setPosition(ctx)}${invitation(ctx)}`

  function below() {
    return html`<div class="refusal">${refused ? html`<p class="notice bad">${refused}</p>` : nothing}
      ${ctx.hint ? html`<p class="notice good">${icons.bulb()} ${t('Hint: {0}', ctx.hint.words)}
        ${ctx.hint.shown ? html`<span class="dim">(${ctx.hint.margin === null ? ctx.hint.shown : against(ctx.hint.margin)})</span>` : nothing}</p>` : nothing}</div>
      ${actions(ctx)}${moveEntry(ctx)}`
  }

  const off = [
    socket.on('table', (m: Table) => m.table === id && session.receive(m)),
    socket.subscribe('open', { table: id }, why => {
      if (session.table || (why as socket.RequestError).code !== 'missing') return lost(why.message)
      route.title(t('Table not found'))
      render(html`<h1 tabindex="-1">${t('Table not found')}</h1>
        <p>${t('Check the link, or open a new table.')}</p>
        <p><a class="button" href="/">${t('Back to games')}</a></p>`, root)
    }),
  ]
  let ticks = 0
  const ticking = setInterval(() => {
    const table = ctx.table, players = part('players')
    if (!table || !players) return
    const clocks = table.left && table.running !== null && !table.over
    const absent = ++ticks % 50 === 0 && table.seats.some(s => s.kind === 'player' && !s.here)
    if (clocks || absent) render(seats(ctx), players)
  }, 200)
  return () => {
    gone = true
    clearInterval(ticking)
    session.close()
    for (const end of off) end()
    if (socket.state() === 'open') socket.request('leave', { table: id }).catch(() => {})
  }
}

export const myTurn = (table: Table) => !table.over && table.seat !== null && table.may.includes('move')

/** The final score with best play, where it is proven. */
const against = (margin: number) => margin > 0 ? t('you win by {0} with best play', margin)
  : margin < 0 ? t('you lose by {0} with best play', -margin) : t('a draw with best play')

function turnTitle(table: Table, game: Game | undefined): string {
  if (table.over) return t('Game over')
  if (myTurn(table)) return t('Your turn')
  if (table.seats.some(s => s.kind === 'open')) return t('Waiting for players')
  const turn = table.state.turn
  if (typeof turn !== 'number') return t('Chance move')
  const name = seatNames(table, game)[turn]
  return table.thinking !== null ? t('{0} is thinking', name) : t('{0}\'s turn', name)
}

function unknownGame(table: Table): Game {
  const name = table.game.split(':')[0]
  const none = { summary: '', traits: [], opponent: '', options: [], levels: [], agents: [], evaluators: [] }
  return { ...none, name, title: table.title, seats: table.seats.map(s => s.title) }
}

