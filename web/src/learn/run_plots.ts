// Live plots of a run: the score of a match with its confidence interval; fitness and weights of a tuning run.
import uPlot from 'uplot'
import { num, t } from '../lang.js'
import type { MatchPoint, Standing, TunePoint } from '../types.js'
import { axis, colour, plot, WHOLE, type Plot } from './plot.js'
import { svg, type SVGTemplateResult } from 'lit-html'

export const SERIES = ['team-0', 'team-1', 'team-2', 'team-3', 'cut', 'here', 'draw', 'accent']

/** A plot of points that arrive while a run is played. */
type Live<Point> = Plot & { add(points: Point[]): void }

function live<Point>(
  host: HTMLElement,
  height: number,
  points: Point[],
  data: (points: Point[]) => uPlot.AlignedData,
  options: () => Pick<uPlot.Options, 'scales' | 'axes' | 'series' | 'bands' | 'hooks'>,
): Live<Point> {
  const own = plot(
    host,
    height,
    () => ({
      legend: { show: false },
      cursor: { drag: { x: false, y: false } },
      padding: [10, 16, 0, 0],
      ...options(),
    }),
    data(points),
  )
  return { ...own, add: list => own.set(data(list)) }
}

/** `games`: the total number of games of the first agent. */
export function matchPlot(host: HTMLElement, points: MatchPoint[], games: number): Live<MatchPoint> {
  const data = (list: MatchPoint[]): uPlot.AlignedData => [
    list.map(p => p.games),
    list.map(p => p.score),
    list.map(p => p.low),
    list.map(p => p.high),
  ]
  return live(host, 240, points, data, () => ({
    scales: {
      x: { time: false, range: (_, least, most) => [Math.min(least ?? 0, 1), Math.max(games, most ?? 0, 2)] },
      y: { range: [0, 1] },
    },
    axes: [
      axis(t('games'), v => num(v), { incrs: WHOLE }),
      axis('', v => num(100 * v) + ' %', { splits: () => [0, 0.25, 0.5, 0.75, 1], size: 50 }),
    ],
    series: [
      {},
      { stroke: colour('team-0'), width: 2.5, points: { show: u => u.data[0].length < 2, size: 7 } },
      { stroke: colour('team-0') + '66', width: 1, points: { show: false } },
      { stroke: colour('team-0') + '66', width: 1, points: { show: false } },
    ],
    bands: [{ series: [3, 2], fill: colour('team-0') + '2c' }],
    hooks: { draw: [middle] },
  }))
}

// The line of equal strength: half of the points.
function middle(u: uPlot): void {
  const y = u.valToPos(0.5, 'y', true),
    c = u.ctx
  c.save()
  c.strokeStyle = colour('edge')
  c.setLineDash([6, 5])
  c.beginPath()
  c.moveTo(u.bbox.left, y)
  c.lineTo(u.bbox.left + u.bbox.width, y)
  c.stroke()
  c.restore()
}

/** Best and mean fitness by generation. */
export function fitnessPlot(host: HTMLElement, points: TunePoint[]): Live<TunePoint> {
  const data = (list: TunePoint[]): uPlot.AlignedData => [
    list.map(p => p.generation),
    list.map(p => p.best),
    list.map(p => p.mean),
  ]
  return live(host, 220, points, data, () => ({
    scales: { x: { time: false } },
    axes: [axis(t('generation'), v => num(v), { incrs: WHOLE }), axis('', v => num(v, 2), { size: 54 })],
    series: [{}, { stroke: colour('team-0'), width: 2.5 }, { stroke: colour('team-1'), width: 2 }],
  }))
}

export function weightsPlot(host: HTMLElement, points: TunePoint[], names: string[]): Live<TunePoint> {
  const data = (list: TunePoint[]): uPlot.AlignedData => [
    list.map(p => p.generation),
    ...names.map(name => list.map(p => p.weights[name] ?? null)),
  ]
  return live(host, 240, points, data, () => ({
    scales: { x: { time: false } },
    axes: [axis(t('generation'), v => num(v), { incrs: WHOLE }), axis('', v => num(v), { size: 54 })],
    series: [
      {},
      ...names.map((_, i) => ({
        stroke: colour(SERIES[i % SERIES.length]),
        width: 2,
        dash: i >= SERIES.length ? [6, 4] : undefined,
        points: { show: false },
      })),
    ],
  }))
}

/** A rating with its error, if both are known. */
export const eloText = (s: Standing): string =>
  s.elo === null
    ? '?'
    : `${s.elo > 0 ? '+' : s.elo < 0 ? '−' : ''}${num(Math.abs(s.elo))}${s.error === null ? '' : ` ± ${num(s.error)}`}`

/** Ratings as bars with error bars. */
export function eloBars(standings: Standing[]): SVGTemplateResult {
  const row = 34,
    left = 4,
    top = 6,
    width = innerWidth < 700 ? 340 : 640 // keeps the text readable on a phone
  const reach = Math.max(10, ...standings.map(s => Math.abs(s.elo ?? 0) + (s.error ?? 0)))
  const x = (elo: number) => width / 2 + ((width / 2 - 8) * elo) / reach,
    high = standings.length * row + 2 * top
  return svg`<svg class="elo" viewBox=${`0 0 ${width} ${high}`} role="img" aria-label=${t('Ratings with error bars')}>
    <line class="zero" x1=${x(0)} x2=${x(0)} y1="0" y2=${high}></line>
    ${standings.map((s, i) => {
      const y = top + i * row,
        elo = s.elo ?? 0,
        from = x(elo - (s.error ?? 0)),
        to = x(elo + (s.error ?? 0)),
        wide = Math.max(1, Math.abs(x(elo) - x(0)))
      return svg`<rect class=${`bar-${i % 4}`} x=${Math.min(x(0), x(elo))} y=${y + 15} width=${wide} height="12" rx="3">
        </rect>
        <path class="error-bar" d=${`M${from} ${y + 16}v10M${from} ${y + 21}H${to}M${to} ${y + 16}v10`}></path>
        <text x=${left} y=${y + 11}>${s.agent}</text><text class="end" x=${width - 4} y=${y + 11}>${eloText(s)}</text>`
    })}</svg>`
}
