// The viewer's hand, fanned below the table, and the opening: the hand to keep or not, and the card of a scry.
import { html, nothing, type TemplateResult } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import { colourClass, face, spoken } from './card.js'
import { fit } from './fit.js'
import { cardsOf, handMove, parseSelection, type Card } from './moves.js'
import { bottomOf, chance, look, lookers, moveOfDrop, TARGETS, type Drag, type P } from './parts.js'

const FIELD = '.mag-row, .mag-strip' // where a card is played by dropping it

/** How a card is played by dragging: onto the table, or onto the target of its effect. A creature that is dropped among
 *  the own ones only enters there. */
function dragOf(p: P, card: Card, move: string): Drag {
  const aims = p.state.board.phase !== 'discard' && card.effects.length > 0,
    targets = card.type === 'creature' ? `.mag-other :is(${TARGETS})` : TARGETS
  return {
    onto: aims ? `${FIELD}, ${targets}` : FIELD,
    drop: target => p.playAll?.([move, moveOfDrop(target)].filter(m => m !== null)),
  }
}

/** A card of the viewer's hand. The first press previews it, the second plays it; a mouse previews by hovering.
 *  Pressing a card that cannot be played shows the server's reason. */
function handCard(p: P, kind: number, copy: number): TemplateResult {
  const b = p.state.board,
    card = b.decks[bottomOf(p)].cards[kind],
    move = handMove(b, card.name)
  const what = `hand:${kind}:${copy}`,
    up = parseSelection(p.picked).look === what,
    on = lookers(p, what),
    my = p.moves.length > 0 && move !== null
  const legal = my && p.moves.includes(move),
    drag = legal && p.playAll ? dragOf(p, card, move) : null
  const press = (): void => (up && my ? p.play(move) : look(p, what))
  const classes = [
    'mag-card',
    'mag-inhand',
    colourClass(card),
    legal ? 'mag-can' : my ? 'mag-cannot' : '',
    up ? 'mag-up-card mag-looked' : '',
    legal && p.hint === move ? 'mag-hinted' : '',
  ]
  const does = !legal ? '' : b.phase === 'discard' ? p.t('discard it') : p.t('play it')
  return html`<button
    type="button"
    class=${classes.join(' ')}
    data-hand=${kind}
    data-drag=${drag ? 'onto' : nothing}
    data-onto=${drag?.onto ?? nothing}
    @onto=${(e: CustomEvent<Element>) => drag?.drop(e.detail)}
    @click=${press}
    @pointerenter=${on.enter}
    @pointerleave=${on.leave}
    @focus=${on.focus}
    @contextmenu=${on.hold}
  >
    <span class="spoken">${spoken(p.t, card)}${does ? `: ${does}` : ''}</span>
    <span class="board-hit"></span>${face(p.t, card)}${legal ? chance(p, move) : nothing}
  </button>`
}

/** Whether nothing is on the table yet: the hand gets the whole of it. */
export const opening = (p: P): boolean => ['toss', 'deal', 'mulligan', 'look', 'scry'].includes(p.state.board.phase)

export function hand(p: P): TemplateResult {
  const own = p.state.board.sides[bottomOf(p)].hand,
    cards = own ? cardsOf(own) : []
  return html`<div
    class="mag-hand"
    role="group"
    aria-label=${own ? p.t('Your hand: {0}', cards.length) : p.t('Hand')}
    ${fit(opening(p) ? 'row' : 'hand', cards.length)}
  >
    ${repeat(
      cards,
      c => `${c.card}:${c.copy}`,
      c => handCard(p, c.card, c.copy),
    )}
    ${cards.length ? nothing : html`<span class="mag-none">${own ? p.t('no cards in hand') : ''}</span>`}
  </div>`
}

/** The top card of the library while scrying. */
export function scried(p: P): TemplateResult | typeof nothing {
  const b = p.state.board,
    top = b.sides[b.active].top
  if (b.phase !== 'scry' || !top || top === '?') return nothing
  const card = b.decks[b.active].cards[top.card]
  return html`<div
    class="mag-row mag-scry"
    role="group"
    aria-label=${p.t('The top card of the library')}
    ${fit('row', 1)}
  >
    <button type="button" class="mag-card ${colourClass(card)}" @click=${() => look(p, `card:${b.active}:${top.card}`)}>
      <span class="spoken">${spoken(p.t, card)}</span>${face(p.t, card)}
    </button>
  </div>`
}
