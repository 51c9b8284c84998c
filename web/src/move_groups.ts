// Readable lists of moves: deals are folded, so that a list starts with "Round 2" instead of the cards of every hand.
// Pure functions.
import { capital } from './lang.js'
import type { Game, Move } from './types.js'

/** A deal and the moves after it, up to the next one. Numbers are indices in the list of moves. */
export interface MoveGroup {
  round: number // counts deals; 0: what precedes the first
  deal: number[]
  moves: number[]
}

/** Folds deals: two or more chance moves in a row, in games with hidden hands. In other games chance is a die that
 *  everybody sees, and stays in the list. */
export function grouped(moves: Pick<Move, 'seat'>[], game: Pick<Game, 'traits'> | undefined): MoveGroup[] {
  const groups: MoveGroup[] = [{ round: 0, deal: [], moves: [] }],
    hidden = game?.traits.includes('hidden') ?? false
  for (let i = 0; i < moves.length;) {
    let end = i
    while (hidden && end < moves.length && moves[end].seat === null) end++
    if (end - i > 1) {
      const deal = Array.from({ length: end - i }, (_, k) => i + k)
      groups.push({ round: groups[groups.length - 1].round + 1, deal, moves: [] })
      i = end
    } else groups[groups.length - 1].moves.push(i++)
  }
  return groups.filter(g => g.deal.length || g.moves.length)
}

/** The title of a move in a list. Turns of many small steps are readable in words only. */
export const moveTitle = (m: Move, game: Pick<Game, 'traits'> | undefined): string =>
  game?.traits.includes('steps') && m.words ? capital(m.words) : m.move

/** Whether a move is left out of a list of moves: a card that somebody draws, which its words tell. */
export const isDraw = (m: Move, game: Pick<Game, 'traits'> | undefined): boolean =>
  m.seat === null && (game?.traits.includes('hidden') ?? false)
