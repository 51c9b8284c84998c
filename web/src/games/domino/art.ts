// The picture of dominoes: four arms around the double six.
import { svg, type SVGTemplateResult } from 'lit-html'

// The pips of a half by its number: cells of a grid of 3 by 3, numbered 0 to 8 row by row.
const PIPS = ['', '4', '08', '048', '0268', '02468', '036258']

const half = (x: number, n: number): SVGTemplateResult[] =>
  Array.from(PIPS[n], Number).map(
    cell =>
      svg`<circle cx=${x + ((cell % 3) - 1) * 4.6} cy=${(Math.floor(cell / 3) - 1) * 4.6} r="1.6" fill="#2a2018"/>`,
  )

/** A tile with its middle at x, y: `turn` degrees from lying. */
const tile = (x: number, y: number, turn: number, a: number, b: number): SVGTemplateResult =>
  svg`<g transform=${`translate(${x} ${y}) rotate(${turn})`}>
    <rect x="-17" y="-7" width="34" height="17" rx="3" fill="#00000035"/>
    <rect x="-17" y="-8.5" width="34" height="17" rx="3" fill="#fdf8ee"/>
    <path d="M0-6V6" stroke="#b9a98f" stroke-width="1"/>${half(-8.5, a)}${half(8.5, b)}</g>`

export const art = (): SVGTemplateResult =>
  svg`${tile(100, 52, 90, 6, 6)}${tile(127, 52, 0, 6, 4)}${tile(162, 52, 0, 4, 1)}${tile(73, 52, 0, 5, 6)}
    ${tile(38, 52, 0, 2, 5)}${tile(100, 17, 90, 3, 6)}${tile(100, 87, 90, 6, 1)}`
