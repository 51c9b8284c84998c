// Pictures for the page of rules: positions as the server writes them.
import type { Drawing } from '../drawing.js'
import type { KalahBoard } from './kalah_sow.js'
import { word } from '../lang.js'

export const examples: Drawing<KalahBoard>['examples'] = [
  {
    state: { game: 'kalah', position: '4,4,0,5,5,5,1,4,4,4,4,4,4,0 1', turn: 0, board: { houses: 6, seeds: [[4, 4, 0, 5, 5, 5], [4, 4, 4, 4, 4, 4]], stores: [1, 0] } },
    seat: 0, last: '3',
    caption: word('Player 1 sowed house 3. The last of its four seeds fell into the store on the right, so player 1 moves again.'),
  },
  {
    state: { game: 'kalah', position: '4,4,4,4,0,5,1,0,6,1,6,6,6,1 1', turn: 0, board: { houses: 6, seeds: [[4, 4, 4, 4, 0, 5], [0, 6, 1, 6, 6, 6]], stores: [1, 1] } },
    seat: 0,
    caption: word('A capture: the last of the four seeds of house 1 will fall into house 5, which is empty. The opposite house has six seeds.'),
  },
  {
    state: { game: 'kalah', position: '0,5,5,5,0,5,8,0,0,1,6,6,6,1 2', turn: 1, board: { houses: 6, seeds: [[0, 5, 5, 5, 0, 5], [0, 0, 1, 6, 6, 6]], stores: [8, 1] } },
    seat: 0, last: '1',
    caption: word('After sowing house 1, the last seed and the six opposite seeds go to the store: seven in all.'),
  },
  {
    state: { game: 'kalah', position: '0,0,0,0,0,0,21,0,0,0,0,0,0,27 -', turn: 'over', score: -6, board: { houses: 6, seeds: [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]], stores: [21, 27] } },
    seat: 0, last: '6',
    caption: word('Game over: player 1 has no seeds left in the houses, so player 2 keeps the rest. Player 2 wins 27 to 21.'),
  },
]
