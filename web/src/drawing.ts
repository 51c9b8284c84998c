// The interface between the page and the board of a game. A module in games/ exports a Drawing; a game without one is
// shown as text with its moves as buttons (games/plain.ts). Drawings are stateless: they render a Picture and call it
// back when the user presses something. They never talk to the server.
import type { SVGTemplateResult, TemplateResult } from 'lit-html'
import type { Game, Move, State } from './types.js'

/** A width and a height in pixels. */
export interface Box {
  width: number
  height: number
}

/** The input of a drawing. */
export interface Picture<Board = unknown> {
  game: Game
  state: State<Board>
  /** The viewer's seat, whose side of the board is nearest; null: a spectator. */
  seat: number | null
  /** Names of the players, by seat. */
  names: string[]
  /** Legal moves of the viewer; empty when it is not the viewer's turn. */
  moves: string[]
  /** The last move, as the viewer saw it, and the seat that made it. */
  last: { seat: number | null; move: string } | null
  /** All moves up to this position, chance moves included, where the page knows them. */
  past?: string[]
  /** The same moves in words, with the seats that made them. */
  log?: Move[]
  /** The current selection, in the drawing's own format: a square, for example. */
  picked: string | null
  pick(what: string | null): void
  /** Plays a move. The server refuses an illegal one with a reason, which is shown and spoken: a drawing may play it on
   *  purpose, so that the player learns why it is illegal. */
  play(move: string): void
  /** Plays several moves in a row, such as attackers that were chosen together. At each of the viewer's turns the
   *  first of the remaining moves that is legal is played, and those before it are dropped. All are dropped when it
   *  is another player's turn. Where this is missing, the drawing lets the user play the moves one by one. */
  playAll?(moves: string[]): void
  /** A move to highlight: a hint, or the best move of an analysis. */
  hint: string | null
  /** Evaluated moves of an analysis, with the chance of winning after them (0 to 1). */
  evaluated: { move: string; chance: number; shown: string }[]
  /** The room that the board fills at a table, whose frame shows the names and scores. Elsewhere it is missing: the
   *  board then shows the names and is as tall as its width demands. */
  box?: Box
  /** Translates a text of the page. */
  t(english: string, ...values: (string | number)[]): string
  lang: string
}

export interface Drawing<Board = unknown> {
  /** The board: SVG or HTML that scales to the given width, or fits into the given box without scrolling. Everything
   *  that can be pressed has the role of a button, is reachable with Tab, and has a name for screen readers. */
  draw(picture: Picture<Board>): TemplateResult | SVGTemplateResult
  /** Animates a move within about half a second; the element still shows the position before it. Not called for users
   *  that prefer reduced motion. */
  animate?(element: Element, before: State<Board>, after: State<Board>, move: string): Promise<void>
  /** Milliseconds for which a position stays on the board before the next one replaces it, with reduced motion too: the
   *  result of a round. 0: none. */
  pause?(state: State<Board>): number
  /** What the player should do now ("Choose attackers."), shown above the board. */
  status?(picture: Picture<Board>): string
  /** A remark on a seat, shown below its name: the pieces left, for example. */
  note?(picture: Picture<Board>, seat: number): string
  /** The score of each team, or of each seat. */
  score?(state: State<Board>): (string | number)[] | null
}
