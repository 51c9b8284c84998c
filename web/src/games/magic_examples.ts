// Pictures for the rules of the Magic duel: one turn, step by step.
import type { Drawing } from '../drawing.js'
import type { Board, Creature, Side } from './magic_moves.js'

const decks: Board['decks'] = [
  {
    name: 'Red',
    cards: [
      {
        code: 'M', name: 'Mountain', cost: '', type: 'land', mana: 0, copies: 24, colour: 'R', abilities: [],
        text: {
          en: 'Pays 1 of what a card costs, once a turn. One land may be played a turn.',
          'pt-BR': 'Paga 1 do custo de uma carta, uma vez por turno. Só um terreno pode ser jogado por turno.',
        },
      },
      {
        code: 'NR', name: 'Nest Robber', cost: '1R', type: 'creature', mana: 2, copies: 4, colour: 'R', abilities: ['haste'],
        text: { en: 'Haste: it can attack on the turn in which it comes.', 'pt-BR': 'Ímpeto: pode atacar no turno em que chega.' }, power: 2,
        toughness: 1,
      },
      {
        code: 'BS', name: 'Brazen Scourge', cost: '1RR', type: 'creature', mana: 3, copies: 4, colour: 'R', abilities: ['haste'],
        text: { en: 'Haste: it can attack on the turn in which it comes.', 'pt-BR': 'Ímpeto: pode atacar no turno em que chega.' }, power: 3,
        toughness: 3,
      },
      {
        code: 'FR', name: 'Frenzied Raptor', cost: '2R', type: 'creature', mana: 3, copies: 4, colour: 'R', abilities: [],
        text: { en: '', 'pt-BR': '' }, power: 4, toughness: 2,
      },
      {
        code: 'LH', name: 'Lightning Hounds', cost: '2RR', type: 'creature', mana: 4, copies: 4, colour: 'R', abilities: ['first strike'],
        text: { en: 'First strike: it deals its combat damage before the others.', 'pt-BR': 'Iniciativa: causa o seu dano de combate antes das outras.' },
        power: 3, toughness: 2,
      },
      {
        code: 'SG', name: 'Skyraker Giant', cost: '2RR', type: 'creature', mana: 4, copies: 4, colour: 'R', abilities: ['reach'],
        text: { en: 'Reach: it can block creatures with flying.', 'pt-BR': 'Alcance: pode bloquear criaturas com voar.' }, power: 4, toughness: 3,
      },
      {
        code: 'FK', name: 'Flametongue Kavu', cost: '3R', type: 'creature', mana: 4, copies: 4, colour: 'R', abilities: [],
        text: { en: 'When it enters, 4 damage to target creature.', 'pt-BR': 'Quando ela entra, 4 de dano a uma criatura alvo.' }, power: 4,
        toughness: 2,
      },
      {
        code: 'VH', name: 'Volcanic Hammer', cost: '1R', type: 'sorcery', mana: 2, copies: 4, colour: 'R', abilities: [],
        text: { en: '3 damage to target creature or player.', 'pt-BR': '3 de dano a uma criatura alvo ou um jogador alvo.' },
      },
      {
        code: 'LA', name: 'Lava Axe', cost: '4R', type: 'sorcery', mana: 5, copies: 4, colour: 'R', abilities: [],
        text: { en: '5 damage to target player.', 'pt-BR': '5 de dano a um jogador alvo.' },
      },
      {
        code: 'BV', name: 'Blazing Volley', cost: 'R', type: 'sorcery', mana: 1, copies: 4, colour: 'R', abilities: [],
        text: { en: '1 damage to each opposing creature.', 'pt-BR': '1 de dano a cada criatura do oponente.' },
      },
    ],
  },
  {
    name: 'White',
    cards: [
      {
        code: 'P', name: 'Plains', cost: '', type: 'land', mana: 0, copies: 24, colour: 'W', abilities: [],
        text: {
          en: 'Pays 1 of what a card costs, once a turn. One land may be played a turn.',
          'pt-BR': 'Paga 1 do custo de uma carta, uma vez por turno. Só um terreno pode ser jogado por turno.',
        },
      },
      {
        code: 'FA', name: 'Fencing Ace', cost: '1W', type: 'creature', mana: 2, copies: 4, colour: 'W', abilities: ['double strike'],
        text: {
          en: 'Double strike: it deals combat damage twice, before the others and with them.',
          'pt-BR': 'Golpe duplo: causa dano de combate duas vezes, antes das outras e junto com elas.',
        },
        power: 1, toughness: 1,
      },
      {
        code: 'GP', name: 'Guardian of Pilgrims', cost: '1W', type: 'creature', mana: 2, copies: 4, colour: 'W', abilities: [],
        text: {
          en: 'When it enters, target creature gets +1/+1 until the end of the turn.',
          'pt-BR': 'Quando ela entra, uma criatura alvo recebe +1/+1 até o fim do turno.',
        },
        power: 2, toughness: 2,
      },
      {
        code: 'GS', name: 'Griffin Sentinel', cost: '2W', type: 'creature', mana: 3, copies: 4, colour: 'W', abilities: ['flying', 'vigilance'],
        text: {
          en: 'Flying: only creatures with flying or reach can block it. Vigilance: attacking does not tap it.',
          'pt-BR': 'Voar: só criaturas com voar ou alcance podem bloqueá-la. Vigilância: não vira para atacar.',
        },
        power: 1, toughness: 3,
      },
      {
        code: 'CA', name: 'Champion of Arashin', cost: '3W', type: 'creature', mana: 4, copies: 4, colour: 'W', abilities: ['lifelink'],
        text: {
          en: 'Lifelink: you gain as much life as it deals damage.',
          'pt-BR': 'Vínculo com a vida: você ganha tanta vida quanto o dano que ela causa.',
        },
        power: 3, toughness: 2,
      },
      {
        code: 'AM', name: 'Angel of Mercy', cost: '4W', type: 'creature', mana: 5, copies: 4, colour: 'W', abilities: ['flying'],
        text: {
          en: 'Flying: only creatures with flying or reach can block it. When it enters, you gain 3 life.',
          'pt-BR': 'Voar: só criaturas com voar ou alcance podem bloqueá-la. Quando ela entra, você ganha 3 de vida.',
        },
        power: 3, toughness: 3,
      },
      {
        code: 'SM', name: 'Siege Mastodon', cost: '4W', type: 'creature', mana: 5, copies: 4, colour: 'W', abilities: [],
        text: { en: '', 'pt-BR': '' }, power: 3, toughness: 5,
      },
      {
        code: 'HI', name: 'Heavy Infantry', cost: '4W', type: 'creature', mana: 5, copies: 2, colour: 'W', abilities: [],
        text: { en: 'When it enters, tap target opposing creature.', 'pt-BR': 'Quando ela entra, vire uma criatura alvo do oponente.' }, power: 3,
        toughness: 4,
      },
      {
        code: 'PP', name: 'Path of Peace', cost: '3W', type: 'sorcery', mana: 4, copies: 4, colour: 'W', abilities: [],
        text: { en: 'Destroy target creature, its owner gains 4 life.', 'pt-BR': 'Destrua uma criatura alvo, o dono dela ganha 4 de vida.' },
      },
      {
        code: 'IR', name: 'Inspiring Roar', cost: '3W', type: 'sorcery', mana: 4, copies: 4, colour: 'W', abilities: [],
        text: { en: 'Each creature of yours gets a +1/+1 counter.', 'pt-BR': 'Cada criatura sua recebe um marcador +1/+1.' },
      },
      {
        code: 'DJ', name: 'Day of Judgment', cost: '2WW', type: 'sorcery', mana: 4, copies: 2, colour: 'W', abilities: [],
        text: { en: 'Destroy each creature.', 'pt-BR': 'Destrua cada criatura.' },
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
    caption: {
      en: 'Red attacks with all three creatures. Who attacks is tapped, and hits the opponent unless somebody blocks: the arrows show where the damage would go.',
      'pt-BR': 'O vermelho ataca com as três criaturas. Quem ataca fica virada e atinge o oponente se ninguém bloquear: as setas mostram para onde iria o dano.',
    },
    state: {
      game: 'magic', position: '24 attack:28 1 2 - 28 / 13 4/6 2M,VH SG.22ta,LH.26ta,FR.28ta - / 11 9 ?4 FA.16,GS.21,HI.24,GP.27 2P,GS', turn: 0,
      board: board('attack', null, ATTACKING, WHITE, [MOUNTAINS, HAMMER]),
    },
  },
  {
    seat: 1, last: '22',
    caption: {
      en: 'White blocks: two creatures stop Skyraker Giant, one Frenzied Raptor. Lightning Hounds are not blocked and hit the player.',
      'pt-BR': 'O branco bloqueia: duas criaturas detêm Skyraker Giant, uma detém Frenzied Raptor. Lightning Hounds não é bloqueada e atinge o jogador.',
    },
    state: {
      game: 'magic', position: '24 block:27 1 2 - 28 / 13 4/6 ?3 SG.22ta,LH.26ta,FR.28ta - / 11 9 ?4 FA.16>28,GS.21>22,HI.24>22,GP.27 2P,GS', turn: 1,
      board: board('block', null, ATTACKING, BLOCKING, null),
    },
  },
  {
    seat: 0, last: 'done',
    caption: {
      en: 'Skyraker Giant has two blockers: Red says which is hit first. It gets as much damage as kills it, the last one the rest.',
      'pt-BR': 'Skyraker Giant tem dois bloqueadores: o vermelho diz qual é atingido primeiro. Esse recebe o dano que o mata, o último recebe o resto.',
    },
    state: {
      game: 'magic', position: '24 order:22 1 2 - 28 / 13 4/6 2M,VH SG.22ta,LH.26ta,FR.28ta - / 11 9 ?4 FA.16>28,GS.21>22,HI.24>22,GP.27 2P,GS',
      turn: 0,
      board: board('order', { id: 22 }, ATTACKING, BLOCKING, [MOUNTAINS, HAMMER]),
    },
  },
  {
    seat: 0, last: 'Volcanic-Hammer',
    caption: {
      en: 'Two of six lands were tapped to cast Volcanic Hammer, which now needs a target: a creature or a player.',
      'pt-BR': 'Dois de seis terrenos foram virados para conjurar Volcanic Hammer, que agora precisa de um alvo: uma criatura ou um jogador.',
    },
    state: {
      game: 'magic', position: '24 target1:VH 1 2 - 28 / 13 4/6 2M SG.22,LH.26,FR.28 - / 11 9 ?4 FA.16,GS.21,HI.24,GP.27 2P,GS', turn: 0,
      board: board('target1', { card: 7 }, RED, WHITE, [MOUNTAINS], 2),
    },
  },
]
