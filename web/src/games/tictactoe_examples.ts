// Pictures for the page of rules: positions as the server writes them.
import type { Drawing } from '../drawing.js'
import type { OxoBoard } from './tictactoe_line.js'

export const examples: Drawing<OxoBoard>['examples'] = [
  {
    state: { game: 'tictactoe', position: 'x.o/.o./x.x o', turn: 1, board: { squares: 'x.o.o.x.x' } },
    seat: 0, last: '7',
    caption: {
      en: 'A fork: X on 7 threatens to make a line on 4 and on 8, and O can stop only one of them.',
      'pt-BR': 'Um garfo: com o X em 7 há ameaça de fechar uma linha em 4 e em 8, e o O só pode impedir uma delas.',
    },
  },
  {
    state: { game: 'tictactoe', position: 'x.o/xo./xox o', turn: 'over', score: 1, board: { squares: 'x.oxo.xox' } },
    seat: 0, last: '4',
    caption: {
      en: 'O stopped the line on 8, and X made the one on 4: three in a line win.',
      'pt-BR': 'O O impediu a linha em 8, e o X fechou a de 4: três em linha vencem.',
    },
  },
]
