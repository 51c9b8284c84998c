// Thumbnails of the games, for their cards.
import { html, svg, type SVGTemplateResult } from 'lit-html'

const SEED = ['#7b3f1d', '#c8752d', '#4b5d2a', '#a3331f']

/** Seeds in a heap around a point. */
function heap(x: number, y: number, n: number, r = 3.2) {
  return Array.from({ length: n }, (_, i) => {
    const a = i * 2.4, d = Math.sqrt(i) * r * 0.95
    return svg`<circle cx=${x + Math.cos(a) * d} cy=${y + Math.sin(a) * d} r=${r} fill=${SEED[i % 4]} stroke="#00000040" stroke-width=".5"/>`
  })
}

function kalah() {
  const pits = [4, 4, 0, 5, 5, 5], own = [4, 3, 6, 1, 4, 2]
  return svg`<rect x="8" y="22" width="184" height="66" rx="33" fill="#b17a43"/><rect x="8" y="20" width="184" height="66" rx="33" fill="#d6a368"/>
    <rect x="16" y="28" width="20" height="50" rx="10" fill="#9a6835"/><rect x="164" y="28" width="20" height="50" rx="10" fill="#9a6835"/>
    ${heap(26, 53, 5)}${heap(174, 53, 8)}
    ${pits.map((n, i) => svg`<circle cx=${52 + i * 19.2} cy="39" r="8.6" fill="#9a6835"/>${heap(52 + i * 19.2, 39, n, 2.6)}`)}
    ${own.map((n, i) => svg`<circle cx=${52 + i * 19.2} cy="67" r="8.6" fill="#9a6835"/>${heap(52 + i * 19.2, 67, n, 2.6)}`)}`
}

function loa() {
  const cell = 15, left = 40, top = -10
  const dark = [[2, 1], [3, 2], [3, 4], [4, 3], [6, 6]], light = [[1, 4], [5, 2], [6, 4], [5, 5], [2, 6]]
  const at = (v: number[], fill: string, edge: string) => svg`<circle cx=${left + v[0] * cell + 7.5} cy=${top + v[1] * cell + 7.5} r="5.6" fill=${fill} stroke=${edge}/>`
  return svg`<rect x=${left - 5} y=${top - 5} width="130" height="135" rx="4" fill="#9c6b3c"/>
    ${Array.from({ length: 64 }, (_, i) => svg`<rect x=${left + (i % 8) * cell} y=${top + Math.floor(i / 8) * cell} width=${cell} height=${cell}
      fill=${(i + Math.floor(i / 8)) % 2 ? '#c4935c' : '#e9cb9e'}/>`)}
    <path d="M77.5 87.5 L122.5 42.5" stroke="#1c7350" stroke-width="3.5" stroke-linecap="round" stroke-dasharray="1 7"/>
    ${dark.map(v => at(v, '#2a2320', '#000'))}${light.map(v => at(v, '#fbf4e6', '#8d7a63'))}`
}

const die = (x: number, y: number, turn: number, spots: number[][]) => svg`<g transform=${`translate(${x} ${y}) rotate(${turn})`}>
  <rect x="-22" y="-20" width="44" height="44" rx="9" fill="#00000030"/><rect x="-22" y="-22" width="44" height="44" rx="9" fill="#fdf6ea"/>
  ${spots.map(([sx, sy]) => svg`<circle cx=${sx * 12} cy=${sy * 12} r="4.6" fill=${spots.length === 1 ? '#b3261e' : '#33261b'}/>`)}</g>`

const pig = () => svg`${die(72, 54, -14, [[0, 0]])}${die(130, 50, 11, [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]])}`

function tictactoe() {
  return svg`<g fill="none" stroke-linecap="round" stroke-width="4">
    <path d="M86 14V92M114 14V92M60 40H140M60 66H140" stroke="#5b3a1c" stroke-width="3.5"/>
    <path d="M66 20l14 14M80 20 66 34M94 46l12 14M106 46 94 60M120 72l14 14M134 72l-14 14" stroke="#17598c" stroke-width="4.5"/>
    <circle cx="127" cy="27" r="7.5" stroke="#a9430b" stroke-width="4.5"/><circle cx="73" cy="79" r="7.5" stroke="#a9430b" stroke-width="4.5"/></g>`
}

const coins = () => svg`${[0, 1, 2, 3, 4].map(i => {
  const x = 36 + i * 32, y = i > 2 ? 44 : 58
  return svg`<ellipse cx=${x + 1} cy=${y + 4} rx="15" ry="15" fill="#00000030"/><circle cx=${x} cy=${y} r="15" fill="#d9a520"/>
    <circle cx=${x} cy=${y} r="14.2" fill="none" stroke="#8a6206" stroke-width="1.6"/><circle cx=${x} cy=${y} r="10" fill="#efc64f"/>
    <path d=${`M${x - 4} ${y + 3}a5 5 0 0 1 8-6`} stroke="#8a6206" stroke-width="2" fill="none" stroke-linecap="round"/>`
})}`

function numbers() {
  const leaves = [3, 12, 8, 2, 4, 6, 14, 5, 2], x = (i: number) => 22 + i * 19.5
  return svg`<g stroke="#5b3a1c" stroke-width="2" fill="none">
    ${[0, 1, 2].map(i => svg`<path d=${`M100 20 L${x(i * 3 + 1)} 50`}/>${[0, 1, 2].map(j => svg`<path d=${`M${x(i * 3 + 1)} 54 L${x(i * 3 + j)} 80`}/>`)}`)}</g>
    <path d="M100 8 l12 20 h-24z" fill="#17598c"/>${[0, 1, 2].map(i => svg`<path d=${`M${x(i * 3 + 1)} 64 l11 -18 h-22z`} fill="#a9430b"/>`)}
    ${leaves.map((n, i) => svg`<circle cx=${x(i)} cy="84" r="8.6" fill="#fdf6ea"/><text x=${x(i)} y="88" text-anchor="middle" font-size="10" font-weight="600" fill="#33261b">${n}</text>`)}`
}

const SPOTS = [[], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [-1, 1], [1, -1], [1, 1]],
  [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]], [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]]]

/** A domino with its middle at x, y: `turn` degrees from lying. */
const tile = (x: number, y: number, turn: number, a: number, b: number) => svg`<g transform=${`translate(${x} ${y}) rotate(${turn})`}>
  <rect x="-17" y="-7" width="34" height="17" rx="3" fill="#00000035"/><rect x="-17" y="-8.5" width="34" height="17" rx="3" fill="#fdf8ee"/>
  <path d="M0-6V6" stroke="#b9a98f" stroke-width="1"/>
  ${SPOTS[a].map(([sx, sy]) => svg`<circle cx=${-8.5 + sx * 4.6} cy=${sy * 4.6} r="1.6" fill="#2a2018"/>`)}
  ${SPOTS[b].map(([sx, sy]) => svg`<circle cx=${8.5 + sx * 4.6} cy=${sy * 4.6} r="1.6" fill="#2a2018"/>`)}</g>`

const domino = () => svg`${tile(100, 52, 90, 6, 6)}${tile(127, 52, 0, 6, 4)}${tile(162, 52, 0, 4, 1)}${tile(73, 52, 0, 5, 6)}${tile(38, 52, 0, 2, 5)}
  ${tile(100, 17, 90, 3, 6)}${tile(100, 87, 90, 6, 1)}`

const card = (x: number, y: number, turn: number, frame: string, art: SVGTemplateResult) => svg`<g transform=${`translate(${x} ${y}) rotate(${turn})`}>
  <rect x="-24" y="-32" width="48" height="68" rx="5" fill="#00000035"/><rect x="-24" y="-34" width="48" height="68" rx="5" fill="#2a2019"/>
  <rect x="-21" y="-31" width="42" height="62" rx="3" fill=${frame}/><rect x="-18" y="-24" width="36" height="27" rx="1.5" fill="#fff6e4"/>${art}
  <path d="M-17 10H17M-17 16H17M-17 22H6" stroke="#00000055" stroke-width="2"/></g>`

const magic = () => svg`${card(54, 52, -9, '#c9553f', svg`<path d="M0-22c7 7 9 11 9 15a9 9 0 0 1-18 0c0-3 2-5 4-7 0 3 2 4 3 4 2-2 3-6 2-12Z" fill="#d2401f"/>`)}
  ${card(146, 52, 9, '#e9dfc4', svg`<path d="M0-21 10-17v8c0 6-4 10-10 12-6-2-10-6-10-12v-8z" fill="#c79a2e"/>`)}
  <path d="M82 46h32M106 38l9 8-9 8" stroke="#fff6e4" stroke-width="4.5" fill="none" stroke-linecap="round" stroke-linejoin="round"/>`

const other = () => svg`<circle cx="84" cy="54" r="17" fill="#fbf4e6"/><circle cx="118" cy="54" r="17" fill="#2a2320"/>`

const ART: Record<string, () => unknown> = { kalah, loa, pig, tictactoe, coins, numbers, domino, magic }

export const art = (game: string) => html`<svg class="art" viewBox="0 0 200 106" aria-hidden="true">${(ART[game] ?? other)()}</svg>`
