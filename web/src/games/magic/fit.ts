// A lit directive that sizes the cards of a row: as large as the row allows, in as many lines as fit best. It sets --w,
// the width of a card, --step, the distance between cards, and --pad, the room beside them; for a fan also --depth, and
// --sink and --turn of each card.
import { noChange } from 'lit-html'
import { AsyncDirective } from 'lit-html/async-directive.js'
import { directive, PartType, type ElementPart, type PartInfo } from 'lit-html/directive.js'

export const TALL = 1.4 // height of a card, of its width
const GAP = 6,
  LARGEST = 132,
  LARGE = 96,
  READABLE = 46,
  SMALLEST = 20,
  VISIBLE = 0.62,
  SINK = 0.4, // pixels by which a card of a fan is lower, times the square of its distance from the middle
  TURN = 1.4 // degrees between cards of a fan

export interface Fitted {
  card: number // width of a card
  step: number // distance between cards of a line
  columns: number // cards of a line
}

/** The largest cards that fit in a box on one line or several; if they would be too small to read, one line of cards
 *  that overlap. */
export function rowWidth(n: number, width: number, height: number): Fitted {
  let best = { card: 0, columns: 1 }
  for (let lines = 1; lines <= 4; lines++) {
    const columns = Math.ceil(Math.max(n, 1) / lines),
      card = Math.min((width - GAP) / columns - GAP, (height / lines - GAP) / TALL, LARGEST)
    if (card > best.card) best = { card, columns }
  }
  const line = overlapping(n, width, height, READABLE)
  return best.card >= line.card ? { ...best, step: best.card + GAP } : line
}

/** One line of cards that overlap if they must. */
function overlapping(n: number, width: number, height: number, largest: number): Fitted {
  const card = Math.max(SMALLEST, Math.min((height - GAP) / TALL, largest, width - GAP))
  return { card, step: n > 1 ? Math.min(card + GAP, (width - card - GAP) / (n - 1)) : card + GAP, columns: n }
}

/** How far the outer cards of a fan reach below the middle one: they are lower, and their corners are turned down. */
export const fanDepth = (n: number, card: number): number => {
  const outer = (n - 1) / 2
  return outer * outer * SINK + (card / 2) * Math.sin((outer * TURN * Math.PI) / 180)
}

/** A hand is one line: without overlap if its cards are then large enough, else with most of each card visible. In a
 *  box that is nearly as tall as wide it has several lines. */
export function handWidth(n: number, width: number, height: number): Fitted {
  if (height > width * 0.6 && n > 2) return rowWidth(n, width, height)
  const apart = (width - GAP) / Math.max(n, 1) - GAP,
    close = (width - GAP) / (1 + VISIBLE * Math.max(0, n - 1))
  const largest = Math.min(LARGEST, Math.max(apart, Math.min(close, LARGE)))
  return overlapping(n, width, height - GAP - fanDepth(n, largest), largest)
}

export type Fitting = 'row' | 'hand'

class Fit extends AsyncDirective {
  private element?: HTMLElement
  private kind: Fitting = 'row'
  private watch?: ResizeObserver

  constructor(info: PartInfo) {
    super(info)
    if (info.type !== PartType.ELEMENT) throw new Error('fit() must be used inside a tag')
  }

  render(_kind: Fitting, _cards: number): unknown {
    return noChange
  }

  override update(part: ElementPart, [kind]: [Fitting, number]): unknown {
    this.element = part.element as HTMLElement
    this.kind = kind
    if (!this.watch) this.begin()
    queueMicrotask(() => this.fit()) // after the children, before the next frame
    return noChange
  }

  private begin(): void {
    this.watch = new ResizeObserver(() => this.fit())
    this.watch.observe(this.element!)
  }

  override disconnected(): void {
    this.watch?.disconnect()
    this.watch = undefined
  }

  override reconnected(): void {
    if (this.element) this.begin()
  }

  private fit(): void {
    const element = this.element
    if (!element?.isConnected) return
    const { clientWidth: width, clientHeight: height } = element,
      list = element.querySelectorAll<HTMLElement>(':scope > .mag-card'),
      cards = list.length
    if (!width || !height) return
    const set = (name: string, value: number): void =>
      element.style.setProperty(name, `${Math.floor(value * 10) / 10}px`)
    const fan = this.kind === 'hand',
      { card, step, columns } = (fan ? handWidth : rowWidth)(cards, width, height),
      lines = Math.ceil(cards / columns)
    set('--w', card)
    set('--step', step)
    set('--pad', lines > 1 ? Math.max(0, (width - columns * (card + GAP) - GAP) / 2) : 0) // no more cards on a line
    set('--depth', fan && lines === 1 ? fanDepth(cards, card) : 0)
    element.classList.toggle('mag-lines', lines > 1)
    element.classList.toggle('mag-fan', fan && lines === 1)
    list.forEach((e, i) => {
      e.style.setProperty('--i', String(i))
      const off = i - (cards - 1) / 2
      e.style.setProperty('--sink', `${off * off * SINK}px`)
      e.style.setProperty('--turn', `${off * TURN}deg`)
    })
  }
}

/** Used inside the tag of a row of cards. The number of cards is an argument so that a change of it measures again. */
export const fit = directive(Fit)
