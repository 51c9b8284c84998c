// The picture of Lines of Action: a board with a line of pieces.
import { svg, type SVGTemplateResult } from 'lit-html'

const CELL = 15
const LEFT = 40
const TOP = -10
// Columns and rows of the pieces.
const BLACK = ['21', '32', '34', '43', '66']
const WHITE = ['14', '52', '64', '55', '26']

const square = (col: number, row: number): SVGTemplateResult =>
  svg`<rect x=${LEFT + col * CELL} y=${TOP + row * CELL} width=${CELL} height=${CELL}
    fill=${(col + row) % 2 ? '#c4935c' : '#e9cb9e'} />`

const piece = ([col, row]: string, fill: string, edge: string): SVGTemplateResult =>
  svg`<circle cx=${LEFT + Number(col) * CELL + 7.5} cy=${TOP + Number(row) * CELL + 7.5} r="5.6"
    fill=${fill} stroke=${edge} />`

export const art = (): SVGTemplateResult =>
  svg`<rect x=${LEFT - 5} y=${TOP - 5} width="130" height="135" rx="4" fill="#9c6b3c"/>
    ${Array.from({ length: 64 }, (_, i) => square(i % 8, Math.floor(i / 8)))}
    <path d="M77.5 87.5 L122.5 42.5" stroke="#1c7350" stroke-width="3.5" stroke-linecap="round" stroke-dasharray="1 7"/>
    ${BLACK.map(at => piece(at, '#2a2320', '#000'))}${WHITE.map(at => piece(at, '#fbf4e6', '#8d7a63'))}`
