// The picture of Kalah: a board with seeds.
import { svg, type SVGTemplateResult } from 'lit-html'

const FAR = [4, 4, 0, 5, 5, 5]
const NEAR = [4, 3, 6, 1, 4, 2]
const HOLLOW = '#9a6835'
const SEEDS = ['#7b3f1d', '#c8752d', '#4b5d2a', '#a3331f']

/** Seeds in a heap around a point. */
function heap(x: number, y: number, n: number, r = 3.2): SVGTemplateResult[] {
  return Array.from({ length: n }, (_, i) => {
    const angle = i * 2.4
    const far = Math.sqrt(i) * r * 0.95
    return svg`<circle cx=${x + Math.cos(angle) * far} cy=${y + Math.sin(angle) * far} r=${r} fill=${SEEDS[i % 4]}
      stroke="#00000040" stroke-width=".5"/>`
  })
}

const row = (seeds: number[], y: number): SVGTemplateResult[] =>
  seeds.map((n, i) => {
    const x = 52 + i * 19.2
    return svg`<circle cx=${x} cy=${y} r="8.6" fill=${HOLLOW} />${heap(x, y, n, 2.6)}`
  })

export const art = (): SVGTemplateResult =>
  svg`<rect x="8" y="22" width="184" height="66" rx="33" fill="#b17a43"/>
    <rect x="8" y="20" width="184" height="66" rx="33" fill="#d6a368"/>
    <rect x="16" y="28" width="20" height="50" rx="10" fill=${HOLLOW} />
    <rect x="164" y="28" width="20" height="50" rx="10" fill=${HOLLOW} />
    ${heap(26, 53, 5)}${heap(174, 53, 8)}${row(FAR, 39)}${row(NEAR, 67)}`
