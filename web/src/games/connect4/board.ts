// The board of Connect Four: an upright frame with holes. Discs lie behind it, and a column is one button.
import { html, svg, nothing } from 'lit-html'
import type { SVGTemplateResult, TemplateResult } from 'lit-html'
import type { Drawing, Picture } from '../../drawing.js'
import type { State } from '../../types.js'
import { press } from '../../press.js'
import { arrows } from '../grid.js'
import { finished, mayMove, named, nameplate, SVG, verdict, within } from '../common.js'
import { discs, landing, top, type Connect4Board } from './squares.js'

const CELL = 80
const HOLE = 33
const EDGE = 14
const TOP = 64 // room for a name and the numbers of the columns
const NUMBERS = 32 // where the room for the numbers begins
const BOTTOM = 40
const FALL = 110 // milliseconds for the first row that a disc falls

const frameWidth = (b: Connect4Board): number => b.width * CELL + 2 * EDGE
const frameHeight = (b: Connect4Board): number => b.height * CELL + 2 * EDGE

const at = (b: Connect4Board, square: number): { x: number; y: number } => ({
  x: EDGE + CELL * ((square % b.width) + 0.5),
  y: TOP + EDGE + CELL * (Math.floor(square / b.width) + 0.5),
})

/** The frame as a path with a hole for each square. */
function frame(b: Connect4Board): string {
  const [w, h, r] = [frameWidth(b), frameHeight(b), 20]
  const edge = `M${r} ${TOP}H${w - r}a${r} ${r} 0 0 1 ${r} ${r}V${TOP + h}H0V${TOP + r}a${r} ${r} 0 0 1 ${r} ${-r}Z`
  const holes = Array.from(b.squares, (_, square) => {
    const { x, y } = at(b, square)
    return `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`
  })
  return edge + holes.join('')
}

/** A disc centred at 0, 0. A ring marks the red ones, so that colour is not the only difference. */
const disc = (kind: string): SVGTemplateResult =>
  svg`<circle class="c4-disc" r=${HOLE + 3}></circle>
    <circle class="c4-rim" r=${HOLE - 9}></circle>
    ${kind === 'r' ? svg`<circle class="c4-core" r="9"></circle>` : nothing}`

function placed(b: Connect4Board, square: number, last: number | null): SVGTemplateResult | typeof nothing {
  const kind = b.squares[square]
  if (kind === '.') return nothing
  const { x, y } = at(b, square)
  const faded = b.line.length > 0 && !b.line.includes(square)
  return svg`<g class="c4-${kind} ${faded ? 'c4-faded' : ''}" transform="translate(${x} ${y})">${disc(kind)}</g>
    ${
      b.line.includes(square) || square === last
        ? svg`<circle class=${b.line.includes(square) ? 'c4-won' : 'c4-last'} cx=${x} cy=${y} r=${HOLE - 3}></circle>`
        : nothing
    }`
}

/** The text of a column for screen readers: the effect of a press, and its discs from the bottom. */
function label(p: Picture<Connect4Board>, column: number, legal: boolean): string {
  const b = p.state.board
  const names = discs(b, column).map(kind => p.game.seats[kind === 'y' ? 1 : 0] ?? kind)
  const contents = names.length ? names.join(', ') : p.t('empty')
  return legal
    ? p.t('Drop a disc into column {0}: {1}', column + 1, contents)
    : p.t('Column {0}: {1}', column + 1, contents)
}

function column(p: Picture<Connect4Board>, c: number): SVGTemplateResult {
  const b = p.state.board
  const move = String(c + 1)
  const legal = p.moves.includes(move)
  const name = named(p, label(p, c, legal), move)
  const square = landing(b, c)
  const { x, y } = at(b, square ?? c)
  const evaluated = p.evaluated.find(e => e.move === move)
  const kind = p.state.turn === 1 ? 'y' : 'r'
  return svg`<g class="c4-column ${legal ? 'board-legal' : ''}" data-col=${c} data-row="0"
    data-drag=${legal ? 'slide' : nothing} data-carry=".c4-ghost"
    ${press(name, mayMove(p) ? () => p.play(move) : null, { disabled: !legal, aside: !legal })}>
    <rect class="board-hit" x=${x - CELL / 2} y=${TOP} width=${CELL} height=${frameHeight(b)}></rect>
    <rect class="c4-focus" x=${x - CELL / 2 + 2} y=${TOP + 4} width=${CELL - 4} height=${frameHeight(b) - 8}
      rx="14"></rect>
    ${
      legal ? svg`<g class="c4-ghost c4-${kind}" transform="translate(${x} ${y}) scale(.9)">${disc(kind)}</g>` : nothing
    }
    ${p.hint === move ? svg`<circle class="c4-hint" cx=${x} cy=${y} r=${HOLE - 3}></circle>` : nothing}</g>
    ${evaluated ? verdict(evaluated.shown, evaluated.chance, x, y, 17) : nothing}`
}

function draw(p: Picture<Connect4Board>): TemplateResult {
  const b = p.state.board
  const near = p.seat === 1 ? 1 : 0
  const last = p.last ? top(b, Number(p.last.move) - 1) : null
  const [w, h] = [frameWidth(b), frameHeight(b)]
  return html`<div class="board-frame">
    <svg
      class="board c4"
      viewBox="-6 ${p.box ? NUMBERS : 0} ${w + 12} ${TOP + h + (p.box ? 6 - NUMBERS : BOTTOM)}"
      role="group"
      aria-label=${p.t('Connect Four board')}
      @keydown=${(e: KeyboardEvent) => arrows(e)}
    >
      <rect class="c4-back" x="6" y=${TOP + 6} width=${w - 12} height=${h - 8}></rect>
      <g aria-hidden="true">${Array.from(b.squares, (_, square) => placed(b, square, last))}</g>
      <g data-flight="" aria-hidden="true"></g>
      <path class="c4-frame" d=${frame(b)}></path>
      <g aria-hidden="true">
        ${Array.from(
          { length: b.width },
          (_, c) => svg`<text class="c4-number" x=${at(b, c).x} y=${TOP - 9}>${c + 1}</text>`,
        )}
        ${(p.box ? [] : [0, 1]).map(seat => {
          const y = seat === near ? TOP + h + 27 : 24
          return svg`<g class="c4-${'ry'[seat]}" transform="translate(14 ${y - 6}) scale(.28)">${disc('ry'[seat])}</g>
            ${nameplate(p, seat, 32, y, false)}`
        })}
      </g>
      <g role="toolbar" aria-label=${p.t('Columns')}>${Array.from({ length: b.width }, (_, c) => column(p, c))}</g>
    </svg>
  </div>`
}

/** Lets the disc fall behind the frame, faster and faster, and bounce once. */
async function animate(
  element: Element,
  before: State<Connect4Board>,
  _after: State<Connect4Board>,
  move: string,
): Promise<void> {
  const flight = within(element, 'svg.c4')?.querySelector('[data-flight]')
  const b = before.board
  const square = landing(b, Number(move) - 1)
  if (!flight || square === null) return
  const { x, y } = at(b, square)
  const kind = before.turn === 1 ? 'y' : 'r'
  const group = document.createElementNS(SVG, 'g')
  group.setAttribute('class', `c4-${kind}`)
  const circle = document.createElementNS(SVG, 'circle')
  circle.setAttribute('class', 'c4-disc')
  circle.setAttribute('r', String(HOLE + 3))
  group.append(circle)
  flight.append(group)
  const place = (up: number): string => `translate(${x}px, ${y - up}px)`
  const height = y - (TOP - CELL / 2)
  try {
    await finished([
      group.animate(
        [
          { transform: place(height), easing: 'cubic-bezier(.5, 0, 1, 1)' },
          { transform: place(0), offset: 0.75, easing: 'ease-out' },
          { transform: place(height / 14), offset: 0.87, easing: 'ease-in' },
          { transform: place(0) },
        ],
        { duration: FALL * Math.sqrt(height / CELL) * 1.9, fill: 'both' },
      ),
    ])
  } finally {
    group.remove()
  }
}

export const drawing: Drawing<Connect4Board> = {
  draw,
  animate,
  status: p => (mayMove(p) ? p.t('Choose a column.') : ''),
}
