// The Magic duel on the page.
import type { Room } from '../room.js'
import { art } from './art.js'

export const room: Room = {
  art,
  choosers: { decks: () => import('./decks.js').then(m => m.deckChooser) },
  drawing: () => import('./board.js').then(m => m.drawing),
}
