// The picture of Connect Four: a corner of the board, with a disc falling into it.
import { svg, type SVGTemplateResult } from 'lit-html'

const DISCS = ['.......', '...r...', '..yr...', '.ryyr..']
const COLOURS: Record<string, string> = { r: '#c8372d', y: '#f2c230', '.': '#fdf6ea' }

export const art = (): SVGTemplateResult =>
  svg`<circle cx="120" cy="11" r="8.4" fill=${COLOURS['y']} stroke="#00000030"/>
    <rect x="26" y="25" width="148" height="90" rx="9" fill="#1d4f91"/>
    ${DISCS.map((row, y) =>
      [...row].map(
        (disc, x) =>
          svg`<circle cx=${40 + 20 * x} cy=${37 + 20 * y} r="8.4" fill=${COLOURS[disc]} stroke="#00000030"/>`,
      ),
    )}`
