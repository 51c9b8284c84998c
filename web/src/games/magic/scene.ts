// The picture of a card, made from its data: a landscape by colour, a figure by subtype, signs of abilities, and for
// sorceries the effect. Cards of the same subtype differ by their landscape, which a hash of the name chooses.
import { figureOf, subtypes } from './figures.js'
import { fill, flame, hash, joined, oval, star, stroke, type Shape } from './shapes.js'
import type { Card } from './moves.js'

// ---- Landscapes ----------------------------------------------------------------------------------

const HILLS: Record<string, (h: number) => Shape[]> = {
  R: h => [
    fill(
      'far',
      `M0 72V${46 - (h % 5)}L16 ${24 + (h % 9)}L30 44L48 ${18 + (h % 11)}L64 42L84 ${26 + (h % 7)}L100 46V72Z`,
    ),
    fill('near', 'M0 72V62L18 57L40 61L66 56L100 62V72Z'),
  ],
  W: h => [
    fill('far', `M0 72V50Q${24 + (h % 12)} ${38 + (h % 8)} 52 48T100 44V72Z`),
    fill('near', 'M0 72V62Q30 54 60 60T100 58V72Z'),
  ],
  U: h => [
    fill('far', `M0 72V46Q12 ${40 - (h % 4)} 25 46T50 46T75 46T100 46V72Z`),
    fill('near', 'M0 72V61Q10 56 20 61T40 61T60 61T80 61T100 61V72Z'),
  ],
  B: h => [
    stroke('far', 3, `M${12 + (h % 10)} 64V30m0 12l-8-9m8 3l7-8M${84 - (h % 8)} 64V26m0 14l8-10m-8 2l-6-7`),
    fill('far', 'M0 72V54Q20 48 44 54T100 50V72Z'),
    fill('near', 'M0 72V63Q26 57 50 62T100 60V72Z'),
  ],
  G: h => [
    fill(
      'far',
      [4, 18, 33, 62, 78, 92].map((x, i) => `M${x - 9} 58L${x} ${22 + ((h >> i) % 12)}L${x + 9} 58Z`).join(''),
    ),
    fill('near', 'M0 72V60Q28 54 54 60T100 57V72Z'),
  ],
  N: h => [fill('far', `M0 72V52L${30 + (h % 20)} 40L70 52L100 44V72Z`), fill('near', 'M0 72V62L40 58L100 62V72Z')],
}

const colourOf = (card: Card): string => (card.colour && card.colour in HILLS ? card.colour : 'N')

function landscape(card: Card): Shape[] {
  const h = hash(card.name)
  return [oval('sun', 18 + (h % 64), 16 + ((h >> 7) % 14), 11 + ((h >> 5) % 6)), ...HILLS[colourOf(card)](h)]
}

// ---- Lands ---------------------------------------------------------------------------------------

const LANDS: Record<string, () => Shape[]> = {
  R: () => [
    oval('sun', 70, 22, 14),
    fill('far', 'M-2 72L24 26L40 46L60 12L82 44L92 34L102 50V72Z'),
    fill('light', 'M60 12L69 25L63 23L59 29L54 22Z'),
    fill('figure', 'M24 26L31 35L26 34L22 40L18 36Z'),
    fill('near', 'M-2 72V62L26 52L54 62L78 54L102 62V72Z'),
    stroke('glow', 2.4, 'M60 29Q56 38 62 44Q68 52 60 60'),
  ],
  W: () => [
    star('sun', 50, 30, 16, 27, 17),
    oval('light', 50, 30, 13),
    fill('far', 'M-2 72V46Q26 34 54 44T102 40V72Z'),
    fill('near', 'M-2 72V58Q30 48 60 54T102 52V72Z'),
    stroke('light', 1.6, 'M-2 66Q30 56 60 61T102 59M10 72Q40 62 70 67'),
    stroke('figure', 1.4, 'M16 58v-8M21 57v-9M78 55v-8M83 55v-9M88 55v-8'),
  ],
  U: () => [
    oval('sun', 30, 22, 12),
    fill('figure', 'M44 46Q60 22 82 46Z'),
    stroke('light', 2, 'M62 34Q60 26 66 20M66 20q-8-4-12 2M66 20q4-7 11-2'),
    fill('far', 'M-2 72V44Q12 38 26 44T54 44T80 44T102 44V72Z'),
    fill('near', 'M-2 72V58Q10 52 22 58T46 58T70 58T102 58V72Z'),
    stroke('light', 1.5, 'M10 52q7-4 14 0M60 51q7-4 14 0M36 66q7-4 14 0'),
  ],
  B: () => [
    oval('sun', 66, 20, 12),
    stroke('figure', 4, 'M26 66Q30 40 24 22M27 42L14 30M27 36L40 24'),
    stroke('figure', 2.4, 'M14 30L8 31M14 30L12 22M40 24L46 24M40 24L40 16M24 22L18 14M24 22L30 13'),
    fill('far', 'M-2 72V54Q20 46 46 53T102 48V72Z'),
    stroke('light', 2, 'M36 58H64M56 64H84M8 62H28'),
    fill('near', 'M-2 72V68Q26 62 50 67T102 65V72Z'),
  ],
  G: () => [
    oval('sun', 74, 18, 12),
    fill('far', 'M-4 64L10 22L24 64ZM14 64L32 14L50 64ZM56 64L74 20L92 64ZM78 64L94 30L108 64Z'),
    fill('figure', 'M34 66L52 20L70 66Z'),
    stroke('shade', 3, 'M52 72V52'),
    fill('near', 'M-2 72V62Q28 56 54 62T102 59V72Z'),
  ],
}

// ---- Abilities -----------------------------------------------------------------------------------

/** Signs behind the figure, by ability. */
const BEHIND: Record<string, Shape[]> = {
  flying: [
    fill('light', 'M4 56q2-7 9-5q4-7 11-2q7-2 7 7ZM66 60q2-7 9-5q4-7 11-2q7-2 8 7Z'),
    fill('light', 'M70 14q2-6 8-4q4-5 9-1q6-1 6 5Z'),
  ],
  haste: [stroke('light', 2, 'M2 26H24M0 36H18M4 46H26M2 54H16')],
  'first strike': [fill('glow', 'M8 4L26 2L18 20L28 19L6 44L13 25L3 26Z')],
  'double strike': [stroke('glow', 2.6, 'M6 8L34 40M16 4L42 34'), stroke('light', 1.4, 'M4 14L26 40')],
  lifelink: [star('light', 50, 34, 14, 36, 26), star('sun', 50, 34, 14, 30, 24)],
  vigilance: [stroke('light', 2, 'M10 16Q20 7 30 16Q20 25 10 16Z'), oval('glow', 20, 16, 3.4)],
  reach: [stroke('light', 2, 'M92 60V6M88 14L92 5L96 14')],
}

// ---- Effects of sorceries ------------------------------------------------------------------------

/** Whether the effect is on many: the rules texts of all cards begin so in English. */
const manyOf = (card: Card): boolean => /\b(each|all)\b/i.test(card.text.en ?? '')

/** A burst whose size, place and number of rays depend on the card. */
function blast(card: Card): Shape[] {
  const h = hash(card.name),
    x = 44 + (h % 16),
    y = 34 + ((h >> 4) % 8),
    rays = 8 + ((h >> 8) % 7),
    size = 0.84 + card.mana * 0.06
  return [
    star('glow', x, y, rays, 32 * size, 16 * size),
    star('light', x, y, rays - 2, 20 * size, 11 * size),
    (h >> 12) % 2 ? oval('figure', x, y, 8 * size) : flame('figure', x, y + 9 * size, 20 * size),
    h % 3
      ? stroke('glow', 3, 'M6 4L34 26M2 22L26 34M28 0L42 20')
      : stroke('glow', 3, 'M94 2L74 20M99 20L78 30M78 0L66 16'),
  ]
}

const EFFECTS: Record<string, (card: Card) => Shape[]> = {
  damage: card =>
    manyOf(card)
      ? [12, 30, 50, 70, 88].flatMap((x, i) => [
          stroke('light', 2, `M${x - 8} ${6 + (i % 2) * 8}L${x - 1} ${34 + (i % 2) * 8}`),
          flame('glow', x, 60 - (i % 2) * 4, 24),
          flame('light', x, 59 - (i % 2) * 4, 11),
        ])
      : blast(card),
  destroy: card =>
    manyOf(card)
      ? [
          star('light', 50, 30, 20, 60, 20),
          oval('glow', 50, 30, 15),
          oval('light', 50, 30, 10),
          fill('figure', 'M4 62L12 44L18 62ZM24 62L30 50L37 62ZM64 62L71 48L77 62ZM82 62L90 45L97 62Z'),
        ]
      : [
          fill('figure', 'M28 10Q50 2 72 10Q74 44 50 64Q26 44 28 10Z'),
          fill('shade', 'M33 15Q50 8 67 15Q68 41 50 57Q32 41 33 15Z'),
          fill('light', 'M54 4L44 28L54 32L42 66L64 28L53 24L62 6Z'),
        ],
  tap: () => [
    stroke(
      'figure',
      4,
      [0, 1, 2, 3].map(i => `M${10 + 16 * i} ${20 + 10 * i}a9 6 0 1 0 18 0a9 6 0 1 0 -18 0`).join(''),
    ),
    star('light', 80, 22, 8, 14, 5),
  ],
  boost: () => [
    fill('glow', 'M50 4L74 30H60V60H40V30H26Z'),
    fill('light', 'M50 12L63 27H55V52H45V27H37Z'),
    stroke('light', 2, 'M14 50V28M22 58V40M78 58V40M86 50V28'),
  ],
  counter: () => [
    star('light', 50, 36, 18, 44, 24),
    star('glow', 50, 36, 5, 24, 10),
    stroke('figure', 3, 'M50 27V45M41 36H59'),
    star('glow', 16, 20, 5, 8, 3.4),
    star('glow', 84, 20, 5, 8, 3.4),
  ],
  gain: () => [
    star('light', 50, 36, 16, 38, 24),
    fill('glow', 'M50 60Q18 40 26 22Q38 10 50 26Q62 10 74 22Q82 40 50 60Z'),
    stroke('light', 3, 'M50 30V48M41 39H59'),
  ],
}
EFFECTS['its owner gains'] = EFFECTS.gain
EFFECTS.untap = () => [
  star('light', 50, 34, 14, 36, 24),
  stroke('glow', 5, 'M30 46A22 22 0 1 1 66 50'),
  fill('glow', 'M58 52L76 46L70 62Z'),
]
EFFECTS.draw = () => [
  fill('shade', 'M22 16L48 8L62 54L36 62Z'),
  fill('figure', 'M36 12L64 12L64 60L36 60Z'),
  fill('light', 'M52 10L78 18L64 62L40 54Z'),
  star('glow', 60, 36, 5, 11, 4.6),
]
EFFECTS.cancel = () => [
  oval('figure', 50, 34, 27),
  oval('light', 50, 34, 21),
  stroke('glow', 5, 'M50 4Q34 22 50 34T50 64'),
  stroke('figure', 6, 'M30 54L70 14'),
]
EFFECTS['prevent combat damage'] = () => [
  oval('light', 30, 30, 26, 10),
  oval('far', 62, 24, 30, 11),
  oval('light', 58, 42, 36, 11),
  oval('glow', 34, 52, 30, 9),
]

const sorcery = (card: Card): Shape[] => [
  ...HILLS[colourOf(card)](hash(card.name)),
  ...(EFFECTS[card.effects[0]] ?? EFFECTS.counter)(card),
]

// ---- Cards ---------------------------------------------------------------------------------------

/** The subtype, or else a word of the name that is one. */
function subtypeOf(card: Card): string {
  if (card.subtype) return card.subtype
  const words = card.name.toLowerCase().split(/[^a-z]+/)
  return subtypes.find(s => words.includes(s)) ?? ''
}

const creature = (card: Card): Shape[] => [
  ...landscape(card),
  ...card.abilities.flatMap(a => BEHIND[a] ?? []),
  ...figureOf(subtypeOf(card), card.toughness ?? 0),
]

const known = new Map<string, Shape[]>()

/** The shapes of the picture of a card, from back to front. */
export function sceneOf(card: Card): Shape[] {
  const { name, type, colour, subtype, abilities, effects, mana } = card,
    key = JSON.stringify([name, type, colour, subtype, abilities, effects, mana])
  let shapes = known.get(key)
  if (!shapes) {
    shapes = joined(
      card.type === 'land'
        ? (LANDS[colourOf(card)]?.() ?? landscape(card))
        : card.type === 'creature'
          ? creature(card)
          : sorcery(card),
    )
    known.set(key, shapes)
  }
  return shapes
}
