// The game that the search view shows first, and what the rooms say of search trees.
import { roomOf, searchFirst } from '../../games/index.js'
import { t } from '../../lang.js'
import type { First } from './state.js'

export const FIRST: First = { game: searchFirst, agent: 'alphabeta' }

/** A depth with trees of readable size. */
export const readableDepth = (game: string): string => String(roomOf(game).searchDepth ?? 3)

/** A note about the game; '': none. */
export function gameNote(game: string): string {
  const note = roomOf(game).searchNote
  return note ? t(note) : ''
}
