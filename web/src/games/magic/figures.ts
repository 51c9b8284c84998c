// Silhouettes of creatures, composed of limbs, bodies and heads: one per subtype. The ground is at y = 62.
import { fill, flame, oval, star, stroke, type Layer, type Shape } from './shapes.js'

const body = (width: number, d: string): Shape => stroke('figure', width, d)

/** Four legs at the given places, down to the ground. */
const legs = (width: number, from: number, places: number[]): Shape =>
  body(
    width,
    places.map((x, i) => `M${x} ${from}Q${x + (i % 2 ? 2 : -2)} 54 ${x + (i % 2 ? -1 : 1)} ${62 - width / 2}`).join(''),
  )

/** A wing of three rows of feathers from (x, y) to the side; `side` -1: left. */
const wing = (x: number, y: number, size: number, side: number, layer: Layer = 'light'): Shape => {
  const by = (dx: number, dy: number): string => `${side * size * dx} ${size * dy}`
  return fill(
    layer,
    `M${x} ${y}q${by(0.3, -0.8)} ${by(1, -0.72)}` +
      `q${by(-0.06, 0.2)} ${by(-0.18, 0.3)}q${by(0.06, 0.04)} ${by(0.02, 0.06)}` +
      `q${by(-0.1, 0.2)} ${by(-0.24, 0.24)}q${by(0.04, 0.06)} ${by(0, 0.08)}q${by(-0.2, 0.22)} ${by(-0.6, 0.16)}Z`,
  )
}

const eye = (x: number, y: number, r = 1.3): Shape => oval('glow', x, y, r)

// ---- On four legs --------------------------------------------------------------------------------

const dog = (): Shape[] => [
  body(4, 'M30 40Q18 38 15 26'),
  legs(4.5, 42, [32, 39, 58, 65]),
  body(15, 'M34 40Q48 42 60 38'),
  body(10, 'M60 37L71 26'),
  oval('figure', 74, 23, 7.5, 6, 10),
  body(5, 'M76 25L87 28'),
  fill('figure', 'M68 21L67 9L74 17ZM73 18L77 9L79 19Z'),
  stroke('light', 1.2, 'M80 30L86 30.5'),
  eye(77, 21.5),
]

const elephant = (): Shape[] => [
  body(2.5, 'M20 34Q13 40 15 50'),
  legs(10, 44, [30, 43, 58, 68]),
  oval('figure', 46, 36, 27, 16),
  oval('figure', 73, 27, 12.5, 12),
  body(6.5, 'M81 31Q90 40 86 52Q84 58 90 57'),
  oval('shade', 66, 28, 8, 10, 12),
  stroke('light', 3, 'M80 37Q86 44 95 40'),
  eye(78, 24.5),
]

const bear = (): Shape[] => [
  legs(10, 46, [28, 38, 58, 66]),
  oval('figure', 46, 41, 25, 15, -4),
  oval('figure', 71, 31, 11, 10),
  oval('figure', 64, 22, 3.6),
  oval('figure', 75, 21, 3.6),
  oval('figure', 80, 34, 6, 4.6),
  oval('light', 84.5, 33, 1.7),
  eye(75, 29),
]

const beast = (): Shape[] => [
  body(4.5, 'M28 42Q12 44 8 30'),
  legs(5.5, 44, [30, 38, 58, 66]),
  fill('figure', 'M26 36L30 22L36 33L42 18L47 31L54 17L58 31L66 19L68 34Z'),
  oval('figure', 47, 41, 23, 11, -4),
  fill('figure', 'M60 40Q64 24 78 22L94 29L84 33L93 38Q80 46 66 44Z'),
  stroke('light', 1.4, 'M84 31l1.6 2.6l2 -2.4l1.8 2M83 37l1.6-2.4l2 2.4'),
  eye(77, 28, 1.7),
]

const griffin = (): Shape[] => [
  wing(46, 40, 38, -1, 'shade'),
  body(3.4, 'M26 44Q12 46 12 36'),
  oval('figure', 12, 34, 3.4),
  legs(5, 46, [30, 38, 60, 66]),
  body(14, 'M34 44Q48 46 60 40'),
  body(10, 'M61 38L69 27'),
  wing(50, 42, 34, -1),
  oval('figure', 72, 23, 7.5, 6.8),
  fill('light', 'M77 19Q88 20 86 30Q82 26 76 27Z'),
  fill('figure', 'M66 20L64 10L71 17Z'),
  eye(74, 21.5),
]

const kavu = (): Shape[] => [
  body(5, 'M30 48Q14 50 8 38Q6 34 10 32'),
  body(4.5, 'M34 48L27 61M44 50L42 61M54 50L58 61M62 46L70 60'),
  oval('figure', 46, 46, 21, 9, -6),
  fill('figure', 'M56 46Q62 28 76 30L90 34Q92 40 86 44Q72 52 58 50Z'),
  fill('shade', 'M58 36L52 24L64 30L64 20L72 29L76 22L77 31Z'),
  flame('glow', 91, 46, 20),
  flame('light', 92, 45, 10),
  eye(78, 35.5),
]

const spider = (): Shape[] => [
  stroke(
    'figure',
    3,
    'M46 40Q30 22 16 34L8 62M46 44Q30 34 24 44L22 62M52 44Q66 34 72 44L76 62M52 40Q68 20 84 34L92 62',
  ),
  oval('figure', 40, 42, 15, 12),
  oval('figure', 58, 46, 9, 8),
  stroke('light', 1.6, 'M34 38L46 46M46 36L36 48'),
  eye(60, 44),
  eye(64, 46),
  eye(59, 49, 1),
]

const wurm = (): Shape[] => [
  body(17, 'M12 62Q12 40 30 44Q44 48 44 60'),
  body(19, 'M50 66Q46 24 68 20'),
  fill('figure', 'M60 12Q78 4 92 16L82 20L92 27Q80 36 62 30Z'),
  stroke('shade', 2, 'M42 56Q52 58 58 54M42 46Q52 48 58 43M46 36Q54 38 60 33M6 54Q14 56 20 53'),
  stroke('light', 1.4, 'M84 18l1.4 3l2-2.4M83 23l1.6-2.2l2 2.6'),
  eye(74, 14.5, 1.7),
]

const crocodile = (): Shape[] => [
  fill('figure', 'M4 54Q22 40 44 42L66 40L96 47Q94 51 86 51L95 54Q84 60 66 58L40 60Q22 60 4 54Z'),
  fill('shade', 'M20 47l4-6l4 5l4-6l4 5l5-6l4 6l5-6l4 6l5-6l3 6Z'),
  body(5, 'M32 56L27 62M60 56L64 62'),
  stroke('light', 1.4, 'M74 50l2 2.4l2-2.4l2 2.4l2-2.4l2 2.4l2-2'),
  eye(70, 43.5, 1.6),
]

// ---- On two legs ---------------------------------------------------------------------------------

const dinosaur = (): Shape[] => [
  fill('figure', 'M40 30Q20 30 4 18Q14 40 38 42Z'),
  body(6.5, 'M44 40L36 48L42 58L48 60M54 40L58 50L54 59L60 60'),
  oval('figure', 48, 36, 17, 9, -12),
  body(9, 'M58 32Q66 28 67 18'),
  fill('figure', 'M60 18Q64 8 76 10L92 16L80 19.5L90 23Q74 28 64 24Z'),
  stroke('figure', 3, 'M61 37Q68 38 70 43L74 42'),
  stroke('shade', 2, 'M34 30l3 5M41 28l3 5M48 26l3 5'),
  stroke('light', 1.3, 'M82 18l1.4 2.4l1.8-2.4M81 21.4l1.4-2l1.8 2'),
  eye(72, 14.5, 1.6),
]

interface Person {
  x?: number
  scale?: number
}

/** Places a figure that was drawn around x = 50 elsewhere. */
const moved = (shapes: Shape[], { x = 0, scale = 1 }: Person): Shape[] =>
  shapes.map(s => ({ ...s, width: s.width * scale, d: transformed(s.d, x, scale) }))

/** Moves absolute coordinates by x and scales all about (50, 62). */
function transformed(d: string, x: number, k: number): string {
  return d.replace(/([A-Za-z])([^A-Za-z]*)/g, (_, letter: string, rest: string) => {
    const values = rest.match(/-?\d*\.?\d+/g)?.map(Number) ?? [],
      relative = letter === letter.toLowerCase()
    const place = (v: number, i: number): number => {
      if (/a/i.test(letter)) {
        const at = i % 7
        if (at < 2) return v * k
        if (at < 5) return v
        return relative ? v * k : at === 5 ? 50 + (v - 50) * k + x : 62 + (v - 62) * k
      }
      const vertical = /v/i.test(letter) || (!/h/i.test(letter) && i % 2 === 1)
      return relative ? v * k : vertical ? 62 + (v - 62) * k : 50 + (v - 50) * k + x
    }
    return letter + values.map((v, i) => Math.round(place(v, i) * 10) / 10).join(' ')
  })
}

const person = (): Shape[] => [
  body(6, 'M47 44L43 59M53 44L58 59'),
  fill('figure', 'M42 26Q50 22 58 26L57 47L43 47Z'),
  oval('figure', 50, 18, 5.6, 6.2),
]

const soldier = (): Shape[] => [
  ...person(),
  body(4.4, 'M57 28L66 36L74 32'),
  stroke('light', 2.6, 'M72 34L86 12'),
  stroke('light', 2, 'M69 30L77 36'),
  fill('light', 'M44 16Q50 9 56 16L57 19L43 19Z'),
  fill('glow', 'M50 12Q42 2 36 8Q42 8 46 14Z'),
  fill('shade', 'M30 30Q37 27 44 30Q45 44 37 51Q29 44 30 30Z'),
  stroke('light', 1.8, 'M37 31L37 47M32 37L42 37'),
]

const troop = (): Shape[] => [
  ...moved(soldier(), { x: -24, scale: 0.78 }),
  ...moved(soldier(), { x: 22, scale: 0.78 }),
  ...soldier(),
]

const giant = (): Shape[] => [
  body(13, 'M42 42L36 58M58 42L66 58'),
  fill('figure', 'M28 18Q50 8 72 18L66 46L34 46Z'),
  oval('figure', 50, 10, 8, 8.5),
  body(10, 'M30 20L18 34L24 48M70 20L84 24L86 8'),
  oval('figure', 24, 49, 6),
  oval('figure', 86, 7, 6),
  fill('shade', 'M34 40L66 40L66 48L34 48Z'),
  fill('far', 'M10 62l4-12l4 12ZM74 62l3.4-10l3.4 10ZM86 62l4-13l4 13Z'),
  eye(47, 9),
  eye(53, 9),
]

const minotaur = (): Shape[] => [
  body(8, 'M45 44L40 59M55 44L60 59'),
  fill('figure', 'M34 24Q50 18 66 24L60 48L40 48Z'),
  body(7, 'M36 26L28 38L34 46M64 26L74 34'),
  fill('figure', 'M42 10Q50 6 58 10L55 22Q50 26 45 22Z'),
  stroke('light', 3, 'M43 12Q34 12 32 3M57 12Q66 12 68 3'),
  stroke('shade', 2.6, 'M76 62L76 10'),
  fill('light', 'M76 12Q90 8 90 24Q84 20 76 24Z'),
  eye(47, 14),
  eye(53, 14),
]

const zombie = (): Shape[] => [
  body(6, 'M46 44L40 52L42 60M54 44L60 60'),
  fill('figure', 'M38 26Q50 20 58 28L58 47L42 47Z'),
  body(4.6, 'M54 28L74 28L80 33M54 34L70 38L76 44'),
  oval('figure', 53, 17, 6.2, 7, 20),
  stroke('light', 1.6, 'M44 38L55 38M45 42L54 42'),
  fill('far', 'M14 62V48q5-6 10 0v14Z'),
  eye(55, 16, 1.6),
]

const spirit = (): Shape[] => [
  oval('light', 50, 34, 25, 29),
  oval('sun', 50, 34, 20, 24),
  fill('figure', 'M50 8Q62 10 61 26Q70 44 64 60Q58 54 54 62Q50 55 46 62Q42 54 36 60Q30 44 39 26Q38 10 50 8Z'),
  oval('shade', 50, 19, 6.4, 7.4),
  stroke('light', 2.2, 'M74 62L74 14M74 14Q82 14 81 21'),
  body(4.4, 'M60 30L74 34'),
  eye(47.5, 18.5),
  eye(52.5, 18.5),
]

const angel = (): Shape[] => [
  wing(46, 36, 42, -1),
  wing(54, 36, 42, 1),
  stroke('glow', 2.2, 'M42 8a8 2.6 0 1 0 16 0a8 2.6 0 1 0 -16 0'),
  fill('figure', 'M50 20Q60 22 58 36L66 62L34 62L42 36Q40 22 50 20Z'),
  oval('figure', 50, 17, 5.4, 6),
  body(4, 'M44 30L50 42L56 30'),
  stroke('light', 2, 'M50 34L50 60M46 46L54 46'),
]

const gremlin = (): Shape[] => [
  body(4.6, 'M32 46Q16 50 12 38'),
  body(6, 'M44 46L36 52L40 60M54 46L62 52L58 60'),
  oval('figure', 48, 40, 14, 12, -20),
  body(4.4, 'M40 42L26 48L22 42M56 42L72 44L76 37'),
  oval('figure', 58, 26, 11, 9.5),
  fill('figure', 'M50 24L34 10L54 18ZM64 20L84 8L68 27Z'),
  stroke('light', 1.4, 'M53 31l2 3l2.4-3l2.4 3l2.4-3l2.4 2.6'),
  stroke('light', 1.5, 'M20 38l2 5M24 37l0 5M75 33l0 5M79 34l-2 5'),
  eye(55, 24, 2),
  eye(63, 24, 2),
]

const centaur = (): Shape[] => [
  body(3.6, 'M22 38Q12 44 14 56'),
  legs(4.6, 44, [28, 36, 56, 62]),
  body(15, 'M30 42Q44 44 56 40'),
  fill('figure', 'M50 42L52 22Q60 18 68 22L66 44Z'),
  oval('figure', 60, 13, 5.6, 6.2),
  body(4, 'M66 24L80 24M56 26L70 30'),
  stroke('light', 2, 'M82 6Q96 24 82 42'),
  stroke('light', 1, 'M82 6L72 24L82 42M70 24L94 24'),
  stroke('shade', 2.4, 'M56 10Q48 16 50 26'),
]

const bird = (): Shape[] => [
  wing(48, 38, 44, -1, 'figure'),
  wing(54, 38, 42, 1, 'figure'),
  fill('figure', 'M50 24Q60 26 58 44L50 62L42 44Q40 26 50 24Z'),
  oval('figure', 52, 20, 6.4),
  fill('glow', 'M56 17L68 21L57 24Z'),
  stroke('light', 1.6, 'M30 24L44 40M70 24L58 40'),
  eye(54, 19),
]

const imp = (): Shape[] => [
  fill('shade', 'M46 36L14 10Q14 30 22 34Q18 38 20 44Q32 38 44 46ZM56 36L86 10Q86 30 78 34Q82 38 80 44Q68 38 58 46Z'),
  body(3, 'M50 50Q44 62 60 60'),
  oval('figure', 51, 40, 9, 11),
  oval('figure', 51, 24, 9, 8),
  fill('figure', 'M44 20L40 8L50 17ZM58 20L63 8L52 17Z'),
  stroke('light', 1.4, 'M47 28q4 3 8 0'),
  eye(48, 23, 1.8),
  eye(54.5, 23, 1.8),
]

const treefolk = (): Shape[] => [
  oval('far', 50, 16, 30, 14),
  oval('far', 30, 22, 14, 10),
  oval('far', 70, 22, 14, 10),
  fill('figure', 'M42 20Q46 40 34 62L46 58L50 62L55 58L66 62Q54 40 58 20Z'),
  body(4.6, 'M44 34L26 30L18 40M56 34L74 32L84 42'),
  stroke('light', 1.6, 'M46 44q4 3 8 0'),
  eye(46.5, 36, 1.8),
  eye(53.5, 36, 1.8),
]

const vampire = (): Shape[] => [
  fill('shade', 'M50 20L78 30L84 62L60 54L50 62L40 54L16 62L22 30Z'),
  body(6, 'M47 44L45 60M53 44L55 60'),
  fill('figure', 'M40 26Q50 20 60 26L57 48L43 48Z'),
  oval('figure', 50, 17, 6, 7),
  fill('figure', 'M42 26L36 12L46 20ZM58 26L64 12L54 20Z'),
  stroke('light', 1.3, 'M48 21l1 2.4l1-2.4M51 21l1 2.4l1-2.4'),
  eye(47.5, 16),
  eye(52.5, 16),
]

/** A shield with a star, for creatures of an unknown subtype. */
const crest = (): Shape[] => [
  fill('figure', 'M26 12Q50 2 74 12Q76 44 50 62Q24 44 26 12Z'),
  fill('shade', 'M31 16Q50 8 69 16Q70 41 50 56Q30 41 31 16Z'),
  star('light', 50, 31, 5, 15, 6.5),
]

const cat = (): Shape[] => [
  body(4, 'M28 42Q12 40 14 24Q15 18 20 18'),
  legs(4.6, 44, [32, 39, 58, 65]),
  oval('figure', 46, 41, 20, 9, -6),
  body(9, 'M60 38L69 30'),
  oval('figure', 73, 27, 8, 7),
  fill('figure', 'M67 23L66 13L73 20ZM74 20L79 12L80 23Z'),
  stroke('light', 1.1, 'M78 29L88 27M78 30.5L88 32'),
  eye(76, 25.5),
]

const wolf = (): Shape[] => [
  fill('figure', 'M32 40Q14 40 6 52Q18 54 32 48Z'),
  legs(5, 42, [33, 40, 58, 66]),
  oval('figure', 47, 39, 21, 10, -6),
  fill('figure', 'M56 40Q58 22 70 20L72 10L78 19L92 27Q90 32 80 32Q72 44 58 46Z'),
  stroke('shade', 1.8, 'M40 32l4 5M46 30l4 5M52 29l4 5'),
  stroke('light', 1.2, 'M82 30l1.4 2.4l1.8-2.2'),
  eye(77, 23.5, 1.5),
]

const turtle = (): Shape[] => [
  body(6, 'M32 52L27 61M44 54L42 61M60 54L62 61M70 50L76 60'),
  fill('figure', 'M20 52Q24 22 50 20Q76 22 80 52Z'),
  stroke('shade', 2.2, 'M34 26L40 50M50 20V50M66 26L60 50M24 40H76'),
  body(8, 'M80 46Q88 44 91 38'),
  oval('figure', 92, 35, 6, 5),
  eye(94, 33.5),
]

const drake = (): Shape[] => [
  wing(48, 36, 42, -1, 'shade'),
  wing(54, 36, 36, 1),
  body(4, 'M44 46Q26 54 12 46Q8 42 12 38'),
  body(11, 'M42 46Q54 46 62 32'),
  body(7, 'M61 33Q64 22 72 18'),
  fill('figure', 'M68 12L88 18Q86 24 76 25L67 23Z'),
  fill('figure', 'M68 15L62 6L73 12Z'),
  body(3.4, 'M46 50L43 60M54 48L55 59'),
  eye(76, 17),
]

const merfolk = (): Shape[] => [
  body(9, 'M49 26L51 44'),
  fill('figure', 'M44 40Q42 56 58 58Q70 58 74 48L84 44L82 60L70 62Q44 66 40 44Z'),
  body(4.4, 'M48 28L34 38L30 30M54 28L66 34L72 24'),
  stroke('light', 2.2, 'M72 62V6M66 14V8L72 14L78 8V14'),
  oval('figure', 50, 17, 6.4, 7.6),
  fill('shade', 'M44 14L38 6L47 9L50 3L54 9L62 6L56 14Z'),
  eye(52, 16),
]

const faerie = (): Shape[] => [
  fill('light', 'M46 30Q14 2 12 22Q14 38 46 36ZM54 30Q86 2 88 22Q86 38 54 36Z'),
  fill('glow', 'M46 36Q20 44 26 58Q38 58 48 42ZM54 36Q80 44 74 58Q62 58 52 42Z'),
  body(6, 'M50 26V46'),
  body(3.2, 'M48 46L44 62M52 46L57 61M48 30L38 38M52 30L63 24'),
  oval('figure', 50, 18, 5.6, 6.6),
  star('glow', 66, 22, 5, 5, 2),
  eye(52, 17),
]

const elemental = (): Shape[] => [
  fill('light', 'M20 60Q10 40 30 34Q22 18 42 16Q54 2 66 16Q86 20 76 38Q92 48 78 60Z'),
  fill('figure', 'M30 58Q24 44 38 40Q34 26 48 26Q58 18 64 28Q76 34 68 44Q76 52 68 60Z'),
  stroke('glow', 2, 'M22 50Q34 58 46 50T70 50M30 30Q42 38 54 30T72 30'),
  eye(46, 36, 2.4),
  eye(58, 36, 2.4),
]

const FIGURES: Record<string, () => Shape[]> = {
  angel,
  bear,
  beast,
  bird,
  cat,
  centaur,
  crocodile,
  dinosaur,
  dog,
  drake,
  elemental,
  elephant,
  faerie,
  giant,
  gremlin,
  griffin,
  imp,
  kavu,
  merfolk,
  minotaur,
  soldier,
  spider,
  spirit,
  treefolk,
  turtle,
  vampire,
  wolf,
  wurm,
  zombie,
}

/** The figure of a subtype. Soldiers of great toughness are a troop. */
export function figureOf(subtype: string, toughness: number): Shape[] {
  if (subtype === 'soldier' && toughness > 2) return troop()
  return (FIGURES[subtype] ?? crest)()
}

export const subtypes = Object.keys(FIGURES)
