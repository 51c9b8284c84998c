// A game under analysis: its moves and positions, variations, and the current position. Pure functions.
import type { Evaluation, Move, State } from '../types.js'

/** Moves and the positions before and after them. null: not fetched yet, since the server omits positions of long
 *  games. */
export interface MoveSequence {
  moves: Move[]
  states: (State | null)[]
}

/** Moves tried by the user, starting after ply `from` of the game. */
export interface Variation {
  from: number
  line: MoveSequence
  name: string // '': none
}

export interface AnalyzedGame {
  game: string
  start: string // '': the initial position
  main: MoveSequence
  /** The chosen variation, and the others. They form a tree: those that start alike share a branch
   *  (variation_tree.ts). */
  variation: Variation | null
  others: Variation[]
  ply: number
  inVariation: boolean // `ply` counts from the start of the variation
}

export function begin(game: string, start: string, main: MoveSequence): AnalyzedGame {
  return { game, start, main, variation: null, others: [], ply: 0, inVariation: false }
}

export const shownMoves = (s: AnalyzedGame): MoveSequence => (s.inVariation && s.variation ? s.variation.line : s.main)
export const stateOf = (s: AnalyzedGame): State | null => shownMoves(s).states[s.ply]
export const lastMove = (s: AnalyzedGame): Move | null =>
  s.ply > 0
    ? shownMoves(s).moves[s.ply - 1]
    : s.inVariation && s.variation && s.variation.from > 0
      ? s.main.moves[s.variation.from - 1]
      : null

/** The number of moves from the start to the current position. */
export const plyFromStart = (s: AnalyzedGame): number =>
  s.inVariation && s.variation ? s.variation.from + s.ply : s.ply

const joined = (moves: Move[]): string => moves.map(m => m.move).join(' ')

/** The moves to the current position, in the format of requests. */
export function movesSoFar(s: AnalyzedGame): string {
  const before = s.inVariation && s.variation ? s.main.moves.slice(0, s.variation.from) : []
  return joined([...before, ...shownMoves(s).moves.slice(0, s.ply)])
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

/** All variations. */
export const variations = (s: AnalyzedGame): Variation[] => (s.variation ? [s.variation, ...s.others] : s.others)

/** Chooses a variation and goes to a position in it. */
export function choose(s: AnalyzedGame, variation: Variation, ply: number): AnalyzedGame {
  return goTo({ ...s, variation, others: variations(s).filter(v => v !== variation) }, ply, true)
}

/** Plays a move: follows the game or a variation if it is their next move, otherwise starts a variation, or a branch of
 *  the current one. */
export function playMove(s: AnalyzedGame, move: Move, after: State): AnalyzedGame {
  const line = shownMoves(s)
  if (line.moves[s.ply]?.move === move.move) return goTo(s, s.ply + 1)
  const from = s.inVariation && s.variation ? s.variation.from : s.ply,
    before = s.inVariation ? line.moves.slice(0, s.ply) : [],
    moves = [...before, move],
    known = variations(s).find(v => v.from === from && startsWith(v.line.moves, moves))
  if (known) return choose(s, known, moves.length)
  // A move at the end of the game extends it, and one at the end of a variation extends that.
  if (!s.inVariation && s.ply === s.main.moves.length)
    return { ...s, main: { moves: [...s.main.moves, move], states: [...s.main.states, after] }, ply: s.ply + 1 }
  const states = s.inVariation ? line.states.slice(0, s.ply + 1) : [s.main.states[s.ply]],
    longer = s.inVariation && s.variation && s.ply === s.variation.line.moves.length
  const next: Variation = {
    from,
    line: { moves, states: [...states, after] },
    name: longer && s.variation ? s.variation.name : '',
  }
  const others = longer ? s.others : variations(s)
  return { ...s, variation: next, others, inVariation: true, ply: moves.length }
}

const startsWith = (moves: Move[], first: Move[]): boolean =>
  moves.length >= first.length && first.every((m, i) => m.move === moves[i].move)

/** Stores a position that was fetched, in the game or in the variation: wherever `moves` lead to it. */
export function withState(s: AnalyzedGame, moves: string, state: State): AnalyzedGame {
  const ply = moves ? moves.split(' ').length : 0
  const put = (line: MoveSequence, before: Move[]): MoveSequence => {
    const at = ply - before.length,
      leads = at >= 0 && at < line.states.length && joined([...before, ...line.moves.slice(0, at)]) === moves
    return leads ? { ...line, states: line.states.map((old, i) => (i === at ? state : old)) } : line
  }
  const inside = (v: Variation): Variation => ({ ...v, line: put(v.line, s.main.moves.slice(0, v.from)) })
  return {
    ...s,
    main: put(s.main, []),
    variation: s.variation && inside(s.variation),
    others: s.others.map(inside),
  }
}

// ---- Chances of winning -------------------------------------------------------------------

/** The chance of winning of the first seat's team. Partners sit opposite each other, so the team has the even seats. */
export function firstChance(j: { seat: number; win: number | null }): number | null {
  return j.win === null ? null : j.seat % 2 === 0 ? j.win : 1 - j.win
}

/** The result of a finished game for the first seat: 0, 0.5 or 1. */
export function overChance(state: State | null | undefined): number | null {
  if (state?.turn !== 'over' || state.score === undefined) return null
  return state.score > 0 ? 1 : state.score < 0 ? 0 : 0.5
}

/** The first seat's chances by ply, from evaluations and from the result; null: unknown. */
export function chances(line: MoveSequence, evaluations: ReadonlyMap<number, Evaluation>): (number | null)[] {
  return line.states.map((state, ply) => {
    const j = evaluations.get(ply)
    return j ? firstChance(j) : overChance(state)
  })
}

/** The same for the graph: chance nodes between evaluated positions become undefined, so that the curve connects their
 *  neighbours; positions that are not evaluated yet stay null. `sparse`: no more evaluations will come, and the curve
 *  connects those that there are. */
export function graphed(line: MoveSequence, list: (number | null)[], sparse = false): (number | null | undefined)[] {
  const skipped = (i: number) => (sparse ? list[i] === null : line.states[i]?.turn === 'chance')
  return list.map((c, i) => {
    if (c !== null || !skipped(i)) return c
    let before = i,
      after = i
    while (before >= 0 && skipped(before)) before--
    while (after < list.length && skipped(after)) after++
    return typeof list[before] === 'number' && typeof list[after] === 'number' ? undefined : null
  })
}

export const SIGNS: Record<string, string> = { best: '', inaccuracy: '?!', mistake: '?', blunder: '??' }
