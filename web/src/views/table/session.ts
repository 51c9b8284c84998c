// Shows the snapshots of a table one after another: lets a position stay on the board, animates moves, and then changes
// the state.
import type { Drawing } from '../../drawing.js'
import type { Store } from '../../store.js'
import type { State as Position, Table } from '../../types.js'
import { animate, isAnimated, nextStep, receive, show, type State, type Step } from './state.js'

const SLOWEST = 2500 // the longest animation, in milliseconds

export interface SessionEvents {
  board: () => Element | null
  /** Another snapshot is shown; `before` is the previous one. */
  shown: (step: Step, before: Table | null) => void
}

/** Returns the function that receives a snapshot. */
export function openSession(store: Store<State>, events: SessionEvents): (message: Table) => void {
  let running = false

  async function run(): Promise<void> {
    running = true
    try {
      for (let step = nextStep(store.state); step && store.open; step = nextStep(store.state)) {
        const before = store.state.table
        if (before) await stage(before, step)
        present(step, before)
      }
    } finally {
      running = false
    }
  }

  function present(step: Step, before: Table | null): void {
    store.change(s => show(s, step))
    if (store.open) events.shown(step, before)
  }

  /** What is seen before the snapshot of a step. */
  async function stage(before: Table, step: Step): Promise<void> {
    const { drawing } = store.state,
      rest = step.news.length ? restOf(drawing, before.state) : 0
    if (rest) {
      store.change(animate)
      await new Promise(done => setTimeout(done, rest))
    }
    const board = events.board()
    if (!store.open || !board || !isAnimated(store.state, step)) return
    await animated(drawing, board, before.state, step)
  }

  async function animated(drawing: Drawing | null, board: Element, before: Position, step: Step): Promise<void> {
    if (!drawing?.animate || document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    store.change(animate)
    const slow = new Promise(done => setTimeout(done, SLOWEST))
    try {
      await Promise.race([drawing.animate(board, before, step.message.state, step.news[0].move), slow])
    } catch {
      // A failed animation is skipped.
    }
  }

  return message => {
    store.change(s => receive(s, message, performance.now()))
    if (!running) void run()
  }
}

/** Milliseconds for which the drawing wants a position to stay on the board. */
function restOf(drawing: Drawing | null, state: Position): number {
  const ms = drawing?.pause?.(state) ?? 0
  return ms && !document.hidden ? Math.min(ms, SLOWEST) : 0
}
