// Pictures for the page of rules: positions as the server writes them.
import type { Drawing } from '../drawing.js'
import type { LoaBoard } from './loa_lines.js'

export const examples: Drawing<LoaBoard>['examples'] = [
  {
    state: { game: 'loa', position: '1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b', turn: 0, board: { squares: '.bbbbbb.w......ww......ww......ww......ww......ww......w.bbbbbb.', pieces: [12, 12], groups: [[['b1', 'c1', 'd1', 'e1', 'f1', 'g1'], ['b8', 'c8', 'd8', 'e8', 'f8', 'g8']], [['a2', 'a3', 'a4', 'a5', 'a6', 'a7'], ['h2', 'h3', 'h4', 'h5', 'h6', 'h7']]], winner: null } },
    seat: 0, picked: 'c1',
    caption: {
      en: 'The piece on c1 goes as far as there are pieces on the line. Two are on its file and on each diagonal: two squares. On a3 it captures. Along the rank six squares would lead off the board.',
      'pt-BR': 'A peça em c1 anda tantas casas quantas peças há na linha. Na coluna e em cada diagonal há duas: duas casas. Em a3 ela captura. Na fileira, seis casas a levariam para fora do tabuleiro.',
    },
  },
  {
    state: { game: 'loa', position: '1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b', turn: 0, board: { squares: '.bbbbbb.w......ww......ww......ww......ww......ww......w.bbbbbb.', pieces: [12, 12], groups: [[['b1', 'c1', 'd1', 'e1', 'f1', 'g1'], ['b8', 'c8', 'd8', 'e8', 'f8', 'g8']], [['a2', 'a3', 'a4', 'a5', 'a6', 'a7'], ['h2', 'h3', 'h4', 'h5', 'h6', 'h7']]], winner: null } },
    seat: 0, picked: 'b1',
    caption: {
      en: 'Own pieces may be jumped: six are on the rank, so the piece on b1 can go six squares, to h1.',
      'pt-BR': 'Pode-se saltar sobre as próprias peças: há seis na fileira, e a peça em b1 pode andar seis casas, até h1.',
    },
  },
  {
    state: { game: 'loa', position: '8/8/1b6/8/w1b4w/8/8/8 w', turn: 1, board: { squares: '........................w.b....w.........b......................', pieces: [2, 2], groups: [[['c4'], ['b6']], [['a4'], ['h4']]], winner: null } },
    seat: 0, picked: 'a4',
    caption: {
      en: 'Others may not: with three pieces on its rank the white one on a4 would go to d4, but c4 is in the way.',
      'pt-BR': 'Sobre as do adversário, não: com três peças na fileira, a branca em a4 iria até d4, mas a de c4 está no caminho.',
    },
  },
  {
    state: { game: 'loa', position: '8/8/8/8/3w4/7w/2b5/1b6 w', turn: 'over', score: 1, board: { squares: '.b........b............w...w....................................', pieces: [2, 2], groups: [[['b1', 'c2']], [['h3'], ['d4']]], winner: 0 } },
    seat: 0, last: 'a1-b1',
    caption: {
      en: 'Black has moved from a1 to b1. All black pieces touch and are one group: Black has won.',
      'pt-BR': 'As pretas jogaram de a1 para b1. Todas as peças pretas se tocam e formam um só grupo: as pretas venceram.',
    },
  },
]
