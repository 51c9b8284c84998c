// Piles of creatures that look and act alike, so that large battlefields stay readable.
import type { Board, Creature, Selection } from './moves.js'

/** More creatures than these on a side are piled up. */
export const PILED_FROM = 7

/** Everything by which creatures of a side can be told apart, except their ids. */
function lookOf(b: Board, selection: Selection, moves: string[], c: Creature): string {
  const chosen = selection.blocks.find(x => x.blocker === c.id),
    blockers = b.sides.flatMap(side => side.creatures).filter(o => o.blocks === c.id),
    planned = selection.blocks.filter(x => x.attacker === c.id)
  return [
    c.card,
    c.power,
    c.toughness,
    c.damage,
    c.counters,
    c.boost,
    c.tapped,
    c.sick,
    c.attacks,
    c.blocks,
    c.order,
    moves.includes(String(c.id)),
    selection.attackers.includes(c.id),
    chosen ? `b${chosen.attacker}` : '',
    blockers.length || planned.length ? `blocked ${c.id}` : '',
    b.chosen?.id === c.id,
  ].join(' ')
}

/** Those that act in combat stand in front. */
const inFront = (selection: Selection, c: Creature): boolean =>
  c.attacks ||
  c.blocks > 0 ||
  selection.attackers.includes(c.id) ||
  selection.blocks.some(x => x.blocker === c.id && x.attacker !== null)

/** The piles of a side, each in the order of entering; a side with few creatures has single ones. */
export function pilesOf(b: Board, seat: number, selection: Selection, moves: string[]): Creature[][] {
  const all = b.sides[seat].creatures,
    piles = new Map<string, Creature[]>()
  for (const c of all) {
    const key = all.length > PILED_FROM ? lookOf(b, selection, moves, c) : String(c.id),
      pile = piles.get(key)
    if (pile) pile.push(c)
    else piles.set(key, [c])
  }
  const list = [...piles.values()]
  return all.length > PILED_FROM
    ? [...list.filter(p => inFront(selection, p[0])), ...list.filter(p => !inFront(selection, p[0]))]
    : list
}
