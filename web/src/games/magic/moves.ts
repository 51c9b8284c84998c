// Types and moves of the Magic duel, without drawing.
//
// The rules declare attackers and blockers one by one, in order of their ids; the player selects them in any order. The
// selection is part of the string `picked`: `attack:22,26` or `block:16>22,18`, where the attacker for 18 is not chosen
// yet. After a | follows the previewed card.

export interface Card {
  code: string
  name: string
  cost: string
  mana: number
  type: 'land' | 'creature' | 'sorcery' | 'instant'
  subtype: string
  colour: string | null
  copies: number
  abilities: string[]
  effects: string[]
  text: Record<string, string>
  power?: number
  toughness?: number
}
export interface Creature {
  id: number
  card: number
  name: string
  power: number
  toughness: number
  damage: number
  counters: number
  boost: number
  tapped: boolean
  sick: boolean
  attacks: boolean
  blocks: number
  order: number
  abilities: string[]
}
export interface CardCount {
  card: number
  name: string
  count: number
}
export interface Side {
  life: number
  lands: number
  untapped: number
  in_hand: number
  in_library: number
  kept: number
  land: number | null
  creatures: Creature[]
  hand: CardCount[] | null
  graveyard: CardCount[]
  top: { card: number; name: string } | '?' | null
  bottom: { card: number; name: string } | '?' | null
}
export interface Spell {
  id: number
  seat: number
  card: number
  name: string
  target: { creature?: number; player?: number; spell?: number } | null
}
/** In games with instants: the spells from the bottom, who has priority in which step, and the stops by seat. */
export interface Stack {
  step: string | null
  priority: number | null
  spells: Spell[]
  fog: boolean
  stops: [string[], string[]]
}
export interface Board {
  turn: number
  phase: string
  active: number
  starter: number | null
  land_played: boolean
  next_id: number
  chosen: { id?: number; card?: number } | null
  sides: [Side, Side]
  decks: [Deck, Deck]
  stack?: Stack
}
export interface Deck {
  name: string
  cards: Card[]
}

// ---- Moves and cards ---------------------------------------------------------------------------

const HAND = ['main1', 'main2', 'discard', 'respond']
const NAMED = ['attack', 'block', 'blocked', 'order', 'target1', 'target2', 'aim']

/** Whether a card waits for its target. */
export const aims = (b: Board): boolean => b.phase.startsWith('target') || b.phase === 'aim'

/** Whether a player is asked for a response. */
export const responds = (b: Board): boolean => b.phase === 'respond'

/** The player whose cards the phase is about: the one with priority, or else the active player. */
export const moverOf = (b: Board): number => b.stack?.priority ?? b.active

/** The stop at which a player is asked now: that of the top spell, or else of the step. */
export function stopOf(b: Board, seat: number): string {
  const top = b.stack?.spells.at(-1)
  if (top) return top.seat === seat ? 'own' : 'spell'
  return `${b.active === seat ? 'my' : 'their'}-${b.stack?.step ?? ''}`
}

/** The notation of a card in moves. */
export function moveOfCard(name: string): string {
  return name.replace(/ /g, '-')
}

/** The move that plays or discards a card, legal or not; null: no card of the hand can be chosen in this phase. */
export function handMove(b: Board, name: string): string | null {
  return HAND.includes(b.phase) ? moveOfCard(name) : null
}

/** The move that names a creature, legal or not; null: no creature can be chosen in this phase. */
export function creatureMove(b: Board, id: number): string | null {
  return NAMED.includes(b.phase) ? String(id) : null
}

export function playerMove(b: Board, seat: number): string | null {
  return aims(b) ? `player${seat + 1}` : null
}

/** The move that targets an element, by its data-at: creature:22, player:1. */
export function targetMove(at: string): string {
  const [kind, number] = at.split(':')
  return kind === 'player' ? `player${Number(number) + 1}` : number
}

/** The moves that name no card and no player: keep, mulligan, top, bottom, pass, done. */
export function commandMoves(moves: string[]): string[] {
  return moves.filter(m => ['keep', 'mulligan', 'top', 'bottom', 'pass', 'done'].includes(m))
}

/** The single cards of a hand. */
export function cardsOf(hand: CardCount[]): { card: number; copy: number }[] {
  return hand.flatMap(some => Array.from({ length: some.count }, (_, copy) => ({ card: some.card, copy })))
}

export function find(b: Board, id: number): { seat: number; creature: Creature } | null {
  for (const seat of [0, 1]) {
    const creature = b.sides[seat].creatures.find(c => c.id === id)
    if (creature) return { seat, creature }
  }
  return null
}

/** The steps of a turn. stepOf() gives -1 before and after the game. */
export const STEPS = ['draw', 'main1', 'attack', 'block', 'damage', 'main2', 'discard'] as const

export function stepOf(phase: string, step: string | null = null): number {
  const name =
    ({ target1: 'main1', blocked: 'block', order: 'damage', target2: 'main2' } as Record<string, string>)[phase] ??
    (step === null ? phase : { combat: 'main1', attackers: 'attack', blockers: 'block', end: 'discard' }[step]) ??
    step
  return (STEPS as readonly (string | null)[]).indexOf(name)
}

// ---- Selection -----------------------------------------------------------------------------------

export interface Selection {
  attackers: number[]
  blocks: { blocker: number; attacker: number | null }[]
  look: string
}

export function parseSelection(picked: string | null): Selection {
  const [plan, look = ''] = (picked ?? '').split('|')
  const selection: Selection = { attackers: [], blocks: [], look }
  const m = /^(attack|block):(.+)$/.exec(plan)
  if (m?.[1] === 'attack') selection.attackers = m[2].split(',').map(Number)
  if (m?.[1] === 'block')
    selection.blocks = m[2].split(',').map(pair => {
      const [blocker, attacker] = pair.split('>')
      return { blocker: Number(blocker), attacker: attacker ? Number(attacker) : null }
    })
  return selection
}

export function printSelection(selection: Selection): string | null {
  const plan = selection.attackers.length
    ? `attack:${selection.attackers.join(',')}`
    : selection.blocks.length
      ? `block:${selection.blocks.map(b => (b.attacker === null ? b.blocker : `${b.blocker}>${b.attacker}`)).join(',')}`
      : ''
  return plan || selection.look ? `${plan}|${selection.look}` : null
}

export function toggleAttacker(selection: Selection, id: number): Selection {
  const without = selection.attackers.filter(a => a !== id)
  return { ...selection, attackers: without.length < selection.attackers.length ? without : [...without, id] }
}

/** Creatures with flying can only be blocked by creatures with flying or reach. */
export function canBlock(attacker: Creature, blocker: Creature): boolean {
  return (
    !attacker.abilities.includes('flying') ||
    blocker.abilities.includes('flying') ||
    blocker.abilities.includes('reach')
  )
}

/** Selects or deselects a blocker. With several possible attackers, the player chooses one next. */
export function toggleBlocker(b: Board, selection: Selection, id: number): Selection {
  const without = selection.blocks.filter(x => x.blocker !== id && x.attacker !== null),
    blocker = find(b, id)
  if (selection.blocks.some(x => x.blocker === id) || !blocker) return { ...selection, blocks: without }
  const attackers = attackersFor(b, blocker.creature)
  return {
    ...selection,
    blocks: [...without, { blocker: id, attacker: attackers.length === 1 ? attackers[0].id : null }],
  }
}

export function attackersFor(b: Board, blocker: Creature): Creature[] {
  return b.sides[b.active].creatures.filter(c => c.attacks && canBlock(c, blocker))
}

/** The blocker whose attacker is not chosen yet. */
export function unassignedBlocker(selection: Selection): number | null {
  return selection.blocks.find(x => x.attacker === null)?.blocker ?? null
}

/** Selects a blocker together with its attacker. */
export function blockWith(selection: Selection, blocker: number, attacker: number): Selection {
  const others = selection.blocks.filter(x => x.blocker !== blocker && x.attacker !== null)
  return { ...selection, blocks: [...others, { blocker, attacker }] }
}

export function blockAttacker(selection: Selection, id: number): Selection {
  return { ...selection, blocks: selection.blocks.map(x => (x.attacker === null ? { ...x, attacker: id } : x)) }
}

/** The moves that declare the selection, in the order of the rules. */
export function movesOfSelection(b: Board, selection: Selection, moves: string[]): string[] {
  const order = (seat: number): number[] =>
    b.sides[seat].creatures.map(c => c.id).filter(id => moves.includes(String(id)))
  if (b.phase === 'attack')
    return [
      ...order(b.active)
        .filter(id => selection.attackers.includes(id))
        .map(String),
      'done',
    ]
  const blocks = order(1 - b.active).flatMap(id => {
    const block = selection.blocks.find(x => x.blocker === id && x.attacker !== null)
    return block ? [String(block.blocker), String(block.attacker)] : []
  })
  return [...blocks, 'done']
}

// ---- Arrows --------------------------------------------------------------------------------------

/** An arrow between two elements, by their data-at: creature:22, player:1. */
export interface Arrow {
  from: string
  to: string
  kind: 'attack' | 'block' | 'aim'
}

/** Arrows from unblocked attackers to the player, and from blockers to the attackers they block. */
export function arrowsOf(b: Board, selection: Selection, aims: string[] = []): Arrow[] {
  const arrows: Arrow[] = [],
    blocked = new Set<number>()
  if (b.phase === 'over') return []
  for (const spell of b.stack?.spells ?? []) {
    const at = spell.target,
      to = !at
        ? null
        : at.player !== undefined
          ? `player:${at.player}`
          : at.spell !== undefined
            ? `spell:${at.spell}`
            : `creature:${at.creature}`
    if (to) arrows.push({ from: `spell:${spell.id}`, to, kind: 'aim' })
  }
  for (const c of b.sides[1 - b.active].creatures) {
    const attacker = c.blocks || selection.blocks.find(x => x.blocker === c.id)?.attacker
    if (!attacker) continue
    blocked.add(attacker)
    arrows.push({ from: `creature:${c.id}`, to: `creature:${attacker}`, kind: 'block' })
  }
  for (const c of b.sides[b.active].creatures)
    if ((c.attacks || selection.attackers.includes(c.id)) && !blocked.has(c.id))
      arrows.unshift({ from: `creature:${c.id}`, to: `player:${1 - b.active}`, kind: 'attack' })
  if (b.chosen?.card !== undefined) for (const to of aims) arrows.push({ from: 'cast', to, kind: 'aim' })
  return arrows
}
