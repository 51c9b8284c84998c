// Pictures for the page of rules: positions as the server writes them.
import type { Drawing } from '../drawing.js'
import type { CoinsBoard } from './coins.js'

export const examples: Drawing<CoinsBoard>['examples'] = [
  {
    state: { game: 'coins', position: '5 1', turn: 0, board: { pile: 5, n: 5, take: 2, misere: true } },
    seat: 0,
    caption: {
      en: 'Five coins; a move takes one or two. Who has to take the last one loses.',
      'pt-BR': 'Cinco moedas; uma jogada tira uma ou duas. Quem tem de tirar a última perde.',
    },
  },
  {
    state: { game: 'coins', position: '4 2', turn: 1, board: { pile: 4, n: 5, take: 2, misere: true } },
    seat: 0, last: '1',
    caption: {
      en: 'Taking one leaves four. Whatever the other takes now, two moves later one coin is left for them.',
      'pt-BR': 'Tirar uma deixa quatro. Não importa quantas o outro tire agora, duas jogadas depois resta uma para ele.',
    },
  },
  {
    state: { game: 'coins', position: '1 2', turn: 1, board: { pile: 1, n: 5, take: 2, misere: true } },
    seat: 0, last: '1',
    caption: {
      en: 'One coin is left. Player 2 must take it, and player 1 has won.',
      'pt-BR': 'Resta uma moeda. O jogador 2 tem de tirá-la, e o jogador 1 venceu.',
    },
  },
]
