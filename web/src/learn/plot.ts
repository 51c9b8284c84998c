// uPlot charts in the colours of the page. They are rebuilt when the theme changes and follow the width of their host.
import uPlot from 'uplot'

/** The value of a colour variable of look.css. */
export const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim() || '#888'

export interface Plot {
  set(data: uPlot.AlignedData): void
  redraw(): void
  close(): void
}

/** Draws into `host`, as wide as it is and `height` pixels high. Calls `options` again for each theme. */
export function plot(
  host: HTMLElement,
  height: number,
  options: () => Omit<uPlot.Options, 'width' | 'height'>,
  data: uPlot.AlignedData,
): Plot {
  let now: uPlot | null = null,
    last = data
  const make = () => {
    now?.destroy()
    now = host.clientWidth > 0 ? new uPlot({ ...options(), width: host.clientWidth, height }, last, host) : null
  }
  const sized = new ResizeObserver(() => {
    if (!now) make()
    else if (now.width !== host.clientWidth && host.clientWidth > 0) now.setSize({ width: host.clientWidth, height })
  })
  const themed = new MutationObserver(make),
    dark = matchMedia('(prefers-color-scheme: dark)')
  sized.observe(host)
  themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  dark.addEventListener('change', make)
  make()
  return {
    set(next) {
      last = next
      if (now) now.setData(next)
      else make()
    },
    redraw: () => now?.redraw(false, false),
    close() {
      sized.disconnect()
      themed.disconnect()
      dark.removeEventListener('change', make)
      now?.destroy()
      now = null
    },
  }
}

const FONT = '12px system-ui, "Noto Sans", "Helvetica Neue", Arial, "DejaVu Sans", sans-serif'

/** An axis in the style of the page. */
export function axis(label: string, text: (v: number) => string, more: Partial<uPlot.Axis> = {}): uPlot.Axis {
  return {
    stroke: colour('dim'),
    font: FONT,
    labelFont: FONT,
    label: label || undefined,
    labelSize: 16,
    labelGap: 0,
    size: 30,
    grid: { stroke: colour('border'), width: 1 },
    ticks: { stroke: colour('border'), width: 1, size: 5 },
    values: (_, at) => at.map(v => (v === null ? '' : text(v))),
    ...more,
  }
}

/** Increments for an axis of integers. */
export const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000]
