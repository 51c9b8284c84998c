// The strip of a player: life, lands, hand, library and graveyard, each with its label.
import { html, nothing, type TemplateResult } from 'lit-html'
import { back, colourClass, picture } from './card.js'
import { parseSelection, playerMove } from './moves.js'
import { chance, look, type P } from './parts.js'

function life(p: P, seat: number): TemplateResult {
  const b = p.state.board,
    side = b.sides[seat],
    move = playerMove(b, seat),
    legal = move !== null && p.moves.includes(move)
  const words = p.t('{0}: life {1}', p.names[seat], side.life)
  const inner = html`<svg viewBox="-20 -20 40 40" aria-hidden="true">
      <path d="M0 -18 L16 -11 V4 Q14 13 0 19 Q-14 13 -16 4 V-11 Z" /></svg
    ><b aria-hidden="true">${side.life}</b>`
  return legal
    ? html`<button
        type="button"
        class="mag-life mag-can ${p.hint === move ? 'mag-hinted' : ''}"
        data-at="player:${seat}"
        aria-label="${words}: ${p.t('target this player')}"
        @click=${() => p.play(move)}
      >
        ${inner}${chance(p, move)}
      </button>`
    : html`<span class="mag-life" data-at="player:${seat}" role="img" aria-label=${words}>${inner}</span>`
}

/** A labelled number. */
const count = (label: string, shown: unknown): TemplateResult =>
  html`<span class="mag-number">${shown}</span><span class="mag-label">${label}</span>`

/** The lands: a stack of untapped ones and a tilted one of tapped ones. */
function lands(p: P, seat: number): TemplateResult {
  const b = p.state.board,
    side = b.sides[seat],
    card = side.land === null ? null : b.decks[seat].cards[side.land],
    used = side.lands - side.untapped
  const words = p.t('{0}, lands: {1}, untapped {2}', p.names[seat], side.lands, side.untapped)
  const stack = (n: number, tapped: boolean): unknown =>
    card && n
      ? html`<span class="mag-land ${colourClass(card)} ${tapped ? 'mag-used' : ''} ${n > 1 ? 'mag-heap' : ''}"
          >${picture(card)}<b>${n}</b></span
        >`
      : nothing
  return html`<span class="mag-zone mag-lands" role="img" aria-label=${words} title=${words} data-lands=${seat}
    ><span class="mag-stacks">${stack(side.untapped, false)}${stack(used, true)}</span>${count(
      p.t('Lands'),
      html`${side.untapped}<small>/${side.lands}</small>`,
    )}</span
  >`
}

function library(p: P, seat: number): TemplateResult {
  const words = p.t('Library: {0}', p.state.board.sides[seat].in_library)
  return html`<span class="mag-zone" role="img" aria-label=${words} title=${words} data-library=${seat}
    >${count(p.t('Library'), p.state.board.sides[seat].in_library)}</span
  >`
}

function graveyard(p: P, seat: number): TemplateResult {
  const dead = p.state.board.sides[seat].graveyard.reduce((n, some) => n + some.count, 0),
    open = parseSelection(p.picked).look === `grave:${seat}`
  return html`<button
    type="button"
    class="mag-zone"
    data-grave=${seat}
    aria-expanded=${open ? 'true' : 'false'}
    @click=${() => look(p, open ? '' : `grave:${seat}`)}
  >
    <span class="spoken">${p.names[seat]}:</span>${count(p.t('Graveyard'), dead)}
  </button>`
}

/** The number of cards in hand, with as many backs where there is room. */
export function backs(p: P, seat: number): TemplateResult {
  const held = p.state.board.sides[seat].in_hand,
    words = p.t('{0}, cards in hand: {1}', p.names[seat], held)
  return html`<span class="mag-zone mag-backs" role="img" aria-label=${words} title=${words} data-backs=${seat}>
    <span class="mag-stacks">${Array.from({ length: Math.min(held, 7) }, back)}</span>${count(p.t('Hand'), held)}</span
  >`
}

/** The built-in decks are named by colours, which are translated. */
function deckName(p: P, seat: number): string {
  const name = p.state.board.decks[seat].name
  switch (name) {
    case 'Red':
      return p.t('Red')
    case 'White':
      return p.t('White')
    case 'Black':
      return p.t('Black')
    case 'Blue':
      return p.t('Blue')
    case 'Green':
      return p.t('Green')
    case 'Custom':
      return p.t('Custom')
    default:
      return name
  }
}

export function strip(p: P, seat: number, own: boolean): TemplateResult {
  const deck = deckName(p, seat),
    turn = p.state.board.active === seat && p.state.board.turn > 0,
    shown = own && p.state.board.sides[seat].hand !== null
  return html`<div class="mag-strip ${own ? 'mag-own' : 'mag-other'} ${turn ? 'mag-turn' : ''}" data-bar=${seat}>
    <div class="mag-left">
      <span class="mag-who"
        ><b>${p.names[seat]}</b>${deck === p.names[seat] ? nothing : html`<span class="mag-label">${deck}</span>`}</span
      >${shown ? nothing : backs(p, seat)}
    </div>
    ${life(p, seat)}
    <div class="mag-right">${lands(p, seat)}${library(p, seat)}${graveyard(p, seat)}</div>
  </div>`
}
