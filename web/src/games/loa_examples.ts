// Pictures for the page of rules: positions as the server writes them.
import type { Drawing } from '../drawing.js'
import type { LoaBoard } from './loa_lines.js'
import { word } from '../lang.js'

export const examples: Drawing<LoaBoard>['examples'] = [
  {
    state: { game: 'loa', position: '1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b', turn: 0, board: { squares: '.bbbbbb.w......ww......ww......ww......ww......ww......w.bbbbbb.', pieces: [12, 12], groups: [[['b1', 'c1', 'd1', 'e1', 'f1', 'g1'], ['b8', 'c8', 'd8', 'e8', 'f8', 'g8']], [['a2', 'a3', 'a4', 'a5', 'a6', 'a7'], ['h2', 'h3', 'h4', 'h5', 'h6', 'h7']]], winner: null } },
    seat: 0, picked: 'c1',
    caption: word('A piece moves as many squares as there are pieces on its line. The piece on c1 has two on its file and on each diagonal, so it moves two squares; on a3 it captures. Six squares along the rank would leave the board.'),
  },
  {
    state: { game: 'loa', position: '1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b', turn: 0, board: { squares: '.bbbbbb.w......ww......ww......ww......ww......ww......w.bbbbbb.', pieces: [12, 12], groups: [[['b1', 'c1', 'd1', 'e1', 'f1', 'g1'], ['b8', 'c8', 'd8', 'e8', 'f8', 'g8']], [['a2', 'a3', 'a4', 'a5', 'a6', 'a7'], ['h2', 'h3', 'h4', 'h5', 'h6', 'h7']]], winner: null } },
    seat: 0, picked: 'b1',
    caption: word('A piece may jump over its own side\'s pieces. Six are on the rank, so the piece on b1 can move six squares, to h1.'),
  },
  {
    state: { game: 'loa', position: '8/8/1b6/8/w1b4w/8/8/8 w', turn: 1, board: { squares: '........................w.b....w.........b......................', pieces: [2, 2], groups: [[['c4'], ['b6']], [['a4'], ['h4']]], winner: null } },
    seat: 0, picked: 'a4',
    caption: word('It may not jump over enemy pieces. With three pieces on its rank the white piece on a4 would move to d4, but c4 is in the way.'),
  },
  {
    state: { game: 'loa', position: '8/8/8/8/3w4/7w/2b5/1b6 w', turn: 'over', score: 1, board: { squares: '.b........b............w...w....................................', pieces: [2, 2], groups: [[['b1', 'c2']], [['h3'], ['d4']]], winner: 0 } },
    seat: 0, last: 'a1-b1',
    caption: word('Black moved from a1 to b1. All black pieces are connected in one group: Black wins.'),
  },
]
