// A game that is looked at: its moves and positions, and one variation that was tried. Nothing here asks or draws.
import type { Judgement, Move, State } from '../types.js'

/** One state more than moves; null: it was too much to be sent with the others. */
export interface Line { moves: Move[]; states: (State | null)[] }

export interface Study {
  game: string
  start: string                       // '': the game's own
  main: Line
  /** What was tried instead, from a position of the game on. */
  tried: { from: number; line: Line } | null
  ply: number
  trying: boolean                     // ply counts in the variation: from its first position
}

export function begin(game: string, start: string, main: Line): Study {
  return { game, start, main, tried: null, ply: 0, trying: false }
}

export const lineOf = (s: Study): Line => s.trying && s.tried ? s.tried.line : s.main
export const stateOf = (s: Study): State | null => lineOf(s).states[s.ply]
export const lastMove = (s: Study): Move | null =>
  s.ply > 0 ? lineOf(s).moves[s.ply - 1] : s.trying && s.tried && s.tried.from > 0 ? s.main.moves[s.tried.from - 1] : null

/** How many moves led here from the start. */
export const depthOf = (s: Study): number => s.trying && s.tried ? s.tried.from + s.ply : s.ply

/** The moves that led here, as requests want them. */
export function movesTo(s: Study): string {
  const before = s.trying && s.tried ? s.main.moves.slice(0, s.tried.from) : []
  return [...before, ...lineOf(s).moves.slice(0, s.ply)].map(m => m.move).join(' ')
}

export function goTo(s: Study, ply: number, trying = s.trying): Study {
  const next = { ...s, trying: trying && s.tried !== null }
  return { ...next, ply: Math.max(0, Math.min(lineOf(next).moves.length, ply)) }
}

/** A step on or back; back from the first position of a variation leads into the game. */
export function stepBy(s: Study, by: number): Study {
  if (s.trying && s.tried && s.ply + by < 0) return goTo(s, s.tried.from + s.ply + by, false)
  if (s.trying && s.tried && s.ply + by === 0) return goTo(s, s.tried.from, false)
  return goTo(s, s.ply + by)
}

/** A move is made: along the game or the variation if it is theirs; otherwise a variation begins, or goes on from here. */
export function tryMove(s: Study, move: Move, after: State): Study {
  const line = lineOf(s)
  if (line.moves[s.ply]?.move === move.move) return goTo(s, s.ply + 1)
  if (s.trying && s.tried) {
    const own = { moves: [...line.moves.slice(0, s.ply), move], states: [...line.states.slice(0, s.ply + 1), after] }
    return { ...s, tried: { from: s.tried.from, line: own }, ply: s.ply + 1 }
  }
  // A game without moves grows by itself: there is nothing to vary.
  if (s.ply === s.main.moves.length) {
    const main = { moves: [...s.main.moves, move], states: [...s.main.states, after] }
    return { ...s, main, tried: s.tried, ply: s.ply + 1 }
  }
  return { ...s, tried: { from: s.ply, line: { moves: [move], states: [s.main.states[s.ply], after] } }, trying: true, ply: 1 }
}

export function forget(s: Study): Study {
  return { ...(s.trying && s.tried ? goTo({ ...s, trying: false }, s.tried.from, false) : s), tried: null, trying: false }
}

// ---- Chances ------------------------------------------------------------------------------

/** The first seat's chance to win: partners sit across, so that every other seat is on its side. */
export function firstChance(j: { seat: number; chance: number | null }): number | null {
  return j.chance === null ? null : j.seat % 2 === 0 ? j.chance : 1 - j.chance
}

/** How a game that is over counts for the first seat. */
export function overChance(state: State | null | undefined): number | null {
  if (state?.turn !== 'over' || state.score === undefined) return null
  return state.score > 0 ? 1 : state.score < 0 ? 0 : 0.5
}

/** The first seat's chances by ply, where they are known: from a review, and from the result. */
export function chances(line: Line, judged: Map<number, Judgement>): (number | null)[] {
  return line.states.map((state, ply) => {
    const j = judged.get(ply)
    return j ? firstChance(j) : overChance(state)
  })
}

/** The same for a graph: chance's positions, which nobody judges, are undefined where both sides of them are known, so that
 *  a line goes past them; what is not known yet stays null. */
export function graphed(line: Line, list: (number | null)[]): (number | null | undefined)[] {
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

/** The mistakes of a review, in order. */
export function mistakes(judged: Map<number, Judgement>): Judgement[] {
  return [...judged.values()].filter(j => j.mark === 'inaccuracy' || j.mark === 'mistake' || j.mark === 'blunder').sort((a, b) => a.ply - b.ply)
}
