// What all parts of the board share: the picture that is drawn, previews of cards, evaluations of moves.
import { html, nothing, type TemplateResult } from 'lit-html'
import type { Picture } from '../../drawing.js'
import { parseSelection, printSelection, targetMove, type Board } from './moves.js'

export type P = Picture<Board>

/** The seat at the bottom of the table. */
export const bottomOf = (p: P): number => p.seat ?? 0

/** The winning chance of a move, in an analysis. */
export function chance(p: P, move: string | null): TemplateResult | typeof nothing {
  const evaluated = p.evaluated.find(j => j.move === move)
  return evaluated ? html`<span class="mag-odds">${Math.round(100 * evaluated.chance)} %</span>` : nothing
}

/** Shows another card in the preview, without changing the selection. */
export function look(p: P, what: string): void {
  const selection = parseSelection(p.picked)
  if (selection.look !== what) p.pick(printSelection({ ...selection, look: what }))
}

/** A drag (drag.ts): the selector of what a card can be dropped on, and what the drop does. */
export interface Drag {
  onto: string
  drop(target: Element): void
}

/** Everything that a spell may target; the rules know whether it can. */
export const TARGETS = '[data-ids], [data-at^="player:"]'

/** The move that targets the element on which a card was dropped; null: it is no target. */
export const moveOfDrop = (target: Element): string | null =>
  target.matches(TARGETS) ? targetMove(target.getAttribute('data-at')!) : null

/** Events that preview a card: hovering, keyboard focus, and a long press on touch screens. */
export function lookers(
  p: P,
  what: string,
): { enter(e: PointerEvent): void; leave(e: PointerEvent): void; focus(e: FocusEvent): void; hold(e: Event): void } {
  return {
    enter: e => {
      if (e.pointerType === 'mouse' && !e.buttons) look(p, what) // a drag previews nothing
    },
    leave: e => {
      if (e.pointerType === 'mouse') look(p, '')
    },
    focus: e => {
      if ((e.currentTarget as Element).matches(':focus-visible')) look(p, what)
    },
    hold: e => {
      e.preventDefault()
      look(p, what)
    },
  }
}
