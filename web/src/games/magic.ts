// The board of the Magic duel: battlefields, hands, lands and graveyards. Decisions are made by pressing cards; arrows show
// attacks and blocks. docs/games/magic.md describes the JSON of `board`.
import { html, nothing, type TemplateResult } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import type { Drawing, Picture } from '../drawing.js'
import { animate } from './magic_animate.js'
import { arrows } from './magic_arrows.js'
import { abilityWord, colourClass, emblem, face, large, rulesText, spoken, strength } from './magic_card.js'
import { examples } from './magic_examples.js'
import {
  arrowsOf, attackersFor, blockAttacker, cardsOf, parseSelection, creatureMove, find, handMove, movesOfSelection, playerMove, STEPS, stepOf,
  toggleAttacker, toggleBlocker, unassignedBlocker, printSelection, commandMoves, type Board, type Card, type Selection, type Creature,
} from './magic_moves.js'

type P = Picture<Board>

const bottomOf = (p: P): number => p.seat ?? 0

function chance(p: P, move: string | null): TemplateResult | typeof nothing {
  const evaluated = p.evaluated.find(j => j.move === move)
  return evaluated ? html`<span class="mag-odds">${Math.round(100 * evaluated.chance)} %</span>` : nothing
}

// ---- Card preview --------------------------------------------------------------------------------

/** Shows another card in the preview, without changing the selection. */
function look(p: P, what: string): void {
  const selection = parseSelection(p.picked)
  if (selection.look !== what) p.pick(printSelection({ ...selection, look: what }))
}

/** Events that preview a card: hovering, keyboard focus, and a long press on touch screens. */
function lookers(p: P, what: string): { enter(e: PointerEvent): void; focus(e: FocusEvent): void; hold(e: Event): void } {
  return {
    enter: e => { if (e.pointerType === 'mouse') look(p, what) },
    focus: e => { if ((e.currentTarget as Element).matches(':focus-visible')) look(p, what) },
    hold: e => {
      e.preventDefault()
      look(p, what)
    },
  }
}

interface Shown { card: Card; creature?: Creature; move?: string; action?: string }

function shown(p: P): Shown | null {
  const b = p.state.board, [kind, first, second] = parseSelection(p.picked).look.split(':')
  if (kind === 'hand') {
    const card = b.decks[bottomOf(p)].cards[Number(first)], move = card && handMove(b, card.name)
    if (!card || !b.sides[bottomOf(p)].hand?.some(h => h.card === Number(first))) return null
    if (!move || !p.moves.includes(move)) return { card }
    return { card, move, action: b.phase === 'discard' ? p.t('Discard it') : card.type === 'land' ? p.t('Play it') : p.t('Cast it') }
  }
  if (kind === 'card') return { card: b.decks[Number(first)]?.cards[Number(second)] }
  const found = kind === 'creature' ? find(b, Number(first)) : null
  return found && { card: b.decks[found.seat].cards[found.creature.card], creature: found.creature }
}

function graveyard(p: P, seat: number): TemplateResult {
  const cards = p.state.board.sides[seat].graveyard
  return html`<h3>${p.t('{0}: graveyard', p.names[seat])}</h3>
    ${cards.length ? html`<ul class="mag-grave">${cards.map(some => html`<li>
      <button type="button" @click=${() => look(p, `card:${seat}:${some.card}:${seat}`)}>${some.count > 1 ? `${some.count} × ` : ''}${some.name}</button></li>`)}</ul>`
      : html`<p>${p.t('Empty.')}</p>`}`
}

/** The preview panel, over the half of the table without the previewed card. */
function panel(p: P): TemplateResult {
  const selection = parseSelection(p.picked), [kind, first, , from] = selection.look.split(':'), what = shown(p)
  if (kind !== 'grave' && !what?.card) return html`<div class="mag-look mag-idle">${p.t('Point at a card to read it.')}</div>`
  const seat = what?.creature ? find(p.state.board, what.creature.id)?.seat : kind === 'hand' ? 1 - bottomOf(p) : Number(first)
  const close = (): void => p.pick(printSelection({ ...selection, look: kind === 'card' && from ? `grave:${from}` : '' }))
  return html`<div class="mag-look ${seat === bottomOf(p) ? 'mag-look-top' : ''}" role="group" aria-label=${p.t('Card preview')}
      @keydown=${(e: KeyboardEvent) => { if (e.key === 'Escape') close() }}>
    <button type="button" class="mag-close" aria-label=${p.t('Close card')} @click=${close}>×</button>
    ${kind === 'grave' ? graveyard(p, Number(first)) : html`${large(p.t, p.lang, what!.card)}
      ${what!.creature ? html`<p class="mag-now">${nowWords(p, what!.creature).join(', ')}</p>` : nothing}
      ${what!.move ? html`<button type="button" class="mag-action mag-do" @click=${() => p.play(what!.move!)}>${what!.action}</button>` : nothing}`}
  </div>`
}

// ---- Creatures -----------------------------------------------------------------------------------

/** The current state of a creature, in words. */
function nowWords(p: P, c: Creature): string[] {
  const b = p.state.board, blocked = c.blocks ? find(b, c.blocks)?.creature.name : null
  return [`${c.power}/${c.toughness}`, c.tapped ? p.t('tapped') : p.t('untapped'), c.sick ? p.t('summoning sick') : '', c.damage ? p.t('damage {0}', c.damage) : '',
    c.counters ? p.t('counters +{0}', c.counters) : '', c.boost ? p.t('+{0} this turn', c.boost) : '', c.attacks ? p.t('attacks') : '',
    blocked ? p.t('blocks {0}', blocked) : '', c.order ? p.t('damage order {0}', c.order) : ''].filter(Boolean)
}

interface Role { classes: string[]; press: (() => void) | null; does: string; on: boolean; move: string | null }

/** The effect of pressing a creature now. */
function roleOf(p: P, seat: number, c: Creature): Role {
  const b = p.state.board, selection = parseSelection(p.picked), move = creatureMove(b, c.id), legal = move !== null && p.moves.includes(move)
  const role: Role = { classes: [], press: null, does: '', on: false, move: legal ? move : null }
  const mine = seat === p.seat, my = p.moves.length > 0
  if (legal) role.classes.push('mag-can')
  if (!my || !move) return role
  if (b.phase === 'attack' || b.phase === 'block') return staged(p, seat, c, selection, role, move, legal)
  if (legal) {
    role.press = () => p.play(move)
    role.does = b.phase === 'order' ? p.t('damage it next') : b.phase === 'blocked' ? p.t('block it') : p.t('target it')
  } else if ((mine && b.phase !== 'blocked' && b.phase !== 'order') || b.phase.startsWith('target')) role.press = () => p.play(move)
  return role
}

/** Attackers and blockers are selected first and declared together, if the page can play several moves; otherwise they are
 *  declared one by one. */
function staged(p: P, seat: number, c: Creature, selection: Selection, role: Role, move: string, legal: boolean): Role {
  const b = p.state.board, attack = b.phase === 'attack', waits = unassignedBlocker(selection)
  const set = (next: Selection): void => p.pick(printSelection(next))
  if (!p.playAll || !legal) role.press = () => p.play(move)
  else role.press = () => set(attack ? toggleAttacker(selection, c.id) : toggleBlocker(b, selection, c.id))
  role.on = selection.attackers.includes(c.id) || selection.blocks.some(x => x.blocker === c.id)
  role.does = role.on ? p.t('undo') : !legal ? '' : attack ? p.t('attack with it') : p.t('block with it')
  if (role.on) role.classes.push(attack ? 'mag-attacks' : 'mag-blocks')
  if (waits === c.id) role.classes.push('mag-asks')
  if (waits !== null && seat === b.active) {
    const blocker = find(b, waits), possible = blocker !== null && attackersFor(b, blocker.creature).some(a => a.id === c.id)
    if (possible) {
      role.classes.push('mag-can')
      role.press = () => set(blockAttacker(selection, c.id))
      role.does = p.t('block it')
    } else role.press = null
  } else if (!attack && seat === b.active) role.press = null
  return role
}

function badges(p: P, c: Creature): TemplateResult {
  return html`<span class="mag-badges">
    ${c.damage ? html`<span class="mag-badge mag-hurt" title=${p.t('damage {0}', c.damage)}>−${c.damage}</span>` : nothing}
    ${c.counters ? html`<span class="mag-badge mag-more" title=${p.t('counters +{0}', c.counters)}>+${c.counters}</span>` : nothing}
    ${c.order ? html`<span class="mag-badge mag-nth">${c.order}</span>` : nothing}
    ${c.tapped ? html`<span class="mag-badge mag-tap">${p.t('tapped')}</span>` : c.sick ? html`<span class="mag-badge mag-new">${p.t('new')}</span>` : nothing}
  </span>`
}

function creature(p: P, seat: number, c: Creature): TemplateResult {
  const b = p.state.board, card = b.decks[seat].cards[c.card], role = roleOf(p, seat, c), what = `creature:${c.id}`, on = lookers(p, what)
  const classes = ['mag-card', colourClass(card), ...role.classes]
  if (c.tapped) classes.push('mag-tapped')
  if (c.attacks) classes.push('mag-attacks')
  if (c.blocks) classes.push('mag-blocks')
  if (b.chosen?.id === c.id) classes.push('mag-asks')
  if (role.move !== null && role.move === p.hint) classes.push('mag-hinted')
  if (parseSelection(p.picked).look === what) classes.push('mag-looked')
  const name = [c.name, ...nowWords(p, c), c.abilities.map(a => abilityWord(p.t, a)).join(', '), role.press && role.does ? `: ${role.does}` : '']
  return html`<button type="button" class=${classes.join(' ')} data-at=${what}
      aria-pressed=${role.on || c.attacks || c.blocks ? 'true' : 'false'}
      @click=${role.press ?? (() => look(p, what))} @pointerenter=${on.enter} @focus=${on.focus} @contextmenu=${on.hold}>
    <span class="cards-said">${name.filter(Boolean).join(', ').replace(', :', ':')}</span>
    <span class="mag-face" aria-hidden="true">${face(p.t, card, strength(c.power, c.toughness, c.boost || c.counters ? 'mag-up' : c.damage ? 'mag-down' : ''))}
      ${badges(p, c)}${chance(p, role.move)}</span>
  </button>`
}

function battlefield(p: P, seat: number): TemplateResult {
  const all = p.state.board.sides[seat].creatures
  return html`<div class="mag-row" data-row=${seat} role="group" aria-label=${p.t('{0}, creatures: {1}', p.names[seat], all.length)}>
    ${repeat(all, c => c.id, c => creature(p, seat, c))}
    ${all.length ? nothing : html`<span class="mag-none">${p.t('no creatures')}</span>`}
  </div>`
}

// ---- Players -------------------------------------------------------------------------------------

function life(p: P, seat: number): TemplateResult {
  const b = p.state.board, side = b.sides[seat], move = playerMove(b, seat), legal = move !== null && p.moves.includes(move)
  const words = p.t('{0}: life {1}', p.names[seat], side.life)
  const inner = html`<svg viewBox="-20 -20 40 40" aria-hidden="true"><path d="M0 -18 L16 -9 V8 L0 18 L-16 8 V-9 Z" /></svg><b aria-hidden="true">${side.life}</b>`
  return legal
    ? html`<button type="button" class="mag-life mag-can ${p.hint === move ? 'mag-hinted' : ''}" data-at="player:${seat}" aria-label="${words}: ${p.t('target this player')}" @click=${() => p.play(move)}>${inner}${chance(p, move)}</button>`
    : html`<span class="mag-life" data-at="player:${seat}" role="img" aria-label=${words}>${inner}</span>`
}

function lands(p: P, seat: number): TemplateResult {
  const b = p.state.board, side = b.sides[seat], card = side.land === null ? null : b.decks[seat].cards[side.land]
  const words = p.t('{0}, lands: {1}, untapped {2}', p.names[seat], side.lands, side.untapped)
  return html`<span class="mag-lands" role="img" aria-label=${words} title=${words}>
    ${card ? Array.from({ length: side.lands }, (_, i) => html`<span class="mag-land ${colourClass(card)} ${i >= side.untapped ? 'mag-used' : ''}">${emblem(card)}</span>`) : nothing}
    <span class="mag-count"><b>${side.untapped}</b>/${side.lands}</span></span>`
}

function pile(p: P, seat: number): TemplateResult {
  const side = p.state.board.sides[seat], dead = side.graveyard.reduce((n, some) => n + some.count, 0)
  const open = parseSelection(p.picked).look === `grave:${seat}`
  return html`<span class="mag-piles">
    <span class="mag-pile" role="img" aria-label=${p.t('Library: {0}', side.in_library)}><span class="mag-what">${p.t('Library')}</span> <b>${side.in_library}</b></span>
    <button type="button" class="mag-pile" aria-expanded=${open ? 'true' : 'false'} aria-label=${p.t('{0}, graveyard: {1}', p.names[seat], dead)}
      @click=${() => look(p, open ? '' : `grave:${seat}`)}><span class="mag-what">${p.t('Graveyard')}</span> <b>${dead}</b></button>
  </span>`
}

function backs(p: P, seat: number): TemplateResult {
  const count = p.state.board.sides[seat].in_hand
  return html`<span class="mag-backs" role="img" aria-label=${p.t('{0}, cards in hand: {1}', p.names[seat], count)}>
    ${Array.from({ length: Math.min(count, 10) }, () => html`<span class="mag-back"></span>`)}<span class="mag-count"><span class="mag-what">${p.t('Hand')}</span> <b>${count}</b></span></span>`
}

/** The built-in decks are named by colours, which are translated. */
function deckName(p: P, seat: number): string {
  const name = p.state.board.decks[seat].name
  return name === 'Red' ? p.t('Red') : name === 'White' ? p.t('White') : name
}

function bar(p: P, seat: number, ownHand: boolean): TemplateResult {
  const deck = deckName(p, seat)
  return html`<div class="mag-bar ${p.state.turn === seat ? 'mag-turn' : ''}" data-bar=${seat}>
    <div class="mag-left"><span class="mag-who"><b>${p.names[seat]}</b>${deck === p.names[seat] ? nothing : html`<span class="mag-what">${deck}</span>`}</span>${lands(p, seat)}</div>
    ${life(p, seat)}
    <div class="mag-right">${ownHand ? nothing : backs(p, seat)}${pile(p, seat)}</div>
  </div>`
}

// ---- The hand ------------------------------------------------------------------------------------

/** A card of the viewer's hand. The first press previews it, the second plays it; a mouse previews by hovering. Pressing a
 *  card that cannot be played shows the server's reason. */
function handCard(p: P, kind: number, copy: number): TemplateResult {
  const b = p.state.board, card = b.decks[bottomOf(p)].cards[kind], move = handMove(b, card.name)
  const what = `hand:${kind}:${copy}`, up = parseSelection(p.picked).look === what, on = lookers(p, what), my = p.moves.length > 0 && move !== null
  const legal = my && p.moves.includes(move)
  const press = (): void => (up && my ? p.play(move) : look(p, what))
  const classes = ['mag-card', 'mag-inhand', colourClass(card), legal ? 'mag-can' : my ? 'mag-cannot' : '', up ? 'mag-up-card' : '', legal && p.hint === move ? 'mag-hinted' : '']
  const does = !legal ? '' : b.phase === 'discard' ? p.t('discard it') : p.t('play it')
  return html`<button type="button" class=${classes.join(' ')} data-hand=${kind}
      @click=${press} @pointerenter=${on.enter} @focus=${on.focus} @contextmenu=${on.hold}>
    <span class="cards-said">${spoken(p.t, card)}${does ? `: ${does}` : ''}</span>
    <span class="mag-face" aria-hidden="true">${face(p.t, card, card.type === 'creature' ? strength(card.power ?? 0, card.toughness ?? 0) : nothing)}${legal ? chance(p, move) : nothing}</span>
  </button>`
}

function hand(p: P): TemplateResult {
  const own = p.state.board.sides[bottomOf(p)].hand
  if (!own) return html`<div class="mag-hand">${backs(p, bottomOf(p))}</div>`
  const cards = cardsOf(own)
  return html`<div class="mag-hand" role="group" aria-label=${p.t('Your hand: {0}', cards.length)}>
    ${repeat(cards, c => `${c.card}:${c.copy}`, c => handCard(p, c.card, c.copy))}
    ${cards.length ? nothing : html`<span class="mag-none">${p.t('no cards in hand')}</span>`}
  </div>`
}

// ---- Buttons -------------------------------------------------------------------------------------

function wordLabel(p: P, word: string, count: number): string {
  const phase = p.state.board.phase
  switch (word) {
    case 'keep': return p.t('Keep hand')
    case 'mulligan': return p.t('Take a mulligan')
    case 'top': return p.t('Keep on top')
    case 'bottom': return p.t('Put on bottom')
    case 'pass': return phase === 'main1' ? p.t('Go to combat') : p.t('End turn')
    default: return phase === 'attack' ? (count ? p.t('Attack with {0}', count) : p.t('Do not attack')) : count ? p.t('Block with {0}', count) : p.t('Do not block')
  }
}

/** The number of attackers or blockers, declared and selected. */
function declared(p: P, selection: Selection): number {
  const b = p.state.board
  return b.phase === 'attack'
    ? b.sides[b.active].creatures.filter(c => c.attacks).length + selection.attackers.length
    : b.sides[1 - b.active].creatures.filter(c => c.blocks).length + selection.blocks.filter(x => x.attacker !== null).length
}

function actions(p: P): TemplateResult {
  const b = p.state.board, selection = parseSelection(p.picked)
  const press = (word: string): void => {
    const all = word === 'done' ? movesOfSelection(b, selection, p.moves) : [word]
    if (all.length > 1 && p.playAll) {
      p.pick(null)
      p.playAll(all)
    } else p.play(all[0])
  }
  const itself = String(b.next_id)
  return html`<div class="mag-actions">
    ${p.moves.includes(itself) && b.phase.startsWith('target') ? html`<button type="button" class="mag-action ${p.hint === itself ? 'mag-hinted' : ''}" @click=${() => p.play(itself)}>${p.t('Target itself')}</button>` : nothing}
    ${commandMoves(p.moves).map(word => html`<button type="button" class="mag-action ${p.hint === word ? 'mag-hinted' : ''}" data-word=${word} @click=${() => press(word)}>
      ${wordLabel(p, word, declared(p, selection))}${chance(p, word)}</button>`)}
    ${selection.attackers.length || selection.blocks.length ? html`<button type="button" class="mag-plain" @click=${() => p.pick(null)}>${p.t('Clear selection')}</button>` : nothing}
  </div>`
}

// ---- Phases --------------------------------------------------------------------------------------

function stepWord(p: P, step: (typeof STEPS)[number]): string {
  switch (step) {
    case 'draw': return p.t('Draw')
    case 'main1': return p.t('Main 1')
    case 'attack': return p.t('Attack')
    case 'block': return p.t('Block')
    case 'damage': return p.t('Damage')
    case 'main2': return p.t('Main 2')
    case 'discard': return p.t('Discard')
  }
}

function phases(p: P): TemplateResult {
  const b = p.state.board, now = stepOf(b.phase)
  const title = b.phase === 'over' ? p.t('The duel is over') : b.turn ? p.t('Turn {0}: {1}', b.turn, p.names[b.active]) : p.t('Before the game')
  return html`<div class="mag-phase"><b>${title}</b>
    ${b.turn && now >= 0 ? html`<ol class="mag-steps">${STEPS.map((step, i) => html`<li class=${i < now ? 'mag-past' : ''} aria-current=${i === now ? 'step' : 'false'}>${stepWord(p, step)}</li>`)}</ol>` : nothing}
  </div>`
}

/** The card that needs a target, or the top card of the library while scrying. */
function between(p: P): TemplateResult | typeof nothing {
  const b = p.state.board, top = b.sides[b.active].top
  if (b.chosen?.card !== undefined) {
    const card = b.decks[b.active].cards[b.chosen.card], what = `card:${b.active}:${b.chosen.card}`, on = lookers(p, what)
    return html`<div class="mag-between"><button type="button" class="mag-card mag-cast ${colourClass(card)}" data-at="cast"
      @click=${() => look(p, what)} @pointerenter=${on.enter} @focus=${on.focus}>
      <span class="cards-said">${spoken(p.t, card)}</span>
      <span class="mag-face" aria-hidden="true">${face(p.t, card, card.type === 'creature' ? strength(card.power ?? 0, card.toughness ?? 0) : nothing)}</span></button>
      <p>${p.t('{0} is being cast', card.name)}<br /><span class="mag-what">${rulesText(p.t, p.lang, card)}</span></p></div>`
  }
  if (b.phase === 'scry' && top && top !== '?')
    return html`<div class="mag-between">${large(p.t, p.lang, b.decks[b.active].cards[top.card])}<p>${p.t('The top card of the library')}</p></div>`
  return nothing
}

// ---- The board -----------------------------------------------------------------------------------

function draw(p: P): TemplateResult {
  const b = p.state.board, own = bottomOf(p), other = 1 - own, selection = parseSelection(p.picked)
  const aim = p.hint && b.chosen?.card !== undefined ? targetAt(p.hint) : null
  return html`<div class="magic">
    <div class="mag-table">
      ${bar(p, other, false)}
      ${battlefield(p, other)}
      ${phases(p)}${between(p)}
      ${battlefield(p, own)}
      ${bar(p, own, true)}
      ${panel(p)}
      <svg class="mag-arrows" aria-hidden="true" ${arrows(arrowsOf(b, selection, aim ? [aim] : []))}></svg>
    </div>
    <div class="mag-below">${actions(p)}${hand(p)}</div>
  </div>`
}

function targetAt(move: string): string {
  return move.startsWith('player') ? `player:${Number(move.slice(6)) - 1}` : `creature:${move}`
}

function status(p: P): string {
  const b = p.state.board, selection = parseSelection(p.picked), name = (id?: number): string => (id === undefined ? '' : find(b, id)?.creature.name ?? '')
  if (!p.moves.length) return ''
  switch (b.phase) {
    case 'mulligan': return p.t('Keep this hand or take a mulligan?')
    case 'scry': return p.t('Keep the card on top or put it on the bottom?')
    case 'main1':
    case 'main2': return p.moves.length > 1 ? p.t('Play a card or continue.') : p.t('No card can be played: continue.')
    case 'target1':
    case 'target2': return p.t('Choose a target for {0}.', b.decks[b.active].cards[b.chosen?.card ?? 0]?.name ?? '')
    case 'attack': return p.t('Choose attackers.')
    case 'block': return unassignedBlocker(selection) === null ? p.t('Choose blockers.') : p.t('Choose the attacker for {0} to block.', name(unassignedBlocker(selection) ?? undefined))
    case 'blocked': return p.t('Choose the attacker for {0} to block.', name(b.chosen?.id))
    case 'order': return p.t('Choose the next creature for {0} to damage.', name(b.chosen?.id))
    case 'discard': return p.t('Too many cards: discard one.')
    default: return ''
  }
}

export const drawing: Drawing<Board> = {
  draw, animate, status, examples,
  score: state => state.board.sides.map(side => side.life),
}
