// Cards of the Magic duel: the small face on the table and in the hand, the large one that is read, and words.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit-html'
import { guard } from 'lit-html/directives/guard.js'
import type { Card, Creature } from './moves.js'
import { sceneOf } from './scene.js'
import type { Shape } from './shapes.js'
import { abilitySign, cost, costParts, mana } from './symbols.js'

export type Words = (english: string, ...values: (string | number)[]) => string

export function abilityWord(t: Words, ability: string): string {
  switch (ability) {
    case 'flying':
      return t('flying')
    case 'reach':
      return t('reach')
    case 'vigilance':
      return t('vigilance')
    case 'haste':
      return t('haste')
    case 'first strike':
      return t('first strike')
    case 'double strike':
      return t('double strike')
    case 'lifelink':
      return t('lifelink')
    case 'flash':
      return t('flash')
    default:
      return ability
  }
}

function subtypeWord(t: Words, subtype: string): string {
  switch (subtype) {
    case 'angel':
      return t('Angel')
    case 'bear':
      return t('Bear')
    case 'beast':
      return t('Beast')
    case 'bird':
      return t('Bird')
    case 'cat':
      return t('Cat')
    case 'centaur':
      return t('Centaur')
    case 'crocodile':
      return t('Crocodile')
    case 'dinosaur':
      return t('Dinosaur')
    case 'dog':
      return t('Dog')
    case 'drake':
      return t('Drake')
    case 'elemental':
      return t('Elemental')
    case 'elephant':
      return t('Elephant')
    case 'faerie':
      return t('Faerie')
    case 'giant':
      return t('Giant')
    case 'gremlin':
      return t('Gremlin')
    case 'griffin':
      return t('Griffin')
    case 'imp':
      return t('Imp')
    case 'kavu':
      return t('Kavu')
    case 'merfolk':
      return t('Merfolk')
    case 'minotaur':
      return t('Minotaur')
    case 'soldier':
      return t('Soldier')
    case 'spider':
      return t('Spider')
    case 'spirit':
      return t('Spirit')
    case 'treefolk':
      return t('Treefolk')
    case 'turtle':
      return t('Turtle')
    case 'vampire':
      return t('Vampire')
    case 'wolf':
      return t('Wolf')
    case 'wurm':
      return t('Wurm')
    case 'zombie':
      return t('Zombie')
    default:
      return subtype.charAt(0).toUpperCase() + subtype.slice(1)
  }
}

/** The type line: "Creature: Angel". */
export function typeLine(t: Words, card: Card): string {
  if (card.type === 'land') return t('Land')
  if (card.type === 'sorcery') return t('Sorcery')
  if (card.type === 'instant') return t('Instant')
  return card.subtype ? t('Creature: {0}', subtypeWord(t, card.subtype)) : t('Creature')
}

export function colourClass(card: Card): string {
  return `mag-${card.colour && 'WUBRG'.includes(card.colour) ? card.colour : 'N'}`
}

// ---- Pictures ------------------------------------------------------------------------------------

const pathOf = (s: Shape): SVGTemplateResult =>
  s.width
    ? svg`<path class="mag-line-${s.layer}" stroke-width=${s.width} d=${s.d} />`
    : svg`<path class="mag-fill-${s.layer}" d=${s.d} />`

/** The picture of a card in a box of a width and a height; the sky grows with the height. */
export function scene(card: Card, width: number, height: number): SVGTemplateResult {
  const tall = (100 * height) / width
  return svg`<svg class="mag-scene" x="5" width=${width} height=${height} viewBox="0 ${72 - tall} 100 ${tall}">
    <rect class="mag-sky" x="-1" y=${71 - tall} width="102" height=${tall + 2} />
    ${sceneOf(card).map(pathOf)}
  </svg>`
}

/** A picture of its own, as wide as its place. */
export const picture = (card: Card): TemplateResult =>
  html`<svg class="mag-picture" viewBox="5 0 100 72" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    ${scene(card, 100, 72)}
  </svg>`

// ---- Names on small cards -------------------------------------------------------------------------

const NAME_SIZE = 13.6,
  NAME_WIDTH = 86,
  LETTER = 0.64 // mean width of a bold letter, of its size, in the widest fonts

const widthOf = (text: string): number => text.length * LETTER * NAME_SIZE

/** A name on one line or on two, broken where the longer one is shortest. */
export function nameLines(name: string): string[] {
  if (widthOf(name) <= NAME_WIDTH) return [name]
  const words = name.split(' ')
  let best = [name]
  for (let i = 1; i < words.length; i++) {
    const lines = [words.slice(0, i).join(' '), words.slice(i).join(' ')]
    if (Math.max(...lines.map(l => l.length)) < Math.max(...best.map(l => l.length))) best = lines
  }
  return best
}

const nameText = (line: string, i: number): SVGTemplateResult =>
  svg`<text class="mag-name" x="7.5" y=${17.4 + 14 * i} font-size=${NAME_SIZE} textLength=${
    widthOf(line) > NAME_WIDTH ? NAME_WIDTH : nothing
  } lengthAdjust="spacingAndGlyphs">${line}</text>`

// ---- Small faces ---------------------------------------------------------------------------------

/** Power and toughness: grown in green, hurt in red, as they are now. */
function strength(card: Card, c?: Creature): SVGTemplateResult | typeof nothing {
  if (card.type !== 'creature') return nothing
  const power = c?.power ?? card.power ?? 0,
    left = (c?.toughness ?? card.toughness ?? 0) - (c?.damage ?? 0),
    more = power > (card.power ?? 0)
  const shown = `${power}/${left}`,
    wide = Math.max(36, 12 + 9.6 * shown.length)
  return svg`<rect class="mag-pt-box" x=${96 - wide} y="113" width=${wide} height="23" rx="5" />
    <text class="mag-pt" x=${96 - wide / 2} y="130.4" text-anchor="middle"
      ><tspan class=${more ? 'mag-up' : ''}>${power}</tspan
    >/<tspan class=${c?.damage ? 'mag-down' : more ? 'mag-up' : ''}>${left}</tspan></text>`
}

const chip = (text: string, x: number, y: number, kind: string): SVGTemplateResult =>
  svg`<g class="mag-chip ${kind}" transform="translate(${x} ${y})"
    ><rect x="-13" y="-9" width="26" height="18" rx="9" /><text
    y="4.8">${text}</text></g>`

/** What the creature carries: counters, its place in the damage order, the spiral of summoning sickness. */
const marks = (
  c: Creature,
): SVGTemplateResult => svg`${c.counters ? chip(`+${c.counters}`, 20, 101, 'mag-chip-more') : nothing}
  ${c.boost ? chip(`+${c.boost}`, c.counters ? 48 : 20, 101, 'mag-chip-boost') : nothing}
  ${c.order ? chip(String(c.order), 50, 70, 'mag-chip-order') : nothing}
  ${
    c.sick && !c.tapped
      ? svg`<g class="mag-dream" transform="translate(18 56)"><circle r="9.5" /><path
          d="M0 0a2 2 0 0 1 4 0a4 4 0 0 1 -8 0a6 6 0 0 1 10 -3.4" /></g>`
      : nothing
  }`

/** The small face: 100 by 140 units. In play it has no cost; in a hand the left edge shows it, which no card covers. */
export function face(t: Words, card: Card, c?: Creature, count = 1): TemplateResult {
  const lines = nameLines(card.name),
    plate = 5 + 14 * lines.length,
    tall = 105 - plate,
    parts = c ? [] : costParts(card)
  const still = (): unknown => svg`<rect class="mag-edge" width="100" height="140" rx="8" />
    <rect class="mag-frame" x="2.5" y="2.5" width="95" height="135" rx="6" />
    <rect class="mag-plate" x="5" y="5" width="90" height=${plate - 1} rx="3.5" />
    ${lines.map(nameText)}
    <svg y=${plate + 6} width="100" height=${tall} viewBox="0 0 100 ${tall}">${scene(card, 90, tall)}</svg>
    ${parts.map((part, i) => mana(part, 14 + 15.5 * i, plate + 16, 7.6))}
    ${
      card.type === 'creature'
        ? card.abilities.slice(0, 3).map((a, i) => abilitySign(a, 14 + 17 * i, 124.5))
        : svg`<text class="mag-kind" x="8" y="129">${typeLine(t, card)}</text>`
    }`
  return html`<svg class="mag-face" viewBox="0 0 100 140" aria-hidden="true">
    ${guard([card, parts.length, t('Land')], still)} ${strength(card, c)} ${c ? marks(c) : nothing}
    ${count > 1 ? chip(`×${count}`, 81, plate + 17, 'mag-chip-count') : nothing}
  </svg>`
}

/** The back of a card. */
export const back = (): TemplateResult =>
  html`<svg class="mag-back" viewBox="0 0 100 140" aria-hidden="true">
    <rect class="mag-edge" width="100" height="140" rx="8" />
    <rect class="mag-back-in" x="6" y="6" width="88" height="128" rx="5" />
    <path class="mag-back-line" d="M50 22L82 70L50 118L18 70ZM50 42L68 70L50 98L32 70Z" />
  </svg>`

// ---- The large card ------------------------------------------------------------------------------

/** The rules text of a card, which comes in every language. */
export function rulesText(lang: string, card: Card): string {
  return card.text[lang] ?? card.text.en
}

/** A card to read: whole name, cost, picture, type line and rules text. */
export function large(t: Words, lang: string, card: Card, c?: Creature): TemplateResult {
  return html`<div class="mag-large ${colourClass(card)}">
    <div class="mag-head"><span class="mag-title">${card.name}</span>${cost(card)}</div>
    ${picture(card)}
    <div class="mag-type">${typeLine(t, card)}</div>
    <p class="mag-text">${rulesText(lang, card) || t('No abilities.')}</p>
    ${
      card.type === 'creature'
        ? html`<b class="mag-size">${c?.power ?? card.power}/${c?.toughness ?? card.toughness}</b>`
        : nothing
    }
  </div>`
}

/** A short description of a card for screen readers. */
export function spoken(t: Words, card: Card): string {
  return [
    card.name,
    typeLine(t, card),
    card.cost ? t('cost {0}', card.cost) : '',
    card.type === 'creature' ? `${card.power}/${card.toughness}` : '',
    card.abilities.map(a => abilityWord(t, a)).join(', '),
  ]
    .filter(Boolean)
    .join(', ')
}
