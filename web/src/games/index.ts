// The list of games, in the order of the home page. A new game is an import and its place in the list.
import { svg } from 'lit-html'
import type { Drawing } from '../drawing.js'
import { t } from '../lang.js'
import { room as coins } from './coins/index.js'
import { room as connect4 } from './connect4/index.js'
import { room as domino } from './domino/index.js'
import { room as kalah } from './kalah/index.js'
import { room as loa } from './loa/index.js'
import { room as magic } from './magic/index.js'
import { room as numbers } from './numbers/index.js'
import { room as pig } from './pig/index.js'
import { room as tictactoe } from './tictactoe/index.js'
import type { Room } from './room.js'

export const rooms: Record<string, Room> = { kalah, loa, connect4, domino, magic, pig, tictactoe, coins, numbers }

/** The room of a game without one: two discs, and a text board. */
const plain: Room = {
  art: () => svg`<circle cx="84" cy="54" r="17" fill="#fbf4e6"/><circle cx="118" cy="54" r="17" fill="#2a2320"/>`,
  drawing: () => import('./plain.js').then(m => m.drawing),
}

export const roomOf = (game: string): Room => rooms[game] ?? plain

/** The drawing of a game; a text board for games without one. */
export const drawingOf = (game: string): Promise<Drawing> => roomOf(game).drawing()

/** The title of a deal in a list of moves; `round` counts the deals of the game. */
export const dealTitle = (spec: string, round: number): string =>
  roomOf(spec.split(':')[0]).rounds ? t('Round {0}', round) : t('Deal')

/** The game that the search page starts with. */
export const searchFirst = Object.keys(rooms).find(name => rooms[name].searchFirst)!

/** The games in the order of the home page; those without a room come last. */
export function inOrder<T extends { name: string }>(games: T[]): T[] {
  const names = Object.keys(rooms)
  const place = (game: T): number => (game.name in rooms ? names.indexOf(game.name) : names.length)
  return [...games].sort((a, b) => place(a) - place(b))
}
