// Types of the server's messages, as docs/api.md describes them.

export interface Texts {
  [language: string]: string
}

export interface Option {
  name: string
  type: string
  range: string
  default: string
  help: string
  labels?: string[] // the values of a choice in words, in the order of the range
  offers?: string[] // values of a text that forms offer
  pack?: true // a text of many lines can be turned into a value
}
export interface AgentInfo {
  name: string
  summary: string
  traces: boolean
  judges: boolean
  options: Option[]
}
export interface Level {
  name: string
  title: string
  agent: string
}
export interface Feature {
  name: string
  help: string
  weight: number
}
export interface Evaluator {
  name: string
  help: string
  unit: number
  chance: boolean
  features: Feature[]
}
export interface Game {
  name: string
  title: string
  summary: string
  seats: string[]
  traits: string[]
  opponent: string
  rollout: string
  options: Option[]
  levels: Level[]
  agents: AgentInfo[]
  evaluators: Evaluator[]
  /** Formats of /api/v1/export: text, json, sgf. */
  formats: string[]
}

/** A position as one seat sees it. The format of `board` depends on the game; only the game's drawing reads it. */
export interface State<Board = unknown> {
  game: string
  position: string
  turn: number | 'chance' | 'over'
  moves?: string[]
  score?: number
  board: Board
}

/** An example position of a game, for its rules page. */
export interface Example {
  state: State
  seat: number
  caption: string
  last?: string
  picked?: string
}

export interface Seat {
  title: string
  team: number
  kind: 'player' | 'agent' | 'open'
  name?: string
  agent?: string // its spec; `name` is for people
  for?: string
  you: boolean
  here: boolean
  absent: number
  may?: string[] // at a table: sit, seat, free
}
export interface Move {
  seat: number | null
  move: string
  words: string
}
export interface Over {
  score: number
  result: string
  reason: string
  text: string
}
export interface Clock {
  total: number
  increment: number
}

export interface Table {
  table: string
  version: number
  game: string
  title: string
  seat: number | null
  seats: Seat[]
  start: string
  from: number
  moves: Move[]
  ply: number
  state: State
  over: Over | null
  offers: { what: 'back' | 'rematch' | 'swap' | 'draw'; by: number; asked: number[] }[]
  may: string[]
  draw_wait: number // moves of the opponents before the viewer may offer a draw again
  thinking: number | null
  clock: Clock | null
  left: number[] | null
  running: number | null
  shared: boolean // the viewer has several hidden hands: people pass the device around
  halted: boolean // only agents play, and the owner has stopped them
  listed: boolean
  set: boolean
  friendly: boolean // engine help is allowed although people oppose each other
  help: boolean // engine help is allowed to the viewer
  game_id: number | null
}

export interface EvaluatedMove {
  move: string
  words: string
  value: number | null
  shown: string
  win: number | null
  margin: number | null
}
export interface Evaluation {
  ply: number
  position: string
  seat: number
  agent: string
  move: string
  words: string
  value: number | null
  shown: string
  win: number | null
  margin: number | null
  proven: boolean
  exact: 1 | 0 | -1 | null
  depth: number
  nodes: number
  seconds: number
  line: { move: string; words: string }[]
  moves: EvaluatedMove[]
  why?: string
  loss?: number
  gave?: number
  mark?: '' | 'best' | 'inaccuracy' | 'mistake' | 'blunder'
}

export interface RolledMove {
  move: string | null // null: the position itself, where chance is to move
  words: string
  trials: number
  win: number
  win_error: number | null
  score: number
  score_error: number | null
  loss: number
  loss_error: number | null
  out: boolean
  exact: boolean
  same: boolean
}
export interface Rollout {
  ply: number
  seat: number | null
  agent: string
  trials: number
  most: number
  confidence: number
  settled: boolean
  seconds: number
  moves: RolledMove[]
}

export interface Standing {
  agent: string
  elo: number | null
  error: number | null
  points: number
  games: number
  wins: number
  draws: number
  losses: number
}
export interface MatchPoint {
  games: number
  score: number
  low: number
  high: number
}
export interface TunePoint {
  generation: number
  best: number
  mean: number
  weights: Record<string, number>
}

interface AnyRun {
  run: number
  game: string
  state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed'
  done: number
  left: number | null // estimated seconds
  text: string
  mine: boolean
  kept: number | null
  agents: string[]
  games: number
  standings: Standing[]
}
export interface MatchRun extends AnyRun {
  kind: 'match' | 'tournament'
  points: MatchPoint[]
}
export interface TuneRun extends AnyRun {
  kind: 'tune'
  points: TunePoint[]
}
export interface StudyRun extends AnyRun {
  kind: 'study'
  study: string
  title: string
  quick: boolean
  points: never[]
}
export type Run = MatchRun | TuneRun | StudyRun
