// Pictures for the page of rules: positions as the server writes them.
import type { Drawing } from '../drawing.js'
import type { NumbersBoard } from './numbers_tree.js'

export const examples: Drawing<NumbersBoard>['examples'] = [
  {
    state: { game: 'numbers', position: '((3 12 8) (2 4 6) (14 5 2)) max', turn: 0, board: { tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]] } },
    seat: 0,
    caption: {
      en: 'MAX chooses a branch and wants a high number; below, MIN will choose and wants a low one. The 12 and the 14 look good, but MIN would answer with 3, 2 or 2.',
      'pt-BR': 'MAX escolhe um ramo e quer um número alto; abaixo dele MIN escolherá e quer um baixo. O 12 e o 14 parecem bons, mas MIN responderia com 3, 2 ou 2.',
    },
  },
  {
    state: { game: 'numbers', position: '(3 12 8) min', turn: 1, board: { tree: [3, 12, 8] } },
    seat: 1, last: '1',
    caption: {
      en: 'MAX took branch 1. Only what is below it remains, and it is MIN\'s turn.',
      'pt-BR': 'MAX escolheu o ramo 1. Só resta o que está abaixo dele, e é a vez de MIN.',
    },
  },
  {
    state: { game: 'numbers', position: '3', turn: 'over', score: 3, board: { tree: 3 } },
    seat: 0, last: '1',
    caption: {
      en: 'MIN took the 3: MAX wins by 3.',
      'pt-BR': 'MIN escolheu o 3: MAX vence por 3.',
    },
  },
]
