// The board of Coins: a pile of coins. Pressing a coin takes it and all coins after it.
import { html, svg, nothing } from 'lit-html'
import type { SVGTemplateResult, TemplateResult } from 'lit-html'
import type { Box, Drawing, Picture } from '../../drawing.js'
import type { State } from '../../types.js'
import { press } from '../../press.js'
import { button, finished, mayMove, named, nameplate, verdict, within } from '../common.js'

export interface CoinsBoard {
  pile: number
  n: number
  take: number
  misere: boolean
}

const WIDTH = 760
const TOP = 44
const STAR = 'M0 -22L6 -7 22 -7 9 3 14 19 0 9 -14 19 -9 3 -22 -7 -6 -7z'

/** The grid of the whole initial pile, so that no coin moves when others are taken. In a box it has the number of
 *  columns that makes the coins largest. */
interface Grid {
  n: number
  columns: number
  cell: number
  height: number
}

function gridOf(n: number, box?: Box): Grid {
  if (box) {
    const height = Math.max(260, Math.min(1300, (WIDTH * box.height) / Math.max(1, box.width)) - TOP - 8)
    const cellOf = (columns: number): number => Math.min((WIDTH - 40) / columns, (height - 40) / Math.ceil(n / columns))
    const all = Array.from({ length: n }, (_, i) => i + 1)
    const columns = all.reduce((best, c) => (cellOf(c) > cellOf(best) ? c : best), 1)
    return { n, columns, cell: Math.min(170, cellOf(columns)), height }
  }
  const columns = n <= 8 ? Math.max(n, 5) : Math.ceil(Math.sqrt(n * 2.6))
  const cell = Math.min(118, (WIDTH - 40) / columns)
  return { n, columns, cell, height: Math.max(170, Math.ceil(n / columns) * cell + 44) }
}

function at({ n, columns, cell, height }: Grid, i: number): { x: number; y: number } {
  const rows = Math.ceil(n / columns)
  const row = Math.floor(i / columns)
  const inRow = Math.min(n, columns)
  const sway = cell > 60 ? { x: ((i * 37) % 9) - 4, y: ((i * 53) % 13) - 6 } : { x: 0, y: 0 }
  return {
    x: WIDTH / 2 + ((i % columns) - (inRow - 1) / 2) * cell + sway.x,
    y: TOP + height / 2 + (row - (rows - 1) / 2) * cell + sway.y,
  }
}

function defs(): SVGTemplateResult {
  return svg`<defs>
    <radialGradient id="coin-face" cx="0.35" cy="0.28" r="0.9">
      <stop offset="0" class="coin-1"></stop><stop offset="0.55" class="coin-2"></stop>
      <stop offset="1" class="coin-3"></stop></radialGradient>
    <linearGradient id="coin-rim" x1="0" y1="0" x2="0.6" y2="1">
      <stop offset="0" class="coin-rim-1"></stop><stop offset="1" class="coin-rim-2"></stop></linearGradient>
    <radialGradient id="coin-cloth" cx="0.5" cy="0.35" r="0.9">
      <stop offset="0" class="coin-cloth-1"></stop><stop offset="1" class="coin-cloth-2"></stop></radialGradient>
  </defs>`
}

function face(r: number, text: string): SVGTemplateResult {
  return svg`<ellipse class="coin-shade" cx=${r * 0.06} cy=${r * 0.16} rx=${r} ry=${r}></ellipse>
    <circle r=${r} fill="url(#coin-rim)"></circle><circle r=${r * 0.9} fill="url(#coin-face)"></circle>
    ${
      r > 14
        ? svg`<circle class="coin-ring" r=${r * 0.74}></circle>
      ${
        text
          ? svg`<text class="coin-number" y=${r * 0.27} font-size=${r * 0.76}>${text}</text>`
          : svg`<path class="coin-star" transform="scale(${r / 50})" d=${STAR}></path>`
      }`
        : nothing
    }`
}

function coin(p: Picture<CoinsBoard>, grid: Grid, i: number): SVGTemplateResult {
  const { pile } = p.state.board
  const { cell } = grid
  const { x, y } = at(grid, i)
  const takes = pile - i
  const move = String(takes)
  const legal = p.moves.includes(move)
  const body = face(cell * 0.42, legal && cell > 36 ? move : '')
  if (!mayMove(p) || !legal)
    return svg`<g class="coin" data-coin=${i} transform="translate(${x} ${y})"><g class="coin-body">${body}</g></g>`
  const evaluated = p.evaluated.find(j => j.move === move)
  const hinted = p.hint !== null && takes <= Number(p.hint)
  return svg`<g class="coin board-legal ${hinted ? 'coin-hint' : ''}" data-coin=${i} data-drag="play"
    transform="translate(${x} ${y})"
    ${press(named(p, p.t(takes === 1 ? 'Take 1 coin' : 'Take {0} coins', takes), move), () => p.play(move))}>
    <rect class="board-hit" x=${-cell / 2} y=${-cell / 2} width=${cell} height=${cell}></rect>
    <g class="coin-body">${body}<circle class="coin-focus" r=${cell * 0.45}></circle></g></g>
    ${evaluated ? verdict(evaluated.shown, evaluated.chance, x, y + cell * 0.44, Math.min(20, cell * 0.24)) : nothing}`
}

function draw(p: Picture<CoinsBoard>): TemplateResult {
  const { pile, n, take, misere } = p.state.board
  const grid = gridOf(n, p.box)
  const { height, cell } = grid
  const near = p.seat === 1 ? 1 : 0
  const taken = p.last ? Number(p.last.move) || 0 : 0
  const places = Array.from({ length: Math.min(n, pile + taken) }, (_, i) => i)
  const left = p.t(pile === 1 ? '1 coin left' : '{0} coins left', pile)
  const goal = p.t(misere ? 'Taking the last coin loses.' : 'Taking the last coin wins.')
  const many = take > 10 || cell < 40
  return html`<div class="board-frame">
      <svg
        class="board board-middle coins"
        viewBox="0 0 ${WIDTH} ${height + TOP + (p.box ? 8 : TOP)}"
        role="group"
        aria-label="${left}. ${goal}"
      >
        ${defs()}
        <rect
          class="coin-cloth"
          x="2"
          y=${TOP}
          width=${WIDTH - 4}
          height=${height}
          rx="22"
          fill="url(#coin-cloth)"
        ></rect>
        <g aria-hidden="true">
          ${places
            .slice(pile)
            .map(i => svg`<circle class="coin-gone" cx=${at(grid, i).x} cy=${at(grid, i).y} r=${cell * 0.4}></circle>`)}
          ${[0, 1].map(seat => nameplate(p, seat, 10, seat === near ? TOP + height + 31 : TOP - 14, false))}
          <text class="board-name coin-left" x=${WIDTH - 12} y=${TOP - 14} text-anchor="end">${left}</text>
        </g>
        <g>${places.slice(0, pile).map(i => coin(p, grid, i))}</g>
      </svg>
    </div>
    ${many && mayMove(p) ? choose(p) : nothing}`
}

/** Buttons or a number field, for coins too small to press. */
function choose(p: Picture<CoinsBoard>): TemplateResult {
  if (p.moves.length <= 12)
    return html`<div class="board-buttons" role="group" aria-label=${p.t('Coins to take')}>
      ${p.moves.map(m => button(p, m, m))}
    </div>`
  const take = (e: Event): void => {
    e.preventDefault()
    p.play(new FormData(e.target as HTMLFormElement).get('coins') as string)
  }
  return html`<form class="board-buttons" @submit=${take}>
    <label class="board-field"
      >${p.t('Coins to take')} <input type="number" name="coins" min="1" max=${p.moves.length} value="1" required
    /></label>
    <button class="board-button board-main">${p.t('Take')}</button>
  </form>`
}

/** Moves the coins towards the player that takes them. */
async function animate(
  element: Element,
  before: State<CoinsBoard>,
  after: State<CoinsBoard>,
  _move: string,
): Promise<void> {
  const board = within(element, 'svg.coins')
  if (!board) return
  const bodies = Array.from(board.querySelectorAll<SVGGElement>('[data-coin]')).filter(
    c => Number(c.dataset.coin) >= after.board.pile,
  )
  const away = before.turn === 0 ? 1 : -1
  const running = bodies.map((c, i) =>
    c.querySelector('.coin-body')!.animate(
      [
        { transform: 'translate(0, 0)', opacity: 1 },
        { transform: `translate(0, ${away * 14}px) scale(1.12)`, opacity: 1, offset: 0.3 },
        { transform: `translate(0, ${away * 120}px)`, opacity: 0 },
      ],
      { duration: 380, delay: Math.min(i, 6) * 50, easing: 'ease-in', fill: 'both' },
    ),
  )
  await finished(running)
  for (const r of running) r.cancel()
}

function status(p: Picture<CoinsBoard>): string {
  if (!mayMove(p)) return ''
  return p.t(
    p.state.board.misere
      ? 'Press the coins to take. Taking the last one loses.'
      : 'Press the coins to take. Taking the last one wins.',
  )
}

export const drawing: Drawing<CoinsBoard> = { draw, animate, status }
