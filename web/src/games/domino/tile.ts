// SVG of domino tiles: 2 by 1, centred at 0, 0, with the first half on the left.
import { nothing, svg, type SVGTemplateResult } from 'lit-html'
import type { Halves } from './layout.js'

const P = 0.26 // distance of the outer pips from the centre of a half
const PIPS: [number, number][][] = [
  [],
  [[0, 0]],
  [
    [-P, -P],
    [P, P],
  ],
  [
    [-P, -P],
    [0, 0],
    [P, P],
  ],
  [
    [-P, -P],
    [P, -P],
    [-P, P],
    [P, P],
  ],
  [
    [-P, -P],
    [P, -P],
    [0, 0],
    [-P, P],
    [P, P],
  ],
  [
    [-P, -P],
    [0, -P],
    [P, -P],
    [-P, P],
    [0, P],
    [P, P],
  ],
]

function pips(number: number, x: number): SVGTemplateResult {
  return svg`${PIPS[number].map(([px, py]) => svg`<circle class="dom-pip" cx=${x + px} cy=${py} r="0.095" />`)}`
}

/** The face of a tile. Rows of three pips run lengthwise, as on real tiles. */
export function face([a, b]: Halves, marked = false): SVGTemplateResult {
  return svg`
    <rect class="dom-shade" x="-0.95" y="-0.43" width="1.92" height="0.94" rx="0.15" />
    <rect class="dom-ivory" x="-0.96" y="-0.46" width="1.92" height="0.92" rx="0.14" />
    <line class="dom-line" x1="0" y1="-0.34" x2="0" y2="0.34" />
    <circle class="dom-pin" cx="0" cy="0" r="0.07" />
    ${pips(a, -0.49)}${pips(b, 0.49)}
    ${marked ? svg`<rect class="dom-mark" x="-0.98" y="-0.48" width="1.96" height="0.96" rx="0.16" />` : nothing}`
}

/** The back of a tile. */
export function back(): SVGTemplateResult {
  return svg`
    <rect class="dom-back" x="-0.96" y="-0.46" width="1.92" height="0.92" rx="0.14" />
    <path class="dom-weave" d="M-0.6 0 L-0.3 -0.22 L0 0 L0.3 -0.22 L0.6 0 L0.3 0.22 L0 0 L-0.3 0.22 Z" />`
}
