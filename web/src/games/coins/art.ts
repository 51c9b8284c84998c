// The picture of Coins: five coins, two of them about to be taken.
import { svg, type SVGTemplateResult } from 'lit-html'

const coin = (x: number, y: number): SVGTemplateResult =>
  svg`<ellipse cx=${x + 1} cy=${y + 4} rx="15" ry="15" fill="#00000030"/><circle cx=${x} cy=${y} r="15" fill="#d9a520"/>
    <circle cx=${x} cy=${y} r="14.2" fill="none" stroke="#8a6206" stroke-width="1.6"/>
    <circle cx=${x} cy=${y} r="10" fill="#efc64f"/>
    <path d="M${x - 4} ${y + 3}a5 5 0 0 1 8-6" stroke="#8a6206" stroke-width="2" fill="none" stroke-linecap="round"/>`

export const art = (): SVGTemplateResult => svg`${[0, 1, 2, 3, 4].map(i => coin(36 + i * 32, i > 2 ? 44 : 58))}`
