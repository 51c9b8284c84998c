// The board of tic-tac-toe: chalk on a slate in the dark theme, ink on paper in the light one.
import { html, svg, nothing } from 'lit-html'
import type { SVGTemplateResult, TemplateResult } from 'lit-html'
import type { Drawing, Picture } from '../../drawing.js'
import type { State } from '../../types.js'
import { press } from '../../press.js'
import { arrows } from '../grid.js'
import { finished, mayMove, named, nameOf, nameplate, SVG, verdict, within } from '../common.js'
import { line } from './line.js'
import type { OxoBoard } from './line.js'

const CELL = 100
const EDGE = 20
const TOP = 40
const SIDE = 3 * CELL + 2 * EDGE

const at = (s: number): { x: number; y: number } => ({
  x: EDGE + CELL * ((s % 3) + 0.5),
  y: TOP + EDGE + CELL * (Math.floor(s / 3) + 0.5),
})

/** The outlines of the strokes of a mark centred at 0, 0, drawn as if by hand. */
function strokes(mark: string): string[] {
  return mark === 'x'
    ? ['M-27 -28C-10 -9 12 8 28 27', 'M28 -27C9 -11 -12 12 -27 28']
    : ['M3 -30C-21 -32 -33 -15 -31 3C-29 22 -12 32 4 30C22 28 32 13 30 -4C28 -21 15 -31 -2 -29']
}

function mark(squares: string, s: number, kind: string): SVGTemplateResult | typeof nothing {
  if (squares[s] === '.') return nothing
  const { x, y } = at(s)
  return svg`<g class="oxo-mark oxo-${squares[s]} ${kind}" transform="translate(${x} ${y})">
    ${strokes(squares[s]).map(d => svg`<path d=${d}></path>`)}</g>`
}

function cell(p: Picture<OxoBoard>, s: number): SVGTemplateResult {
  const { x, y } = at(s)
  const move = String(s + 1)
  const legal = p.moves.includes(move)
  const has = p.state.board.squares[s]
  const label = legal
    ? p.t('Mark square {0}', move)
    : has === '.'
      ? p.t('Square {0}: empty', move)
      : p.t('Square {0}: {1}', move, has.toUpperCase())
  const evaluated = p.evaluated.find(j => j.move === move)
  const turn = p.state.turn === 1 ? 'o' : 'x'
  return svg`<g role="gridcell"><g class="oxo-cell ${legal ? 'board-legal' : ''}"
    data-col=${s % 3} data-row=${Math.floor(s / 3)} data-drag=${legal ? 'slide' : nothing} data-carry=".oxo-ghost"
    ${press(named(p, label, move), mayMove(p) ? () => p.play(move) : null, { disabled: !legal, aside: !legal })}>
    <rect class="board-hit" x=${x - 50} y=${y - 50} width="100" height="100"></rect>
    <rect class="oxo-focus ${p.hint === move ? 'oxo-hint' : ''}" x=${x - 43} y=${y - 43} width="86" height="86"
      rx="12"></rect>
    ${
      legal
        ? svg`<g class="oxo-ghost oxo-${turn}" transform="translate(${x} ${y})">
        ${strokes(turn).map(d => svg`<path d=${d}></path>`)}</g>
      <text class="oxo-number" x=${x - 31} y=${y - 24}>${move}</text>`
        : nothing
    }</g>
    ${evaluated ? verdict(evaluated.shown, evaluated.chance, x, y + 28, 15) : nothing}</g>`
}

function draw(p: Picture<OxoBoard>): TemplateResult {
  const { squares } = p.state.board
  const won = line(squares)
  const near = p.seat === 1 ? 1 : 0
  const [a, b] = won ? [at(won[0]), at(won[2])] : [at(0), at(0)]
  const out = won ? { x: Math.sign(b.x - a.x) * 36, y: Math.sign(b.y - a.y) * 36 } : { x: 0, y: 0 }
  const [from, to] = [EDGE + 4, SIDE - EDGE - 4]
  const rules = [EDGE + CELL, EDGE + 2 * CELL].map(at => `M${at} ${TOP + from}V${TOP + to}M${from} ${TOP + at}H${to}`)
  const kind = (s: number): string =>
    won ? (won.includes(s) ? '' : 'oxo-faded') : p.last?.move === String(s + 1) ? 'oxo-last' : ''
  return html`<div class="board-frame">
    <svg
      class="board board-small oxo"
      viewBox="-6 ${p.box ? TOP - 6 : 0} ${SIDE + 12} ${SIDE + (p.box ? 12 : 2 * TOP)}"
      role="group"
      aria-label=${p.t('Tic-tac-toe board')}
      @keydown=${(e: KeyboardEvent) => arrows(e)}
    >
      <rect class="oxo-slate" x="0" y=${TOP} width=${SIDE} height=${SIDE} rx="18"></rect>
      <path class="oxo-rule" d=${rules.join('')}></path>
      <g aria-hidden="true">
        ${Array.from({ length: 9 }, (_, s) => mark(squares, s, kind(s)))}
        ${
          won
            ? svg`<path class="oxo-won" d="M${a.x - out.x} ${a.y - out.y}L${b.x + out.x} ${b.y + out.y}"></path>`
            : nothing
        }
        ${[0, 1].map(seat =>
          nameplate(
            p,
            seat,
            6,
            seat === near ? TOP + SIDE + 27 : TOP - 13,
            false,
            nameOf(p, seat) === 'XO'[seat] ? '' : 'XO'[seat],
          ),
        )}
      </g>
      <g data-flight="" aria-hidden="true"></g>
      <g role="grid" aria-label=${p.t('Squares')}>
        ${[0, 1, 2].map(r => svg`<g role="row">${[0, 1, 2].map(c => cell(p, 3 * r + c))}</g>`)}
      </g>
    </svg>
  </div>`
}

/** Draws the mark stroke by stroke. */
async function animate(
  element: Element,
  before: State<OxoBoard>,
  _after: State<OxoBoard>,
  move: string,
): Promise<void> {
  const sky = within(element, 'svg.oxo')?.querySelector('[data-flight]')
  const s = Number(move) - 1
  if (!sky || !(s >= 0 && s < 9)) return
  const kind = before.turn === 1 ? 'o' : 'x'
  const group = document.createElementNS(SVG, 'g')
  group.setAttribute('class', `oxo-mark oxo-${kind}`)
  group.setAttribute('transform', `translate(${at(s).x} ${at(s).y})`)
  sky.append(group)
  try {
    const all = strokes(kind)
    await finished(
      all.map((d, i) => {
        const path = document.createElementNS(SVG, 'path')
        path.setAttribute('d', d)
        path.setAttribute('pathLength', '100')
        path.setAttribute('stroke-dasharray', '100 200')
        group.append(path)
        return path.animate(
          [
            { strokeDashoffset: 100, opacity: 0 },
            { opacity: 1, offset: 0.05 },
            { strokeDashoffset: 0, opacity: 1 },
          ],
          { duration: 340 / all.length, delay: (340 / all.length) * i, easing: 'ease-in-out', fill: 'both' },
        )
      }),
    )
  } finally {
    group.remove()
  }
}

export const drawing: Drawing<OxoBoard> = {
  draw,
  animate,
  status: p => (mayMove(p) ? p.t('Choose a square.') : ''),
}
