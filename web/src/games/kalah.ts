// The board of Kalah. Seeds stay where they fell and are animated when they are sown.
import { html, svg, nothing } from 'lit-html'
import type { SVGTemplateResult, TemplateResult } from 'lit-html'
import type { Drawing, Picture } from '../drawing.js'
import type { State } from '../types.js'
import { press } from '../press.js'
import { arrows } from './grid.js'
import { mayMove, named, nameOf, nameplate, SVG, verdict, within } from './common.js'
import { isStore, moveOf, ownerOf, placeOf, places, scatter, sow, storeOf } from './kalah_sow.js'
import type { KalahBoard, Spot } from './kalah_sow.js'
import { examples } from './kalah_examples.js'

const PITCH = 100
const SEED = 10.3
const PIT = { rx: 41, ry: 48 }
const EDGE = 16
const RIM = 38 /* of the board, with the numbers of the houses */

/** The geometry of the board; `near` is the seat at the lower edge. Boards with many houses are scaled down, so their
 *  numbers are larger. */
interface Layout {
  houses: number; near: number; width: number; height: number; left: number; board: number; top: number; tall: number
  middle: number; gap: number; store: { rx: number; ry: number }
}

function layout(houses: number, near: number): Layout {
  const board = (houses + 2) * PITCH + 2 * EDGE
  const width = Math.max(board + 8, 640)
  const [gap, top] = houses > 7 ? [116, 58] : [84, 44]
  const tall = 2 * (RIM + 2 * PIT.ry) + gap
  const middle = top + tall / 2
  return { houses, near, width, height: tall + 2 * top, left: (width - board) / 2, board, top, tall, middle, gap, store: { rx: 38, ry: tall / 2 - 50 } }
}

function at(l: Layout, place: number): { x: number; y: number } {
  const mine = ownerOf(l.houses, place) === l.near
  const column = place % (l.houses + 1)
  const x = l.left + EDGE + PITCH * (mine ? column + 1.5 : l.houses + 0.5 - column)
  return { x, y: isStore(l.houses, place) ? l.middle : l.middle + (mine ? 1 : -1) * (l.gap / 2 + PIT.ry) }
}

const hollowOf = (l: Layout, place: number): { rx: number; ry: number } => (isStore(l.houses, place) ? l.store : PIT)

const heaps = new Map<string, Spot[]>()

/** The positions of the seeds of a pit, relative to its centre. */
function lying(l: Layout, place: number, n: number): Spot[] {
  const store = isStore(l.houses, place)
  const key = `${l.houses} ${place}`
  let spots = heaps.get(key)
  if (!spots || spots.length < n) {
    const hollow = store ? { rx: l.store.rx - 13, ry: l.store.ry - 34 } : { rx: PIT.rx - 12, ry: PIT.ry - 13 }
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
      <stop offset="0" stop-color="#fff" stop-opacity="0.55"></stop><stop offset="0.45" stop-color="#fff" stop-opacity="0.06"></stop>
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
    return `M${a} ${y}C${a + third} ${y + swing * 2} ${b - third} ${y - swing * 2.2} ${b} ${y + swing * 0.6}`
  })
  return svg`<path class="kalah-grain" d=${lines.join('')}></path>`
}

function wood(l: Layout): SVGTemplateResult {
  return svg`<rect class="kalah-board" x=${l.left} y=${l.top} width=${l.board} height=${l.tall} rx="46" fill="url(#kalah-wood)"></rect>
    ${grain(l)}
    <path class="kalah-groove" d="M${l.left + EDGE + PITCH + 14} ${l.middle}h${l.houses * PITCH - 28}"></path>
    <rect class="kalah-rim" x=${l.left + 3} y=${l.top + 3} width=${l.board - 6} height=${l.tall - 6} rx="43"></rect>`
}

function hollow(l: Layout, place: number): SVGTemplateResult {
  const { x, y } = at(l, place)
  const { rx, ry } = hollowOf(l, place)
  return svg`<rect x=${x - rx - 2} y=${y - ry - 2} width=${2 * rx + 4} height=${2 * ry + 4} rx=${rx + 2} fill="url(#kalah-lip)"></rect>
    <rect x=${x - rx} y=${y - ry} width=${2 * rx} height=${2 * ry} rx=${rx} fill="url(#kalah-pit)"></rect>`
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

function numbers(l: Layout, heap: number[]): SVGTemplateResult[] {
  return heap.map((n, place) => {
    const { x, y } = at(l, place)
    const near = ownerOf(l.houses, place) === l.near
    if (isStore(l.houses, place))
      return svg`<text class="kalah-count kalah-bank" data-count=${place} x=${x} y=${l.middle + l.store.ry + 34}>${n}</text>`
    return svg`<text class="kalah-count" data-count=${place} x=${x} y=${l.middle + (near ? 1 : -1) * (l.gap / 4) + (l.houses > 7 ? 14 : 11)}>${n}</text>
      <text class="kalah-number" x=${x} y=${near ? y + PIT.ry + 27 : y - PIT.ry - 11}>${moveOf(l.houses, place)}</text>`
  })
}

/** A ring around a pit, with a CSS class for its meaning. */
function ring(l: Layout, place: number, kind: string, wider = 0): SVGTemplateResult {
  const { x, y } = at(l, place)
  const { rx, ry } = hollowOf(l, place)
  return svg`<rect class=${kind} x=${x - rx - wider} y=${y - ry - wider} width=${2 * (rx + wider)} height=${2 * (ry + wider)} rx=${rx + wider}></rect>`
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
  const { x, y } = at(l, place)
  const near = ownerOf(l.houses, place) === l.near
  const label = legal
    ? p.t(n === 1 ? 'Sow house {0}: 1 seed' : 'Sow house {0}: {1} seeds', move, n)
    : p.t(n === 1 ? 'House {0}: 1 seed' : 'House {0}: {1} seeds', move, n)
  const evaluated = p.evaluated.find(j => j.move === move)
  const column = near ? place % (l.houses + 1) : l.houses - 1 - (place % (l.houses + 1))
  return svg`<g class="kalah-house ${legal ? 'board-legal' : ''}" data-col=${column} data-row=${near ? 1 : 0}
    ${press(named(p, label, move), mayMove(p) ? () => p.play(move) : null, { disabled: !legal, aside: !legal })}>
    <rect class="board-hit" x=${x - PITCH / 2} y=${near ? l.middle : l.top} width=${PITCH} height=${l.tall / 2}></rect>
    ${p.last?.move === move ? ring(l, place, 'kalah-last', 1) : nothing}
    ${p.hint === move ? ring(l, place, 'kalah-hint', 2) : nothing}
    ${ring(l, place, 'kalah-ring', 1)}
    </g>${legal ? peek(p, l, place) : nothing}
    ${evaluated ? verdict(evaluated.shown, evaluated.chance, x, y + (near ? 1 : -1) * (PIT.ry - 15), 21) : nothing}`
}

function store(p: Picture<KalahBoard>, l: Layout, seat: number, n: number): SVGTemplateResult {
  const { x } = at(l, storeOf(l.houses, seat))
  const label = p.t(n === 1 ? '{0}, store: 1 seed' : '{0}, store: {1} seeds', nameOf(p, seat), n)
  return svg`<g role="img" aria-label=${label}>
    <rect class="board-hit" x=${x - l.store.rx} y=${l.middle - l.store.ry} width=${2 * l.store.rx} height=${2 * l.store.ry}></rect></g>`
}

const emptyCapture = (s: State): boolean => s.game.includes('emptycapture=1')

function draw(p: Picture<KalahBoard>): TemplateResult {
  const b = p.state.board
  const near = p.seat ?? 0
  const l = layout(b.houses, near)
  const all = places(b)
  const row = (seat: number): number[] => b.seeds[seat]!.map((_, i) => seat * (b.houses + 1) + i)
  const order = [...row(near), ...row(1 - near).reverse()]
  return html`<div class="board-frame"><svg class="board kalah ${b.houses > 7 ? 'kalah-wide' : ''}" viewBox="0 0 ${l.width} ${l.height}" data-near=${near}
    role="group" aria-label=${p.t('Kalah board')} @keydown=${(e: KeyboardEvent) => arrows(e)}>
    ${defs()}${wood(l)}
    ${all.map((_, place) => hollow(l, place))}
    ${all.map((n, place) => heap(l, place, n))}
    <g aria-hidden="true">${numbers(l, all)}
      ${nameplate(p, 1 - near, l.left + 24, l.top - 15, false)}${nameplate(p, near, l.left + l.board - 24, l.height - 14, true)}</g>
    <g data-flight="" aria-hidden="true"></g>
    ${order.map(place => house(p, l, place, all[place]!))}
    ${store(p, l, near, b.stores[near]!)}${store(p, l, 1 - near, b.stores[1 - near]!)}
  </svg></div>`
}

/* ---- Animation ---------------------------------------------------------------------- */

/** A moving seed: an element above the board. */
interface Flyer { el: SVGGElement; x: number; y: number }

async function animate(element: Element, before: State<KalahBoard>, _after: State<KalahBoard>, move: string): Promise<void> {
  const board = within<SVGSVGElement>(element, 'svg.kalah')
  const sky = board?.querySelector<SVGGElement>('[data-flight]')
  const from = placeOf(before.board.houses, move)
  if (!board || !sky || !(places(before.board)[from]! > 0)) return
  const show = new Show(board, sky, before.board)
  try {
    const { path, captured, swept } = sow(before.board, from, emptyCapture(before))
    await show.sow(from, path)
    const mine = storeOf(before.board.houses, ownerOf(before.board.houses, from))
    if (captured.length) await show.bank(captured.map(p => [p, mine]))
    if (swept.length) await show.bank(swept.map(p => [p, storeOf(before.board.houses, ownerOf(before.board.houses, p))]))
  } finally {
    show.end()
  }
}

class Show {
  private readonly l: Layout
  private readonly heaps: Flyer[][]
  private readonly hidden: Element[] = []

  constructor(private readonly board: SVGSVGElement, private readonly sky: SVGGElement, b: KalahBoard) {
    this.l = layout(b.houses, Number(board.dataset.near))
    this.heaps = places(b).map((n, place) => this.lift(place, n))
  }

  /** Copies the seeds of a pit above the board and hides the originals. */
  private lift(place: number, n: number): Flyer[] {
    const group = this.board.querySelector(`[data-heap="${place}"]`)
    const { x, y } = at(this.l, place)
    const flyers = Array.from(group?.querySelectorAll('.kalah-seed') ?? []).slice(0, n).map((seed, i) => {
      const el = document.createElementNS(SVG, 'g')
      const copy = seed.cloneNode(true) as Element
      const spot = lying(this.l, place, n)[i]!
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
    const hand = this.heaps[from]!.splice(0)
    const step = Math.max(38, Math.min(120, 560 / path.length))
    this.count(from)
    await Promise.all(path.map(async (to, i) => {
      const flyer = hand[i]!
      this.sky.append(flyer.el)
      const spread = { x: ((i * 29) % 17) - 8, y: ((i * 13) % 15) - 7 }
      const stops = path.slice(0, i + 1).map(p => at(this.l, p))
      const travel = stops.map(s => ({ transform: shift(s.x + spread.x, s.y - 26 + spread.y, 1.18) }))
      const target = this.slot(to, this.heaps[to]!.length + path.slice(0, i).filter(p => p === to).length)
      const frames = [{ transform: shift(flyer.x, flyer.y) }, ...travel, { transform: shift(target.x, target.y) }]
      const time = step * (i + 1) + 150
      const ends = frames.map((f, k) => ({ ...f, offset: k === frames.length - 1 ? 1 : (step * k) / time }))
      become(flyer.el, target)
      await flyer.el.animate(ends, { duration: time, easing: 'linear', fill: 'forwards' }).finished
      Object.assign(flyer, { x: target.x, y: target.y })
      rest(flyer)
      this.heaps[to]!.push(flyer)
      this.count(to)
    }))
  }

  /** Moves all seeds of some pits to stores. */
  async bank(flights: [from: number, to: number][]): Promise<void> {
    const landings: Promise<unknown>[] = []
    for (const [from, to] of flights) {
      const seeds = this.heaps[from]!.splice(0)
      this.count(from)
      seeds.forEach((flyer, i) => {
        const target = this.slot(to, this.heaps[to]!.length)
        this.heaps[to]!.push(flyer)
        become(flyer.el, target)
        this.sky.append(flyer.el)
        const over = { x: (flyer.x + target.x) / 2, y: Math.min(flyer.y, target.y) - 30 }
        const frames = [{ transform: shift(flyer.x, flyer.y), easing: 'ease-in' }, { transform: shift(over.x, over.y, 1.2), easing: 'ease-out' }, { transform: shift(target.x, target.y) }]
        const flight = flyer.el.animate(frames, { duration: 340, delay: Math.min(i, 8) * 22, fill: 'both' })
        landings.push(flight.finished.then(() => {
          Object.assign(flyer, { x: target.x, y: target.y })
          rest(flyer)
          this.count(to)
        }))
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
    const s = spots[index]!
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
    if (text) text.textContent = String(this.heaps[place]!.length)
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

export const drawing: Drawing<KalahBoard> = { draw, animate, status, score: s => [...s.board.stores], examples }
