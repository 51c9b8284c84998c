// Pictures for the page of rules: positions as the server writes them.
import type { Drawing } from '../drawing.js'
import type { OxoBoard } from './tictactoe_line.js'
import { word } from '../lang.js'

export const examples: Drawing<OxoBoard>['examples'] = [
  {
    state: { game: 'tictactoe', position: 'x.o/.o./x.x o', turn: 1, board: { squares: 'x.o.o.x.x' } },
    seat: 0, last: '7',
    caption: word('A fork: with X on 7, X threatens to complete a line on 4 and on 8, and O can block only one of them.'),
  },
  {
    state: { game: 'tictactoe', position: 'x.o/xo./xox o', turn: 'over', score: 1, board: { squares: 'x.oxo.xox' } },
    seat: 0, last: '4',
    caption: word('O blocked on 8, and X completed the line on 4: three in a row win.'),
  },
]
