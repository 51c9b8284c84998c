// Pictures for the page of rules: positions as the server writes them.
import type { Drawing } from '../drawing.js'
import type { KalahBoard } from './kalah_sow.js'

export const examples: Drawing<KalahBoard>['examples'] = [
  {
    state: { game: 'kalah', position: '4,4,0,5,5,5,1,4,4,4,4,4,4,0 1', turn: 0, board: { houses: 6, seeds: [[4, 4, 0, 5, 5, 5], [4, 4, 4, 4, 4, 4]], stores: [1, 0] } },
    seat: 0, last: '3',
    caption: {
      en: 'Player 1 has sown house 3. The last of its four seeds fell into the store on the right, so player 1 moves again.',
      'pt-BR': 'O jogador 1 semeou da casa 3. A última das quatro sementes caiu no depósito da direita, e por isso ele joga de novo.',
    },
  },
  {
    state: { game: 'kalah', position: '4,4,4,4,0,5,1,0,6,1,6,6,6,1 1', turn: 0, board: { houses: 6, seeds: [[4, 4, 4, 4, 0, 5], [0, 6, 1, 6, 6, 6]], stores: [1, 1] } },
    seat: 0,
    caption: {
      en: 'A capture is near: the four seeds of house 1 reach house 5, which is empty, and opposite lie six seeds.',
      'pt-BR': 'Vem uma captura: as quatro sementes da casa 1 chegam à casa 5, que está vazia, e na casa oposta há seis sementes.',
    },
  },
  {
    state: { game: 'kalah', position: '0,5,5,5,0,5,8,0,0,1,6,6,6,1 2', turn: 1, board: { houses: 6, seeds: [[0, 5, 5, 5, 0, 5], [0, 0, 1, 6, 6, 6]], stores: [8, 1] } },
    seat: 0, last: '1',
    caption: {
      en: 'House 1 was sown: the last seed and the six opposite went to the store, seven in all.',
      'pt-BR': 'A casa 1 foi semeada: a última semente e as seis da casa oposta foram para o depósito, sete ao todo.',
    },
  },
  {
    state: { game: 'kalah', position: '0,0,0,0,0,0,21,0,0,0,0,0,0,27 -', turn: 'over', score: -6, board: { houses: 6, seeds: [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]], stores: [21, 27] } },
    seat: 0, last: '6',
    caption: {
      en: 'The end: player 1 has no seed left in the houses, so the rest went to its owner. Player 2 wins by 27 to 21.',
      'pt-BR': 'O fim: o jogador 1 não tem mais sementes nas casas, e as que restavam foram para o depósito do dono. O jogador 2 vence por 27 a 21.',
    },
  },
]
