// A game under analysis: its moves and positions, one variation, and the current position. Pure functions.
import type { Evaluation, Move, State } from '../types.js'

/** Moves and the positions before and after them. null: not fetched yet, since the server omits positions of long games. */
export interface MoveSequence { moves: Move[]; states: (State | null)[] }

export interface AnalyzedGame {
  game: string
  start: string                       // '': the initial position
  main: MoveSequence
  /** Moves tried by the user, starting after ply `from` of the game. */
  variation: { from: number; line: MoveSequence } | null
  ply: number
  inVariation: boolean                // `ply` counts from the start of the variation
}

export function begin(game: string, start: string, main: MoveSequence): AnalyzedGame {
  return { game, start, main, variation: null, ply: 0, inVariation: false }
}

export const shownMoves = (s: AnalyzedGame): MoveSequence => s.inVariation && s.variation ? s.variation.line : s.main
export const stateOf = (s: AnalyzedGame): State | null => shownMoves(s).states[s.ply]
export const lastMove = (s: AnalyzedGame): Move | null =>
  s.ply > 0 ? shownMoves(s).moves[s.ply - 1] : s.inVariation && s.variation && s.variation.from > 0 ? s.main.moves[s.variation.from - 1] : null

/** The number of moves from the start to the current position. */
export const plyFromStart = (s: AnalyzedGame): number => s.inVariation && s.variation ? s.variation.from + s.ply : s.ply

/** The moves to the current position, in the format of requests. */
export function movesSoFar(s: AnalyzedGame): string {
  const before = s.inVariation && s.variation ? s.main.moves.slice(0, s.variation.from) : []
  return [...before, ...shownMoves(s).moves.slice(0, s.ply)].map(m => m.move).join(' ')
}

export function goTo(s: AnalyzedGame, ply: number, inVariation = s.inVariation): AnalyzedGame {
  const next = { ...s, inVariation: inVariation && s.variation !== null }
  return { ...next, ply: Math.max(0, Math.min(shownMoves(next).moves.length, ply)) }
}

/** Steps forwards or backwards; stepping back from the start of a variation returns to the game. */
export function stepBy(s: AnalyzedGame, by: number): AnalyzedGame {
  if (s.inVariation && s.variation && s.ply + by < 0) return goTo(s, s.variation.from + s.ply + by, false)
  if (s.inVariation && s.variation && s.ply + by === 0) return goTo(s, s.variation.from, false)
  return goTo(s, s.ply + by)
}

/** Plays a move: follows the game or the variation if it is their next move, otherwise starts a variation or replaces its
 *  rest. */
export function playMove(s: AnalyzedGame, move: Move, after: State): AnalyzedGame {
  const line = shownMoves(s)
  if (line.moves[s.ply]?.move === move.move) return goTo(s, s.ply + 1)
  if (s.inVariation && s.variation) {
    const own = { moves: [...line.moves.slice(0, s.ply), move], states: [...line.states.slice(0, s.ply + 1), after] }
    return { ...s, variation: { from: s.variation.from, line: own }, ply: s.ply + 1 }
  }
  // A move at the end of the game extends it.
  if (s.ply === s.main.moves.length) {
    const main = { moves: [...s.main.moves, move], states: [...s.main.states, after] }
    return { ...s, main, variation: s.variation, ply: s.ply + 1 }
  }
  return { ...s, variation: { from: s.ply, line: { moves: [move], states: [s.main.states[s.ply], after] } }, inVariation: true, ply: 1 }
}

export function dropVariation(s: AnalyzedGame): AnalyzedGame {
  return { ...(s.inVariation && s.variation ? goTo({ ...s, inVariation: false }, s.variation.from, false) : s), variation: null, inVariation: false }
}

// ---- Chances of winning -------------------------------------------------------------------

/** The chance of winning of the first seat's team. Partners sit opposite each other, so the team has the even seats. */
export function firstChance(j: { seat: number; chance: number | null }): number | null {
  return j.chance === null ? null : j.seat % 2 === 0 ? j.chance : 1 - j.chance
}

/** The result of a finished game for the first seat: 0, 0.5 or 1. */
export function overChance(state: State | null | undefined): number | null {
  if (state?.turn !== 'over' || state.score === undefined) return null
  return state.score > 0 ? 1 : state.score < 0 ? 0 : 0.5
}

/** The first seat's chances by ply, from evaluations and from the result; null: unknown. */
export function chances(line: MoveSequence, evaluations: Map<number, Evaluation>): (number | null)[] {
  return line.states.map((state, ply) => {
    const j = evaluations.get(ply)
    return j ? firstChance(j) : overChance(state)
  })
}

/** The same for the graph: chance nodes between evaluated positions become undefined, so that the curve connects their
 *  neighbours; positions that are not evaluated yet stay null. */
export function graphed(line: MoveSequence, list: (number | null)[]): (number | null | undefined)[] {
  const chance = (i: number) => line.states[i]?.turn === 'chance'
  return list.map((c, i) => {
    if (c !== null || !chance(i)) return c
    let before = i, after = i
    while (before >= 0 && chance(before)) before--
    while (after < list.length && chance(after)) after++
    return typeof list[before] === 'number' && typeof list[after] === 'number' ? undefined : null
  })
}

export const SIGNS: Record<string, string> = { best: '', inaccuracy: '?!', mistake: '?', blunder: '??' }

/** Inaccuracies, mistakes and blunders, in order of ply. */
export function mistakes(evaluations: Map<number, Evaluation>): Evaluation[] {
  return [...evaluations.values()].filter(j => j.mark === 'inaccuracy' || j.mark === 'mistake' || j.mark === 'blunder').sort((a, b) => a.ply - b.ply)
}
