// The search tree as SVG: circles for MAX, squares for MIN, hexagons for chance, filled where the game is over. It
// can be panned and zoomed, and its nodes expanded and collapsed.
import { nothing, render, svg, type SVGTemplateResult } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import { layout, initiallyOpen, type Box, type Laid } from './tree_layout.js'
import {
  bounds,
  entered,
  done,
  cutOff,
  currentNode,
  isOver,
  isHorizonLeaf,
  finished,
  type Trace,
  type Turn,
} from './trace.js'
import { nodeText } from './tree_text.js'

const NODE = 38,
  RING = 5,
  DROP = 50,
  DROP_CUT = 66,
  DROP_MOST = 170,
  STUB = 30,
  CUT_STUB = 52,
  ARC = 20,
  GAP = 18,
  HANG = 38,
  POINT = 4,
  BELOW = HANG + 28
const LABEL_AT = 0.47,
  CUT_AT = 0.76
const READABLE = 0.72 // smallest scale at which values are easy to read
const WHOLE = 0.45 // smallest legible scale: a tree that fits at it is shown whole
const SMALLEST = 0.05,
  LARGEST = 3
const NARROW = 480 // pixels: on narrower screens windows are not drawn beside nodes
const CULL_FROM = 500 // nodes from which on only the visible ones are drawn
const OPEN_MOST = 2000,
  OVERVIEW = 0.25 // limits of openAll(): nodes, and the smallest scale

/** Formats the texts of the tree. */
export interface TreeText {
  value(v: number): string
  label(i: number): string // label of the edge to a node
  why(i: number): string // reason of the cutoff at a node
  number(n: number): string
  title: string
}

const r1 = (v: number) => Math.round(v * 10) / 10

const FONT = 'system-ui, "Helvetica Neue", Helvetica, Arial, "DejaVu Sans", sans-serif'
const pen = document.createElement('canvas').getContext('2d')
const widths = new Map<string, number>()
function widthOf(text: string, size: number, bold = false): number {
  const key = `${bold ? 'b' : ''}${size} ${text}`
  let width = widths.get(key)
  if (width === undefined) {
    if (pen) pen.font = `${bold ? 'bold ' : ''}${size}px ${FONT}`
    width = pen ? pen.measureText(text).width : text.length * size * 0.6
    widths.set(key, width)
  }
  return width
}

/** A box with points at the left and the right, as a path. */
function pointed(w: number, h: number): string {
  const long = r1(w + 2 * POINT - 20)
  return `M${r1(-w / 2 - POINT)} 0l10 ${-h / 2}h${long}l10 ${h / 2}l-10 ${h / 2}h${-long}z`
}

function hexagon(w: number, h: number): string {
  const x = r1(w / 2),
    y = h / 4
  return `M${-x} ${-y}l${x} ${-y}l${x} ${y}v${h / 2}l${-x} ${y}l${-x} ${-y}z`
}

/** The outline of a node, centred at the origin. */
export function shape(turn: Turn, width: number, height: number, name: string): SVGTemplateResult {
  const w = width,
    h = height
  if (turn === 'drawn') return svg`<path class=${name} d=${pointed(w, h)}></path>`
  if (turn === 'chance') return svg`<path class=${name} d=${hexagon(w, h)}></path>`
  const round = turn === 'max' || turn === 'won' ? h / 2 : 2
  return svg`<rect class=${name} x=${r1(-w / 2)} y=${-h / 2} width=${r1(w)} height=${h} rx=${round}></rect>`
}

interface Drawn {
  width: number
  label: number
  pill: number
}

export class TreeView {
  step = 0
  chosen = 0
  /** Whether nodes that the search has not reached are drawn in grey. */
  ghosts = false
  private trace: Trace | null = null
  private text: TreeText | null = null
  private open = new Set<number>()
  private lent = new Set<number>() // expanded only while the current step is below them
  private laid: Laid = { boxes: [], width: 0, height: 0, rows: 0 }
  private drawn: Drawn[] = []
  private straight = new Map<Box, boolean>()
  private stub = STUB
  private x = 0
  private y = 0
  private scale = 1
  private frame = 0
  private watch: ResizeObserver
  private size = '' // of the host, when the tree was fitted to it

  constructor(
    private readonly host: HTMLElement,
    private readonly picked: (i: number) => void,
  ) {
    this.listen()
    this.watch = new ResizeObserver(() => {
      if (!this.trace || this.hostSize() === this.size) return
      this.size = this.hostSize()
      this.place()
      this.fitOpen()
      if (currentNode(this.trace, this.step) >= 0) this.reveal(this.chosen)
    })
    this.watch.observe(host)
  }

  private hostSize = () => `${this.host.clientWidth} ${this.host.clientHeight}`

  close(): void {
    this.watch.disconnect()
    cancelAnimationFrame(this.frame)
  }

  /** Shows another trace, from step 0. */
  set(trace: Trace, text: TreeText): void {
    this.trace = trace
    this.text = text
    this.step = this.chosen = 0
    this.lent.clear()
    this.size = this.hostSize()
    this.drawn = trace.nodes.map((_, i) => this.measure(i))
    for (let most = 120; ; most = Math.floor(most * 0.75)) {
      this.open = initiallyOpen(trace.children, trace.best, most)
      this.place()
      if (this.fitting() >= READABLE || most < 16 || trace.nodes.length <= 24) break
    }
    this.fitOpen()
  }

  /** Goes to a step; a single step forwards is animated for up to `milliseconds`. */
  goTo(step: number, milliseconds = 0): void {
    const p = this.trace
    if (!p) return
    const on = step === this.step + 1
    this.step = Math.max(0, Math.min(p.steps.length, step))
    const lent = new Set<number>(),
      i = currentNode(p, this.step)
    for (let up = i; up > 0;) if (!this.open.has((up = p.parent[up]))) lent.add(up)
    if (i >= 0 && p.steps[this.step - 1].kind === 'cut' && !this.open.has(i)) lent.add(i)
    const same = lent.size === this.lent.size && [...lent].every(k => this.lent.has(k))
    this.lent = lent
    this.chosen = Math.max(0, i)
    if (!same) this.place()
    if (i >= 0) this.reveal(i)
    else if (!this.sees(0)) this.fitOpen()
    this.draw()
    if (on && i >= 0 && milliseconds > 0) this.flow(milliseconds)
  }

  choose(i: number): void {
    const p = this.trace
    if (!p || i < 0 || i >= p.nodes.length) return
    this.chosen = i
    let placed = false
    for (let up = p.parent[i]; up >= 0; up = p.parent[up])
      if (!this.isOpen(up)) {
        this.open.add(up)
        placed = true
      }
    if (placed) this.place()
    this.reveal(i)
    this.draw()
  }

  toggle(i: number): void {
    const p = this.trace
    if (!p?.children[i].length) return
    if (this.isOpen(i)) this.open.delete(i)
    else this.open.add(i)
    this.lent.delete(i)
    this.keeping(i, () => this.place())
  }

  /** Expands all nodes, or as many as are legible at once. Returns the number of visible nodes. */
  openAll(): number {
    let most = OPEN_MOST
    this.reopen(most)
    while (this.fitting() < OVERVIEW && most > 60) this.reopen((most = Math.floor(most * 0.75)))
    this.fit()
    return this.laid.boxes.length
  }
  openBest(): void {
    this.reopen(0)
    this.fit(READABLE / 2)
  }
  closeAll(): void {
    this.open.clear()
    this.lent.clear()
    this.chosen = 0
    this.place()
    this.fit()
  }

  private reopen(most: number): void {
    if (!this.trace) return
    this.open = initiallyOpen(this.trace.children, this.trace.best, most)
    this.lent.clear()
    this.place()
  }

  zoom(factor: number, cx = this.host.clientWidth / 2, cy = this.host.clientHeight / 2): void {
    const scale = Math.max(SMALLEST, Math.min(LARGEST, this.scale * factor))
    this.x += cx / this.scale - cx / scale
    this.y += cy / this.scale - cy / scale
    this.scale = scale
    this.draw()
  }

  /** Zooms to the whole tree, but not below the scale `least`. */
  fit(least = SMALLEST): void {
    const w = this.host.clientWidth,
      scale = Math.max(least, this.fitting())
    this.scale = scale
    const wide = this.laid.width + 40 > w / scale,
      root = this.laid.boxes[0]
    this.x =
      wide && root
        ? Math.max(-20, Math.min(root.x - w / scale / 2, this.laid.width + 20 - w / scale))
        : this.laid.width / 2 - w / scale / 2
    this.y = -NODE / 2 - Math.max(18, (this.host.clientHeight / scale - this.tall()) / 3)
    this.draw()
  }

  // Fits all visible nodes if they stay legible; otherwise shows the tree from the root down.
  private fitOpen(): void {
    this.fit(this.fitting() >= WHOLE ? SMALLEST : READABLE)
  }

  private tall = () => this.laid.height + NODE + BELOW
  private fitting(): number {
    return Math.max(
      SMALLEST,
      Math.min(1.2, this.host.clientWidth / (this.laid.width + 40), this.host.clientHeight / this.tall()),
    )
  }

  // ---- Layout ---------------------------------------------------------------------------

  // Whether windows are drawn beside the nodes. On a phone only the caption and the panel of the selected node show
  // them.
  private roomy = () => this.host.clientWidth >= NARROW
  private isOpen = (i: number) => this.open.has(i) || this.lent.has(i)

  private measure(i: number): Drawn {
    const p = this.trace!,
      t = this.text!,
      node = p.nodes[i]
    const sign = isHorizonLeaf(p, i) || p.children[i].length ? '≤ ' : ''
    const width = Math.max(
      NODE,
      node.visit && node.value !== undefined ? widthOf(sign + t.value(-Math.abs(node.value)), 15, true) + 16 : 0,
    )
    return {
      width,
      label: i ? widthOf(t.label(i), 14, true) + 8 : 0,
      pill: p.total[i] ? widthOf('+' + t.number(p.total[i]), 12) + 16 : 0,
    }
  }

  // The extent of a node: its name, its window and the label above it.
  private room(i: number): { left: number; right: number } {
    const p = this.trace!,
      t = this.text!,
      d = this.drawn[i],
      node = p.nodes[i]
    const half = d.width / 2 + (p.path[i] ? RING : 0) + (node.turn === 'drawn' ? POINT : 0)
    let beside = 0
    if (p.bounded && node.visit && this.roomy()) {
      const values = [node.alpha ?? -Infinity, node.beta ?? Infinity]
      for (const c of p.children[i]) if (p.nodes[c].returned !== undefined) values.push(p.nodes[c].returned)
      beside = Math.max(...values.map(v => widthOf('α ' + t.value(v), 11))) + 5
    }
    return {
      left: Math.max(half + 6 + widthOf(node.name, 14), d.label / 2, this.isOpen(i) ? 0 : d.pill / 2),
      right: Math.max(half + beside, d.label / 2, node.cut ? 34 : 0, this.isOpen(i) ? 0 : d.pill / 2),
    }
  }

  private place(): void {
    const p = this.trace!,
      w = this.host.clientWidth,
      h = Math.max(1, this.host.clientHeight),
      shape = w / h
    const children = (i: number) => (this.isOpen(i) ? p.children[i] : [])
    let gap = this.roomy() ? GAP : GAP / 3
    this.laid = layout(children, i => this.room(i), gap, NODE + DROP)
    for (
      let tries = 0;
      tries < 3 && this.laid.boxes.length < 200 && this.laid.width < 0.9 * shape * this.tall() && gap < 80;
      tries++
    ) {
      gap = Math.min(80, gap * Math.max(1.2, Math.min(3, (shape * this.tall()) / this.laid.width)))
      this.laid = layout(children, i => this.room(i), gap, NODE + DROP)
    }
    const cuts = this.laid.boxes.some(box => p.nodes[box.i].cut)
    this.stub = cuts ? CUT_STUB : STUB
    this.rise(DROP)
    if (cuts && [...this.straight.values()].includes(false)) this.rise(DROP_CUT)
  }

  // Sets the distance of the rows: at least `least`, and more where the height leaves room.
  private rise(least: number): void {
    const rows = Math.max(1, this.laid.rows - 1),
      scale = Math.min(1.2, this.host.clientWidth / (this.laid.width + 40))
    const drop = Math.max(least, Math.min(DROP_MOST, (this.host.clientHeight / scale - NODE - BELOW) / rows - NODE))
    for (const box of this.laid.boxes) box.y = box.level * (NODE + drop)
    this.laid.height = rows * (NODE + drop) * (this.laid.rows > 1 ? 1 : 0)
    this.straight = new Map(this.laid.boxes.map(box => [box, this.goesStraight(box, drop)]))
  }

  // Whether the edges of a node can be straight without crossing labels or neighbours.
  private goesStraight(box: Box, drop: number): boolean {
    const children = box.children,
      label = (b: Box) => this.drawn[b.i].label
    for (let k = 0; k < children.length; k++) {
      const dx = children[k].x - box.x,
        side = dx < 0 ? 1 : -1
      if (k) {
        const apart = children[k].x - children[k - 1].x
        if (apart * LABEL_AT < (label(children[k]) + label(children[k - 1])) / 2 + 6) return false
        if (this.trace!.nodes[children[k].i].cut && apart * CUT_AT < 40) return false
      }
      for (let inner = k + side; inner >= 0 && inner < children.length; inner += side) {
        let near = children[inner].x - box.x
        if (near * dx <= 0) break
        near += side > 0 ? -children[inner].left - 4 : children[inner].right + 4
        if (drop * (1 - near / dx) < 10) return false
      }
    }
    return true
  }

  // Pans as little as possible so that a node and its neighbours are visible.
  private reveal(i: number): void {
    const box = this.laid.boxes.find(b => b.i === i)
    if (!box) return
    const w = this.host.clientWidth / this.scale,
      h = this.host.clientHeight / this.scale
    if (!this.seesAcross(box)) this.x = Math.min(box.x - box.left - 24, Math.max(this.x, box.x + box.right + 24 - w))
    if (!this.seesDown(box)) this.y = Math.min(box.y - 70, Math.max(this.y, box.y + 84 - h))
  }

  private seesAcross = (box: Box) =>
    box.x - box.left >= this.x && box.x + box.right <= this.x + this.host.clientWidth / this.scale
  private seesDown(box: Box): boolean {
    const edge = NODE / 2 + RING + 6,
      below = this.isOpen(box.i) || !this.trace!.total[box.i] ? 0 : HANG
    return box.y - edge >= this.y && box.y + edge + below <= this.y + this.host.clientHeight / this.scale
  }
  private sees(i: number): boolean {
    const box = this.laid.boxes.find(b => b.i === i)
    return !!box && this.seesAcross(box) && this.seesDown(box)
  }

  // Runs a change of the layout while a node keeps its place on the screen.
  private keeping(i: number, change: () => void): void {
    const before = this.laid.boxes.find(b => b.i === i)
    change()
    const after = this.laid.boxes.find(b => b.i === i)
    if (before && after) {
      this.x += after.x - before.x
      this.y += after.y - before.y
    }
    this.draw()
  }

  // ---- Drawing ------------------------------------------------------------------------------

  private onPath = (i: number) => this.trace!.path[i] && finished(this.trace!, 0, this.step)
  private half = (box: Box) => NODE / 2 + (this.onPath(box.i) ? RING : 0)

  private stateOf(i: number): '' | 'unseen' | 'ghost' | 'hidden' {
    const p = this.trace!
    return entered(p, i, this.step)
      ? ''
      : cutOff(p, i, this.step)
        ? 'unseen'
        : this.ghosts || this.step === 0
          ? 'ghost'
          : 'hidden'
  }

  private edge(box: Box): SVGTemplateResult {
    const up = box.up!,
      y0 = up.y + this.half(up),
      y1 = box.y - this.half(box)
    const name = `edge ${this.stateOf(box.i)} ${this.onPath(box.i) ? 'best' : ''}`
    if (this.straight.get(up))
      return svg`<path class=${name} d=${`M${r1(up.x)} ${r1(y0)}L${r1(box.x)} ${r1(y1)}`}></path>`
    const bend = box.y - NODE / 2 - this.stub,
      dx = box.x - up.x,
      dy = bend - y0,
      back = 10 / Math.max(10, Math.hypot(dx, dy))
    const x = r1(box.x),
      line = `M${r1(up.x)} ${r1(y0)}L${r1(box.x - dx * back)} ${r1(bend - dy * back)}`,
      curve = `Q${x} ${r1(bend)} ${x} ${r1(bend + 10)}V${r1(y1)}`
    return svg`<path class=${name} d=${line + curve}></path>`
  }

  private onEdge(box: Box, share: number, above: number): [number, number] {
    const up = box.up!,
      y0 = up.y + this.half(up),
      y1 = box.y - this.half(box)
    return this.straight.get(up)
      ? [up.x + (box.x - up.x) * share, y0 + (y1 - y0) * share]
      : [box.x, box.y - NODE / 2 - above]
  }

  private label(box: Box): SVGTemplateResult {
    const [x, y] = this.onEdge(box, LABEL_AT, STUB / 2),
      w = this.drawn[box.i].label - 4
    return svg`<g class=${`move ${this.stateOf(box.i)} ${this.onPath(box.i) ? 'best' : ''}`}>
      <rect x=${r1(x - w / 2)} y=${r1(y - 9)} width=${r1(w)} height="18" rx="5"></rect>
      <text x=${r1(x)} y=${r1(y + 5)}>${this.text!.label(box.i)}</text></g>`
  }

  private cut(box: Box): SVGTemplateResult | typeof nothing {
    const p = this.trace!,
      kind = p.nodes[box.i].cut
    if (!kind || !cutOff(p, box.i, this.step)) return nothing
    const [x, y] = this.onEdge(box, CUT_AT, (STUB + CUT_STUB) / 2 - 4)
    return svg`<g class="cut"><title>${this.text!.why(box.up!.i)}</title>
      <path d=${`M${r1(x - 8)} ${r1(y - 0.3)}l16 -5M${r1(x - 8)} ${r1(y + 5.3)}l16 -5`}></path>
      <text x=${r1(x + 12)} y=${r1(y + 6)}>${kind === 'alpha' ? 'α' : 'β'}</text></g>`
  }

  // An arc joins the edges of a MIN node, as in AND-OR trees.
  private arc(box: Box): SVGTemplateResult | typeof nothing {
    const children = box.children.filter(child => this.stateOf(child.i) !== 'hidden')
    if (this.trace!.nodes[box.i].turn !== 'min' || children.length < 2) return nothing
    const point = (child: Box) => {
      const y0 = box.y + this.half(box),
        dx = child.x - box.x
      const dy = this.straight.get(box) ? child.y - this.half(child) - y0 : child.y - NODE / 2 - this.stub - y0,
        length = Math.hypot(dx, dy)
      return `${r1(box.x + (dx / length) * ARC)} ${r1(y0 + (dy / length) * ARC)}`
    }
    const d = `M${point(children[0])}A${ARC} ${ARC} 0 0 0 ${point(children[children.length - 1])}`
    return svg`<path class=${`arc ${this.stateOf(box.i)}`} d=${d}></path>`
  }

  private window(i: number, x: number): SVGTemplateResult | typeof nothing {
    const p = this.trace!,
      t = this.text!,
      node = p.nodes[i]
    if (!p.bounded || !entered(p, i, this.step) || !this.roomy()) return nothing
    const inside = !finished(p, i, this.step) && !done(p, this.step)
    const b = inside ? bounds(p, i, this.step)! : { alpha: node.alpha ?? -Infinity, beta: node.beta ?? Infinity }
    return svg`<text class=${`window ${inside ? 'now' : ''}`} x=${r1(x)} y="-3">α ${t.value(b.alpha)}</text>
      <text class=${`window ${inside ? 'now' : ''}`} x=${r1(x)} y="10">β ${t.value(b.beta)}</text>`
  }

  private node(box: Box): SVGTemplateResult {
    const p = this.trace!,
      t = this.text!,
      i = box.i,
      node = p.nodes[i],
      d = this.drawn[i],
      state = this.stateOf(i)
    const now = currentNode(p, this.step) === i,
      best = this.onPath(i),
      text = nodeText(p, i, this.step, t.value)
    const half =
      d.width / 2 +
      (this.chosen === i ? RING + 6 : best ? RING : now ? RING + 3 : 0) +
      (node.turn === 'drawn' ? POINT : 0)
    const folded = p.total[i] > 0 && !this.isOpen(i) && state !== 'hidden',
      open = entered(p, i, this.step) && !finished(p, i, this.step)
    const name = [
      'node',
      node.turn,
      state,
      node.probed ? 'probed' : '',
      isOver(node.turn) ? 'over' : '',
      now ? 'here' : '',
    ].join(' ')
    return svg`<g class=${name} data-i=${i} transform=${`translate(${r1(box.x)} ${r1(box.y)})`}>
      ${now ? shape(node.turn, d.width + 11, NODE + 11, 'halo') : nothing}
      ${this.chosen === i ? shape(node.turn, d.width + 22, NODE + 22, 'chosen') : nothing}
      ${best ? shape(node.turn, d.width + 2 * RING, NODE + 2 * RING, 'ring') : nothing}
      ${shape(node.turn, d.width, NODE, 'shape')}
      <text class=${`value ${open ? 'so-far' : ''}`} y="5.5">${text}</text>
      <text class="name" x=${r1(-half - 4)} y="5">${node.name}</text>
      ${this.window(i, half + 4)}
      ${
        folded
          ? svg`<path class="hang" d=${`M0 ${NODE / 2 + (best ? RING : 0) + 2}V${NODE / 2 + HANG - 20}`}></path>
        <g class="more">
        <rect x=${r1(-d.pill / 2)} y=${NODE / 2 + HANG - 20} width=${r1(d.pill)} height="20" rx="10"></rect>
        <text y=${NODE / 2 + HANG - 5.5}>+${t.number(p.total[i])}</text></g>`
          : nothing
      }</g>`
  }

  /** Redraws at the next animation frame. */
  draw(): void {
    if (this.frame) return
    this.frame = requestAnimationFrame(() => {
      this.frame = 0
      this.drawNow()
    })
  }

  private drawNow(): void {
    if (!this.trace) return
    const width = this.host.clientWidth,
      height = this.host.clientHeight,
      w = width / this.scale,
      h = height / this.scale
    const all = this.laid.boxes.length <= CULL_FROM
    const near = (box: Box) =>
      all ||
      (box.x + box.right + 60 > this.x &&
        box.x - box.left - 60 < this.x + w &&
        box.y + 140 > this.y &&
        box.y - 140 < this.y + h)
    const crosses = (box: Box) =>
      all ||
      (Math.max(box.x, box.up!.x) > this.x &&
        Math.min(box.x, box.up!.x) < this.x + w &&
        box.y > this.y &&
        box.up!.y < this.y + h)
    const key = (box: Box) => box.i
    const known = this.laid.boxes.filter(box => this.stateOf(box.i) !== 'hidden')
    const boxes = known.filter(near),
      branches = known.filter(box => box.up && crosses(box))
    branches.sort((a, b) => Number(this.onPath(a.i)) - Number(this.onPath(b.i)))
    const at = `${r1(-this.x * this.scale)} ${r1(-this.y * this.scale)}`
    render(
      svg`<svg class="tree" width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} aria-hidden="true">
      <g class="all" transform=${`translate(${at}) scale(${this.scale})`}>
        ${repeat(branches, key, box => this.edge(box))}
        ${repeat(boxes, key, box => this.arc(box))}
        ${repeat(branches, key, box => svg`${this.label(box)}${this.cut(box)}`)}
        ${repeat(boxes, key, box => this.node(box))}
        <g class="flow"></g>
      </g></svg>`,
      this.host,
    )
  }

  // Animates a value that returns from a node to its parent.
  private flow(milliseconds: number): void {
    const p = this.trace!,
      { kind, node: i } = p.steps[this.step - 1]
    const box = this.laid.boxes.find(b => b.i === i)
    if (kind !== 'leave' || !box?.up || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const from = box,
      to = box.up
    requestAnimationFrame(() => {
      const place = this.host.querySelector('.flow')
      if (!place) return
      const text = document.createElementNS('http://www.w3.org/2000/svg', 'text')
      text.textContent = nodeText(p, i, this.step, this.text!.value)
      text.setAttribute('class', 'value token')
      text.setAttribute('y', '5.5')
      place.append(text)
      const at = (b: Box) => `translate(${r1(b.x)}px, ${r1(b.y)}px)`
      text.animate(
        [
          { transform: at(from), opacity: 1 },
          { transform: at(to), opacity: 1, offset: 0.85 },
          { transform: at(to), opacity: 0 },
        ],
        { duration: milliseconds, easing: 'ease-in-out' },
      ).onfinish = () => text.remove()
    })
  }

  // ---- Mouse and touch --------------------------------------------------------------------------

  private listen(): void {
    const host = this.host,
      fingers = new Map<number, { x: number; y: number }>()
    let moved = false,
      at = -1
    const nodeAt = (target: EventTarget | null) =>
      Number((target as Element | null)?.closest?.('.node')?.getAttribute('data-i') ?? -1)
    host.addEventListener('pointerdown', e => {
      fingers.set(e.pointerId, { x: e.clientX, y: e.clientY })
      if (fingers.size === 1) {
        moved = false
        at = nodeAt(e.target)
      }
    })
    host.addEventListener('pointermove', e => {
      const was = fingers.get(e.pointerId)
      if (!was) return
      const dx = e.clientX - was.x,
        dy = e.clientY - was.y
      if (!moved && Math.hypot(dx, dy) < 5) return
      if (!moved) host.setPointerCapture(e.pointerId)
      moved = true
      host.classList.add('drag')
      const box = host.getBoundingClientRect()
      if (fingers.size === 2) {
        const other = [...fingers].find(([id]) => id !== e.pointerId)![1]
        const before = Math.hypot(was.x - other.x, was.y - other.y),
          now = Math.hypot(e.clientX - other.x, e.clientY - other.y)
        this.zoom(now / Math.max(1, before), (e.clientX + other.x) / 2 - box.left, (e.clientY + other.y) / 2 - box.top)
      }
      this.x -= dx / this.scale / fingers.size
      this.y -= dy / this.scale / fingers.size
      fingers.set(e.pointerId, { x: e.clientX, y: e.clientY })
      this.draw()
    })
    const up = (e: PointerEvent) => {
      fingers.delete(e.pointerId)
      host.classList.remove('drag')
      if (e.type !== 'pointerup' || moved || at < 0) return
      const again = this.chosen === at
      this.chosen = at
      if (again || !this.isOpen(at)) this.toggle(at)
      else this.draw()
      this.picked(at)
    }
    host.addEventListener('pointerup', up)
    host.addEventListener('pointercancel', up)
    // The wheel zooms with Ctrl only; alone it scrolls the page.
    host.addEventListener(
      'wheel',
      e => {
        if (!e.ctrlKey && !e.metaKey) return
        e.preventDefault()
        const box = host.getBoundingClientRect()
        this.zoom(Math.exp(-Math.max(-60, Math.min(60, e.deltaY)) / 250), e.clientX - box.left, e.clientY - box.top)
      },
      { passive: false },
    )
  }
}
