// The plots of the watched run, which lit-html does not draw: they are made when their frame appears and get the new
// points of the run.
import { fitnessPlot, matchPlot, weightsPlot } from '../../learn/run_plots.js'
import type { MatchRun, Run } from '../../types.js'

const isMatch = (run: Run): run is MatchRun => run.kind === 'match' || run.kind === 'tournament'

interface Curve {
  host: Element
  close: () => void
  update: (run: Run) => void
}
type Make = (host: HTMLElement, run: Run) => Omit<Curve, 'host'> | null

const MAKERS: Record<string, Make> = {
  '.match-plot': (host, run) => {
    if (!isMatch(run)) return null
    const plot = matchPlot(host, run.points, run.games * (run.agents.length - 1))
    return { close: plot.close, update: now => isMatch(now) && plot.add(now.points) }
  },
  '.fitness-plot': (host, run) => {
    if (run.kind !== 'tune') return null
    const plot = fitnessPlot(host, run.points)
    return { close: plot.close, update: now => now.kind === 'tune' && plot.add(now.points) }
  },
  '.weights-plot': (host, run) => {
    if (run.kind !== 'tune') return null
    const plot = weightsPlot(host, run.points, Object.keys(run.points.at(-1)?.weights ?? {}))
    return { close: plot.close, update: now => now.kind === 'tune' && plot.add(now.points) }
  },
}

export interface Plots {
  draw: (run: Run | undefined) => void
  close: () => void
}

export function openPlots(root: HTMLElement): Plots {
  let curves: Curve[] = []
  return {
    draw(run) {
      for (const curve of curves) if (!root.contains(curve.host)) curve.close()
      curves = curves.filter(curve => root.contains(curve.host))
      if (!run) return
      for (const [name, make] of Object.entries(MAKERS)) {
        const host = root.querySelector<HTMLElement>(name),
          known = curves.find(curve => curve.host === host)
        if (known) known.update(run)
        else if (host) {
          const made = make(host, run)
          if (made) curves.push({ host, ...made })
        }
      }
    },
    close() {
      for (const curve of curves) curve.close()
      curves = []
    },
  }
}
