// The client's session at a table: queues its snapshots, animates their moves one after another, and runs the clocks
// between them.
import { capital, num, t } from '../lang.js'
import type { Drawing } from '../drawing.js'
import type { Game, Move, Seat, State, Table } from '../types.js'

const SLOWEST = 2500 // the longest animation, in milliseconds
const FAR_BEHIND = 4 // queued snapshots from which on moves are not animated

export interface TableSession {
  /** The snapshot on display, with all its moves; null before the first. */
  table: Table | null
  /** A move is being animated. */
  moving: boolean
  /** Queues a snapshot of the table; it is shown after those before it. */
  receive(message: Table): void
  /** Milliseconds left on a seat's clock; null: no clock. */
  left(seat: number): number | null
  /** Seconds since the shown snapshot arrived. */
  age(): number
  close(): void
}

export interface SessionEvents {
  drawing(): Drawing | null
  board(): Element | null
  /** An animation has started or ended. */
  moving(): void
  /** Another snapshot is shown; `news` are its new moves. */
  changed(news: Move[], before: Table | null): void
}

export function openSession(events: SessionEvents): TableSession {
  const waiting: { message: Table; at: number }[] = []
  let at = 0 // when the shown snapshot arrived
  let closed = false
  let showing = false // the queue is being processed
  const s: TableSession = {
    table: null, moving: false,
    receive(message) {
      waiting.push({ message, at: performance.now() })
      if (!showing) void next()
    },
    left(seat) {
      const table = s.table
      if (!table?.left) return null
      const gone = table.running === seat && !table.over ? performance.now() - at : 0
      return Math.max(0, table.left[seat] - gone)
    },
    age: () => (performance.now() - at) / 1000,
    close() {
      closed = true
      waiting.length = 0
    },
  }

  async function next() {
    showing = true
    try {
      for (let first = waiting.shift(); first && !closed; first = waiting.shift()) {
        const before = s.table, message = first.message
        const news = before ? message.moves.slice(Math.max(0, before.moves.length - message.from)) : []
        const rest = before && news.length ? restOf(before.state) : 0
        if (rest) await pause(rest)
        if (closed) return
        const moves = [...(before?.moves.slice(0, message.from) ?? []), ...message.moves]
        if (before && news.length === 1 && message.from <= before.moves.length && moves.length === before.moves.length + 1 && waiting.length < FAR_BEHIND)
          await animate(before.state, message.state, news[0].move)
        if (closed) return
        s.table = { ...message, moves }
        at = first.at
        events.changed(moves.length > (before?.moves.length ?? moves.length) ? news : [], before)
      }
    } finally {
      showing = false
    }
  }

  /** Milliseconds for which the drawing wants a position to stay on the board. */
  function restOf(state: State): number {
    const ms = events.drawing()?.pause?.(state) ?? 0
    return ms && !document.hidden ? Math.min(ms, SLOWEST) : 0
  }

  function setMoving(on: boolean) {
    s.moving = on
    events.moving()
  }

  async function pause(ms: number) {
    setMoving(true)
    await new Promise(r => setTimeout(r, ms))
    setMoving(false)
  }

  async function animate(before: State, after: State, move: string) {
    const drawing = events.drawing(), board = events.board()
    if (!drawing?.animate || !board || document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    setMoving(true)
    try {
      await Promise.race([drawing.animate(board, before, after, move), new Promise(r => setTimeout(r, SLOWEST))])
    } catch {
      // A failed animation is skipped.
    }
    setMoving(false)
  }
  return s
}

/** Names of all seats on the board. Free seats are named by their title, and so are agents if there are several. */
export function seatNames(table: Table, game: Game | undefined): string[] {
  const several = table.seats.filter(s => s.kind === 'agent').length > 1
  return table.seats.map(s => (s.kind === 'open' || (several && s.kind === 'agent') ? capital(s.title) : seatName(s, game)))
}

/** The name of the player or agent in a seat. */
export function seatName(seat: Seat, game: Game | undefined): string {
  if (seat.you) return seat.name || t('You')
  if (seat.kind === 'open') return t('Free seat')
  if (seat.kind === 'agent') return levelTitle(seat, game) ?? seat.name ?? seat.agent ?? seat.title
  return seat.name || t('Anonymous')
}

/** The level whose agent sits there, if it is one. */
export function levelTitle(seat: Seat, game: Game | undefined): string | null {
  const level = game?.levels.find(l => l.agent === seat.agent)
  return level ? t('Computer, {0}', level.title.toLowerCase()) : null
}

/** Minutes and seconds; with tenths below 20 seconds. */
export function clockText(ms: number): string {
  if (ms < 20000) return `0:${num(Math.floor(ms / 100) / 10, 1).padStart(4, '0')}`
  const whole = Math.ceil(ms / 1000)
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60, seconds = String(whole % 60).padStart(2, '0')
  if (hours) return `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`
  return `${minutes}:${seconds}`
}

/** The URL of the analysis of a game at a ply: by its number if it is stored, by its moves if nothing in it is hidden. */
export function analysisOf(table: Table, game: Game | undefined, ply?: number): string | null {
  const q = new URLSearchParams()
  if (table.game_id !== null) q.set('game', String(table.game_id))
  else if (!game || game.traits.includes('hidden')) return null
  else {
    q.set('game', table.game)
    if (table.start) q.set('position', table.start)
    if (table.moves.length) q.set('moves', table.moves.map(m => m.move).join(' '))
  }
  if (ply !== undefined) q.set('ply', String(ply))
  return '/analysis?' + q
}
