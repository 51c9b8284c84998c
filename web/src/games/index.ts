// The drawings of the games, loaded on demand.
import type { Drawing } from '../drawing.js'

export const drawings: Record<string, () => Promise<Drawing>> = {
  coins: () => import('./coins.js').then(m => m.drawing),
  domino: () => import('./domino.js').then(m => m.drawing),
  kalah: () => import('./kalah.js').then(m => m.drawing),
  loa: () => import('./loa.js').then(m => m.drawing),
  magic: () => import('./magic.js').then(m => m.drawing),
  numbers: () => import('./numbers.js').then(m => m.drawing),
  pig: () => import('./pig.js').then(m => m.drawing),
  tictactoe: () => import('./tictactoe.js').then(m => m.drawing),
}

const plain = () => import('./plain.js').then(m => m.drawing)

/** The drawing of a game; a text board for games without one. */
export function drawingOf(game: string): Promise<Drawing> {
  return (drawings[game] ?? plain)()
}
