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

function shape(arrow: Arrow, from: DOMRect, to: DOMRect, origin: DOMRect): SVGElement {
  const middle = (r: DOMRect): Point => ({ x: r.left + r.width / 2, y: r.top + r.height / 2 })
  const a = leave(from, middle(to), -8),
    b = leave(to, middle(from), 3)
  const x1 = a.x - origin.left,
    y1 = a.y - origin.top,
    x2 = b.x - origin.left,
    y2 = b.y - origin.top
  const bend = arrow.kind === 'block' ? 0.12 : -0.12
  const cx = (x1 + x2) / 2 - (y2 - y1) * bend,
    cy = (y1 + y2) / 2 + (x2 - x1) * bend
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
