// What is known of a table: takes its messages in order, shows moves on their way one after
// another, and knows what the clocks say now.
import { capital, t } from '../lang.js'
import type { Drawing } from '../drawing.js'
import type { Game, Move, Seat, State, Table } from '../types.js'

const SLOWEST = 2500 // milliseconds that an animation may take
const FAR_BEHIND = 4 // messages that wait: then they are not animated

export interface Sitting {
  /** The last message that is shown, with all its moves; null before the first. */
  table: Table | null
  /** A move is on its way over the board. */
  moving: boolean
  /** The table has sent something: shown at once, or after what comes before it. */
  take(message: Table): void
  /** Milliseconds on a seat's clock now; null: no clock. */
  left(seat: number): number | null
  /** Seconds since the table said what is shown. */
  age(): number
  close(): void
}

export interface SittingEvents {
  drawing(): Drawing | null
  board(): Element | null
  /** A move is on its way now, or no longer. */
  moving(): void
  /** Something else is shown now; `news` are the moves that led there. */
  changed(news: Move[], before: Table | null): void
}

export function sit(events: SittingEvents): Sitting {
  const waiting: { message: Table; at: number }[] = []
  let at = 0 // when what is shown was received
  let closed = false
  let showing = false // one after another: what comes meanwhile waits
  const s: Sitting = {
    table: null, moving: false,
    take(message) {
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

  /** Milliseconds to leave on the board what has to be read. */
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
      // A move that cannot be shown on its way is shown where it ends.
    }
    setMoving(false)
  }
  return s
}

/** How all seats are called on the board: free ones, and where there are several agents these too, by their place. */
export function seatNames(table: Table, game: Game | undefined): string[] {
  const several = table.seats.filter(s => s.kind === 'agent').length > 1
  return table.seats.map(s => (s.kind === 'open' || (several && s.kind === 'agent') ? capital(s.title) : seatName(s, game)))
}

/** How a seat is called: whoever sits there. */
export function seatName(seat: Seat, game: Game | undefined): string {
  if (seat.you) return seat.name || t('You')
  if (seat.kind === 'open') return t('Free seat')
  if (seat.kind === 'agent') return levelTitle(seat, game) ?? seat.name ?? seat.agent ?? seat.title
  return seat.name || t('Somebody')
}

/** The level that an agent is, if it is one. */
export function levelTitle(seat: Seat, game: Game | undefined): string | null {
  const level = game?.levels.find(l => l.agent === seat.agent)
  return level ? t('Computer, {0}', level.title.toLowerCase()) : null
}

/** Minutes and seconds; tenths when few are left. */
export function clockText(ms: number): string {
  const whole = ms < 20000 ? Math.floor(ms / 1000) : Math.ceil(ms / 1000)
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60, seconds = String(whole % 60).padStart(2, '0')
  if (hours) return `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`
  return ms < 20000 ? `${minutes}:${seconds}.${Math.floor((ms % 1000) / 100)}` : `${minutes}:${seconds}`
}

/** The address where a game is analysed, at a move: a finished one by its number, one that is open to all by its moves. */
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
