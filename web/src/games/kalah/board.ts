// The board of Kalah. Seeds stay where they fell and are animated when they are sown.
import { html, svg, nothing } from 'lit-html'
import type { SVGTemplateResult, TemplateResult } from 'lit-html'
import type { Box, Drawing, Picture } from '../../drawing.js'
import type { State } from '../../types.js'
import { press } from '../../press.js'
import { arrows } from '../grid.js'
import { mayMove, named, nameOf, nameplate, SVG, verdict, within } from '../common.js'
import { isStore, moveOf, ownerOf, placeOf, places, scatter, sow, storeOf } from './sow.js'
import type { KalahBoard, Spot } from './sow.js'

const PITCH = 100
const SEED = 10.3
const HALF = 41 // the half axis of a house along its row
const SHALLOW = 48 // its half axis across, and the largest one where there is room
const DEEP = 100
const BANK = 86 // the width of a store with its margin, which leaves room to the houses on a phone
const EDGE = 10
const RIM = 38 // of the board, with the numbers of the houses
const BESIDE = 44 // for the names above and below, where the page does not show them

interface Point {
  x: number
  y: number
}

/** The geometry of the board. It is computed for a board that lies: `near` is the seat at the lower edge, x runs along
 *  the rows and y across them. A board that stands is turned clockwise: the near houses are on the left and lead down
 *  to the near store. */
interface Layout {
  houses: number
  near: number
  stands: boolean
  width: number // of the picture
  height: number
  left: number
  board: number
  top: number
  tall: number
  middle: number
  gap: number
  pit: { rx: number; ry: number }
  store: { rx: number; ry: number }
  scale: number | null // pixels per unit, if the room of the board is known
}

function layout(houses: number, near: number, box?: Box): Layout {
  const board = houses * PITCH + 2 * BANK + 2 * EDGE
  const [gap, beside] = houses > 7 ? [116, BESIDE + 14] : [84, BESIDE]
  const stands = box !== undefined && box.height > box.width
  const ratio = !box ? 0 : stands ? box.width / box.height : box.height / box.width
  const top = box ? 4 : beside
  const deep = (board * ratio - 2 * top - 2 * RIM - gap) / 4
  const ry = Math.min(DEEP, Math.max(SHALLOW, Math.floor(deep)))
  const tall = 2 * (RIM + 2 * ry) + gap
  const along = box ? board + 8 : Math.max(board + 8, 640)
  const [width, height] = stands ? [tall + 2 * top, along] : [along, tall + 2 * top]
  return {
    houses,
    near,
    stands,
    width,
    height,
    left: (along - board) / 2,
    board,
    top,
    tall,
    middle: top + tall / 2,
    gap,
    pit: { rx: HALF, ry },
    store: { rx: 38, ry: tall / 2 - 50 },
    scale: box ? Math.min(box.width / width, box.height / height) : null,
  }
}

/** The place on the picture of a point of the lying board. */
const turned = (l: Layout, x: number, y: number): Point => (l.stands ? { x: l.width - y, y: x } : { x, y })

const halves = (l: Layout, { rx, ry }: { rx: number; ry: number }): { rx: number; ry: number } =>
  l.stands ? { rx: ry, ry: rx } : { rx, ry }

/** The centre of a pit, moved by `across` away from the middle of the board. */
function at(l: Layout, place: number, across = 0): Point {
  const mine = ownerOf(l.houses, place) === l.near
  const column = place % (l.houses + 1)
  const bank = isStore(l.houses, place) ? (BANK - PITCH) / 2 : 0 // stores are narrower than houses
  const along = mine ? column + 0.5 : l.houses - column - 0.5
  const x = l.left + EDGE + BANK + PITCH * along + (mine ? bank : -bank)
  const y = isStore(l.houses, place) ? l.middle : l.middle + (mine ? 1 : -1) * (l.gap / 2 + l.pit.ry + across)
  return turned(l, x, y)
}

const hollowOf = (l: Layout, place: number): { rx: number; ry: number } =>
  halves(l, isStore(l.houses, place) ? l.store : l.pit)

const heaps = new Map<string, Spot[]>()

/** The positions of the seeds of a pit, relative to its centre. */
function lying(l: Layout, place: number, n: number): Spot[] {
  const key = `${l.houses} ${place} ${l.stands} ${l.pit.ry}`
  let spots = heaps.get(key)
  if (!spots || spots.length < n) {
    const store = { rx: l.store.rx - 13, ry: l.store.ry - 34 },
      pit = { rx: l.pit.rx - 12, ry: l.pit.ry - 13 }
    const hollow = halves(l, isStore(l.houses, place) ? store : pit)
    spots = scatter(Math.max(n, 24), hollow.rx, hollow.ry, SEED, place + 1)
    heaps.set(key, spots)
  }
  return spots.slice(0, n)
}

function defs(): SVGTemplateResult {
  return svg`<defs>
    <linearGradient id="kalah-wood" x1="0" y1="0" x2="0.15" y2="1">
      <stop offset="0" class="kalah-wood-1"></stop><stop offset="0.5" class="kalah-wood-2"></stop>
      <stop offset="1" class="kalah-wood-3"></stop></linearGradient>
    <radialGradient id="kalah-pit" cx="0.5" cy="0.62" r="0.62">
      <stop offset="0" class="kalah-pit-1"></stop><stop offset="0.7" class="kalah-pit-2"></stop>
      <stop offset="1" class="kalah-pit-3"></stop></radialGradient>
    <linearGradient id="kalah-lip" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" class="kalah-lip-1"></stop><stop offset="1" class="kalah-lip-2"></stop></linearGradient>
    <radialGradient id="kalah-gloss" cx="0.36" cy="0.3" r="0.75">
      <stop offset="0" stop-color="#fff" stop-opacity="0.55"></stop>
      <stop offset="0.45" stop-color="#fff" stop-opacity="0.06"></stop>
      <stop offset="1" stop-color="#000" stop-opacity="0.38"></stop></radialGradient>
  </defs>`
}

/** The grain of the wood: long, slightly curved lines. */
function grain(l: Layout): SVGTemplateResult {
  const lines = Array.from({ length: 13 }, (_, i) => {
    const y = l.top + 14 + i * ((l.tall - 28) / 12)
    const swing = ((i * 37) % 11) - 5
    const inset = i % 12 === 0 ? 30 : 8
    const [a, b] = [l.left + inset, l.left + l.board - inset]
    const third = (b - a) / 3
    const points = [
      turned(l, a, y),
      turned(l, a + third, y + swing * 2),
      turned(l, b - third, y - swing * 2.2),
      turned(l, b, y + swing * 0.6),
    ].map(p => `${p.x} ${p.y}`)
    return `M${points[0]}C${points.slice(1).join(' ')}`
  })
  return svg`<path class="kalah-grain" d=${lines.join('')}></path>`
}

function wood(l: Layout): SVGTemplateResult {
  const [from, to] = [EDGE + BANK + 14, l.board - EDGE - BANK - 14].map(x => turned(l, l.left + x, l.middle))
  const [x, y, width, height] = l.stands ? [l.top, l.left, l.tall, l.board] : [l.left, l.top, l.board, l.tall]
  return svg`<rect class="kalah-board" x=${x} y=${y} width=${width} height=${height} rx="46"
      fill="url(#kalah-wood)"></rect>
    ${grain(l)}
    <path class="kalah-groove" d="M${from.x} ${from.y}L${to.x} ${to.y}"></path>
    <rect class="kalah-rim" x=${x + 3} y=${y + 3} width=${width - 6} height=${height - 6} rx="43"></rect>`
}

function hollow(l: Layout, place: number): SVGTemplateResult {
  const { x, y } = at(l, place)
  const { rx, ry } = hollowOf(l, place)
  const round = Math.min(rx, ry)
  return svg`<rect x=${x - rx - 2} y=${y - ry - 2} width=${2 * rx + 4} height=${2 * ry + 4} rx=${round + 2}
      fill="url(#kalah-lip)"></rect>
    <rect x=${x - rx} y=${y - ry} width=${2 * rx} height=${2 * ry} rx=${round} fill="url(#kalah-pit)"></rect>`
}

function pebble(s: Spot): SVGTemplateResult {
  return svg`<g class="kalah-seed kalah-tint-${s.tint}" transform="translate(${s.x.toFixed(1)} ${s.y.toFixed(1)})">
    <ellipse class="kalah-shade" cx="1.5" cy="3" rx=${SEED} ry=${SEED * 0.9}></ellipse>
    <g transform="rotate(${s.turn})"><ellipse class="kalah-stone" rx=${SEED + 0.8} ry=${SEED * 0.84}></ellipse></g>
    <circle r=${SEED * 0.86} fill="url(#kalah-gloss)"></circle></g>`
}

function heap(l: Layout, place: number, n: number): SVGTemplateResult {
  const { x, y } = at(l, place)
  return svg`<g data-heap=${place} transform="translate(${x} ${y})">${lying(l, place, n).map(pebble)}</g>`
}

/** The counts stand between the rows and at the end of the stores, the numbers of the houses on the rim. An evaluated
 *  house has its number beside the value. */
function numbers(p: Picture<KalahBoard>, l: Layout, heap: number[]): SVGTemplateResult[] {
  const [count, number] = l.scale ? [sized(l, 26, 18, 44), sized(l, 17, 12, 32)] : [null, null]
  return heap.map((n, place) => {
    if (isStore(l.houses, place)) {
      const { x } = at(l, place),
        y = l.stands ? at(l, place).y : l.middle + l.store.ry + 25
      return text('kalah-count kalah-bank', l.stands ? x + l.store.ry + 25 : x, y, n, count, place)
    }
    const inner = at(l, place, -l.pit.ry - l.gap / 4),
      outer = at(l, place, l.pit.ry + RIM / 2 - 1),
      move = moveOf(l.houses, place),
      beside = p.evaluated.some(e => e.move === move) ? 36 : 0
    return svg`${text('kalah-count', inner.x, inner.y, n, count, place)}
      ${text('kalah-number', outer.x - (l.stands ? 0 : beside), outer.y - (l.stands ? beside : 0), move, number)}`
  })
}

/** A size in units that has this many pixels on the screen, within bounds. */
const sized = (l: Layout, usual: number, pixels: number, most: number): number =>
  Math.min(most, Math.max(usual, pixels / (l.scale ?? 1)))

function text(
  kind: string,
  x: number,
  y: number,
  words: string | number,
  size: number | null,
  place?: number,
): SVGTemplateResult {
  return svg`<text class=${kind} data-count=${place ?? nothing} x=${x} y=${y} font-size=${size ?? nothing}
    dominant-baseline="central">${words}</text>`
}

/** A ring around a pit, with a CSS class for its meaning. */
function ring(l: Layout, place: number, kind: string, wider = 0): SVGTemplateResult {
  const { x, y } = at(l, place)
  const [rx, ry] = [hollowOf(l, place).rx + wider, hollowOf(l, place).ry + wider],
    round = Math.min(rx, ry)
  return svg`<rect class=${kind} x=${x - rx} y=${y - ry} width=${2 * rx} height=${2 * ry} rx=${round}></rect>`
}

/** The preview of a house under the pointer: where the last seed falls, and what it captures. */
function peek(p: Picture<KalahBoard>, l: Layout, place: number): SVGTemplateResult {
  const { path, captured } = sow(p.state.board, place, emptyCapture(p.state))
  const last = path[path.length - 1]
  return svg`<g class="kalah-peek">
    ${last === undefined ? nothing : ring(l, last, 'kalah-land', 3)}
    ${captured.map(c => ring(l, c, 'kalah-take', 3))}</g>`
}

function house(p: Picture<KalahBoard>, l: Layout, place: number, n: number): SVGTemplateResult {
  const move = moveOf(l.houses, place)
  const legal = p.moves.includes(move)
  const near = ownerOf(l.houses, place) === l.near
  const label = legal
    ? p.t(n === 1 ? 'Sow house {0}: 1 seed' : 'Sow house {0}: {1} seeds', move, n)
    : p.t(n === 1 ? 'House {0}: 1 seed' : 'House {0}: {1} seeds', move, n)
  const evaluated = p.evaluated.find(j => j.move === move)
  const column = near ? place % (l.houses + 1) : l.houses - 1 - (place % (l.houses + 1))
  const [col, row] = l.stands ? [near ? 0 : 1, column] : [column, near ? 1 : 0]
  const centre = at(l, place, (RIM - l.gap / 2) / 2),
    hit = halves(l, { rx: PITCH / 2, ry: l.tall / 4 }),
    value = at(l, place, l.pit.ry + RIM / 2 - 1)
  return svg`<g class="kalah-house ${legal ? 'board-legal' : ''}" data-col=${col} data-row=${row}
    data-drag=${legal ? 'play' : nothing} data-carry="[data-heap='${place}']"
    ${press(named(p, label, move), mayMove(p) ? () => p.play(move) : null, { disabled: !legal, aside: !legal })}>
    <rect class="board-hit" x=${centre.x - hit.rx} y=${centre.y - hit.ry} width=${2 * hit.rx}
      height=${2 * hit.ry}></rect>
    ${p.last?.move === move ? ring(l, place, 'kalah-last', 1) : nothing}
    ${p.hint === move ? ring(l, place, 'kalah-hint', 2) : nothing}
    ${ring(l, place, 'kalah-ring', 1)}
    </g>${legal ? peek(p, l, place) : nothing}
    ${evaluated ? verdict(evaluated.shown, evaluated.chance, value.x + 12, value.y, 19) : nothing}`
}

function store(p: Picture<KalahBoard>, l: Layout, seat: number, n: number): SVGTemplateResult {
  const { x, y } = at(l, storeOf(l.houses, seat))
  const label = p.t(n === 1 ? '{0}, store: 1 seed' : '{0}, store: {1} seeds', nameOf(p, seat), n)
  const { rx, ry } = halves(l, l.store)
  return svg`<g role="img" aria-label=${label}>
    <rect class="board-hit" x=${x - rx} y=${y - ry} width=${2 * rx} height=${2 * ry}></rect></g>`
}

const emptyCapture = (s: State): boolean => s.game.includes('emptycapture=1')

function draw(p: Picture<KalahBoard>): TemplateResult {
  const b = p.state.board
  const near = p.seat ?? 0
  const l = layout(b.houses, near, p.box)
  const all = places(b)
  const row = (seat: number): number[] => b.seeds[seat].map((_, i) => seat * (b.houses + 1) + i)
  const order = [...row(near), ...row(1 - near).reverse()]
  return html`<div class="board-frame">
    <svg
      class="board kalah ${p.box ? 'kalah-fit' : b.houses > 7 ? 'kalah-wide' : ''}"
      viewBox="0 0 ${l.width} ${l.height}"
      data-near=${near}
      data-box=${p.box ? `${p.box.width} ${p.box.height}` : nothing}
      role="group"
      aria-label=${p.t('Kalah board')}
      @keydown=${(e: KeyboardEvent) => arrows(e)}
    >
      ${defs()}${wood(l)} ${all.map((_, place) => hollow(l, place))} ${all.map((n, place) => heap(l, place, n))}
      <g aria-hidden="true">
        ${numbers(p, l, all)} ${nameplate(p, 1 - near, l.left + 24, l.top - 15, false)}
        ${nameplate(p, near, l.left + l.board - 24, l.height - 14, true)}
      </g>
      <g data-flight="" aria-hidden="true"></g>
      ${order.map(place => house(p, l, place, all[place]))}
      ${store(p, l, near, b.stores[near])}${store(p, l, 1 - near, b.stores[1 - near])}
    </svg>
  </div>`
}

/* ---- Animation ---------------------------------------------------------------------- */

/** A moving seed: an element above the board. */
interface Flyer {
  el: SVGGElement
  x: number
  y: number
}

async function animate(
  element: Element,
  before: State<KalahBoard>,
  _after: State<KalahBoard>,
  move: string,
): Promise<void> {
  const board = within<SVGSVGElement>(element, 'svg.kalah')
  const sky = board?.querySelector<SVGGElement>('[data-flight]')
  const from = placeOf(before.board.houses, move)
  if (!board || !sky || !(places(before.board)[from] > 0)) return
  const show = new Show(board, sky, before.board)
  try {
    const { path, captured, swept } = sow(before.board, from, emptyCapture(before))
    await show.sow(from, path)
    const mine = storeOf(before.board.houses, ownerOf(before.board.houses, from))
    if (captured.length) await show.bank(captured.map(p => [p, mine]))
    if (swept.length)
      await show.bank(swept.map(p => [p, storeOf(before.board.houses, ownerOf(before.board.houses, p))]))
  } finally {
    show.end()
  }
}

class Show {
  private readonly l: Layout
  private readonly heaps: Flyer[][]
  private readonly hidden: Element[] = []

  constructor(
    private readonly board: SVGSVGElement,
    private readonly sky: SVGGElement,
    b: KalahBoard,
  ) {
    const [width, height] = (board.dataset.box ?? '').split(' ').map(Number)
    this.l = layout(b.houses, Number(board.dataset.near), height ? { width, height } : undefined)
    this.heaps = places(b).map((n, place) => this.lift(place, n))
  }

  /** Copies the seeds of a pit above the board and hides the originals. */
  private lift(place: number, n: number): Flyer[] {
    const group = this.board.querySelector(`[data-heap="${place}"]`)
    const { x, y } = at(this.l, place)
    const flyers = Array.from(group?.querySelectorAll('.kalah-seed') ?? [])
      .slice(0, n)
      .map((seed, i) => {
        const el = document.createElementNS(SVG, 'g')
        const copy = seed.cloneNode(true) as Element
        const spot = lying(this.l, place, n)[i]
        copy.removeAttribute('transform')
        el.append(copy)
        const flyer = { el, x: x + spot.x, y: y + spot.y }
        rest(flyer)
        this.sky.append(el)
        return flyer
      })
    if (group) this.hide(group)
    return flyers
  }

  /** Sows: the seeds travel together, and one stays in each pit. */
  async sow(from: number, path: number[]): Promise<void> {
    const hand = this.heaps[from].splice(0)
    const step = Math.max(38, Math.min(120, 560 / path.length))
    this.count(from)
    await Promise.all(
      path.map(async (to, i) => {
        const flyer = hand[i]
        this.sky.append(flyer.el)
        const spread = { x: ((i * 29) % 17) - 8, y: ((i * 13) % 15) - 7 }
        const stops = path.slice(0, i + 1).map(p => at(this.l, p))
        const travel = stops.map(s => ({ transform: shift(s.x + spread.x, s.y - 26 + spread.y, 1.18) }))
        const target = this.slot(to, this.heaps[to].length + path.slice(0, i).filter(p => p === to).length)
        const frames = [{ transform: shift(flyer.x, flyer.y) }, ...travel, { transform: shift(target.x, target.y) }]
        const time = step * (i + 1) + 150
        const ends = frames.map((f, k) => ({ ...f, offset: k === frames.length - 1 ? 1 : (step * k) / time }))
        become(flyer.el, target)
        await flyer.el.animate(ends, { duration: time, easing: 'linear', fill: 'forwards' }).finished
        Object.assign(flyer, { x: target.x, y: target.y })
        rest(flyer)
        this.heaps[to].push(flyer)
        this.count(to)
      }),
    )
  }

  /** Moves all seeds of some pits to stores. */
  async bank(flights: [from: number, to: number][]): Promise<void> {
    const landings: Promise<unknown>[] = []
    for (const [from, to] of flights) {
      const seeds = this.heaps[from].splice(0)
      this.count(from)
      seeds.forEach((flyer, i) => {
        const target = this.slot(to, this.heaps[to].length)
        this.heaps[to].push(flyer)
        become(flyer.el, target)
        this.sky.append(flyer.el)
        const over = { x: (flyer.x + target.x) / 2, y: Math.min(flyer.y, target.y) - 30 }
        const frames = [
          { transform: shift(flyer.x, flyer.y), easing: 'ease-in' },
          { transform: shift(over.x, over.y, 1.2), easing: 'ease-out' },
          { transform: shift(target.x, target.y) },
        ]
        const flight = flyer.el.animate(frames, { duration: 340, delay: Math.min(i, 8) * 22, fill: 'both' })
        landings.push(
          flight.finished.then(() => {
            Object.assign(flyer, { x: target.x, y: target.y })
            rest(flyer)
            this.count(to)
          }),
        )
      })
    }
    await Promise.all(landings)
  }

  /** Removes the copies and shows the originals; the page then draws the new board. */
  end(): void {
    this.sky.replaceChildren()
    for (const el of this.hidden) el.classList.remove('board-gone')
  }

  private slot(place: number, index: number): Spot {
    const spots = lying(this.l, place, index + 1)
    const { x, y } = at(this.l, place)
    const s = spots[index]
    return { ...s, x: x + s.x, y: y + s.y }
  }

  /** Updates the displayed number of seeds of a pit. */
  private count(place: number): void {
    let text = this.sky.querySelector(`[data-now="${place}"]`)
    const drawn = this.board.querySelector(`[data-count="${place}"]`)
    if (!text && drawn) {
      text = drawn.cloneNode(false) as Element
      text.classList.remove('board-gone')
      text.removeAttribute('data-count')
      text.setAttribute('data-now', String(place))
      this.sky.prepend(text)
      this.hide(drawn)
    }
    if (text) text.textContent = String(this.heaps[place].length)
  }

  private hide(el: Element): void {
    el.classList.add('board-gone')
    this.hidden.push(el)
  }
}

const shift = (x: number, y: number, size = 1): string => `translate(${x}px, ${y}px) scale(${size})`

function rest(f: Flyer): void {
  for (const a of f.el.getAnimations()) a.cancel()
  f.el.setAttribute('transform', `translate(${f.x} ${f.y})`)
}

/** Gives a seed the look that it will have at its destination. */
function become(el: Element, spot: Spot): void {
  el.querySelector('.kalah-seed')?.setAttribute('class', `kalah-seed kalah-tint-${spot.tint}`)
  el.querySelector('.kalah-stone')?.parentElement?.setAttribute('transform', `rotate(${spot.turn})`)
}

/* ------------------------------------------------------------------------------------- */

function status(p: Picture<KalahBoard>): string {
  if (!mayMove(p)) return ''
  if (p.last && p.last.seat === p.state.turn) return p.t('Your last seed fell into your store: move again.')
  return p.t('Choose a house to sow.')
}

export const drawing: Drawing<KalahBoard> = { draw, animate, status, score: s => [...s.board.stores] }
