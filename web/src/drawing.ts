// How a game is drawn. A module in games/ gives a Drawing; a game without one is
// shown as text with its moves as buttons (games/plain.ts). A drawing knows no
// server and keeps nothing: it draws what it is given, and says what was pressed.
import type { SVGTemplateResult, TemplateResult } from 'lit-html'
import type { Game, State } from './types.js'

/** What a drawing is given. */
export interface Picture<Board = any> {
  game: Game
  state: State<Board>
  /** Who looks; null: a spectator. That seat's side of the board is nearest. */
  seat: number | null
  /** Names to write at the sides of the board, by seat. */
  names: string[]
  /** Moves that may be made now by pressing the board; none when it is not the viewer's turn. */
  moves: string[]
  /** The move that led here, as the viewer saw it, and who made it. */
  last: { seat: number | null; move: string } | null
  /** The moves that led here, chance's too, where the page knows them. */
  past?: string[]
  /** What is picked up: a word of the drawing's own, such as a square. */
  picked: string | null
  pick(what: string | null): void
  /** Makes a move. One that is not legal is refused by the server, with the reason, which is shown and spoken:
   *  drawings may well ask for it, so that the player learns why. */
  play(move: string): void
  /** Makes several moves of one's own, each when the one before has been made: attackers that were chosen together. Whenever
   *  it is the viewer's turn again the first of the rest that is legal by its exact text is made, those before it are
   *  dropped; when it is somebody else's, all are. Without it a drawing asks for the moves one by one. */
  plays?(moves: string[]): void
  /** A move to point out: a hint, or the best one in an analysis. */
  hint: string | null
  /** Moves with the chance to win after them, 0 to 1: an analysis shows them on the board. */
  judged: { move: string; chance: number; shown: string }[]
  /** Text of the page in its language. */
  t(english: string, ...values: (string | number)[]): string
  lang: 'en' | 'pt-BR'
}

export interface Drawing<Board = any> {
  /** The board: an <svg> or HTML that scales to the width it is given. Whatever can be pressed is a
   *  button by role, can be reached with Tab, and has a name for screen readers. */
  draw(picture: Picture<Board>): TemplateResult | SVGTemplateResult
  /** Shows a move on its way, from the board drawn before it to the one after, within about half a second; the element
   *  still shows what was before. Not called for those who prefer less motion. */
  animate?(element: Element, before: State<Board>, after: State<Board>, move: string): Promise<void>
  /** Milliseconds that a position stays on the board before the next one takes its place, for those too who prefer less
   *  motion: how a round ended. 0: none. */
  pause?(state: State<Board>): number
  /** What to write above the board, when there is more to say than whose turn it is ("tap an attacker"). */
  status?(picture: Picture<Board>): string
  /** A row of small numbers for the score line: what each team has. */
  score?(state: State<Board>): (string | number)[] | null
  /** Pictures for the page of rules: a position and what it shows. */
  examples?: { state: State<Board>; seat: number; caption: { en: string; 'pt-BR': string }; last?: string; picked?: string }[]
}
