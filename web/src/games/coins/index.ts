// Coins on the page.
import { word } from '../../lang.js'
import type { Room } from '../room.js'
import { art } from './art.js'

export const room: Room = {
  art,
  drawing: () => import('./board.js').then(m => m.drawing),
  searchDepth: 6,
  searchFirst: true,
  searchNote: word('the five-coin game of the lecture'),
}
