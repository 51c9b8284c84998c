// Pictures for the rules of the Magic duel: one turn, step by step.
import type { Drawing } from '../drawing.js'
import type { Board, Creature, Side } from './magic_moves.js'
import { word } from '../lang.js'

const decks: Board['decks'] = [
  {
    name: 'Red',
    cards: [
      {
        code: 'M', name: 'Mountain', cost: '', type: 'land', mana: 0, copies: 24, colour: 'R', abilities: [],
        text: { en: word('Tap it for one mana. You may play one land each turn.') },
      },
      {
        code: 'NR', name: 'Nest Robber', cost: '1R', type: 'creature', mana: 2, copies: 4, colour: 'R', abilities: ['haste'],
        text: { en: word('Haste: it can attack the turn it enters.') }, power: 2,
        toughness: 1,
      },
      {
        code: 'BS', name: 'Brazen Scourge', cost: '1RR', type: 'creature', mana: 3, copies: 4, colour: 'R', abilities: ['haste'],
        text: { en: word('Haste: it can attack the turn it enters.') }, power: 3,
        toughness: 3,
      },
      {
        code: 'FR', name: 'Frenzied Raptor', cost: '2R', type: 'creature', mana: 3, copies: 4, colour: 'R', abilities: [],
        text: { en: '' }, power: 4, toughness: 2,
      },
      {
        code: 'LH', name: 'Lightning Hounds', cost: '2RR', type: 'creature', mana: 4, copies: 4, colour: 'R', abilities: ['first strike'],
        text: { en: word('First strike: it deals combat damage before creatures without first strike.') },
        power: 3, toughness: 2,
      },
      {
        code: 'SG', name: 'Skyraker Giant', cost: '2RR', type: 'creature', mana: 4, copies: 4, colour: 'R', abilities: ['reach'],
        text: { en: word('Reach: it can block creatures with flying.') }, power: 4, toughness: 3,
      },
      {
        code: 'FK', name: 'Flametongue Kavu', cost: '3R', type: 'creature', mana: 4, copies: 4, colour: 'R', abilities: [],
        text: { en: word('When it enters, 4 damage to target creature.') }, power: 4,
        toughness: 2,
      },
      {
        code: 'VH', name: 'Volcanic Hammer', cost: '1R', type: 'sorcery', mana: 2, copies: 4, colour: 'R', abilities: [],
        text: { en: word('3 damage to target creature or player.') },
      },
      {
        code: 'LA', name: 'Lava Axe', cost: '4R', type: 'sorcery', mana: 5, copies: 4, colour: 'R', abilities: [],
        text: { en: word('5 damage to target player.') },
      },
      {
        code: 'BV', name: 'Blazing Volley', cost: 'R', type: 'sorcery', mana: 1, copies: 4, colour: 'R', abilities: [],
        text: { en: word('1 damage to each creature your opponent controls.') },
      },
    ],
  },
  {
    name: 'White',
    cards: [
      {
        code: 'P', name: 'Plains', cost: '', type: 'land', mana: 0, copies: 24, colour: 'W', abilities: [],
        text: { en: word('Tap it for one mana. You may play one land each turn.') },
      },
      {
        code: 'FA', name: 'Fencing Ace', cost: '1W', type: 'creature', mana: 2, copies: 4, colour: 'W', abilities: ['double strike'],
        text: { en: word('Double strike: it deals both first-strike and regular combat damage.') },
        power: 1, toughness: 1,
      },
      {
        code: 'GP', name: 'Guardian of Pilgrims', cost: '1W', type: 'creature', mana: 2, copies: 4, colour: 'W', abilities: [],
        text: { en: word('When it enters, target creature gets +1/+1 until end of turn.') },
        power: 2, toughness: 2,
      },
      {
        code: 'GS', name: 'Griffin Sentinel', cost: '2W', type: 'creature', mana: 3, copies: 4, colour: 'W', abilities: ['flying', 'vigilance'],
        text: { en: word('Flying: only creatures with flying or reach can block it. Vigilance: attacking does not tap it.') },
        power: 1, toughness: 3,
      },
      {
        code: 'CA', name: 'Champion of Arashin', cost: '3W', type: 'creature', mana: 4, copies: 4, colour: 'W', abilities: ['lifelink'],
        text: { en: word('Lifelink: you gain life equal to the damage it deals.') },
        power: 3, toughness: 2,
      },
      {
        code: 'AM', name: 'Angel of Mercy', cost: '4W', type: 'creature', mana: 5, copies: 4, colour: 'W', abilities: ['flying'],
        text: { en: word('Flying: only creatures with flying or reach can block it. When it enters, you gain 3 life.') },
        power: 3, toughness: 3,
      },
      {
        code: 'SM', name: 'Siege Mastodon', cost: '4W', type: 'creature', mana: 5, copies: 4, colour: 'W', abilities: [],
        text: { en: '' }, power: 3, toughness: 5,
      },
      {
        code: 'HI', name: 'Heavy Infantry', cost: '4W', type: 'creature', mana: 5, copies: 2, colour: 'W', abilities: [],
        text: { en: word('When it enters, tap target creature an opponent controls.') }, power: 3,
        toughness: 4,
      },
      {
        code: 'PP', name: 'Path of Peace', cost: '3W', type: 'sorcery', mana: 4, copies: 4, colour: 'W', abilities: [],
        text: { en: word('Destroy target creature, its owner gains 4 life.') },
      },
      {
        code: 'IR', name: 'Inspiring Roar', cost: '3W', type: 'sorcery', mana: 4, copies: 4, colour: 'W', abilities: [],
        text: { en: word('Each creature you control gets a +1/+1 counter.') },
      },
      {
        code: 'DJ', name: 'Day of Judgment', cost: '2WW', type: 'sorcery', mana: 4, copies: 2, colour: 'W', abilities: [],
        text: { en: word('Destroy each creature.') },
      },
    ],
  },
]

const idle = { damage: 0, counters: 0, boost: 0, tapped: false, sick: false, attacks: false, blocks: 0, order: 0 }
const RED: Creature[] = [
  { ...idle, id: 22, card: 5, name: 'Skyraker Giant', power: 4, toughness: 3, abilities: ['reach'] },
  { ...idle, id: 26, card: 4, name: 'Lightning Hounds', power: 3, toughness: 2, abilities: ['first strike'] },
  { ...idle, id: 28, card: 3, name: 'Frenzied Raptor', power: 4, toughness: 2, abilities: [] },
]
const WHITE: Creature[] = [
  { ...idle, id: 16, card: 1, name: 'Fencing Ace', power: 1, toughness: 1, abilities: ['double strike'] },
  { ...idle, id: 21, card: 3, name: 'Griffin Sentinel', power: 1, toughness: 3, abilities: ['flying', 'vigilance'] },
  { ...idle, id: 24, card: 7, name: 'Heavy Infantry', power: 3, toughness: 4, abilities: [] },
  { ...idle, id: 27, card: 2, name: 'Guardian of Pilgrims', power: 2, toughness: 2, abilities: [] },
]
const ATTACKING = RED.map(c => ({ ...c, tapped: true, attacks: true }))
const BLOCKING = WHITE.map((c, i) => ({ ...c, blocks: [28, 22, 22, 0][i] }))

const MOUNTAINS = { card: 0, name: 'Mountain', count: 2 }, HAMMER = { card: 7, name: 'Volcanic Hammer', count: 1 }
const PLAINS = { card: 0, name: 'Plains', count: 2 }, GRIFFIN = { card: 3, name: 'Griffin Sentinel', count: 1 }

/** The table at turn 24: who stands there, what is in Red's hand as far as one may see it. */
function board(phase: string, chosen: Board['chosen'], red: Creature[], white: Creature[], hand: Side['hand'], in_hand = 3): Board {
  const both = { kept: 7, land: 0, top: null, bottom: null }
  return {
    decks, turn: 24, phase, active: 0, starter: 1, land_played: false, chosen, next_id: 29,
    sides: [
      { ...both, life: 13, lands: 6, untapped: 4, in_hand, in_library: 48, creatures: red, hand, graveyard: [] },
      { ...both, life: 11, lands: 9, untapped: 9, in_hand: 4, in_library: 40, creatures: white, hand: null, graveyard: [PLAINS, GRIFFIN] },
    ],
  }
}

export const examples: NonNullable<Drawing<Board>['examples']> = [
  {
    seat: 0, last: '28',
    caption: word('Red attacks with all three creatures. Attackers are tapped and damage the opponent unless they are blocked. The arrows show where the damage would go.'),
    state: {
      game: 'magic', position: '24 attack:28 1 2 - 28 / 13 4/6 2M,VH SG.22ta,LH.26ta,FR.28ta - / 11 9 ?4 FA.16,GS.21,HI.24,GP.27 2P,GS', turn: 0,
      board: board('attack', null, ATTACKING, WHITE, [MOUNTAINS, HAMMER]),
    },
  },
  {
    seat: 1, last: '22',
    caption: word('White blocks Skyraker Giant with two creatures and Frenzied Raptor with one. Lightning Hounds is unblocked and damages the player.'),
    state: {
      game: 'magic', position: '24 block:27 1 2 - 28 / 13 4/6 ?3 SG.22ta,LH.26ta,FR.28ta - / 11 9 ?4 FA.16>28,GS.21>22,HI.24>22,GP.27 2P,GS', turn: 1,
      board: board('block', null, ATTACKING, BLOCKING, null),
    },
  },
  {
    seat: 0, last: 'done',
    caption: word('Skyraker Giant has two blockers. Red chooses the damage order: the first takes lethal damage, the last takes the rest.'),
    state: {
      game: 'magic', position: '24 order:22 1 2 - 28 / 13 4/6 2M,VH SG.22ta,LH.26ta,FR.28ta - / 11 9 ?4 FA.16>28,GS.21>22,HI.24>22,GP.27 2P,GS',
      turn: 0,
      board: board('order', { id: 22 }, ATTACKING, BLOCKING, [MOUNTAINS, HAMMER]),
    },
  },
  {
    seat: 0, last: 'Volcanic-Hammer',
    caption: word('Red tapped two of six lands to cast Volcanic Hammer, which now needs a target: a creature or a player.'),
    state: {
      game: 'magic', position: '24 target1:VH 1 2 - 28 / 13 4/6 2M SG.22,LH.26,FR.28 - / 11 9 ?4 FA.16,GS.21,HI.24,GP.27 2P,GS', turn: 0,
      board: board('target1', { card: 7 }, RED, WHITE, [MOUNTAINS], 2),
    },
  },
]
