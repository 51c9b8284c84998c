// The review of a game: accuracy of each player, mistakes with their refutations, and a summary. Pure functions.
import type { Evaluation } from '../types.js'

export type Mark = 'inaccuracy' | 'mistake' | 'blunder'
export const MARKS: Mark[] = ['inaccuracy', 'mistake', 'blunder']

type Line = { move: string; words: string }[]
type Reviews = ReadonlyMap<number, Evaluation>

const isMistake = (e: Evaluation): e is Evaluation & { mark: Mark } => MARKS.includes(e.mark as Mark)

/** The moves of a seat whose loss is known. */
export interface PlayerReview {
  seat: number
  moves: number
  accuracy: number // 1 minus the mean loss of winning chance
  marks: Record<Mark, number>
}

/** The players with reviewed moves, by seat. */
export function playerReviews(reviewed: Reviews): PlayerReview[] {
  const known = [...reviewed.values()].filter(e => e.move !== '' && e.loss !== undefined && e.loss !== null)
  const seats = [...new Set(known.map(e => e.seat))].sort((a, b) => a - b)
  return seats.map(seat => {
    const own = known.filter(e => e.seat === seat),
      count = (mark: Mark) => own.filter(e => e.mark === mark).length
    return {
      seat,
      moves: own.length,
      accuracy: 1 - own.reduce((sum, e) => sum + (e.loss ?? 0), 0) / own.length,
      marks: { inaccuracy: count('inaccuracy'), mistake: count('mistake'), blunder: count('blunder') },
    }
  })
}

export interface Mistake {
  ply: number
  seat: number
  mark: Mark
  played: string
  before: number | null // chance of winning of the player, with the best move and after the one played
  after: number | null
  loss: number
  gave: number // points of an exact score; 0: unknown
  better: Line // the best move and what follows
  refutation: Line // the move played and the opponent's best reply; empty: unknown
}

/** Inaccuracies, mistakes and blunders, in order of ply. `moves` are those of the game. */
export function mistakes(reviewed: Reviews, moves: Line): Mistake[] {
  return [...reviewed.values()]
    .filter(isMistake)
    .sort((a, b) => a.ply - b.ply)
    .map(e => {
      const next = reviewed.get(e.ply + 1),
        played = moves.at(e.ply) ?? { move: '', words: '' },
        replies = next && next.move && (next.seat & 1) !== (e.seat & 1) ? lineOf(next) : [],
        loss = e.loss ?? 0
      return {
        ply: e.ply,
        seat: e.seat,
        mark: e.mark,
        played: played.words || played.move,
        before: e.win,
        after: e.win === null ? null : Math.max(0, e.win - loss),
        loss,
        gave: e.gave ?? 0,
        better: lineOf(e),
        refutation: replies.length ? [played, ...replies] : [],
      }
    })
}

/** The principal variation, or at least the best move. */
const lineOf = (e: Evaluation): Line => (e.line.length ? e.line : [{ move: e.move, words: e.words }])

/** Whose mistakes are shown: all, those of the user, those of the opponents, or those of a seat. */
export type Whose = 'all' | 'mine' | 'theirs' | number

export function ofWhom(list: Mistake[], whose: Whose, mine: number[]): Mistake[] {
  if (whose === 'all') return list
  if (typeof whose === 'number') return list.filter(m => m.seat === whose)
  const teams = mine.map(seat => seat & 1)
  return list.filter(m => (whose === 'mine' ? mine.includes(m.seat) : !teams.includes(m.seat & 1)))
}

/** The mistake that lost most; null: there is none. */
export const worst = (list: Mistake[]): Mistake | null =>
  list.reduce<Mistake | null>((most, m) => (most && most.loss >= m.loss ? most : m), null)

/** A chance of winning in five steps, from 0 (lost) to 4 (winning); 2 is an even game. */
export const standing = (chance: number): number =>
  chance < 0.1 ? 0 : chance < 0.4 ? 1 : chance <= 0.6 ? 2 : chance <= 0.9 ? 3 : 4

/** The least and the most milliseconds per move of an automatic review. */
const LEAST_MS = 20,
  MOST_MS = 300

/** Milliseconds per move of an automatic review of at most `most` moves in `budget` milliseconds; 0: the game is too
 *  short or too long. */
export const reviewTime = (moves: number, most = 120, budget = 12000): number =>
  moves > 1 && moves <= most ? Math.max(LEAST_MS, Math.min(MOST_MS, Math.round(budget / moves))) : 0
