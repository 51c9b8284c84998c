// The state of the search view and its changes. Pure functions: replies of the server carry the number of the search
// that asked for them, and those of an older search change nothing.
import { currentNode, readTrace, type Trace, type Tree } from '../../learn/trace.js'
import { printSpec, readSpec, type FieldError, type Spec } from '../../spec.js'
import { added } from '../../store.js'
import type { AgentInfo, Evaluator, Game, Option, State as Position } from '../../types.js'

export interface State {
  games: Game[] // empty until they are loaded
  game: Spec
  agent: Spec
  agentGiven: boolean // the URL names the agent
  position: string // '': the initial position
  moves: string // from the URL; the first search replaces them by the position they lead to
  problem: string
  fieldError: FieldError | null // of the position
  search: number // counts searches
  searching: boolean
  tree: Tree | null
  trace: Trace | null // one search of the tree: number `which`
  which: number
  step: number
  firstStep: number // the step at which the first tree is shown
  chosen: number // the selected node
  playing: boolean
  speed: number // milliseconds per step
  listOpen: boolean
  ghosts: boolean // unvisited nodes are drawn
  note: string // how many nodes are expanded
  positions: ReadonlyMap<string, Position | null> // by positionKey(); null: the server refused it
  board: Board | null // the last known one, until that of the selected node is known
}

export interface Board {
  position: Position
  last: { seat: number | null; move: string } | null
}

/** The initial state of the view, if the URL names nothing else. */
export interface First {
  game: string
  agent: string
}

export function initial(query: URLSearchParams, first: First): State {
  return {
    games: [],
    game: readSpec(query.get('game') || first.game),
    agent: readSpec(query.get('agent') || first.agent),
    agentGiven: Boolean(query.get('agent')),
    position: query.get('position') ?? '',
    moves: query.get('moves') ?? '',
    problem: '',
    fieldError: null,
    search: 0,
    searching: false,
    tree: null,
    trace: null,
    which: 0,
    step: 0,
    firstStep: Number(query.get('step') ?? 0) || 0,
    chosen: 0,
    playing: false,
    speed: 900,
    listOpen: false,
    ghosts: false,
    note: '',
    positions: new Map(),
    board: null,
  }
}

// ---- What the state means ----------------------------------------------------------------

export const tracers = (game: Game): AgentInfo[] => game.agents.filter(a => a.traces)
export const gameOf = (s: State): Game => s.games.find(g => g.name === s.game.name) ?? s.games[0]
export const agentInfo = (s: State): AgentInfo | undefined => tracers(gameOf(s)).find(a => a.name === s.agent.name)
export const evaluatorOf = (s: State): Evaluator =>
  gameOf(s).evaluators.find(e => e.name === s.agent.values.eval) ?? gameOf(s).evaluators[0]

/** The game of the tree on display, which may differ from the chosen one. */
export const shownGame = (s: State): Game =>
  s.games.find(g => g.name === readSpec(s.tree?.game ?? '').name) ?? gameOf(s)

export function shownEvaluator(s: State): Evaluator | undefined {
  const { evaluators } = shownGame(s)
  return evaluators.find(e => e.name === readSpec(s.tree?.agent ?? '').values.eval) ?? evaluators.at(0)
}

const specText = (spec: Spec, options: Option[]): string =>
  printSpec(spec.name, options, Object.fromEntries(Object.entries(spec.values).filter(([, v]) => v !== '')))
export const gameText = (s: State): string => specText(s.game, gameOf(s).options)
export const agentText = (s: State): string => specText(s.agent, agentInfo(s)?.options ?? [])

/** The URL of what is shown. */
export function address(s: State): string {
  const q = new URLSearchParams({ game: gameText(s), agent: agentText(s) })
  if (s.position) q.set('position', s.position)
  if (s.moves) q.set('moves', s.moves)
  if (s.step) q.set('step', String(s.step))
  return '/search?' + q.toString()
}

// ---- Choosing what to search --------------------------------------------------------------

const hasChance = (game: Game) => game.traits.includes('chance')

function preferredAgent(game: Game): Spec {
  const list = tracers(game),
    name = hasChance(game) ? 'expectiminimax' : 'alphabeta'
  return { name: (list.find(a => a.name === name) ?? list.at(0))?.name ?? '', values: {} }
}

/** Sets the depth to one with a readable tree; an evaluator of another game is dropped. */
export function resetDepth(s: State, depth: string): State {
  const { eval: by, ...values } = s.agent.values
  const known = gameOf(s).evaluators.some(e => e.name === by)
  return { ...s, agent: { ...s.agent, values: { ...values, depth, ...(known ? { eval: by } : {}) } } }
}

/** The games are loaded: replaces a game or an agent that has no search tree. */
export function withGames(s: State, games: Game[], first: First, depthOf: (game: string) => string): State {
  let next: State = { ...s, games }
  if (!games.some(g => g.name === s.game.name))
    next = { ...next, game: { name: games.find(g => g.name === first.game)?.name ?? games[0].name, values: {} } }
  if (!tracers(gameOf(next)).length) next = { ...next, game: { name: first.game, values: {} }, position: '', moves: '' }
  const known = agentInfo(next)
  if (!known) next = { ...next, agent: preferredAgent(gameOf(next)) }
  return known && s.agentGiven ? next : resetDepth(next, depthOf(next.game.name))
}

/** The game or the agent that `withGames` has replaced, because it has no search tree. */
export function replaced(wanted: State, now: State): { game: Game } | { agent: string } | null {
  const game = now.games.find(g => g.name === wanted.game.name)
  if (game && game.name !== now.game.name) return { game }
  return wanted.agentGiven && wanted.agent.name !== now.agent.name ? { agent: wanted.agent.name } : null
}

export function chooseGame(s: State, name: string, depth: string): State {
  const next = { ...s, game: { name, values: {} }, position: '', moves: '' }
  const fits = agentInfo(next) && hasChance(gameOf(next)) === (s.agent.name === 'expectiminimax')
  return resetDepth(fits ? next : { ...next, agent: preferredAgent(gameOf(next)) }, depth)
}

/** Another algorithm keeps the depth and the evaluator. */
export function chooseAgent(s: State, name: string): State {
  const { depth, eval: by } = s.agent.values
  return { ...s, agent: { name, values: { ...(depth ? { depth, ...(by ? { eval: by } : {}) } : {}) } } }
}

export const setAgentOption = (s: State, name: string, value: string): State => ({
  ...s,
  agent: { ...s.agent, values: { ...s.agent.values, [name]: value } },
})

export const setGameOption = (s: State, name: string, value: string): State => ({
  ...s,
  game: { ...s.game, values: { ...s.game.values, [name]: value } },
  position: '',
})

// ---- Searching -----------------------------------------------------------------------------

/** A new search begins: replies to older ones are ignored from now on. */
export const begin = (s: State): State => ({
  ...pause(s),
  search: s.search + 1,
  searching: false,
  problem: '',
  fieldError: null,
})

export const working = (s: State, search: number): State => (search === s.search ? { ...s, searching: true } : s)

/** The server has accepted the position and the moves. */
export const startAt = (s: State, search: number, position: string): State =>
  search === s.search ? { ...s, position: s.moves ? position : s.position, moves: '' } : s

export const refuse = (s: State, search: number, fieldError: FieldError): State =>
  search === s.search ? { ...s, fieldError } : s

/** The search has failed, or was stopped (`problem` is empty). */
export const fail = (s: State, search: number, problem: string): State =>
  search === s.search ? { ...s, searching: false, problem } : s

export function withTree(s: State, search: number, tree: Tree): State {
  if (search !== s.search) return s
  const shown = showTrace({ ...s, searching: false, tree, board: null }, 0)
  return { ...goTo(shown, s.firstStep), firstStep: 0 }
}

/** Shows search number `which` of the tree from its first step. */
export function showTrace(s: State, which: number): State {
  if (!s.tree) return s
  return withBoard({ ...s, which, trace: readTrace(s.tree, which), step: 0, chosen: 0, note: '' })
}

// ---- Steps and nodes -------------------------------------------------------------------------

/** Goes to a step, and selects the node that is searched there. */
export function goTo(s: State, step: number): State {
  if (!s.trace) return s
  const next = Math.max(0, Math.min(s.trace.steps.length, step))
  return withBoard({ ...s, step: next, chosen: Math.max(0, currentNode(s.trace, next)) })
}

const atEnd = (s: State) => !s.trace || s.step >= s.trace.steps.length

/** Starts to play the steps, from the first if the last is shown. */
export const play = (s: State): State => (s.trace ? { ...(atEnd(s) ? goTo(s, 0) : s), playing: true } : s)
export const pause = (s: State): State => (s.playing ? { ...s, playing: false } : s)

/** The next step while playing; pauses at the end. */
export const tick = (s: State): State => (!s.playing ? s : atEnd(s) ? pause(s) : goTo(s, s.step + 1))

/** Whether a step is spoken: those that follow each other quickly are not. */
export const isSpoken = (s: State): boolean => !s.playing || s.speed >= 900

export const select = (s: State, node: number): State =>
  s.trace && node >= 0 && node < s.trace.nodes.length ? withBoard({ ...pause(s), chosen: node }) : s

/** The node that an arrow key leads to in the tree: parent, first child, or a sibling with Shift; -1: none. */
export function neighbour(s: State, key: string, shift: boolean): number {
  const p = s.trace
  if (!p) return -1
  if (key === 'ArrowDown') return p.children[s.chosen].at(0) ?? -1
  if (key === 'ArrowUp') return p.parent[s.chosen]
  if (!shift || !s.chosen) return -1
  const siblings = p.children[p.parent[s.chosen]],
    at = siblings.indexOf(s.chosen)
  if (key === 'ArrowRight') return siblings.at(at + 1) ?? -1
  return key === 'ArrowLeft' && at > 0 ? siblings[at - 1] : -1
}

// ---- The board of the selected node ------------------------------------------------------------

const positionKey = (tree: Tree, position: string) => `${tree.game} ${position}`

/** The position of the selected node if the server has to be asked for it. */
export function missingPosition(s: State): { game: string; position: string } | null {
  if (!s.tree || !s.trace) return null
  const { position } = s.trace.nodes[s.chosen]
  return s.positions.has(positionKey(s.tree, position)) ? null : { game: s.tree.game, position }
}

/** The reply to a request of missingPosition(); null: the server refused it. */
export const withPosition = (s: State, at: { game: string; position: string }, found: Position | null): State =>
  withBoard({ ...s, positions: added(s.positions, `${at.game} ${at.position}`, found) })

function withBoard(s: State): State {
  if (!s.tree || !s.trace) return s
  const position = s.positions.get(positionKey(s.tree, s.trace.nodes[s.chosen].position))
  return position ? { ...s, board: { position, last: lastMove(s.tree, s.trace, s.chosen) } } : s
}

function lastMove(tree: Tree, trace: Trace, node: number): Board['last'] {
  const { move } = trace.nodes[node],
    up = trace.parent[node]
  if (up < 0 || move === undefined) return null
  const { turn } = trace.nodes[up],
    max = tree.max - 1
  return { seat: turn === 'chance' ? null : turn === 'max' ? max : 1 - max, move }
}
