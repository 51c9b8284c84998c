// The board of the Magic duel: the opponent above, the viewer below, creatures in front and lands behind, the hand at
// the bottom. Decisions are made by pressing cards; arrows show attacks, blocks and targets and run below the cards.
// docs/games/magic-reference.md describes the JSON of `board`.
import { html, nothing, type TemplateResult } from 'lit-html'
import type { Drawing } from '../../drawing.js'
import { animate } from './animate.js'
import { arrows } from './arrows.js'
import { battlefield } from './creatures.js'
import { actions, events, phases } from './deeds.js'
import { hand, opening, scried } from './hand.js'
import { arrowsOf, find, moverOf, parseSelection, unassignedBlocker, type Board } from './moves.js'
import { bottomOf, look, type P } from './parts.js'
import { pilesOf } from './piles.js'
import { strip } from './players.js'
import { panel } from './preview.js'
import { passer, stack } from './stack.js'

const CROWD = 5 // piles of a side from which on the battlefields have the whole width

function draw(p: P): TemplateResult {
  const b = p.state.board,
    own = bottomOf(p),
    other = 1 - own,
    selection = parseSelection(p.picked)
  const aim = p.hint && b.chosen?.card !== undefined ? targetAt(p.hint) : null
  const crowded = [0, 1].some(seat => pilesOf(b, seat, selection, p.moves).length > CROWD)
  return html`<div class="magic ${p.box ? 'mag-boxed' : ''}" ${p.box ? passer(p) : nothing}>
    <div
      class="mag-table ${opening(p) ? 'mag-opening' : crowded ? 'mag-crowded' : 'mag-calm'}"
      @click=${(e: Event) => {
        if (!(e.target as Element).closest('button, .mag-look')) look(p, '') // beside the cards: the preview closes
      }}
    >
      <svg class="mag-arrows" aria-hidden="true" ${arrows(arrowsOf(b, selection, aim ? [aim] : []))}></svg>
      ${strip(p, other, false)}
      ${opening(p) ? scried(p) : html`${battlefield(p, other, false)}${battlefield(p, own, true)}`}
      ${strip(p, own, true)}
      <div class="mag-now-line">
        <div class="mag-rail">${phases(p)}${events(p)}</div>
        ${actions(p)}
      </div>
      ${hand(p)} ${stack(p)} ${panel(p)}
    </div>
  </div>`
}

function targetAt(move: string): string {
  return move.startsWith('player') ? `player:${Number(move.slice(6)) - 1}` : `creature:${move}`
}

function status(p: P): string {
  const b = p.state.board,
    selection = parseSelection(p.picked),
    name = (id?: number): string => (id === undefined ? '' : (find(b, id)?.creature.name ?? ''))
  if (!p.moves.length) return ''
  switch (b.phase) {
    case 'mulligan':
      return p.t('Keep this hand or take a mulligan?')
    case 'scry':
      return p.t('Keep the card on top or put it on the bottom?')
    case 'main1':
    case 'main2':
      return p.moves.length > 1 ? p.t('Play a card or continue.') : p.t('No card can be played: continue.')
    case 'target1':
    case 'target2':
    case 'aim':
      return p.t('Choose a target for {0}.', b.decks[moverOf(b)].cards[b.chosen?.card ?? 0]?.name ?? '')
    case 'respond':
      return b.stack?.spells.length
        ? p.t('Respond to {0}, or let it resolve.', b.stack.spells.at(-1)!.name)
        : p.t('Cast an instant or pass.')
    case 'attack':
      return p.t('Choose attackers.')
    case 'block':
      return unassignedBlocker(selection) === null
        ? p.t('Choose blockers.')
        : p.t('Choose the attacker for {0} to block.', name(unassignedBlocker(selection) ?? undefined))
    case 'blocked':
      return p.t('Choose the attacker for {0} to block.', name(b.chosen?.id))
    case 'order':
      return p.t('Choose the next creature for {0} to damage.', name(b.chosen?.id))
    case 'discard':
      return p.t('Too many cards: discard one.')
    default:
      return ''
  }
}

export const drawing: Drawing<Board> = {
  draw,
  animate,
  status,
  score: state => state.board.sides.map(side => side.life),
}
