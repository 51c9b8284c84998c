// Pictures for the page of rules: positions as the server writes them.
import type { Drawing } from '../drawing.js'
import type { PigBoard } from './pig.js'
import { word } from '../lang.js'

export const examples: Drawing<PigBoard>['examples'] = [
  {
    state: { game: 'pig', position: '20 11 8 1', turn: 0, board: { points: [20, 11], total: 8, rolling: false, target: 100 } },
    seat: 0, last: '4',
    caption: word('Player 1 has 20 points and 8 in this turn. Holding scores 28. Rolling adds 2 to 6 points with probability 5/6, and loses the turn\'s points with 1/6.'),
  },
  {
    state: { game: 'pig', position: '20 11 0 2', turn: 1, board: { points: [20, 11], total: 0, rolling: false, target: 100 } },
    seat: 0, last: '1',
    caption: word('A 1: player 1 loses the points of the turn, and it is player 2\'s turn.'),
  },
  {
    state: { game: 'pig', position: '100 60 0 1', turn: 'over', score: 1, board: { points: [100, 60], total: 0, rolling: false, target: 100 } },
    seat: 0, last: '6',
    caption: word('94 and 6 make 100: player 1 wins at once.'),
  },
]
