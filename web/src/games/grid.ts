// Arrow keys on a board of squares, by their attributes data-col and data-row in screen order. Legal squares are in the
// Tab order; the arrows reach all squares.

/** Handles `@keydown` of the element that contains the squares. Escape calls `drop`. */
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
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
