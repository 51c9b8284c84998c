// Pictures for the page of rules: positions as the server writes them.
import type { Drawing } from '../drawing.js'
import type { NumbersBoard } from './numbers_tree.js'
import { word } from '../lang.js'

export const examples: Drawing<NumbersBoard>['examples'] = [
  {
    state: { game: 'numbers', position: '((3 12 8) (2 4 6) (14 5 2)) max', turn: 0, board: { tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]] } },
    seat: 0,
    caption: word('MAX chooses a branch and wants a high number. Then MIN chooses and wants a low one. The 12 and the 14 look good, but MIN would reply with 3, 2 or 2.'),
  },
  {
    state: { game: 'numbers', position: '(3 12 8) min', turn: 1, board: { tree: [3, 12, 8] } },
    seat: 1, last: '1',
    caption: word('MAX chose branch 1. Only its subtree remains, and it is MIN\'s turn.'),
  },
  {
    state: { game: 'numbers', position: '3', turn: 'over', score: 3, board: { tree: 3 } },
    seat: 0, last: '1',
    caption: word('MIN chose the 3: MAX wins by 3.'),
  },
]
