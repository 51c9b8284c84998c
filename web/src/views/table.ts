// A table: the board, who sits at it, what can be done, what has happened.
import { html, nothing, render } from 'lit-html'
import { announce } from '../announce.js'
import { gameNamed } from '../api.js'
import { copyText } from '../copy.js'
import { confirmed } from '../dialog.js'
import type { Drawing, Picture } from '../drawing.js'
import { drawingOf } from '../games/index.js'
import * as icons from '../icons.js'
import { capital, lang, t } from '../lang.js'
import * as socket from '../socket.js'
import type { Game, Judgement, Move, Table } from '../types.js'
import type { View } from '../view.js'
import { openSetup } from './setup.js'
import { seatNames, sit } from './sitting.js'
import { invitation, offers, seats, setPosition } from './table_seats.js'
import { log, moveEntry, type LogTab } from './table_moves.js'
import { actions, endOf, outcomeOf } from './table_actions.js'

/** What the parts of the view share. */
export interface Desk {
  id: string
  table: Table
  game: Game | undefined
  drawing: Drawing | null
  hint: Judgement | null
  tab: LogTab
  left(seat: number): number | null
  /** Seconds since the table said what is shown. */
  age(): number
  /** Asks the server; what it refuses is shown and spoken. Gives null then. */
  ask<T = any>(what: string, members?: Record<string, unknown>): Promise<T | null>
  play(move: string): Promise<boolean>
  draw(): void
  resign(): void
  askHint(): void
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
  let busy = false // a move was sent and is not answered
  let made = false // it was made, and the table does not show it yet
  let gone = false
  let rest: string[] = [] // moves that were chosen together and are still to be made
  let told = '' // what there was to do when that was spoken last
  let sentAt = -1 // the ply at which the last of them was
  route.title(t('Table'))
  render(html`<h1 class="spoken" tabindex="-1">${t('Table')}</h1><p class="waiting">${t('Coming to the table…')}</p>`, root)

  const part = (name: string) => root.querySelector<HTMLElement>('.at-table .' + name)
  const sitting = sit({ drawing: () => drawing, board: () => part('stage')?.firstElementChild ?? null, moving: mark, changed })

  const d = {
    id, game: undefined, drawing: null, hint: null, tab: 'moves', left: seat => sitting.left(seat), age: () => sitting.age(),
    async ask(what: string, members: Record<string, unknown> = {}) {
      refuse('')
      try {
        return await socket.ask(what, { table: id, ...members })
      } catch (why) {
        refuse((why as Error).message)
        return null
      }
    },
    async play(move: string) {
      if (!d.table || unsettled()) return false
      busy = true
      mark()
      const { ply } = d.table, done = await d.ask('move', { ply, move })
      busy = false
      made = done !== null && ply === d.table.ply
      mark()
      return done !== null
    },
    draw,
    async resign() {
      if (await confirmed(t('Give up?'), t('The game is over then, and you have lost it.'), t('Give up'))) d.ask('resign')
    },
    async askHint() {
      const ply = d.table.ply
      d.hint = null
      announce(t('Looking for a good move…'))
      const hint = await d.ask<Judgement>('hint')
      if (!hint || ply !== d.table.ply) return
      d.hint = hint
      announce(t('Hint: {0}', hint.words))
      draw()
    },
    async copy(text: string) {
      if (!(await copyText(text))) refuse(t('Could not be copied.'))
    },
    newTable() {
      const whole = d.table.over || !game?.traits.includes('hidden')
      const position = whole ? d.table.state.position : ''
      if (game) openSetup(game, table => route.go('/table/' + table), { spec: d.table.game, position })
    },
  } as Omit<Desk, 'table'> as Desk

  /** Whether a move is on its way, to the server or over the board: what is pressed now is not meant for the board to come. */
  function unsettled() {
    return busy || made || sitting.moving
  }

  function mark() {
    const stage = part('stage')
    if (unsettled()) stage?.setAttribute('aria-busy', 'true')
    else stage?.removeAttribute('aria-busy')
  }

  /** The next of the moves that were chosen together, once the table shows the one before; none when it is somebody else's turn. */
  async function goOn(): Promise<void> {
    const between = !d.table.may.length && !d.table.over // a move that was not the last of those made at once
    if (!rest.length || busy || sitting.moving || between || sentAt === d.table.ply) return
    const legal = myTurn(d.table) ? d.table.state.moves ?? [] : []
    while (rest.length && !legal.includes(rest[0])) rest.shift()
    const move = rest.shift()
    if (!move) return
    sentAt = d.table.ply
    if (!(await d.play(move))) rest = []
    return goOn()
  }

  function refuse(why: string) {
    const text = capital(why)
    if (text === refused) return
    refused = text
    if (text) announce(text, true)
    draw()
  }

  /** The table cannot be opened now: at the board if it is there. */
  function lost(why: string) {
    if (sitting.table) return refuse(why)
    render(html`<h1 tabindex="-1">${t('Table')}</h1><p class="notice bad">${capital(why)}</p>
      <p><button @click=${() => location.reload()}>${t('Try again')}</button></p>`, root)
  }

  /** The game is known from the first message: then its drawing is fetched. */
  async function prepare(name: string) {
    gameName = name
    const [found, drawn] = await Promise.allSettled([gameNamed(name), drawingOf(name.split(':')[0])])
    if (found.status === 'fulfilled') game = d.game = found.value
    if (game?.traits.includes('hidden')) d.tab = 'words' // its list of moves is full of cards that were dealt
    if (drawn.status === 'fulfilled') drawing = d.drawing = drawn.value
    draw()
  }

  function changed(news: Move[], before: Table | null) {
    const table = (d.table = sitting.table!)
    made = false
    mark()
    if (table.game !== gameName) prepare(table.game)
    if (table.ply !== before?.ply || table.version < before.version) {
      picked = null
      d.hint = null
      refused = ''
    }
    speak(table, news, before)
    draw()
    void goOn()
    const list = root.querySelector('.log')
    if (list && news.length) list.scrollTop = list.scrollHeight
  }

  function speak(table: Table, news: Move[], before: Table | null) {
    for (const move of news) announce(capital(move.words))
    if (table.over && !before?.over) announce(`${outcomeOf(table)} ${capital(table.over.text)}`.trim())
    else if (myTurn(table) && (!before || !myTurn(before) || news.length)) announce(`${t('Your turn.')} ${task(table)}`.trim())
    for (const offer of table.offers)
      if (table.seat !== null && offer.asked.includes(table.seat) && !before?.offers.some(o => o.what === offer.what && o.by === offer.by))
        announce(t('You are asked something: see above the board.'), true)
  }

  /** What is to be done now, if it is not what was told last. */
  function task(table: Table): string {
    const text = drawing?.status?.(picture(table)) ?? ''
    if (text === told) return ''
    return (told = text)
  }

  function draw() {
    const table = d.table
    if (gone || !table) return
    const focused = root.contains(document.activeElement), byName = !!document.activeElement?.closest('.entry')
    if (!part('stage')) render(html`<h1 class="spoken" tabindex="-1">${t('Table of {0}', table.title)}</h1>${frame}`, root)
    route.title(`${myTurn(table) ? '● ' : ''}${table.title}`)
    render(status(), part('status')!)
    render(notices(), part('notices')!)
    render(below(), part('below')!)
    render(seats(d), part('players')!)
    render(log(d), part('past')!)
    if (!sitting.moving && drawing) render(drawing.draw(picture(table)), part('stage')!)
    // A button that was pressed and is gone leaves the focus nowhere: then it is where the turn is told, or at the list of moves.
    if (focused && !root.contains(document.activeElement))
      root.querySelector<HTMLElement>(byName ? '.entry > summary' : '.whose')?.focus({ preventScroll: true })
  }

  function picture(table: Table): Picture {
    const last = table.moves[table.moves.length - 1]
    return {
      game: game ?? nameless(table), state: table.state, seat: table.seat, names: seatNames(table, game),
      moves: table.may.includes('move') ? table.state.moves ?? [] : [],
      last: last ? { seat: last.seat, move: last.move } : null,
      past: table.moves.map(m => m.move),
      picked,
      pick(what) {
        picked = what
        draw()
      },
      play: move => void d.play(move),
      plays(moves) {
        rest = [...moves]
        sentAt = -1
        void goOn()
      },
      hint: d.hint?.move ?? null, judged: [], t, lang: lang(),
    }
  }

  function status() {
    const table = d.table
    const more = drawing?.status && myTurn(table) ? drawing.status(picture(table)) : ''
    const thinks = table.thinking !== null && !table.over
    return html`<h2 tabindex="-1" class="whose ${myTurn(table) ? 'mine' : ''}">
      ${thinks ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>` : nothing} ${whose(table, game)}</h2>${more ? html`<p class="more">${more}</p>` : nothing}`
  }

  const notices = () => html`${endOf(d)}${offers(d)}${setPosition(d)}${invitation(d)}`

  function below() {
    return html`<div class="refusal">${refused ? html`<p class="notice bad">${refused}</p>` : nothing}
      ${d.hint ? html`<p class="notice good">${icons.bulb()} ${t('Hint: {0}', d.hint.words)}
        ${d.hint.shown ? html`<span class="dim">(${d.hint.margin === null ? d.hint.shown : against(d.hint.margin)})</span>` : nothing}</p>` : nothing}</div>
      ${actions(d)}${moveEntry(d)}`
  }

  const off = [
    socket.on('table', (m: Table) => m.table === id && sitting.take(m)),
    socket.follow('open', { table: id }, why => {
      if (sitting.table || (why as socket.Refusal).code !== 'missing') return lost(why.message)
      route.title(t('No such table'))
      render(html`<h1 tabindex="-1">${t('No such table')}</h1>
        <p>${t('Perhaps the link has lost a letter. A new table is quickly opened.')}</p>
        <p><a class="button" href="/">${t('To the games')}</a></p>`, root)
    }),
  ]
  let ticks = 0
  const ticking = setInterval(() => {
    const table = d.table, players = part('players')
    if (!table || !players) return
    const clocks = table.left && table.running !== null && !table.over
    const absent = ++ticks % 50 === 0 && table.seats.some(s => s.kind === 'player' && !s.here)
    if (clocks || absent) render(seats(d), players)
  }, 200)
  return () => {
    gone = true
    clearInterval(ticking)
    sitting.close()
    for (const end of off) end()
    if (socket.state() === 'open') socket.ask('leave', { table: id }).catch(() => {})
  }
}

export const myTurn = (table: Table) => !table.over && table.seat !== null && table.may.includes('move')

/** What the score will be, to whoever asked, where that is certain. */
const against = (margin: number) => margin > 0 ? t('you win by {0} against best play', margin)
  : margin < 0 ? t('you lose by {0} against best play', -margin) : t('a draw against best play')

function whose(table: Table, game: Game | undefined): string {
  if (table.over) return t('The game is over')
  if (myTurn(table)) return t('Your turn')
  if (table.seats.some(s => s.kind === 'open')) return t('Waiting for players')
  const turn = table.state.turn
  if (typeof turn !== 'number') return t('Chance decides')
  const name = seatNames(table, game)[turn]
  return table.thinking !== null ? t('{0} is thinking', name) : t('It is the turn of {0}', name)
}

function nameless(table: Table): Game {
  const name = table.game.split(':')[0]
  const none = { summary: '', traits: [], opponent: '', options: [], levels: [], agents: [], evaluators: [] }
  return { ...none, name, title: table.title, seats: table.seats.map(s => s.title) }
}

