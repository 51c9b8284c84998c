// The state of the list of past games and its changes: filters, games, and the results of the user. Pure functions.
import type { Game } from '../../types.js'
import type { StoredGame } from '../../stored_game.js'

/** Whose games are listed: the user's, those of all tables, or all with those of the lab and the command line. */
export type Source = 'mine' | 'tables' | 'all'
export const SOURCES: Source[] = ['mine', 'tables', 'all']

/** The results of the user against one opponent, in partner games two, at one game. */
export interface HistoryEntry {
  game: string
  opponents: string[] // agents' specs or players' names
  names: string[] // the same for people
  person: boolean
  wins: number
  draws: number
  losses: number
  last: string | null
}

export interface State {
  games: Game[] // empty until they are loaded
  from: Source
  game: string // '': all
  text: string // part of a name, as typed
  limit: number
  rows: StoredGame[] | null // null until they are loaded
  asked: number // counts the requests: a reply to an earlier one is dropped
  history: HistoryEntry[]
  problem: string
}

export const PAGE = 50

export function initial(query: URLSearchParams): State {
  const from = query.get('from') as Source
  return {
    games: [],
    from: SOURCES.includes(from) ? from : 'mine',
    game: query.get('game') ?? '',
    text: query.get('agent') ?? '',
    limit: PAGE,
    rows: null,
    asked: 0,
    history: [],
    problem: '',
  }
}

export const gameOf = (s: State, spec: string): Game | undefined => s.games.find(g => g.name === spec.split(':')[0])

// ---- Filters ----------------------------------------------------------------------------------

/** Other filters: the list starts again with its newest games. */
export const choose = (s: State, by: Partial<Pick<State, 'from' | 'game' | 'text'>>): State => ({
  ...s,
  ...by,
  limit: PAGE,
})
export const showMore = (s: State): State => ({ ...s, limit: s.limit + PAGE })

/** The parameters of the request. */
export const query = (s: State): Record<string, string | number> => ({
  from: s.from === 'all' ? '' : s.from,
  game: s.game,
  agent: s.text.trim(),
  limit: s.limit,
})

export function address(s: State): string {
  const q = new URLSearchParams()
  if (s.from !== 'mine') q.set('from', s.from)
  if (s.game) q.set('game', s.game)
  if (s.text.trim()) q.set('agent', s.text.trim())
  const text = q.toString()
  return text ? `/log?${text}` : '/log'
}

// ---- Replies ----------------------------------------------------------------------------------

export const ask = (s: State): State => ({ ...s, asked: s.asked + 1, problem: '' })
export const found = (s: State, asked: number, rows: StoredGame[]): State => (asked === s.asked ? { ...s, rows } : s)
export const fail = (s: State, asked: number, problem: string): State => (asked === s.asked ? { ...s, problem } : s)

// ---- Results ----------------------------------------------------------------------------------

/** The result of a game for the user; null: the user had no seat in it, or seats on both sides. */
export function outcome(g: StoredGame): 'won' | 'drawn' | 'lost' | null {
  const teams = new Set(g.mine.map(seat => seat & 1))
  if (teams.size !== 1) return null
  const score = teams.has(0) ? g.score : -g.score
  return score > 0 ? 'won' : score < 0 ? 'lost' : 'drawn'
}

/** The seats to list for a game: those of the user's opponents, otherwise all. */
export function others(g: StoredGame): number[] {
  const all = g.seats.map((_, seat) => seat)
  return outcome(g) === null ? all : all.filter(seat => (seat & 1) !== (g.mine[0] & 1))
}

export interface Tally {
  wins: number
  draws: number
  losses: number
}
export const games = (r: Tally): number => r.wins + r.draws + r.losses

/** The share of the points, a draw counting half; null without games. */
export const share = (r: Tally): number | null => (games(r) ? (r.wins + r.draws / 2) / games(r) : null)

/** The results by game, the one played last first; of the chosen game only, if there is one. */
export function byGame(s: State): { game: string; all: Tally; entries: HistoryEntry[] }[] {
  const entries = s.history.filter(e => !s.game || e.game === s.game),
    names = [...new Set(entries.map(e => e.game))]
  return names.map(game => {
    const own = entries.filter(e => e.game === game),
      sum = (of: (e: HistoryEntry) => number) => own.reduce((n, e) => n + of(e), 0)
    return { game, all: { wins: sum(e => e.wins), draws: sum(e => e.draws), losses: sum(e => e.losses) }, entries: own }
  })
}
