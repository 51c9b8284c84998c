// Creatures on the battlefields: what a press on one does now, and how it stands. A tapped creature is tilted, one that
// attacks or blocks stands in front, and alike ones are piled up when there are many.
import { html, nothing, type TemplateResult } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import { abilityWord, colourClass, face, spoken } from './card.js'
import { fit } from './fit.js'
import {
  aims,
  attackersFor,
  blockAttacker,
  blockWith,
  creatureMove,
  find,
  moverOf,
  parseSelection,
  printSelection,
  toggleAttacker,
  toggleBlocker,
  unassignedBlocker,
  type Board,
  type Creature,
  type Selection,
} from './moves.js'
import { chance, look, lookers, moveOfDrop, TARGETS, type Drag, type P } from './parts.js'
import { pilesOf } from './piles.js'

/** The current state of a creature, in words. */
export function nowWords(p: P, c: Creature): string[] {
  const b = p.state.board,
    blocked = c.blocks ? find(b, c.blocks)?.creature.name : null
  return [
    `${c.power}/${c.toughness}`,
    c.tapped ? p.t('tapped') : p.t('untapped'),
    c.sick ? p.t('summoning sick') : '',
    c.damage ? p.t('damage {0}', c.damage) : '',
    c.counters ? p.t('counters +{0}', c.counters) : '',
    c.boost ? p.t('+{0} this turn', c.boost) : '',
    c.attacks ? p.t('attacks') : '',
    blocked ? p.t('blocks {0}', blocked) : '',
    c.order ? p.t('damage order {0}', c.order) : '',
  ].filter(Boolean)
}

interface Role {
  classes: string[]
  press: (() => void) | null
  does: string
  on: boolean
  move: string | null
  drag: Drag | null
}

/** The effect of pressing a creature now. */
function roleOf(p: P, seat: number, c: Creature): Role {
  const b = p.state.board,
    selection = parseSelection(p.picked),
    move = creatureMove(b, c.id),
    legal = move !== null && p.moves.includes(move)
  const role: Role = { classes: [], press: null, does: '', on: false, move: legal ? move : null, drag: null }
  const mine = seat === p.seat,
    my = p.moves.length > 0
  if (legal) role.classes.push('mag-can')
  if (!my || !move) return role
  if (b.phase === 'attack' || b.phase === 'block') return staged(p, seat, c, selection, role, move, legal)
  if (legal) {
    role.press = () => p.play(move)
    role.does = b.phase === 'order' ? p.t('damage it next') : b.phase === 'blocked' ? p.t('block it') : p.t('target it')
  } else if ((mine && b.phase !== 'blocked' && b.phase !== 'order') || aims(b)) role.press = () => p.play(move)
  return role
}

/** Attackers and blockers are selected first and declared together, if the page can play several moves; otherwise they
 *  are declared one by one. */
function staged(p: P, seat: number, c: Creature, selection: Selection, role: Role, move: string, legal: boolean): Role {
  const b = p.state.board,
    attack = b.phase === 'attack',
    waits = unassignedBlocker(selection)
  const set = (next: Selection): void => p.pick(printSelection(next))
  if (!p.playAll || !legal) role.press = () => p.play(move)
  else role.press = () => set(attack ? toggleAttacker(selection, c.id) : toggleBlocker(b, selection, c.id))
  role.on = selection.attackers.includes(c.id) || selection.blocks.some(x => x.blocker === c.id)
  role.does = role.on ? p.t('undo') : !legal ? '' : attack ? p.t('attack with it') : p.t('block with it')
  if (role.on) role.classes.push(attack ? 'mag-attacks' : 'mag-blocks')
  if (p.playAll && legal) role.drag = attack ? dragForward(role) : dragToAttacker(b, selection, c, set)
  if (waits === c.id) role.classes.push('mag-asks')
  if (waits !== null && seat === b.active) {
    const blocker = find(b, waits),
      possible = blocker !== null && attackersFor(b, blocker.creature).some(a => a.id === c.id)
    if (possible) {
      role.classes.push('mag-can')
      role.press = () => set(blockAttacker(selection, c.id))
      role.does = p.t('block it')
    } else role.press = null
  } else if (!attack && seat === b.active) role.press = null
  return role
}

/** A creature attacks when it is dropped on the opponent's side. */
const dragForward = (role: Role): Drag | null => (role.on ? null : { onto: '.mag-other', drop: () => role.press?.() })

/** A creature blocks the attacker on which it is dropped. */
function dragToAttacker(b: Board, selection: Selection, c: Creature, set: (next: Selection) => void): Drag | null {
  const attackers = attackersFor(b, c).map(a => `[data-ids~="${a.id}"]`)
  if (!attackers.length) return null
  return {
    onto: attackers.join(),
    drop: target => set(blockWith(selection, c.id, Number(moveOfDrop(target)))),
  }
}

/** A pile of alike creatures. A press acts on the first of them, or on the last that was selected. */
function pile(p: P, seat: number, pile: Creature[]): TemplateResult {
  const b = p.state.board,
    selection = parseSelection(p.picked),
    c = pile.find(one => selection.look === `creature:${one.id}`) ?? pile[0],
    card = b.decks[seat].cards[c.card],
    role = roleOf(p, seat, c),
    what = `creature:${c.id}`,
    on = lookers(p, what)
  const forward = c.attacks || c.blocks > 0 || role.on
  const classes = [
    'mag-card',
    colourClass(card),
    ...role.classes,
    c.tapped ? 'mag-tapped' : '',
    c.sick && !c.tapped ? 'mag-sick' : '',
    forward ? 'mag-forward' : '',
    c.attacks ? 'mag-attacks' : '',
    c.blocks ? 'mag-blocks' : '',
    b.chosen?.id === c.id ? 'mag-asks' : '',
    role.move !== null && pile.some(one => String(one.id) === p.hint) ? 'mag-hinted' : '',
    pile.length > 1 ? 'mag-heap' : '',
    selection.look === what ? 'mag-looked' : '',
  ]
  const name = [
    pile.length > 1 ? `${pile.length} × ${c.name}` : c.name,
    ...nowWords(p, c),
    c.abilities.map(a => abilityWord(p.t, a)).join(', '),
    role.press && role.does ? `: ${role.does}` : '',
  ]
  return html`<button
    type="button"
    class=${classes.filter(Boolean).join(' ')}
    data-at=${what}
    data-ids=${pile.map(one => one.id).join(' ')}
    data-drag=${role.drag ? 'onto' : nothing}
    data-onto=${role.drag?.onto ?? nothing}
    aria-pressed=${forward ? 'true' : 'false'}
    @onto=${(e: CustomEvent<Element>) => role.drag?.drop(e.detail)}
    @click=${role.press ?? (() => look(p, what))}
    @pointerenter=${on.enter}
    @pointerleave=${on.leave}
    @focus=${on.focus}
    @contextmenu=${on.hold}
  >
    <span class="spoken">${name.filter(Boolean).join(', ').replace(', :', ':')}</span>
    <span class="board-hit"></span>${face(p.t, card, c, pile.length)}${chance(p, role.move)}
  </button>`
}

/** The card that waits for a target, beside the creatures of its owner. */
function castCard(p: P, seat: number): TemplateResult | typeof nothing {
  const b = p.state.board
  if (b.chosen?.card === undefined || moverOf(b) !== seat) return nothing
  const card = b.decks[seat].cards[b.chosen.card],
    what = `card:${seat}:${b.chosen.card}`,
    on = lookers(p, what),
    mine = seat === p.seat && p.moves.length > 0
  return html`<button
    type="button"
    class="mag-card mag-cast ${colourClass(card)}"
    data-at="cast"
    data-drag=${mine ? 'onto' : nothing}
    data-onto=${TARGETS}
    @onto=${(e: CustomEvent<Element>) => p.play(moveOfDrop(e.detail)!)}
    @click=${() => look(p, what)}
    @pointerenter=${on.enter}
    @pointerleave=${on.leave}
    @focus=${on.focus}
  >
    <span class="spoken">${p.t('{0} is being cast', card.name)}: ${spoken(p.t, card)}</span
    ><span class="board-hit"></span>${face(p.t, card)}
  </button>`
}

export function battlefield(p: P, seat: number, own: boolean): TemplateResult {
  const b = p.state.board,
    all = b.sides[seat].creatures,
    piles = pilesOf(b, seat, parseSelection(p.picked), p.moves)
  return html`<div
    class="mag-row ${own ? 'mag-own' : 'mag-other'} ${all.length || b.chosen?.card !== undefined ? '' : 'mag-bare'}"
    data-row=${seat}
    role="group"
    aria-label=${p.t('{0}, creatures: {1}', p.names[seat], all.length)}
    ${fit('row', piles.length)}
  >
    ${repeat(
      piles,
      pile => pile[0].id,
      one => pile(p, seat, one),
    )}${castCard(p, seat)}
    ${all.length ? nothing : html`<span class="spoken">${p.t('no creatures')}</span>`}
  </div>`
}
