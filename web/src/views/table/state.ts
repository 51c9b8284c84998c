// The state of a table on the page and its changes: the snapshot on display and those that wait, the move that is being
// sent, the moves that were chosen together, clocks. Pure functions; times are in milliseconds.
import type { Drawing } from '../../drawing.js'
import { reviewTime } from '../../learn/review.js'
import { firstChance } from '../../learn/variation.js'
import type { Evaluation, Game, Move, Table } from '../../types.js'
import { isCovered, uncoveredAfter } from './cover.js'

export type LogTab = 'moves' | 'words'
/** The overlay of the table: the move list (small windows only), or the menu of rare actions. */
export type Sheet = '' | 'moves' | 'more' | 'invite'

export interface State {
  table: Table | null // the snapshot on display, with all its moves; null before the first
  arrived: number // when it arrived
  queue: { message: Table; at: number }[] // snapshots that are shown after it
  animating: boolean // a move is being animated, or a position stays on the board for a while
  gameName: string // the spec of the game that is loaded or being loaded
  game: Game | undefined
  drawing: Drawing | null
  uncovered: number | null // the seat whose hand is shown, where people share the device (cover.ts)
  picked: string | null // the selection on the board
  hint: Evaluation | null
  refused: string // the last error
  failure: { code: string; text: string } | null // why the table cannot be opened
  sending: boolean // a move was sent, and the server has not replied
  accepted: boolean // the server accepted it, but the board does not show it yet
  sentMove: string // the move that was sent last
  series: string[] // moves that were chosen together and remain to be played
  queued: boolean // the series is a single move, chosen while another was on its way
  sentAt: number // the ply at which the last of them was sent; -1: none
  task: string // the player's task that was announced last
  tab: LogTab
  sheet: Sheet
  speed: string // of agents that are watched
  seen: { ply: number; win: number } | null // the first seat's winning chance in a game that is watched
  reviews: number // counts reviews of finished games
  reviewing: boolean
  reviewed: ReadonlyMap<number, Evaluation> // the review of the game that has ended, by ply
}

export const initial = (): State => ({
  table: null,
  arrived: 0,
  queue: [],
  animating: false,
  gameName: '',
  game: undefined,
  drawing: null,
  uncovered: null,
  picked: null,
  hint: null,
  refused: '',
  failure: null,
  sending: false,
  accepted: false,
  sentMove: '',
  series: [],
  queued: false,
  sentAt: -1,
  task: '',
  tab: 'moves',
  sheet: '',
  speed: '1×',
  seen: null,
  reviews: 0,
  reviewing: false,
  reviewed: new Map(),
})

export const myTurn = (table: Table): boolean => !table.over && table.seat !== null && table.may.includes('move')

// ---- Snapshots ----------------------------------------------------------------------------

const FAR_BEHIND = 4 // waiting snapshots from which on moves are not animated

/** A snapshot has arrived. It waits until those before it have been shown. */
export const receive = (s: State, message: Table, at: number): State => ({
  ...s,
  queue: [...s.queue, { message, at }],
})

/** The next snapshot: the whole list of moves, and the moves that are new in it. */
export interface Step {
  message: Table
  at: number
  moves: Move[]
  news: Move[]
}

/** The first of the waiting snapshots. A message has the moves from number `from` on; those before are known. */
export function nextStep(s: State): Step | null {
  const first = s.queue.at(0)
  if (!first) return null
  const { message, at } = first,
    before = s.table?.moves ?? [],
    moves = [...before.slice(0, message.from), ...message.moves]
  return { message, at, moves, news: s.table ? message.moves.slice(Math.max(0, before.length - message.from)) : [] }
}

/** Whether the step is animated: it adds a single move to the board, which stays uncovered, and the page is not far
 *  behind. */
export function isAnimated(s: State, { message, moves, news }: Step): boolean {
  if (message.shared && (message.seat !== s.table?.seat || isCovered(s, s.table))) return false
  const known = s.table?.moves.length ?? -1
  return news.length === 1 && message.from <= known && moves.length === known + 1 && s.queue.length - 1 < FAR_BEHIND
}

export const animate = (s: State): State => ({ ...s, animating: true })

/** Shows the first of the waiting snapshots. A selection, a hint and an error belong to the position before it. */
export function show(s: State, { message, at, moves }: Step): State {
  const before = s.table,
    other = message.ply !== before?.ply || message.version < before.version,
    uncovered = uncoveredAfter(s.uncovered, message, s.drawing)
  return {
    ...s,
    table: { ...message, moves },
    arrived: at,
    queue: s.queue.slice(1),
    animating: false,
    accepted: false,
    uncovered,
    ...(isCovered({ uncovered, drawing: s.drawing }, message) ? covered : {}),
    ...(other ? { picked: null, hint: null, refused: '' } : {}),
    ...(message.over ? {} : noReview(s)),
  }
}

/** When the hands are covered, nothing of the turn before remains: a move that waits would be the next person's. */
const covered: Partial<State> = { picked: null, hint: null, sheet: '', series: [], queued: false }

// ---- Watching agents ---------------------------------------------------------------------------

/** Whether the page evaluates the position on the board for the viewer: only agents play, and nothing is hidden. */
export const isEvaluated = ({ table, game, seen }: State): boolean =>
  !!table &&
  !table.over &&
  table.seats.every(s => s.kind === 'agent') &&
  !!game &&
  !game.traits.includes('hidden') &&
  typeof table.state.turn === 'number' &&
  seen?.ply !== table.ply

/** An evaluation of the position at `ply`, which may have passed since. */
export function evaluated(s: State, ply: number, found: Evaluation): State {
  const win = firstChance(found)
  return win === null ? s : { ...s, seen: { ply, win } }
}

// ---- Review of a finished game -----------------------------------------------------------------

const REVIEW_MOST = 300,
  REVIEW_MS = 4000 // games up to this many moves are reviewed when they end, within this time

/** A rematch or a takeback: the review is of a game that is not on the board. */
const noReview = (s: State): Partial<State> =>
  s.reviewing || s.reviewed.size ? { reviews: s.reviews + 1, reviewing: false, reviewed: new Map() } : {}

/** Milliseconds per move of the review of the game on the board, which the viewer has played to its end; 0: none. */
export const reviewOf = ({ table, reviewing, reviewed }: State): number =>
  table?.over && table.seat !== null && !reviewing && !reviewed.size
    ? reviewTime(table.moves.length, REVIEW_MOST, REVIEW_MS)
    : 0

export const beginReview = (s: State): State => ({ ...s, reviews: s.reviews + 1, reviewing: true })

/** A review has ended; `plies` is empty if it has failed. */
export const endReview = (s: State, review: number, plies: Evaluation[]): State =>
  review === s.reviews ? { ...s, reviewing: false, reviewed: new Map(plies.map(e => [e.ply, e])) } : s

/** The moves that `show` has added to the list. Moves that replace others are not announced. */
export const addedMoves = (before: Table | null, { moves, news }: Step): Move[] =>
  before && moves.length > before.moves.length ? news : []

/** The table names another game: its description and drawing are being loaded. */
export const loadGame = (s: State, gameName: string): State => ({ ...s, gameName })

/** They have been loaded. The move list of a game with hidden cards consists mostly of deals, so words come first. */
export function withGame(s: State, gameName: string, game: Game | undefined, drawing: Drawing | null): State {
  if (gameName !== s.gameName) return s
  return { ...s, game, drawing, tab: game?.traits.includes('hidden') ? 'words' : s.tab }
}

// ---- Clocks --------------------------------------------------------------------------------

/** Milliseconds left on a seat's clock; null: no clock. */
export function left({ table, arrived }: State, seat: number, now: number): number | null {
  if (!table?.left) return null
  const gone = table.running === seat && !table.over ? now - arrived : 0
  return Math.max(0, table.left[seat] - gone)
}

/** Seconds since the snapshot on display arrived. */
export const age = (s: State, now: number): number => (now - s.arrived) / 1000

export const clockRuns = ({ table }: State): boolean => !!table?.left && table.running !== null && !table.over
export const someoneAway = ({ table }: State): boolean =>
  table?.seats.some(s => s.kind === 'player' && !s.here) ?? false

// ---- Moves ---------------------------------------------------------------------------------

/** Whether a move is being sent or animated: presses wait until the board shows it. */
export const movePending = (s: State): boolean => s.sending || s.accepted || s.animating

/** A move is sent. A hint was for the position before it. */
export const send = (s: State, move = ''): State => ({ ...s, sending: true, sentMove: move, hint: null })

/** A press while another move is on its way: it is played next, if it is legal then. A double press is one press. */
export const queueMove = (s: State, move: string): State =>
  move === s.sentMove || (s.series.length && !s.queued) ? s : { ...playSeries(s, [move]), queued: true }

/** The server has replied to a move that was sent at `ply`. An accepted one is pending until a snapshot shows it. */
export const sent = (s: State, ply: number, accepted: boolean): State => ({
  ...s,
  sending: false,
  accepted: accepted && ply === s.table?.ply,
})

export const playSeries = (s: State, moves: string[]): State => ({
  ...s,
  series: [...moves],
  queued: false,
  sentAt: -1,
})

/** Takes the next of the moves that were chosen together, once the board shows the one before it. Moves that are not
 *  legal are dropped; all are, when it is another player's turn. */
export function takeNext(s: State): { state: State; move: string | null } {
  const wait = { state: s, move: null },
    { table, series } = s
  if (!table || !series.length || s.sending || s.animating || s.sentAt === table.ply) return wait
  if (!table.may.length && !table.over) return wait // the server is still applying a series of moves
  const legal = myTurn(table) ? (table.state.moves ?? []) : [],
    at = series.findIndex(move => legal.includes(move))
  if (at < 0) return { state: { ...s, series: [] }, move: null }
  return { state: { ...s, series: series.slice(at + 1), sentAt: table.ply }, move: series[at] }
}

export const dropSeries = (s: State): State => ({ ...s, series: [] })

// ---- Hints and errors ------------------------------------------------------------------------

/** The reply to a request for a hint at `ply`; dropped if the game has advanced. */
export const withHint = (s: State, ply: number, hint: Evaluation): State =>
  s.table?.ply === ply && !movePending(s) ? { ...s, hint } : s

/** The only legal move of the viewer, to be played for them; null after a takeback, which it would undo. */
export function forcedMove(s: State, before: Table | null): string | null {
  const { table } = s,
    moves = table && myTurn(table) ? (table.state.moves ?? []) : [],
    back = before && table && table.moves.length < before.moves.length
  return moves.length === 1 && !back && !s.series.length && !movePending(s) ? moves[0] : null
}

export const refuse = (s: State, refused: string): State => (refused === s.refused ? s : { ...s, refused })

export const openSheet = (s: State, sheet: Sheet): State => ({ ...s, sheet: s.sheet === sheet ? '' : sheet })

/** Whether others wait for the viewer's moves, so that leaving the page is a question. */
export function isAwaited({ table }: State): boolean {
  if (!table || table.over || table.seat === null || !table.moves.some(m => m.seat !== null)) return false
  return table.left !== null || table.seats.some(s => s.kind === 'player' && !s.you)
}

/** The table cannot be opened. */
export const fail = (s: State, code: string, text: string): State => ({ ...s, failure: { code, text } })
