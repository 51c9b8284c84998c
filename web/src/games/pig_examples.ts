// Pictures for the page of rules: positions as the server writes them.
import type { Drawing } from '../drawing.js'
import type { PigBoard } from './pig.js'

export const examples: Drawing<PigBoard>['examples'] = [
  {
    state: { game: 'pig', position: '20 11 8 1', turn: 0, board: { points: [20, 11], total: 8, rolling: false, target: 100 } },
    seat: 0, last: '4',
    caption: {
      en: 'Player 1 has 20 points and 8 in this turn. Holding makes 28; rolling adds 2 to 6 more five times out of six.',
      'pt-BR': 'O jogador 1 tem 20 pontos e 8 nesta vez. Parando, fica com 28; lançando, ganha de 2 a 6 em cinco de cada seis vezes.',
    },
  },
  {
    state: { game: 'pig', position: '20 11 0 2', turn: 1, board: { points: [20, 11], total: 0, rolling: false, target: 100 } },
    seat: 0, last: '1',
    caption: {
      en: 'A 1: the points of the turn are lost, and it is player 2\'s turn.',
      'pt-BR': 'Saiu um 1: os pontos da vez estão perdidos, e é a vez do jogador 2.',
    },
  },
  {
    state: { game: 'pig', position: '100 60 0 1', turn: 'over', score: 1, board: { points: [100, 60], total: 0, rolling: false, target: 100 } },
    seat: 0, last: '6',
    caption: {
      en: '94 and 6 are 100: player 1 has won at once.',
      'pt-BR': '94 e 6 são 100: o jogador 1 venceu na hora.',
    },
  },
]
