// The picture of the tree of numbers: the example of the lecture.
import { svg, type SVGTemplateResult } from 'lit-html'

const LEAVES = [3, 12, 8, 2, 4, 6, 14, 5, 2]
const THREE = [0, 1, 2]
const xOf = (leaf: number): number => 22 + leaf * 19.5

/** The edges to the i-th MIN node and below it. */
const edges = (i: number): SVGTemplateResult =>
  svg`<path d=${`M100 20 L${xOf(i * 3 + 1)} 50`} />
    ${THREE.map(j => svg`<path d=${`M${xOf(i * 3 + 1)} 54 L${xOf(i * 3 + j)} 80`} />`)}`

const leaf = (n: number, i: number): SVGTemplateResult =>
  svg`<circle cx=${xOf(i)} cy="84" r="8.6" fill="#fdf6ea"/>
    <text x=${xOf(i)} y="88" text-anchor="middle" font-size="10" font-weight="600" fill="#33261b">${n}</text>`

export const art = (): SVGTemplateResult =>
  svg`<g stroke="#5b3a1c" stroke-width="2" fill="none">${THREE.map(edges)}</g>
    <path d="M100 8 l12 20 h-24z" fill="#17598c"/>
    ${THREE.map(i => svg`<path d=${`M${xOf(i * 3 + 1)} 64 l11 -18 h-22z`} fill="#a9430b"/>`)}${LEAVES.map(leaf)}`
