// The tree of numbers on the page.
import type { Room } from '../room.js'
import { art } from './art.js'

export const room: Room = {
  art,
  drawing: () => import('./board.js').then(m => m.drawing),
  searchDepth: 6,
}
