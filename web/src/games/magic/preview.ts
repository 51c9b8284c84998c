// The preview of a card, which is read there, and the lists of graveyards.
import { html, nothing, type TemplateResult } from 'lit-html'
import { large } from './card.js'
import { nowWords } from './creatures.js'
import { find, handMove, parseSelection, printSelection, type Card, type Creature } from './moves.js'
import { bottomOf, look, type P } from './parts.js'
import { place } from './place.js'

interface Shown {
  card: Card
  creature?: Creature
  move?: string
  action?: string
}

function shown(p: P): Shown | null {
  const b = p.state.board,
    [kind, first, second] = parseSelection(p.picked).look.split(':')
  if (kind === 'hand') {
    const card = b.decks[bottomOf(p)].cards[Number(first)],
      move = card && handMove(b, card.name)
    if (!card || !b.sides[bottomOf(p)].hand?.some(h => h.card === Number(first))) return null
    if (!move || !p.moves.includes(move)) return { card }
    return {
      card,
      move,
      action: b.phase === 'discard' ? p.t('Discard it') : card.type === 'land' ? p.t('Play it') : p.t('Cast it'),
    }
  }
  if (kind === 'card') return { card: b.decks[Number(first)]?.cards[Number(second)] }
  const found = kind === 'creature' ? find(b, Number(first)) : null
  return found && { card: b.decks[found.seat].cards[found.creature.card], creature: found.creature }
}

function graveyard(p: P, seat: number): TemplateResult {
  const cards = p.state.board.sides[seat].graveyard
  return html`<h3>${p.t('{0}: graveyard', p.names[seat])}</h3>
    ${
      cards.length
        ? html`<ul class="mag-grave">
            ${cards.map(
              some =>
                html`<li>
                  <button type="button" @click=${() => look(p, `card:${seat}:${some.card}:${seat}`)}>
                    ${some.count > 1 ? `${some.count} × ` : ''}${some.name}
                  </button>
                </li>`,
            )}
          </ul>`
        : html`<p>${p.t('Empty.')}</p>`
    }`
}

/** The preview panel, over the side of the table without the previewed card. */
export function panel(p: P): TemplateResult | typeof nothing {
  const selection = parseSelection(p.picked),
    [kind, first, , from] = selection.look.split(':'),
    what = shown(p)
  if (kind !== 'grave' && !what?.card) return nothing
  const close = (): void =>
    p.pick(printSelection({ ...selection, look: kind === 'card' && from ? `grave:${from}` : '' }))
  return html`<div
    class="mag-look"
    ${place(selection.look)}
    role="group"
    aria-label=${p.t('Card preview')}
    @keydown=${(e: KeyboardEvent) => {
      if (e.key === 'Escape') close()
    }}
  >
    ${
      kind === 'grave'
        ? graveyard(p, Number(first))
        : html`${large(p.t, p.lang, what!.card, what!.creature)}
          ${what!.creature ? html`<p class="mag-now">${nowWords(p, what!.creature).join(', ')}</p>` : nothing}`
    }
    <div class="mag-foot">
      ${
        what?.move
          ? html`<button type="button" class="mag-action" @click=${() => p.play(what.move!)}>${what.action}</button>`
          : nothing
      }
      <button type="button" class="mag-close" aria-label=${p.t('Close card')} @click=${close}>×</button>
    </div>
  </div>`
}
