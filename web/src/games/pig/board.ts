// The board of Pig: a die, the players' tracks to the target, and the points of the turn, which can still be lost.
import { html, svg, nothing } from 'lit-html'
import type { SVGTemplateResult, TemplateResult } from 'lit-html'
import type { Drawing, Picture } from '../../drawing.js'
import type { State } from '../../types.js'
import { button, finished, mayMove, nameOf, short, SVG, within } from '../common.js'

export interface PigBoard {
  points: [number, number]
  total: number
  rolling: boolean
  target: number
}

const WIDTH = 640
const TRACK = { x: 20, width: WIDTH - 40, height: 30 }
const DIE = { x: WIDTH / 2, y: 194, half: 54 }
const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
}

function pips(n: number): SVGTemplateResult[] {
  return (PIPS[n] ?? []).map(([x, y]) => svg`<circle class="pig-pip" cx=${x * 28} cy=${y * 28} r="10.5"></circle>`)
}

const sideOf = (move: string | undefined): number => (/^[1-6]$/.test(move ?? '') ? Number(move) : 0)

/** The number rolled by the last move; 0: the last move was not a roll. */
const rolled = (p: Picture<PigBoard>): number => sideOf(p.last?.move)

/** The number on the die, from the last roll; 0 before the first. */
function shown(p: Picture<PigBoard>): number {
  return rolled(p) || (p.past ?? []).reduceRight((side, move) => side || sideOf(move), 0)
}

function die(p: Picture<PigBoard>): SVGTemplateResult {
  const n = shown(p)
  const label = p.state.board.rolling ? p.t('The die is rolling') : n ? p.t('The die shows {0}', n) : p.t('The die')
  const { x, y, half } = DIE
  const state = rolled(p) === 1 ? 'pig-bad' : rolled(p) ? '' : 'pig-idle'
  return svg`<g role="img" aria-label=${label} transform="translate(${x} ${y})">
    <ellipse class="pig-shade" cx="4" cy=${half + 6} rx=${half} ry="13"></ellipse>
    <g class="pig-die ${state} ${p.state.board.rolling ? 'pig-rolling' : ''}" data-die="">
      <g transform=${p.state.board.rolling ? 'rotate(14)' : 'rotate(-5)'}>
        <rect class="pig-cube" x=${-half} y=${-half} width=${2 * half} height=${2 * half} rx="22"
          fill="url(#pig-face)"></rect>
        <rect class="pig-bevel" x=${5 - half} y=${5 - half} width=${2 * half - 10} height=${2 * half - 10}
          rx="18"></rect>
        <g data-face="">${n ? pips(n) : svg`<text class="pig-question" y="21">?</text>`}</g></g></g></g>`
}

function track(p: Picture<PigBoard>, seat: number, y: number, below: boolean): SVGTemplateResult {
  const { points, total, target } = p.state.board
  const turn = p.state.board.rolling || p.state.turn === 'chance' ? mover(p) : p.state.turn
  const extra = turn === seat ? total : 0
  const long = (n: number): number => (TRACK.width * Math.min(n, target)) / target
  const ticks = Array.from({ length: 9 }, (_, i) => {
    const inset = i === 4 ? 4 : 10
    return `M${TRACK.x + (TRACK.width * (i + 1)) / 10} ${y + inset}v${TRACK.height - 2 * inset}`
  })
  const now = turn === seat
  const name = below ? y + TRACK.height + 28 : y - 13
  const spoken = extra
    ? p.t('{0}: {1} points and {2} in this turn, of {3}', nameOf(p, seat), points[seat], extra, target)
    : p.t('{0}: {1} points of {2}', nameOf(p, seat), points[seat], target)
  return svg`<g role="img" aria-label=${spoken}>
    <rect class="pig-groove" x=${TRACK.x} y=${y} width=${TRACK.width} height=${TRACK.height} rx="15"></rect>
    ${
      extra
        ? svg`<rect class="pig-fill-${seat} pig-extra" x=${TRACK.x} y=${y} width=${long(points[seat] + extra)}
            height=${TRACK.height} rx="15"></rect>`
        : nothing
    }
    <rect class="pig-fill-${seat}" data-track=${seat} x=${TRACK.x} y=${y} width=${long(points[seat])}
      height=${TRACK.height} rx="15"></rect>
    <rect class="pig-gleam" x=${TRACK.x + 8} y=${y + 4} width=${TRACK.width - 16} height="8" rx="4"></rect>
    <path class="pig-ticks" d=${ticks.join('')}></path>
    <text class="board-name ${now ? 'board-now' : ''}" x=${TRACK.x + 4} y=${name}
      >${now ? '▸ ' : ''}${short(nameOf(p, seat))}</text>
    <text class="pig-points" x=${TRACK.x + TRACK.width - 4} y=${name}>${points[seat]}${
      extra ? svg`<tspan class="pig-plus"> + ${extra}</tspan>` : nothing
    }<tspan class="board-note"> / ${target}</tspan></text></g>`
}

/** The player whose die is rolling: the last field of the position. */
const mover = (p: Picture<PigBoard>): number => Number(p.state.position.split(' ')[3]) - 1

function note(p: Picture<PigBoard>): SVGTemplateResult {
  const { total } = p.state.board
  const n = rolled(p)
  if (p.state.turn === 'over') return svg``
  return svg`<text class="pig-word" x=${DIE.x - 100} y=${DIE.y - 4} text-anchor="end">${p.t('This turn')}</text>
    <text class="pig-total ${n === 1 && total === 0 ? 'pig-lost' : ''}" data-total="" x=${DIE.x - 100} y=${DIE.y + 42}
      text-anchor="end">${total}</text>
    ${
      n === 1 ? svg`<text class="pig-word pig-lost" x=${DIE.x + 96} y=${DIE.y + 8}>${p.t('Turn lost')}</text>` : nothing
    }`
}

function draw(p: Picture<PigBoard>): TemplateResult {
  const near = p.seat === 1 ? 1 : 0
  const { total } = p.state.board
  return html`<div class="board-frame">
      <svg class="board board-middle pig" viewBox="0 0 ${WIDTH} 382" role="group" aria-label=${p.t('Pig board')}>
        <defs>
          <linearGradient id="pig-face" x1="0.1" y1="0" x2="0.6" y2="1">
            <stop offset="0" class="pig-face-1"></stop>
            <stop offset="1" class="pig-face-2"></stop>
          </linearGradient>
        </defs>
        ${track(p, 1 - near, 46, false)}${die(p)}
        <g aria-hidden="true">${note(p)}</g>
        ${track(p, near, 304, true)}
      </svg>
    </div>
    <div class="board-buttons">
      ${
        p.seat !== null && p.state.turn !== 'over'
          ? html`${button(p, 'roll', p.t('Roll'), true)}
            ${button(p, 'hold', mayMove(p) && total ? p.t('Hold {0}', total) : p.t('Hold'))}`
          : nothing
      }
    </div>`
}

/** Rolls the die, or moves the points of the turn to the track on hold. */
async function animate(
  element: Element,
  before: State<PigBoard>,
  _after: State<PigBoard>,
  move: string,
): Promise<void> {
  const board = within(element, 'svg.pig')
  const cube = board?.querySelector('[data-die]')
  if (!board || !cube) return
  if (move === 'hold') {
    const total = board.querySelector('[data-total]')
    const to = board.querySelector(`[data-track="${before.turn}"]`)
    if (!total || !to) return
    const down = Number(to.getAttribute('y')) > DIE.y ? 120 : -130
    const run = total.animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: `translate(0, ${down}px)`, opacity: 0.1 },
      ],
      { duration: 380, easing: 'ease-in', fill: 'forwards' },
    )
    await finished([run])
    run.cancel()
    return
  }
  if (!/^[1-6]$/.test(move)) return
  const face = cube.querySelector('[data-face]')
  const sides = document.createElementNS(SVG, 'g')
  face?.parentElement?.append(sides)
  face?.classList.add('board-gone')
  cube.classList.remove('pig-idle')
  try {
    const run = cube.animate(
      [
        { transform: 'translate(0, 0) rotate(0deg)' },
        { transform: 'translate(-46px, -62px) rotate(-150deg)', offset: 0.3 },
        { transform: 'translate(30px, -18px) rotate(-270deg)', offset: 0.65 },
        { transform: 'translate(-6px, -10px) rotate(-330deg)', offset: 0.85 },
        { transform: 'translate(0, 0) rotate(-360deg)' },
      ],
      { duration: 620, easing: 'ease-out' },
    )
    const order = [3, 6, 2, 5, 4, Number(move)]
    for (let i = 0; i < order.length; i++) {
      show(sides, order[i])
      await Promise.race([run.finished, new Promise(r => setTimeout(r, 90))])
    }
    await run.finished
  } finally {
    sides.remove()
    face?.classList.remove('board-gone')
  }
}

function show(group: Element, n: number): void {
  group.replaceChildren(
    ...PIPS[n].map(([x, y]) => {
      const pip = document.createElementNS(SVG, 'circle')
      pip.setAttribute('class', 'pig-pip')
      pip.setAttribute('cx', String(x * 28))
      pip.setAttribute('cy', String(y * 28))
      pip.setAttribute('r', '10.5')
      return pip
    }),
  )
}

function status(p: Picture<PigBoard>): string {
  if (!mayMove(p)) return ''
  const { total, points, target } = p.state.board
  if (!total) return p.t('Roll the die. A 1 loses the points of the turn.')
  return p.t('Roll again, or hold to reach {0} of {1}.', points[p.state.turn as number] + total, target)
}

export const drawing: Drawing<PigBoard> = { draw, animate, status, score: s => [...s.board.points] }
