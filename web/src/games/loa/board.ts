// The board of Lines of Action. A selected piece shows its four lines, the number of pieces on each, and its moves.
// Connected pieces are linked.
import { html, svg, nothing } from 'lit-html'
import type { SVGTemplateResult, TemplateResult } from 'lit-html'
import type { Drawing, Picture } from '../../drawing.js'
import type { State } from '../../types.js'
import { press } from '../../press.js'
import { arrows } from '../grid.js'
import { finished, grade, mayMove, named, nameplate, SVG, verdict, within } from '../common.js'
import { lines, links, squareName, squareOf, squaresOf } from './lines.js'
import type { Line, LoaBoard } from './lines.js'

const CELL = 100
const FRAME = 46
const THIN = 3 // the frame on a small screen, which leaves its room to the squares
const SMALL = 480 // pixels of the board below which a finger needs that room
const TOP = 52
const DISC = 37

interface View {
  turned: boolean
  frame: number
}
interface Point {
  x: number
  y: number
}

const sideOf = (v: View): number => 8 * CELL + 2 * v.frame

function at(v: View, square: number): Point {
  const [col, row] = [square % 8, Math.floor(square / 8)]
  return {
    x: v.frame + CELL * ((v.turned ? 7 - col : col) + 0.5),
    y: TOP + v.frame + CELL * ((v.turned ? row : 7 - row) + 0.5),
  }
}

/** The point between a and b at distance `far` from a. */
function along(a: Point, b: Point, far: number): Point {
  const d = Math.hypot(b.x - a.x, b.y - a.y) || 1
  return { x: a.x + ((b.x - a.x) * far) / d, y: a.y + ((b.y - a.y) * far) / d }
}

function defs(): SVGTemplateResult {
  return svg`<defs>
    <radialGradient id="loa-black" cx="0.36" cy="0.3" r="0.8">
      <stop offset="0" class="loa-black-1"></stop><stop offset="1" class="loa-black-2"></stop></radialGradient>
    <radialGradient id="loa-white" cx="0.36" cy="0.3" r="0.85">
      <stop offset="0" class="loa-white-1"></stop><stop offset="0.6" class="loa-white-2"></stop>
      <stop offset="1" class="loa-white-3"></stop></radialGradient>
    <linearGradient id="loa-frame" x1="0" y1="0" x2="0.2" y2="1">
      <stop offset="0" class="loa-frame-1"></stop><stop offset="1" class="loa-frame-2"></stop></linearGradient>
  </defs>`
}

/** The names of files and ranks: on the frame, or in the corners of the squares at the edge. */
function edges(v: View): SVGTemplateResult[] {
  const inside = v.frame < FRAME
  return Array.from({ length: 8 }, (_, i) => {
    const file = at(v, v.turned ? 56 + i : i)
    const rank = at(v, v.turned ? 8 * i + 7 : 8 * i)
    return inside
      ? svg`<text class="loa-corner" x=${file.x + 38} y=${file.y + 44}>${'abcdefgh'[i]}</text>
          <text class="loa-corner" x=${rank.x - 38} y=${rank.y - 26}>${i + 1}</text>`
      : svg`<text class="loa-edge" x=${file.x} y=${TOP + sideOf(v) - 14}>${'abcdefgh'[i]}</text>
          <text class="loa-edge" x=${FRAME / 2} y=${rank.y + 9}>${i + 1}</text>`
  })
}

function ground(v: View): SVGTemplateResult {
  const dark = Array.from({ length: 64 }, (_, s) => s).filter(s => ((s % 8) + Math.floor(s / 8)) % 2 === 0)
  const cells = dark
    .map(s => at(v, s))
    .map(c => `M${c.x - 50} ${c.y - 50}h100v100h-100z`)
    .join('')
  const { frame } = v,
    side = sideOf(v)
  return svg`<rect class="loa-frame" x="0" y=${TOP} width=${side} height=${side} rx=${frame / 3}
      fill="url(#loa-frame)"></rect>
    <rect class="loa-light" x=${frame} y=${TOP + frame} width=${8 * CELL} height=${8 * CELL}></rect>
    <path class="loa-dark" d=${cells}></path>
    <rect class="loa-inner" x=${frame} y=${TOP + frame} width=${8 * CELL} height=${8 * CELL}></rect>
    <g aria-hidden="true">${edges(v)}</g>`
}

function lastMove(v: View, move: string): SVGTemplateResult | typeof nothing {
  const m = squaresOf(move)
  if (!m) return nothing
  const [a, b] = [at(v, m.from), at(v, m.to)]
  return svg`<g class="loa-last"><rect x=${a.x - 50} y=${a.y - 50} width="100" height="100"></rect>
    <rect x=${b.x - 50} y=${b.y - 50} width="100" height="100"></rect>
    <path d="M${a.x} ${a.y}L${b.x} ${b.y}"></path></g>`
}

function linkLines(v: View, squares: string): SVGTemplateResult[] {
  return links(squares).map(([s, n]) => {
    const [a, b] = [at(v, s), at(v, n)]
    return svg`<path class="loa-link loa-link-${squares[s]}" data-link="${squareName(s)} ${squareName(n)}"
      d="M${a.x} ${a.y}L${b.x} ${b.y}"></path>`
  })
}

function disc(v: View, squares: string, s: number, kind: string): SVGTemplateResult {
  const { x, y } = at(v, s)
  const black = squares[s] === 'b'
  return svg`<g data-piece=${squareName(s)} transform="translate(${x} ${y})">
    <g class="loa-disc ${black ? 'loa-b' : 'loa-w'}">
    <ellipse class="loa-shade" cx="3" cy="6" rx=${DISC} ry=${DISC - 1}></ellipse>
    <circle class="loa-body" r=${DISC} fill=${black ? 'url(#loa-black)' : 'url(#loa-white)'}></circle>
    <circle class="loa-groove" r=${DISC - 11}></circle></g>
    ${kind ? svg`<circle class=${kind} r=${DISC + 5}></circle>` : nothing}</g>`
}

/* ---- Moves of a piece ------------------------------------------------------------------- */

function lineMark(v: View, from: number, line: Line): SVGTemplateResult | typeof nothing {
  const { squares, ways } = line
  if (squares.length < 2) return nothing
  const here = at(v, from)
  const [head, tail] = [at(v, squares[0]), at(v, squares[squares.length - 1])]
  const half = (p: Point, q: Point): Point =>
    along(q, p, Math.hypot(p.x - q.x, p.y - q.y) + (p.x !== q.x && p.y !== q.y ? 70 : 50))
  const [a, b] = [half(head, tail), half(tail, head)]
  const far = Math.hypot(a.x - here.x, a.y - here.y) > Math.hypot(b.x - here.x, b.y - here.y) ? a : b
  return svg`<path class="loa-line" d="M${a.x} ${a.y}L${b.x} ${b.y}"></path>
    ${ways.map(w => wayMark(v, here, w))}
    <g class="loa-count" transform="translate(${far.x} ${far.y})">
      <circle r="21"></circle><text y="9">${line.count}</text></g>`
}

function wayMark(v: View, here: Point, { to, blocked, takes }: Line['ways'][0]): SVGTemplateResult | typeof nothing {
  if (to === null) return nothing
  const stop = at(v, blocked ?? to)
  const start = along(here, stop, DISC + 6)
  if (blocked !== null) {
    const end = along(stop, here, DISC - 4)
    return svg`<path class="loa-blocked" d="M${start.x} ${start.y}L${end.x} ${end.y}"></path>
      <path class="loa-cross" d="M${stop.x - 13} ${stop.y - 13}l26 26m0 -26l-26 26"></path>`
  }
  const end = along(stop, here, takes ? DISC + 6 : 17)
  return svg`<path class="loa-way" d="M${start.x} ${start.y}L${end.x} ${end.y}"></path>
    ${
      takes
        ? svg`<circle class="loa-take" cx=${stop.x} cy=${stop.y} r=${DISC + 5}></circle>`
        : svg`<circle class="loa-target" cx=${stop.x} cy=${stop.y} r="16"></circle>`
    }`
}

function arrow(v: View, move: string, kind: string): SVGTemplateResult | typeof nothing {
  const m = squaresOf(move)
  if (!m) return nothing
  const [a, b] = [at(v, m.from), at(v, m.to)]
  const [start, end] = [along(a, b, 18), along(b, a, 26)]
  const back = along(b, a, 52)
  const far = Math.hypot(b.x - a.x, b.y - a.y)
  const side = { x: (17 * (b.y - a.y)) / far, y: (17 * (a.x - b.x)) / far }
  const head = [end, { x: back.x + side.x, y: back.y + side.y }, { x: back.x - side.x, y: back.y - side.y }]
  return svg`<g class=${kind}><path class="loa-shaft" d="M${start.x} ${start.y}L${back.x} ${back.y}"></path>
    <path class="loa-head" d="M${head.map(point => `${point.x} ${point.y}`).join('L')}z"></path></g>`
}

function evaluations(p: Picture<LoaBoard>, v: View): SVGTemplateResult[] {
  const mine = p.evaluated.filter(j => !p.picked || j.move.startsWith(p.picked))
  return mine.map(j => {
    const m = squaresOf(j.move)
    const to = m ? at(v, m.to) : { x: sideOf(v) / 2, y: TOP + sideOf(v) / 2 }
    return svg`${p.picked ? nothing : arrow(v, j.move, `loa-evaluated verdict-${grade(j.chance)}`)}
      ${verdict(j.shown, j.chance, to.x, to.y, 26)}`
  })
}

/* ---- Squares ---------------------------------------------------------------------------- */

function cell(p: Picture<LoaBoard>, v: View, picked: number | null, s: number): SVGTemplateResult {
  const squares = p.state.board.squares
  const { x, y } = at(v, s)
  const name = squareName(s)
  const move = picked === null ? undefined : p.moves.find(m => m.startsWith(squareName(picked)) && m.endsWith(name))
  const movable = p.moves.some(m => m.startsWith(name))
  const here =
    squares[s] === 'b'
      ? p.t('{0}: black piece', name)
      : squares[s] === 'w'
        ? p.t('{0}: white piece', name)
        : p.t('{0}: empty', name)
  const label = !move ? here : move.includes('x') ? p.t('Capture on {0}', name) : p.t('Move to {0}', name)
  const legal = movable || move !== undefined
  const pressed = squares[s] !== '.' && !move ? { pressed: picked === s } : {}
  return svg`<g role="gridcell"><g class="loa-cell ${legal ? 'board-legal' : ''}"
    data-col=${(x - v.frame - 50) / CELL} data-row=${(y - TOP - v.frame - 50) / CELL}
    data-drag=${movable ? 'pick' : nothing} data-carry="[data-piece='${name}']"
    ${press(named(p, label, move), action(p, picked, s, move), { disabled: !legal, aside: !legal, ...pressed })}>
    <rect class="board-hit" x=${x - 50} y=${y - 50} width="100" height="100"></rect>
    <rect class="loa-focus" x=${x - 46} y=${y - 46} width="92" height="92" rx="10"></rect></g></g>`
}

/** The action of pressing a square. Illegal moves are sent too, so that the player learns the reason. */
function action(p: Picture<LoaBoard>, picked: number | null, s: number, move: string | undefined): (() => void) | null {
  if (!mayMove(p)) return null
  const squares = p.state.board.squares
  const own = p.state.turn === 0 ? 'b' : 'w'
  if (move) return () => p.play(move)
  if (picked === s) return () => p.pick(null)
  if (squares[s] === own || (squares[s] !== '.' && picked === null)) return () => p.pick(squareName(s))
  if (picked === null) return null
  if (squares[picked] !== own) return () => p.pick(squares[s] === '.' ? null : squareName(s))
  return () => p.play(`${squareName(picked)}${squares[s] === '.' ? '-' : 'x'}${squareName(s)}`)
}

function groupsNote(p: Picture<LoaBoard>, seat: number): string {
  const groups = p.state.board.groups[seat].length
  return p.t(groups === 1 ? '1 group' : '{0} groups', groups)
}

function piecesNote(p: Picture<LoaBoard>, seat: number): string {
  const n = p.state.board.pieces[seat]
  return `${p.t(n === 1 ? '1 piece' : '{0} pieces', n)} · ${groupsNote(p, seat)}`
}

function pickedSquare(p: Picture<LoaBoard>): number | null {
  if (!p.picked || !/^[a-h][1-8]$/.test(p.picked)) return null
  const s = squareOf(p.picked)
  return p.state.board.squares[s] === '.' ? null : s
}

function draw(p: Picture<LoaBoard>): TemplateResult {
  const { squares, winner } = p.state.board
  const near = p.seat === 1 ? 1 : 0
  const small = p.box !== undefined && Math.min(p.box.width, p.box.height) < SMALL
  const v: View = { turned: near === 1, frame: small ? THIN : FRAME }
  const around = small ? 0 : 4,
    side = sideOf(v) + 2 * around
  const picked = pickedSquare(p)
  const pieces = Array.from({ length: 64 }, (_, s) => s).filter(s => squares[s] !== '.')
  const kind = (s: number): string =>
    winner !== null && squares[s] === 'bw'[winner] ? 'loa-won' : picked === s ? 'loa-picked' : ''
  const rows = Array.from({ length: 8 }, (_, r) =>
    Array.from({ length: 8 }, (_, c) => 8 * (v.turned ? r : 7 - r) + (v.turned ? 7 - c : c)),
  )
  return html`<div class="board-frame">
      <svg
        class="board loa ${mayMove(p) ? 'loa-open' : ''}"
        viewBox="${-around} ${p.box ? TOP - around : 0} ${side} ${p.box ? side : sideOf(v) + 2 * TOP}"
        data-near=${near}
        data-frame=${v.frame}
        role="group"
        aria-label=${p.t('Lines of Action board')}
        @keydown=${(e: KeyboardEvent) => arrows(e, () => p.pick(null))}
      >
        ${defs()}${ground(v)} ${p.last ? lastMove(v, p.last.move) : nothing}
        <g>${linkLines(v, squares)}</g>
        <g>${pieces.map(s => disc(v, squares, s, kind(s)))}</g>
        <g aria-hidden="true" class="loa-marks">
          ${picked !== null ? lines(squares, picked).map(l => lineMark(v, picked, l)) : nothing}
          ${p.hint ? arrow(v, p.hint, 'loa-hint') : nothing}${evaluations(p, v)}
        </g>
        <g aria-hidden="true">
          ${nameplate(p, 1 - near, 6, TOP - 17, false, piecesNote(p, 1 - near))}
          ${nameplate(p, near, 6, TOP + sideOf(v) + 37, false, piecesNote(p, near))}
        </g>
        <g data-flight="" aria-hidden="true"></g>
        <g role="grid" aria-label=${p.t('Squares')}>
          ${rows.map(row => svg`<g role="row">${row.map(s => cell(p, v, picked, s))}</g>`)}
        </g>
      </svg>
    </div>
    ${
      p.moves.includes('pass')
        ? html`<div class="board-buttons">
            <button class="board-button" @click=${() => p.play('pass')}>${p.t('Pass')}</button>
          </div>`
        : nothing
    }`
}

/* ---- Animation -------------------------------------------------------------------------- */

async function animate(
  element: Element,
  _before: State<LoaBoard>,
  _after: State<LoaBoard>,
  move: string,
): Promise<void> {
  const board = within<SVGSVGElement>(element, 'svg.loa')
  const sky = board?.querySelector('[data-flight]')
  const m = squaresOf(move)
  if (!board || !sky || !m) return
  const v: View = { turned: board.dataset.near === '1', frame: Number(board.dataset.frame) }
  const piece = (s: number): Element | null => board.querySelector(`[data-piece="${squareName(s)}"]`)
  const mover = piece(m.from)
  if (!mover) return
  const [a, b] = [at(v, m.from), at(v, m.to)]
  const flyer = document.createElementNS(SVG, 'g')
  flyer.append(mover.querySelector('.loa-disc')!.cloneNode(true))
  flyer.setAttribute('transform', `translate(${a.x} ${a.y})`)
  sky.append(flyer)
  mover.classList.add('board-gone')
  board.classList.add('loa-moving')
  try {
    const time = 240 + (28 * Math.max(Math.abs(b.x - a.x), Math.abs(b.y - a.y))) / CELL
    const to = (p: Point, size: number): Keyframe => ({ transform: `translate(${p.x}px, ${p.y}px) scale(${size})` })
    const running = [
      flyer.animate([to(a, 1), to({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, 1.09), to(b, 1)], {
        duration: time,
        easing: 'cubic-bezier(0.45, 0, 0.2, 1)',
        fill: 'forwards',
      }),
    ]
    for (const link of board.querySelectorAll('[data-link]')) {
      const ends = link.getAttribute('data-link')!.split(' ')
      if (ends.includes(squareName(m.from)) || ends.includes(squareName(m.to)))
        running.push(
          link.animate([{ opacity: getComputedStyle(link).opacity }, { opacity: 0 }], {
            duration: 150,
            fill: 'forwards',
          }),
        )
    }
    const victim = piece(m.to)?.querySelector('.loa-disc')
    if (victim)
      running.push(
        victim.animate(
          [
            { opacity: 1, transform: 'scale(1)' },
            { opacity: 0, transform: 'scale(0.4)' },
          ],
          { duration: 200, delay: time * 0.6, fill: 'forwards' },
        ),
      )
    await finished(running)
    for (const r of running) r.cancel()
  } finally {
    flyer.remove()
    mover.classList.remove('board-gone')
    board.classList.remove('loa-moving')
  }
}

function status(p: Picture<LoaBoard>): string {
  if (!mayMove(p)) return ''
  const picked = pickedSquare(p)
  if (p.moves.includes('pass')) return p.t('No piece can move: pass.')
  if (picked === null) return p.t('Choose a piece to move.')
  if (p.moves.some(m => m.startsWith(squareName(picked)))) return p.t('Choose its destination.')
  return p.state.board.squares[picked] === 'bw'[p.state.turn as number]
    ? p.t('This piece cannot move.')
    : p.t('This piece belongs to your opponent.')
}

export const drawing: Drawing<LoaBoard> = { draw, animate, status, note: groupsNote, score: s => [...s.board.pieces] }
