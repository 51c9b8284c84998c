// Types of the server's messages, as docs/api.md describes them.

export interface Texts { [language: string]: string }

export interface Option { name: string; type: string; range: string; default: string; help: string }
export interface AgentInfo { name: string; summary: string; traces: boolean; judges: boolean; options: Option[] }
export interface Level { name: string; title: string; agent: string }
export interface Feature { name: string; help: string; weight: number }
export interface Evaluator { name: string; help: string; unit: number; chance: boolean; features: Feature[] }
export interface Game {
  name: string; title: string; summary: string; seats: string[]; traits: string[]; opponent: string
  options: Option[]; levels: Level[]; agents: AgentInfo[]; evaluators: Evaluator[]
}

/** A position as one seat sees it. The format of `board` depends on the game; only the game's drawing reads it. */
export interface State<Board = any> {
  game: string; position: string; turn: number | 'chance' | 'over'; moves?: string[]; score?: number; board: Board
}

export interface Seat {
  title: string; team: number; kind: 'player' | 'agent' | 'open'; name?: string; agent?: string; for?: string
  you: boolean; here: boolean; absent: number
  may?: string[] // at a table: sit, seat, free
}
export interface Move { seat: number | null; move: string; words: string }
export interface Over { score: number; result: string; reason: string; text: string }
export interface Clock { total: number; increment: number }

export interface Table {
  table: string; version: number; game: string; title: string; seat: number | null; seats: Seat[]; start: string
  from: number; moves: Move[]; ply: number; state: State; over: Over | null
  offers: { what: 'back' | 'rematch' | 'swap'; by: number; asked: number[] }[]
  may: string[]; thinking: number | null; clock: Clock | null; left: number[] | null; running: number | null
  listed: boolean; set: boolean; game_id: number | null
}

export interface EvaluatedMove { move: string; words: string; value: number | null; shown: string; chance: number | null; margin: number | null }
export interface Evaluation {
  ply: number; position: string; seat: number; agent: string; move: string; words: string
  value: number | null; shown: string; chance: number | null; margin: number | null; proven: boolean; exact: 1 | 0 | -1 | null
  depth: number; nodes: number; seconds: number; line: { move: string; words: string }[]; moves: EvaluatedMove[]
  why?: string; loss?: number; gave?: number; mark?: '' | 'best' | 'inaccuracy' | 'mistake' | 'blunder'
}

export interface Standing {
  agent: string; elo: number | null; error: number | null; points: number; games: number; wins: number; draws: number; losses: number
}
export interface Run {
  run: number; kind: 'match' | 'tune'; game: string; state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed'
  done: number; text: string; mine: boolean; kept: number | null; agents: string[]; games: number
  standings: Standing[]; points: any[]
}
