// Our own symbols of the Magic duel: mana of the five colours, and abilities.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit-html'
import type { Card } from './moves.js'

/** Mana: a flame, a sun, a wave, a crescent and a leaf, on a disc of radius 7. */
const MANA: Record<string, string> = {
  R:
    'M0 5.2C-4 5.2 -4.4 1.4 -2 -0.6C-2 0.8 -1 1 -0.6 0.2C0 -1.4 -1 -3.2 0.6 -5.2' +
    'C1.2 -2.4 4.4 -1.4 3.8 1.8C3.6 3.8 2 5.2 0 5.2Z',
  W:
    'M0 -5.6L1.5 -2.9L4.4 -4.4L2.9 -1.5L5.6 0L2.9 1.5L4.4 4.4L1.5 2.9L0 5.6L-1.5 2.9L-4.4 4.4' +
    'L-2.9 1.5L-5.6 0L-2.9 -1.5L-4.4 -4.4L-1.5 -2.9Z',
  U:
    'M-5 -0.6Q-3.2 -3.4 -1 -1.2T3 -1.4Q4.2 -2.6 5 -1.6V0.4Q3.2 -0.6 1.6 1T-2 1' +
    'Q-3.6 -0.2 -5 1.6ZM-4.4 3.6Q-2.6 1.6 -0.6 3.2T4.4 2.4V4Q2 5.4 0.4 4.8T-4.4 5Z',
  B: 'M2.8 -4.8A5.3 5.3 0 1 0 5 2.4A4.4 4.4 0 0 1 2.8 -4.8Z',
  G: 'M-4.6 4.6C-5.4 -1.6 -1 -5 5 -5C5.4 1.4 1.8 5.2 -3 3.6L1.6 -1.4L-3.9 5Z',
}

/** One disc at (x, y): a colour, or a number. */
export const mana = (part: string, x: number, y: number, r = 7): SVGTemplateResult =>
  svg`<g class="mag-pip mag-pip-${MANA[part] ? part : 'N'}" transform="translate(${x} ${y}) scale(${r / 7})"><circle
    r="6.8" />${MANA[part] ? svg`<path d=${MANA[part]} />` : svg`<text y="3.7">${part}</text>`}</g>`

export const costParts = (card: Card): string[] => card.cost.match(/\d+|[WUBRG]/g) ?? []

/** The cost in a line of text. */
export function cost(card: Card): TemplateResult | typeof nothing {
  const parts = costParts(card)
  if (!parts.length) return nothing
  return html`<svg class="mag-cost" viewBox="0 0 ${15 * parts.length} 15" aria-hidden="true">
    ${parts.map((part, i) => mana(part, 7.5 + 15 * i, 7.5))}
  </svg>`
}

/** Abilities, on a canvas of 14 by 14 units around the origin. */
const ABILITIES: Record<string, string> = {
  flying: 'M-6 4Q-5 -5 6 -6Q5 -3 3 -2.4Q4 -2 4 -1.6Q3 0.6 0.6 0.8Q1.4 1.2 1.4 1.6Q-1 4 -6 4Z',
  reach: 'M-4.4 -6Q6 0 -4.4 6L-3.4 3.6Q1.6 0 -3.4 -3.6ZM-6 -0.8H3V-2.8L6.6 0L3 2.8V0.8H-6Z',
  vigilance: 'M-6.4 0Q0 -7.4 6.4 0Q0 7.4 -6.4 0ZM0 -2.8A2.8 2.8 0 1 0 0 2.8A2.8 2.8 0 1 0 0 -2.8Z',
  haste: 'M-6 -5.4L0 0L-6 5.4L-3 5.4L3 0L-3 -5.4ZM0 -5.4L6 0L0 5.4L2.4 5.4L7 0L2.4 -5.4Z',
  'first strike':
    'M6 -6.4L5.4 -3L-1.2 3.6L0.4 5.2L-0.8 6.4L-3 4.2L-5.4 6.6L-6.6 5.4L-4.2 3L-6.4 0.8L-5.2 -0.4L-3.6 1.2L3 -5.6Z',
  'double strike':
    'M6.4 -6L5.8 -3L-1.4 4.2L-0.4 5.4L-1.6 6.4L-5.8 2.2L-4.6 1L-3.6 2L3.4 -5.4ZM-6.4 -6' +
    'L-5.8 -3L-2.8 0L-0.8 -2.2L-3.4 -5.4ZM1 0.2L4 3L4.8 2L6 3.2L2 6.6L0.8 5.6L1.8 4.6L-1 2.2Z',
  flash: 'M1.6 -6.6L-4.8 1H-0.6L-2 6.6L4.8 -1.6H0.6L3.4 -6.6Z',
  lifelink: 'M0 6.2Q-7 1.2 -5.8 -3Q-3.6 -6.4 0 -2.6Q3.6 -6.4 5.8 -3Q7 1.2 0 6.2Z',
}

export const abilitySign = (ability: string, x: number, y: number): SVGTemplateResult | typeof nothing =>
  ABILITIES[ability] ? svg`<path class="mag-sign" transform="translate(${x} ${y})" d=${ABILITIES[ability]} />` : nothing
