// The picture of Pig: a die with the 1 that loses a turn, and one with the 6.
import { svg, type SVGTemplateResult } from 'lit-html'

/** A die with its middle at x, y. `pips` are cells of a grid of 3 by 3, numbered 0 to 8 row by row. */
const die = (x: number, y: number, turn: number, pips: string, fill: string): SVGTemplateResult =>
  svg`<g transform=${`translate(${x} ${y}) rotate(${turn})`}>
    <rect x="-22" y="-20" width="44" height="44" rx="9" fill="#00000030"/>
    <rect x="-22" y="-22" width="44" height="44" rx="9" fill="#fdf6ea"/>
    ${Array.from(pips, Number).map(
      cell => svg`<circle cx=${((cell % 3) - 1) * 12} cy=${(Math.floor(cell / 3) - 1) * 12} r="4.6" fill=${fill} />`,
    )}</g>`

export const art = (): SVGTemplateResult =>
  svg`${die(72, 54, -14, '4', '#b3261e')}${die(130, 50, 11, '036258', '#33261b')}`
