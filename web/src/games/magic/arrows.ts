// A lit directive that draws arrows between elements of the board. Their positions are measured after rendering, and
// again whenever the size changes.
import { noChange } from 'lit-html'
import { AsyncDirective } from 'lit-html/async-directive.js'
import { directive, PartType, type ElementPart, type PartInfo } from 'lit-html/directive.js'
import type { Arrow } from './moves.js'

const SVG = 'http://www.w3.org/2000/svg'

/** Finds the end of an arrow: a creature may be in a pile. */
export function selectorOf(name: string): string {
  const id = /^creature:(\d+)$/.exec(name)?.[1]
  return id ? `[data-ids~="${id}"]` : `[data-at="${name}"]`
}

class Arrows extends AsyncDirective {
  private list: Arrow[] = []
  private svg?: SVGSVGElement
  private watch?: ResizeObserver

  constructor(info: PartInfo) {
    super(info)
    if (info.type !== PartType.ELEMENT) throw new Error('arrows() must be used inside the tag of an <svg>')
  }

  render(_arrows: Arrow[]): unknown {
    return noChange
  }

  override update(part: ElementPart, [arrows]: [Arrow[]]): unknown {
    this.svg = part.element as SVGSVGElement
    this.list = arrows
    if (!this.watch) this.begin()
    requestAnimationFrame(() => this.draw())
    return noChange
  }

  /** Observes the size of the board: wrapping rows move the cards. */
  private begin(): void {
    this.watch = new ResizeObserver(() => this.draw())
    const svg = this.svg!
    requestAnimationFrame(() => svg.parentElement && this.watch?.observe(svg.parentElement))
  }

  override disconnected(): void {
    this.watch?.disconnect()
    this.watch = undefined
  }

  override reconnected(): void {
    if (this.svg) this.begin()
  }

  private draw(): void {
    const svg = this.svg,
      board = svg?.parentElement
    if (!svg || !board) return
    const origin = board.getBoundingClientRect()
    const at = (name: string): DOMRect | null => board.querySelector(selectorOf(name))?.getBoundingClientRect() ?? null
    const drawn = new Set<string>()
    svg.setAttribute('viewBox', `0 0 ${Math.max(origin.width, 1)} ${Math.max(origin.height, 1)}`)
    svg.replaceChildren(
      ...this.list.flatMap(arrow => {
        const from = at(arrow.from),
          to = at(arrow.to),
          way = from && to && `${from.x} ${from.y} ${to.x} ${to.y}`
        if (!way || drawn.has(way)) return [] // creatures of a pile share an arrow
        drawn.add(way)
        return [shape(arrow, from, to, origin)]
      }),
    )
  }
}

const ARC = 18 // pixels above a row of cards

interface Point {
  x: number
  y: number
}

/** The point where the line towards a point leaves a box, plus `gap`. */
export function leave(
  from: { left: number; top: number; width: number; height: number },
  towards: Point,
  gap: number,
): Point {
  const x = from.left + from.width / 2,
    y = from.top + from.height / 2,
    dx = towards.x - x,
    dy = towards.y - y
  const length = Math.hypot(dx, dy) || 1
  const part = Math.min(
    dx ? from.width / 2 / Math.abs(dx) : Infinity,
    dy ? from.height / 2 / Math.abs(dy) : Infinity,
    1,
  )
  return { x: x + dx * (part + gap / length), y: y + dy * (part + gap / length) }
}

const middle = (r: DOMRect): Point => ({ x: r.left + r.width / 2, y: r.top + r.height / 2 })

/** The ends of an arrow and its control point. Between cards of a row it runs in an arc towards the middle of the
 *  table, since the cards between them would hide it. */
function curve(arrow: Arrow, from: DOMRect, to: DOMRect, origin: DOMRect): [Point, Point, Point] {
  const [start, end] = [middle(from), middle(to)]
  if (Math.abs(start.y - end.y) < from.height / 4 && Math.abs(start.x - end.x) > from.width) {
    const up = start.y > middle(origin).y - from.height / 4,
      a = { x: start.x, y: up ? from.top + ARC : from.bottom - ARC },
      b = { x: end.x, y: up ? to.top - 3 : to.bottom + 3 }
    return [a, b, { x: (a.x + b.x) / 2, y: up ? b.y - 2 * ARC : b.y + 2 * ARC }]
  }
  const a = leave(from, end, -8),
    b = leave(to, start, 3),
    bend = arrow.kind === 'block' ? 0.12 : -0.12
  return [a, b, { x: (a.x + b.x) / 2 - (b.y - a.y) * bend, y: (a.y + b.y) / 2 + (b.x - a.x) * bend }]
}

function shape(arrow: Arrow, from: DOMRect, to: DOMRect, origin: DOMRect): SVGElement {
  const [a, b, c] = curve(arrow, from, to, origin)
  const x1 = a.x - origin.left,
    y1 = a.y - origin.top,
    x2 = b.x - origin.left,
    y2 = b.y - origin.top
  const cx = c.x - origin.left,
    cy = c.y - origin.top
  const angle = Math.atan2(y2 - cy, x2 - cx),
    size = 13,
    wide = 0.45
  const tip = (turn: number): string => `${x2 - size * Math.cos(angle + turn)} ${y2 - size * Math.sin(angle + turn)}`
  const stop: Point = { x: x2 - size * 0.7 * Math.cos(angle), y: y2 - size * 0.7 * Math.sin(angle) }
  const group = document.createElementNS(SVG, 'g')
  group.setAttribute('class', `mag-arrow mag-arrow-${arrow.kind}`)
  for (const part of ['mag-arrow-edge', 'mag-arrow-line']) {
    const line = document.createElementNS(SVG, 'path')
    line.setAttribute('class', part)
    line.setAttribute('d', `M${x1} ${y1} Q${cx} ${cy} ${stop.x} ${stop.y}`)
    group.append(line)
  }
  const head = document.createElementNS(SVG, 'path')
  head.setAttribute('class', 'mag-arrow-head')
  head.setAttribute('d', `M${x2} ${y2} L${tip(wide)} L${tip(-wide)} Z`)
  group.append(head)
  return group
}

/** Used inside the tag of an <svg> that covers its parent: draws arrows between elements, by their data-at. */
export const arrows = directive(Arrows)
