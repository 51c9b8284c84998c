// Cards of the Magic duel: a frame, symbols for the cost, and an emblem generated from the type and the abilities of the
// card. Each colour and each ability has its own geometric shape.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit-html'
import type { Card } from './magic_moves.js'

export type Words = (english: string, ...values: (string | number)[]) => string

export function abilityWord(t: Words, ability: string): string {
  switch (ability) {
    case 'flying': return t('flying')
    case 'reach': return t('reach')
    case 'vigilance': return t('vigilance')
    case 'haste': return t('haste')
    case 'first strike': return t('first strike')
    case 'double strike': return t('double strike')
    case 'lifelink': return t('lifelink')
    default: return ability
  }
}

export function typeWord(t: Words, type: Card['type']): string {
  return type === 'land' ? t('Land') : type === 'creature' ? t('Creature') : t('Sorcery')
}

export function colourClass(card: Card): string {
  return `mag-${card.colour && 'WUBRG'.includes(card.colour) ? card.colour : 'N'}`
}

// ---- Cost ----------------------------------------------------------------------------------------

const SHAPES: Record<string, string> = {
  R: 'M0 -4 L4 3 L-4 3 Z', W: 'M0 -4.4 L4.4 0 L0 4.4 L-4.4 0 Z', U: 'M-4 -1.5 Q-2 -4 0 -1.5 T4 -1.5 V1.8 Q2 4.2 0 1.8 T-4 1.8 Z',
  B: 'M-3.2 -3.2 H3.2 V3.2 H-3.2 Z', G: 'M0 -4.2 L3.7 -2.1 V2.1 L0 4.2 L-3.7 2.1 V-2.1 Z',
}

/** The cost as symbols: for 2RR, a disc with the number 2 and two red ones. */
export function cost(card: Card): TemplateResult | typeof nothing {
  const parts = card.cost.match(/\d+|[WUBRG]/g) ?? []
  if (!parts.length) return nothing
  return html`<span class="mag-cost" aria-hidden="true">${parts.map(part => html`<svg class="mag-pip mag-pip-${SHAPES[part] ? part : 'N'}" viewBox="-7 -7 14 14">
    <circle r="6.4" />${SHAPES[part] ? svg`<path d=${SHAPES[part]} />` : svg`<text y="3.4">${part}</text>`}</svg>`)}</span>`
}

// ---- Emblems -------------------------------------------------------------------------------------

function hash(text: string): number {
  let h = 2166136261
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619) >>> 0
  return h
}

function star(points: number, outer: number, inner: number, turn: number): string {
  const list = Array.from({ length: 2 * points }, (_, i) => {
    const r = i % 2 ? inner : outer, angle = turn + (Math.PI * i) / points
    return `${(r * Math.sin(angle)).toFixed(1)} ${(-r * Math.cos(angle)).toFixed(1)}`
  })
  return `M${list.join('L')}Z`
}

const LANDS: Record<string, string> = {
  R: 'M-40 18 L-16 -16 L-4 0 L10 -22 L40 18 Z', W: 'M-40 6 Q0 -6 40 6 V18 H-40 Z',
  U: 'M-40 2 Q-30 -8 -20 2 T0 2 T20 2 T40 2 V18 H-40 Z', B: 'M-40 18 V8 Q-20 14 -12 2 Q0 16 14 0 Q22 14 40 6 V18 Z',
  G: 'M-40 18 L-28 -8 L-16 18 L-2 -16 L12 18 L26 -6 L40 18 Z', N: 'M-40 10 H40 V18 H-40 Z',
}

const MARKS: Record<string, string> = {
  flying: 'M-14 -4 Q-28 -20 -38 -8 Q-28 -10 -22 2 M14 -4 Q28 -20 38 -8 Q28 -10 22 2',
  reach: 'M30 16 V-16 M25 -10 L30 -17 L35 -10',
  vigilance: 'M-36 12 Q-28 4 -20 12 Q-28 20 -36 12 Z',
  haste: 'M-38 -12 H-24 M-40 -4 H-28 M-38 4 H-24',
  'first strike': 'M22 18 L38 2',
  'double strike': 'M18 18 L34 2 M26 20 L40 6',
  lifelink: 'M28 -18 Q36 -6 28 -4 Q20 -6 28 -18 Z',
}

function creatureEmblem(card: Card): SVGTemplateResult {
  const h = hash(card.name), points = 3 + (h % 5), turn = ((h >> 4) % 6) / 6
  const size = 13 + Math.min(card.power ?? 0, 6), core = 4 + Math.min(card.toughness ?? 0, 6)
  return svg`<path class="mag-e1" d=${star(points, size, size * (0.45 + ((h >> 8) % 4) / 10), turn)} />
    <circle class="mag-e2" r=${core} /><path class="mag-e3" d=${star(points, core * 0.75, core * 0.3, turn + 0.5)} />
    ${card.abilities.map(a => svg`<path class="mag-em" d=${MARKS[a] ?? ''} />`)}`
}

function sorceryEmblem(card: Card): SVGTemplateResult {
  const h = hash(card.name), rays = 7 + (h % 6)
  return svg`<path class="mag-e1" d=${star(rays, 20, 8, 0)} transform="scale(1.5 0.95)" />
    <circle class="mag-e2" r="8" /><path class="mag-e3" d=${star(3 + ((h >> 5) % 3), 6, 2, ((h >> 9) % 7) / 7)} />`
}

function landEmblem(card: Card): SVGTemplateResult {
  return svg`<circle class="mag-e3" cx="14" cy="-8" r="8" /><path class="mag-e1" d=${LANDS[card.colour ?? 'N'] ?? LANDS.N} />
    <path class="mag-e2" d="M-40 18 Q-10 4 40 16 V22 H-40 Z" />`
}

export function emblem(card: Card): TemplateResult {
  return html`<svg class="mag-emblem" viewBox="-42 -22 84 44" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    ${card.type === 'land' ? landEmblem(card) : card.type === 'creature' ? creatureEmblem(card) : sorceryEmblem(card)}</svg>`
}

// ---- Faces ---------------------------------------------------------------------------------------

/** The face of a small card; `strength` is its current power and toughness. */
export function face(t: Words, card: Card, strength: TemplateResult | typeof nothing = nothing): TemplateResult {
  const words = card.abilities.map(a => abilityWord(t, a)).join(', ') || (card.type === 'creature' ? '' : typeWord(t, card.type))
  const longest = Math.max(...card.name.split(/[ -]/).map(w => w.length))
  return html`<span class="mag-title ${longest > 11 ? 'mag-longer' : longest > 9 ? 'mag-long' : ''}">${card.name}</span>
    <span class="mag-art">${emblem(card)}${cost(card)}</span>
    <span class="mag-foot"><span class="mag-abilities">${words}</span>${strength}</span>`
}

export function strength(power: number, toughness: number, extra = ''): TemplateResult {
  return html`<b class="mag-pt ${extra}">${power}/${toughness}</b>`
}

/** The rules text of a card. Cards of the server come with it in every language. */
export function rulesText(t: Words, lang: string, card: Card): string {
  return card.text[lang] ?? t(card.text.en)
}

/** A large card with its rules text. */
export function large(t: Words, lang: string, card: Card): TemplateResult {
  return html`<div class="mag-large ${colourClass(card)}">
    <div class="mag-head"><span class="mag-title">${card.name}</span>${cost(card)}</div>
    ${emblem(card)}
    <div class="mag-type">${typeWord(t, card.type)}${card.cost ? html` · ${t('cost {0}', card.cost)}` : nothing}</div>
    <p class="mag-text">${rulesText(t, lang, card) || t('No abilities.')}</p>
    ${card.type === 'creature' ? strength(card.power ?? 0, card.toughness ?? 0) : nothing}
  </div>`
}

/** A short description of a card for screen readers. */
export function spoken(t: Words, card: Card): string {
  return [card.name, typeWord(t, card.type), card.cost ? t('cost {0}', card.cost) : '', card.type === 'creature' ? `${card.power}/${card.toughness}` : '',
    card.abilities.map(a => abilityWord(t, a)).join(', ')].filter(Boolean).join(', ')
}
