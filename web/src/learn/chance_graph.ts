// The graph of a game: the first seat's chance of winning after each move, with mistakes marked. A click goes to the
// move.
import uPlot from 'uplot'
import { num, t } from '../lang.js'
import { axis, colour, plot, WHOLE, type Plot } from './plot.js'

/** null: not evaluated yet; undefined: a chance node, which is never evaluated. */
export type Chance = number | null | undefined
export interface Graph {
  set(chances: Chance[], marks: Map<number, string>, at: number): void
  close(): void
}

const MARKS: Record<string, string> = { inaccuracy: 'here', mistake: 'min', blunder: 'bad' }

export function chanceGraph(host: HTMLElement, go: (ply: number) => void): Graph {
  let marks = new Map<number, string>(),
    at = 0,
    known: Chance[] = [],
    count = -1,
    made: Plot | null = null

  const options = (): Omit<uPlot.Options, 'width' | 'height'> => ({
    legend: { show: false },
    padding: [10, 12, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: { x: { time: false, range: () => [0, Math.max(1, known.length - 1)] }, y: { range: [0, 1] } },
    axes: [
      axis('', v => num(v), { incrs: WHOLE, size: 28 }),
      axis('', v => num(100 * v) + ' %', { splits: () => [0, 0.25, 0.5, 0.75, 1], size: 50 }),
    ],
    series: [
      {},
      {
        stroke: colour('team-0'),
        width: 2,
        spanGaps: false,
        fill: u => shade(u),
        fillTo: 0.5,
        points: { show: known.length < 80, size: 5, fill: colour('team-0'), stroke: colour('team-0') },
      },
    ],
    hooks: {
      draw: [drawn],
      ready: [
        u =>
          u.over.addEventListener('click', e => {
            const box = u.over.getBoundingClientRect()
            go(Math.round(u.posToVal(e.clientX - box.left, 'x')))
          }),
      ],
    },
  })

  // Shaded in the colour of the seat that is ahead.
  function shade(u: uPlot): CanvasGradient | string {
    const top = u.valToPos(1, 'y', true),
      bottom = u.valToPos(0, 'y', true)
    if (!Number.isFinite(top) || !Number.isFinite(bottom)) return 'transparent'
    const g = u.ctx.createLinearGradient(0, top, 0, bottom)
    g.addColorStop(0, colour('team-0') + '55')
    g.addColorStop(0.5, colour('team-0') + '18')
    g.addColorStop(0.5, colour('team-1') + '18')
    g.addColorStop(1, colour('team-1') + '55')
    return g
  }

  function drawn(u: uPlot): void {
    const c = u.ctx,
      x = u.valToPos(at, 'x', true),
      { top, height, left, width } = u.bbox,
      dpr = devicePixelRatio || 1
    c.save()
    c.strokeStyle = colour('edge')
    c.lineWidth = dpr
    const middle = u.valToPos(0.5, 'y', true)
    c.beginPath()
    c.moveTo(left, middle)
    c.lineTo(left + width, middle)
    c.stroke()
    c.strokeStyle = colour('here')
    c.lineWidth = 2.5 * dpr
    c.beginPath()
    c.moveTo(x, top)
    c.lineTo(x, top + height)
    c.stroke()
    for (const [ply, mark] of marks) {
      const y = known[ply]
      if (y === null || y === undefined || !MARKS[mark]) continue
      c.fillStyle = colour(MARKS[mark])
      c.strokeStyle = colour('panel')
      c.lineWidth = 2 * dpr
      c.beginPath()
      c.arc(u.valToPos(ply, 'x', true), u.valToPos(y, 'y', true), 6 * dpr, 0, 2 * Math.PI)
      c.fill()
      c.stroke()
    }
    c.restore()
  }

  return {
    set(next, nextMarks, ply) {
      known = next
      marks = nextMarks
      at = ply
      const data: uPlot.AlignedData = [known.map((_, i) => i), known]
      if (!made || count !== known.length) {
        made?.close()
        made = plot(host, 190, options, data)
        count = known.length
      } else made.set(data)
    },
    close: () => made?.close(),
  }
}

/** A description of the graph for screen readers. */
export function graphText(chances: (number | null)[], first: string): string {
  const known = chances.filter((c): c is number => c !== null)
  if (!known.length) return t('Winning chances by move: none known yet.')
  return t(
    'Winning chances of {0} by move: first {1} %, last {2} %, lowest {3} %, highest {4} %.',
    first,
    num(100 * known[0]),
    num(100 * known[known.length - 1]),
    num(100 * Math.min(...known)),
    num(100 * Math.max(...known)),
  )
}
