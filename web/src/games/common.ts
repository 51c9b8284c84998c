// What the boards share: names, marks of an analysis, buttons.
import { html, svg, nothing } from 'lit-html'
import type { SVGTemplateResult, TemplateResult } from 'lit-html'
import type { Picture } from '../drawing.js'

/** Who sits there: the name at the table, or the seat's own. */
export function nameOf(p: Picture, seat: number): string {
  return p.names[seat] || p.game.seats[seat] || String(seat + 1)
}

/** A name that fits beside a board. */
export const short = (name: string): string => (name.length > 22 ? name.slice(0, 21) + '…' : name)

/** It is the viewer's turn at a board that can be pressed. */
export const mayMove = (p: Picture): boolean => p.moves.length > 0

/** A name beside the board, with a mark when it is that seat's turn. */
export function nameplate(p: Picture, seat: number, x: number, y: number, end: boolean, note = ''): SVGTemplateResult {
  const now = p.state.turn === seat
  return svg`<text class="board-name ${now ? 'board-now' : ''}" x=${x} y=${y} text-anchor=${end ? 'end' : 'start'}
    >${now ? '▸ ' : ''}${short(nameOf(p, seat))}${note ? svg`<tspan class="board-note" dx="10">${note}</tspan>` : nothing}</text>`
}

/** How good a move is, on the board: its value on a pill coloured by the chance to win. */
export function verdict(shown: string, chance: number, x: number, y: number, size = 20): SVGTemplateResult {
  const width = size * (0.9 + 0.58 * shown.length)
  return svg`<g class="verdict verdict-${grade(chance)}" aria-hidden="true" transform="translate(${x} ${y})"><g class="verdict-pill">
    <rect x=${-width / 2} y=${-size * 0.72} width=${width} height=${size * 1.44} rx=${size * 0.72}></rect>
    <text y=${size * 0.36} text-anchor="middle" font-size=${size}>${shown}</text></g></g>`
}

/** A move's name for screen readers, with what an analysis says of it. */
export function named(p: Picture, label: string, move: string | undefined): string {
  const judged = p.judged.find(j => j.move === move)
  return judged ? `${label}, ${judged.shown}` : label
}

/** A move as a button under the board, with what an analysis says of it. One that cannot be made now keeps the focus, and
 *  asks the table why. */
export function button(p: Picture, move: string, text: string, main = false): TemplateResult {
  const judged = p.judged.find(j => j.move === move)
  return html`<button type="button" class="board-button ${main ? 'board-main' : ''} ${p.hint === move ? 'board-hinted' : ''}"
    aria-disabled=${p.moves.includes(move) ? nothing : 'true'} @click=${() => p.play(move)}>${text}${judged
      ? html`<span class="board-chance verdict-${grade(judged.chance)}">${judged.shown}</span>` : nothing}</button>`
}

/** 0 (lost) to 4 (won): classes of colour. */
export const grade = (chance: number): number => Math.max(0, Math.min(4, Math.floor(chance * 5)))

/** Part of what `animate` is given: the element itself or one in it. */
export function within<T extends Element>(element: Element, selector: string): T | null {
  return element.matches(selector) ? (element as T) : element.querySelector<T>(selector)
}

export const SVG = 'http://www.w3.org/2000/svg'
export const finished = (animations: Animation[]): Promise<unknown> => Promise.all(animations.map(a => a.finished))
