// Pictures for the page of rules: positions as the server writes them.
import type { Drawing } from '../drawing.js'
import type { CoinsBoard } from './coins.js'
import { word } from '../lang.js'

export const examples: Drawing<CoinsBoard>['examples'] = [
  {
    state: { game: 'coins', position: '5 1', turn: 0, board: { pile: 5, n: 5, take: 2, misere: true } },
    seat: 0,
    caption: word('Five coins. A move takes one or two. The player who takes the last coin loses.'),
  },
  {
    state: { game: 'coins', position: '4 2', turn: 1, board: { pile: 4, n: 5, take: 2, misere: true } },
    seat: 0, last: '1',
    caption: word('Player 1 takes one coin and leaves four. Whatever player 2 takes now, player 1 can leave the last coin.'),
  },
  {
    state: { game: 'coins', position: '1 2', turn: 1, board: { pile: 1, n: 5, take: 2, misere: true } },
    seat: 0, last: '1',
    caption: word('One coin is left. Player 2 must take it and loses.'),
  },
]
