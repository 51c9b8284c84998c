// Animations of the Magic duel: played cards move to the table, dying creatures fade, life totals shake on damage.
import type { State } from '../../types.js'
import { selectorOf } from './arrows.js'
import { find, moveOfCard, moverOf, stepOf, type Board } from './moves.js'

const GO: KeyframeAnimationOptions = { duration: 380, easing: 'cubic-bezier(.3, .1, .2, 1)' }

function middle(e: Element): { x: number; y: number } {
  const r = e.getBoundingClientRect()
  return { x: r.left + r.width / 2, y: r.top + r.height / 2 }
}

/** Moves a card from the hand, or a card back from a hidden hand, to the battlefield, the lands or the middle. */
function fly(root: Element, board: Board, name: string): Animation | null {
  const seat = moverOf(board),
    kind = board.decks[seat].cards.findIndex(c => moveOfCard(c.name) === name)
  const card = board.decks[seat].cards[kind],
    held = root.querySelector<HTMLElement>(`[data-hand="${kind}"]`)
  const from = held && board.sides[seat].hand ? held : root.querySelector<HTMLElement>(`[data-backs="${seat}"]`)
  const to = root.querySelector(
    card?.type === 'land' ? `[data-lands="${seat}"]` : card?.type === 'creature' ? `[data-row="${seat}"]` : '.mag-row',
  )
  if (!from || !to || !card) return null
  const a = middle(from),
    b = middle(to)
  return from.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: `translate(${b.x - a.x}px, ${b.y - a.y}px) scale(0.8)`, opacity: 0.4 },
    ],
    GO,
  )
}

export async function animate(root: Element, before: State<Board>, after: State<Board>, move: string): Promise<void> {
  const was = before.board,
    is = after.board,
    at = (name: string): Element | null => root.querySelector(selectorOf(name))
  const motions: (Animation | null | undefined)[] = []
  if (/^[A-Za-z]/.test(move) && stepOf(was.phase, was.stack?.step) >= 0) motions.push(fly(root, was, move))
  if (/^\d+$/.test(move))
    motions.push(
      at(`creature:${move}`)?.animate([{ transform: 'none' }, { transform: 'scale(1.12)' }, { transform: 'none' }], {
        duration: 260,
      }),
    )
  for (const seat of [0, 1]) {
    if (is.sides[seat].life < was.sides[seat].life)
      motions.push(
        at(`player:${seat}`)?.animate(
          [0, -5, 5, -3, 3, 0].map(x => ({ transform: `translateX(${x}px)` })),
          { duration: 420 },
        ),
      )
    for (const c of was.sides[seat].creatures)
      if (!find(is, c.id))
        motions.push(
          at(`creature:${c.id}`)?.animate([{ opacity: 1 }, { opacity: 0, transform: 'scale(0.7) rotate(6deg)' }], {
            duration: 420,
          }),
        )
  }
  await Promise.all(motions.flatMap(m => (m ? [m.finished.catch(() => undefined)] : [])))
}
