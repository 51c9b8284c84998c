// Arrow keys on a board of squares. Squares carry data-col and data-row, counted as they are seen; what
// can be pressed stays in the Tab order, the arrows reach all of them.

/** For `@keydown` of the element around the squares. Escape calls `drop`. */
export function arrows(e: KeyboardEvent, drop?: () => void): void {
  if (e.key === 'Escape' && drop) {
    drop()
    return
  }
  const step = STEPS[e.key]
  const from = (e.target as Element).closest('[data-col]')
  if (!step || !from || e.altKey || e.ctrlKey || e.metaKey) return
  const col = Number(from.getAttribute('data-col')) + step[0]
  const row = Number(from.getAttribute('data-row')) + step[1]
  const to = (e.currentTarget as Element).querySelector<SVGElement>(`[data-col="${col}"][data-row="${row}"]`)
  e.preventDefault()
  to?.focus()
}

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
}
