// The data of a game that the page has before its board is loaded. The index.ts of a game's folder exports its Room;
// games/index.ts lists them all.
import type { SVGTemplateResult, TemplateResult } from 'lit-html'
import type { Drawing } from '../drawing.js'
import type { Game, Option, State } from '../types.js'

/** What a field of the setup dialog may do. */
export interface ChooserContext {
  game: Game
  option: Option
  set(value: string): void
  /** Draws the dialog again. */
  draw(): void
  /** The starting state of the game with a value of the option. */
  start(value: string): Promise<State>
  /** Turns a text of many lines into a value; the server's error has its position in the text. */
  pack(text: string): Promise<string>
  t(english: string, ...values: (string | number)[]): string
  lang: string
}

/** Draws a field of the setup dialog for a value of the option. */
export type Chooser = (value: string) => TemplateResult

export interface Room {
  /** The picture on the game's card: SVG of 200 by 106 units. */
  art(): SVGTemplateResult
  /** Loads the board. */
  drawing(): Promise<Drawing>
  /** Every deal begins a round. */
  rounds?: boolean
  /** Fields of the setup dialog that the room draws itself, by the name of the option. */
  choosers?: Record<string, () => Promise<(context: ChooserContext) => Chooser>>
  /** The board is as tall as it is wide, so that it gets less width beside a search tree. */
  square?: boolean
  /** The depth in plies whose search trees are readable; 3 if it is missing. */
  searchDepth?: number
  /** The search page starts with this game; one room has it. */
  searchFirst?: boolean
  /** A remark of the search page on the game: a message, marked by word(). */
  searchNote?: string
}
