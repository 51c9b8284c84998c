// Parts that the boards share: names, evaluations of moves, buttons.
import { html, svg, nothing } from 'lit-html'
import type { SVGTemplateResult, TemplateResult } from 'lit-html'
import type { Picture } from '../drawing.js'

/** The name of a player, or the title of the seat. */
export function nameOf(p: Picture, seat: number): string {
  return p.names[seat] || p.game.seats[seat] || String(seat + 1)
}

/** A name cut to the space beside a board. */
export const short = (name: string): string => (name.length > 22 ? name.slice(0, 21) + '…' : name)

/** Whether it is the viewer's turn. */
export const mayMove = (p: Picture): boolean => p.moves.length > 0

/** A name beside the board, marked when it is that seat's turn; nothing at a table, whose frame shows the names. */
export function nameplate(
  p: Picture,
  seat: number,
  x: number,
  y: number,
  end: boolean,
  note = '',
): SVGTemplateResult | typeof nothing {
  if (p.box) return nothing
  const now = p.state.turn === seat
  return svg`<text class="board-name ${now ? 'board-now' : ''}" x=${x} y=${y} text-anchor=${end ? 'end' : 'start'}
    >${now ? '▸ ' : ''}${short(nameOf(p, seat))}${
      note ? svg`<tspan class="board-note" dx="10">${note}</tspan>` : nothing
    }</text>`
}

/** The value of a move on a pill, coloured by the chance of winning. */
export function verdict(shown: string, chance: number, x: number, y: number, size = 20): SVGTemplateResult {
  const width = size * (0.9 + 0.58 * shown.length)
  return svg`<g class="verdict verdict-${grade(chance)}" aria-hidden="true" transform="translate(${x} ${y})">
    <g class="verdict-pill">
    <rect x=${-width / 2} y=${-size * 0.72} width=${width} height=${size * 1.44} rx=${size * 0.72}></rect>
    <text y=${size * 0.36} text-anchor="middle" font-size=${size}>${shown}</text></g></g>`
}

/** The name of a move for screen readers, with its value if it is evaluated. */
export function named(p: Picture, label: string, move: string | undefined): string {
  const evaluated = p.evaluated.find(j => j.move === move)
  return evaluated ? `${label}, ${evaluated.shown}` : label
}

/** A button for a move, with its value if it is evaluated. A button for an illegal move stays focusable, and pressing
 *  it shows the server's reason. */
export function button(p: Picture, move: string, text: string, main = false): TemplateResult {
  const evaluated = p.evaluated.find(j => j.move === move)
  return html`<button
    type="button"
    class="board-button ${main ? 'board-main' : ''} ${p.hint === move ? 'board-hinted' : ''}"
    aria-disabled=${p.moves.includes(move) ? nothing : 'true'}
    @click=${() => p.play(move)}
  >
    ${text}${
      evaluated
        ? html`<span class="board-chance verdict-${grade(evaluated.chance)}">${evaluated.shown}</span>`
        : nothing
    }
  </button>`
}

/** The colour class of a chance: 0 (lost) to 4 (won). */
export const grade = (chance: number): number => Math.max(0, Math.min(4, Math.floor(chance * 5)))

/** Finds an element in the argument of `animate`: the element itself or a descendant. */
export function within<T extends Element>(element: Element, selector: string): T | null {
  return element.matches(selector) ? (element as T) : element.querySelector<T>(selector)
}

export const SVG = 'http://www.w3.org/2000/svg'
export const finished = (animations: Animation[]): Promise<unknown> => Promise.all(animations.map(a => a.finished))
