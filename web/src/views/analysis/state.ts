// The state of the analysis view and its changes. Pure functions: analyses and reviews are numbered, and results of
// one that is out of date change nothing.
import { agentNames, playerNames } from '../../names.js'
import { readSpec, type FieldError } from '../../spec.js'
import { added } from '../../store.js'
import type { Evaluation, Game, Move, State as Position } from '../../types.js'
import {
  begin,
  goTo,
  movesSoFar,
  playMove,
  plyFromStart,
  stateOf,
  withState,
  type AnalyzedGame,
  type Variation,
} from '../../learn/variation.js'
import { listed, promote, withVariations, type ReadVariation } from '../../learn/variation_tree.js'
import { reviewTime, type Whose } from '../../learn/review.js'
import { dropped, none, type RolloutState } from './rollout.js'

export interface State {
  games: Game[] // empty until they are loaded
  problem: string
  loading: boolean
  paste: { open: boolean; game: string; text: string; error: FieldError | null }
  current: AnalyzedGame | null
  loads: number // counts the requests to load a game
  opened: number // counts the games that were opened
  opposedTable: string // the table where the user plays this game against people, who get no engine help; '': none
  names: string[] // by seat: names or specs, 'human' for a person without a name
  result: string
  gameId: number | null // of a stored game
  source: string // the file that the game was read from; '': none
  agent: string // '': the game's own
  ms: string
  live: boolean
  picked: string | null // the selection on the board
  seat: number // whose side of the board is nearest
  now: Evaluation | null // of the current position
  nowKey: string // keyOf() when its analysis began; '': it has not begun
  analysis: number // counts analyses
  thinking: boolean
  stored: ReadonlyMap<number, Evaluation> // by ply of the game: annotations that came with it
  analyzed: ReadonlyMap<number, Evaluation>
  reviewed: ReadonlyMap<number, Evaluation>
  review: number // counts reviews
  reviewing: boolean
  whose: Whose // whose mistakes are listed
  mine: number[] // seats of the user
  rollout: RolloutState
  refused: string
}

/** A game as it was loaded. */
export interface LoadedGame {
  game: string
  start: string
  states: (Position | null)[]
  moves: Move[]
  names?: string[]
  result?: string
  id?: number
  mine?: number[]
  evaluations?: Evaluation[] // annotations
  opposedTable?: string
  source?: string
  variations?: ReadVariation[]
}

export function initial(query: URLSearchParams): State {
  return {
    games: [],
    problem: '',
    loading: true,
    paste: { open: false, game: '', text: '', error: null },
    current: null,
    loads: 0,
    opened: 0,
    opposedTable: '',
    names: [],
    result: '',
    gameId: null,
    source: '',
    agent: query.get('agent') ?? '',
    ms: '1000',
    live: true,
    picked: null,
    seat: 0,
    now: null,
    nowKey: '',
    analysis: 0,
    thinking: false,
    stored: new Map(),
    analyzed: new Map(),
    reviewed: new Map(),
    review: 0,
    reviewing: false,
    whose: 'all',
    mine: [],
    rollout: none,
    refused: '',
  }
}

// ---- What the state means ----------------------------------------------------------------

const nameOfGame = (spec: string) => readSpec(spec).name

export function gameOf(s: State): Game | undefined {
  const { current } = s
  return current ? s.games.find(g => g.name === nameOfGame(current.game)) : undefined
}
export const agentOf = (s: State): string => s.agent || (gameOf(s)?.opponent ?? '')
/** The names of the players by seat; empty for a game that nobody has played. */
export function namesOf(s: State): string[] {
  const game = gameOf(s)
  return playerNames(game, s.names, agentNames(game, s.names), s.mine)
}
/** The name of the player of a seat. */
export const nameOf = (s: State, seat: number): string => namesOf(s)[seat] ?? gameOf(s)?.seats[seat] ?? String(seat + 1)

/** Identifies the analysis of the current position; '' without a game. */
export const keyOf = (s: State): string =>
  s.current ? [s.opened, movesSoFar(s.current), agentOf(s), s.ms].join('|') : ''

/** The members of a request about the game. */
export const from = (g: AnalyzedGame) => ({ game: g.game, ...(g.start ? { position: g.start } : {}) })

/** The evaluations by ply: those stored with the game, of single positions, and of reviews. */
export const evaluations = (s: State): Map<number, Evaluation> => new Map([...s.stored, ...s.analyzed, ...s.reviewed])

/** The evaluation of the current position that is stored with the game. */
export const storedHere = (s: State): Evaluation | null =>
  (s.current && !s.current.inVariation && s.stored.get(s.current.ply)) || null

/** Whether the current position is one that an agent can analyze now. */
export const wantsAnalysis = (s: State): boolean =>
  s.live && !s.opposedTable && s.current !== null && typeof stateOf(s.current)?.turn === 'number'

/** The URL of the game at the current position; in a variation where that starts: the session keeps variations. */
export function address(s: State): string {
  const { current: g } = s
  if (!g) return '/analysis'
  const ply = g.inVariation && g.variation ? g.variation.from : g.ply
  if (s.gameId === null) return addressOf(s, g, g.main.moves.map(m => m.move).join(' '), ply)
  return '/analysis?' + rest(s, new URLSearchParams({ game: String(s.gameId) }), ply)
}

/** The URL of the current position for others: in a variation with the moves that lead there. */
export const link = (s: State): string =>
  s.current?.inVariation ? addressOf(s, s.current, movesSoFar(s.current), plyFromStart(s.current)) : address(s)

function addressOf(s: State, g: AnalyzedGame, moves: string, ply: number): string {
  const q = new URLSearchParams({ game: g.game })
  if (g.start) q.set('position', g.start)
  if (moves) q.set('moves', moves)
  return '/analysis?' + rest(s, q, ply)
}

function rest(s: State, q: URLSearchParams, ply: number): string {
  if (ply) q.set('ply', String(ply))
  if (s.agent) q.set('agent', s.agent)
  return q.toString()
}

/** The request for the file of the game with its variations; `source`: the file without them, for tags and
 *  annotations. */
export const fileRequest = (g: AnalyzedGame, as: string, source: string) => ({
  ...from(g),
  as,
  ...(source ? { text: source } : {}),
  moves: g.main.moves.map(m => m.move).join(' '),
  variations: listed(g),
})

/** The format of files that other programs know, if the game has one. */
export const fileFormat = (s: State): string => (gameOf(s)?.formats.includes('sgf') ? 'sgf' : 'text')

export const fileName = (s: State, as: string): string =>
  `jogada-${s.gameId ?? nameOfGame(s.current?.game ?? '')}.${as === 'sgf' ? 'sgf' : 'txt'}`

// ---- Loading a game -----------------------------------------------------------------------

/** The games are loaded; `wanted`: the spec of the one in the URL. */
export function withGames(s: State, games: Game[], wanted: string): State {
  const chosen = games.find(g => g.name === nameOfGame(wanted)) ?? games.at(0)
  return { ...s, games, paste: { ...s.paste, game: chosen?.name ?? '' } }
}

export const setPaste = (s: State, paste: Partial<State['paste']>): State => ({
  ...s,
  paste: { ...s.paste, ...paste },
})

export const load = (s: State): State => ({
  ...setPaste(s, { error: null }),
  loading: true,
  problem: '',
  loads: s.loads + 1,
})

/** Opens a game: everything known about the previous one is forgotten. If evaluations are stored with it, they are
 *  shown, and nothing is analyzed until the user asks for it. */
export function open(s: State, found: LoadedGame): State {
  const name = nameOfGame(found.game),
    agents = s.games.find(g => g.name === name)?.agents ?? [],
    stored = new Map((found.evaluations ?? []).map(e => [e.ply, e]))
  return {
    ...s,
    loading: false,
    live: stored.size ? false : s.live || s.stored.size > 0,
    stored,
    paste: { ...s.paste, game: name },
    current: withVariations(
      begin(found.game, found.start, { moves: found.moves, states: found.states }),
      found.variations ?? [],
    ),
    opened: s.opened + 1,
    opposedTable: found.opposedTable ?? '',
    names: (found.names ?? []).map(name => name || 'human'),
    result: found.result ?? '',
    gameId: found.id ?? null,
    source: found.source ?? '',
    agent: agents.some(a => a.name === nameOfGame(s.agent)) ? s.agent : '',
    picked: null,
    now: stored.get(0) ?? null,
    nowKey: '',
    analysis: s.analysis + 1,
    thinking: false,
    analyzed: new Map(),
    reviewed: new Map(),
    review: s.review + 1,
    reviewing: false,
    whose: 'all',
    mine: found.mine ?? [],
    rollout: { ...dropped(s.rollout), agent: '' },
    refused: '',
  }
}

/** The game could not be loaded: the error belongs to the form, or to the URL. */
export const failToLoad = (s: State, error: FieldError, pasted: boolean): State => ({
  ...(pasted ? setPaste(s, { error }) : { ...s, problem: error.text }),
  loading: false,
})

// ---- Positions -----------------------------------------------------------------------------

/** Goes to another position, in the game or in the variation. */
export const move = (s: State, current: AnalyzedGame): State =>
  renewed({ ...s, current, picked: null, rollout: dropped(s.rollout), refused: '' })

export const goToPly = (s: State, ply: number): State => (s.current ? move(s, goTo(s.current, ply)) : s)

/** A variation becomes the game: evaluations of the moves that it replaces are forgotten. */
export function promoted(s: State, variation: Variation): State {
  if (!s.current) return s
  const kept = <T>(map: ReadonlyMap<number, T>) => new Map([...map].filter(([ply]) => ply < variation.from))
  const { stored, analyzed, reviewed } = s
  return move(
    {
      ...s,
      stored: kept(stored),
      analyzed: kept(analyzed),
      reviewed: kept(reviewed),
      review: s.review + 1,
      reviewing: false,
    },
    promote(s.current, variation),
  )
}

/** Where the variations of the game are saved for the session. */
export function sessionKey({ current: g, gameId }: State): string {
  if (!g) return ''
  return `jogada.variations ${gameId ?? [g.game, g.start, ...g.main.moves.map(m => m.move)].join(' ')}`
}

/** The server has sent a position that was missing; `moves` lead to it. */
export const fetched = (s: State, opened: number, moves: string, state: Position): State =>
  s.current && s.opened === opened ? { ...s, current: withState(s.current, moves, state) } : s

/** The reply to a move that was played at `at`. Nothing changes if the user has gone elsewhere since. */
export const played = (s: State, at: AnalyzedGame, one: Move, after: Position): State =>
  s.current === at ? move(s, playMove(at, one, after)) : s

export const refuse = (s: State, refused: string): State => ({ ...s, refused, picked: null })

export const flip = (s: State): State => ({ ...s, seat: (s.seat + 1) % (gameOf(s)?.seats.length ?? 2) })

// ---- Analysis of the current position ---------------------------------------------------------

/** After a change of position, agent or time: a running analysis is out of date. Until the next one has a result, the
 *  evaluation is that of the review, or the one that is stored with the game. */
function renewed(s: State): State {
  if (s.nowKey && s.nowKey === keyOf(s)) return s
  const known = s.current && !s.current.inVariation ? s.reviewed.get(s.current.ply) : undefined
  return { ...s, analysis: s.analysis + 1, now: known ?? storedHere(s), nowKey: '', thinking: false }
}

export const setAgent = (s: State, agent: string): State => renewed({ ...s, agent })
export const setTime = (s: State, ms: string): State => renewed({ ...s, ms })
export const setLive = (s: State, live: boolean): State => renewed({ ...s, live, nowKey: live ? s.nowKey : '' })

/** An analysis begins. Its number is `analysis`. */
export const think = (s: State): State => ({ ...s, nowKey: keyOf(s), thinking: true })

/** An analysis reports what it has found so far. */
export const progress = (s: State, analysis: number, found: Evaluation): State =>
  analysis === s.analysis ? { ...s, now: found } : s

/** An analysis has ended. Its evaluation is stored by ply for the graph, also if the user has gone to another
 *  position of the game; `opened` and `at` are those of its start. */
export function evaluated(s: State, analysis: number, opened: number, at: AnalyzedGame, found: Evaluation): State {
  const next = analysis === s.analysis ? { ...s, now: found, thinking: false } : s
  return opened === s.opened && !at.inVariation ? { ...next, analyzed: added(s.analyzed, at.ply, found) } : next
}

/** An analysis was stopped, or has failed (`refused` is not empty). */
export const failToEvaluate = (s: State, analysis: number, refused: string): State =>
  analysis === s.analysis ? { ...s, thinking: false, refused: refused || s.refused } : s

// ---- Review of the game --------------------------------------------------------------------------

/** Milliseconds per move of the automatic review; 0: there is none, also because the game has its evaluations. */
export const automaticReview = (s: State): number =>
  s.stored.size || s.opposedTable ? 0 : reviewTime(s.current?.main.moves.length ?? 0)

export const beginReview = (s: State): State => ({
  ...s,
  review: s.review + 1,
  reviewing: true,
  reviewed: new Map(),
})

/** A position has been reviewed. It is shown if nothing better is known about the current position. */
export function reviewedPly(s: State, review: number, found: Evaluation): State {
  if (review !== s.review || !s.current) return s
  const here = !s.current.inVariation && s.current.ply === found.ply
  return {
    ...s,
    reviewed: added(s.reviewed, found.ply, found),
    now: here && (!s.thinking || !s.now) ? found : s.now,
  }
}

/** A review has ended, was stopped, or has failed (`refused` is not empty). */
export const endReview = (s: State, review: number, refused = ''): State =>
  review === s.review ? { ...s, reviewing: false, refused: refused || s.refused } : s
