// The decks in the setup dialog: a list with pictures for each player, and a list of one's own, which the server
// checks.
import { html, nothing, svg, type TemplateResult } from 'lit-html'
import { fieldError } from '../../field_error.js'
import type { FieldError } from '../../spec.js'
import type { Chooser, ChooserContext } from '../room.js'
import { colourClass, picture } from './card.js'
import type { Board, Card, Deck } from './moves.js'
import { mana } from './symbols.js'

const CURVE = 6 // bars: costs of 1 to 5, and of 6 and more

interface Own {
  text: string
  error: FieldError | null
  busy: boolean
}

/** The number of cards by cost. */
export function curveOf(cards: Card[]): number[] {
  const bars = new Array<number>(CURVE).fill(0)
  for (const c of cards) if (c.type !== 'land') bars[Math.min(Math.max(c.mana, 1), CURVE) - 1] += c.copies
  return bars
}

/** The cards that show what a deck is about: the dearest of each kind first. */
export const mainCards = (cards: Card[]): Card[] =>
  cards
    .filter(c => c.type !== 'land')
    .sort((a, b) => Number(b.type === 'creature') - Number(a.type === 'creature') || b.mana - a.mana)
    .slice(0, 3)

/** A deck as the text of a deck file. */
export const textOf = (cards: Card[]): string => cards.map(c => `${c.copies} ${c.name}`).join('\n')

const total = (cards: Card[], type: Card['type']): number =>
  cards.reduce((n, c) => n + (c.type === type ? c.copies : 0), 0)

function deckTitle(t: ChooserContext['t'], value: string): string {
  switch (value) {
    case 'red':
      return t('Red')
    case 'white':
      return t('White')
    case 'black':
      return t('Black')
    case 'blue':
      return t('Blue')
    case 'green':
      return t('Green')
    default:
      return /^\d/.test(value) ? t('Your list') : value
  }
}

function curve(t: ChooserContext['t'], cards: Card[]): TemplateResult {
  const bars = curveOf(cards),
    most = Math.max(...bars, 1)
  return html`<svg
    class="mag-curve"
    viewBox="0 0 72 34"
    role="img"
    aria-label=${t('Cards by cost: {0}', bars.join(', '))}
  >
    ${bars.map(
      (n, i) =>
        svg`<rect x=${12 * i + 1} y=${24 - (22 * n) / most} width="10" height=${(22 * n) / most} rx="1.5" /><text
          x=${12 * i + 6} y="33">${i + 1}${i === CURVE - 1 ? '+' : ''}</text>`,
    )}
  </svg>`
}

/** The picture of a deck: its main cards, colour, curve and numbers. */
function deckPicture(t: ChooserContext['t'], deck: Deck): TemplateResult {
  const { cards } = deck,
    colour = cards.find(c => c.colour)?.colour
  return html`<span class="mag-deck-art"
      >${mainCards(cards).map(c => html`<span class=${colourClass(c)}>${picture(c)}</span>`)}</span
    >
    <span class="mag-deck-facts">
      ${
        colour
          ? html`<svg class="mag-cost" viewBox="0 0 15 15" aria-hidden="true">${mana(colour, 7.5, 7.5)}</svg>`
          : nothing
      }
      <span class="small"
        >${
          total(cards, 'instant')
            ? t(
                'Lands {0}, creatures {1}, sorceries {2}, instants {3}',
                total(cards, 'land'),
                total(cards, 'creature'),
                total(cards, 'sorcery'),
                total(cards, 'instant'),
              )
            : t(
                'Lands {0}, creatures {1}, sorceries {2}',
                total(cards, 'land'),
                total(cards, 'creature'),
                total(cards, 'sorcery'),
              )
        }</span
      >
      ${curve(t, cards)}
    </span>`
}

/** The field of the option `decks`, whose value is "red/white": a name or a list for each player. */
export function deckChooser(c: ChooserContext): Chooser {
  const { t } = c,
    known = new Map<string, Deck | null>(),
    own: (Own | null)[] = [null, null]

  function deckOf(value: string): Deck | null {
    if (!known.has(value)) {
      known.set(value, null)
      void c
        .start(`${value}/${value}`)
        .then(state => {
          known.set(value, (state.board as Board).decks[0])
          c.draw()
        })
        .catch(() => undefined)
    }
    return known.get(value) ?? null
  }

  async function check(halves: string[], seat: number, mine: Own): Promise<void> {
    mine.busy = true
    mine.error = null
    c.draw()
    try {
      halves[seat] = await c.pack(mine.text)
      own[seat] = null
      c.set(halves.join('/'))
    } catch (why) {
      const e = why as { message: string; at: number | null }
      mine.error = { text: e.message.charAt(0).toUpperCase() + e.message.slice(1), at: null }
      mine.busy = false
      c.draw()
      const field = document.getElementById(`own-deck-${seat}`) as HTMLTextAreaElement | null
      field?.focus()
      if (e.at !== null) field?.setSelectionRange(e.at, e.at)
    }
  }

  function ownList(halves: string[], seat: number, mine: Own): TemplateResult {
    const id = `own-deck-${seat}`
    return html`<div class="field mag-own-deck">
      <label for=${id}>${t('60 cards: a number and a name on each line')}</label>
      <textarea
        id=${id}
        rows="8"
        spellcheck="false"
        .value=${mine.text}
        aria-invalid=${mine.error ? 'true' : nothing}
        aria-describedby=${`${id}-wrong`}
        @input=${(e: Event) => {
          mine.text = (e.target as HTMLTextAreaElement).value
        }}
      ></textarea>
      ${fieldError(`${id}-wrong`, mine.error, '')}
      <p>
        <button type="button" ?disabled=${mine.busy} @click=${() => void check(halves, seat, mine)}>
          ${t('Check and use')}
        </button>
        <button
          type="button"
          class="quiet"
          @click=${() => {
            own[seat] = null
            c.draw()
          }}
        >
          ${t('Cancel')}
        </button>
      </p>
    </div>`
  }

  function seatField(halves: string[], seat: number): TemplateResult {
    const value = halves[seat],
      offers = c.option.offers ?? [],
      mine = own[seat],
      deck = deckOf(value)
    const choice = (v: string): TemplateResult => {
      const shown = deckOf(v)
      return html`<label class="mag-deck">
        <input
          type="radio"
          name=${`deck-${seat}`}
          .checked=${v === value}
          @change=${() => {
            own[seat] = null
            c.set(halves.map((h, i) => (i === seat ? v : h)).join('/'))
          }}
        />
        <b>${deckTitle(t, v)}</b>${shown ? deckPicture(t, shown) : nothing}
      </label>`
    }
    return html`<fieldset class="mag-decks">
      <legend>${t('Deck of player {0}', seat + 1)}</legend>
      <div class="mag-deck-list">${[...offers, ...(offers.includes(value) ? [] : [value])].map(choice)}</div>
      ${
        mine
          ? ownList(halves, seat, mine)
          : html`<button
              type="button"
              class="slim"
              @click=${() => {
                own[seat] = { text: deck ? textOf(deck.cards) : '', error: null, busy: false }
                c.draw()
              }}
            >
              ${t('Paste or edit a list…')}
            </button>`
      }
    </fieldset>`
  }

  return value => {
    const halves = value.split('/')
    return html`${seatField(halves, 0)}${seatField(halves, 1)}`
  }
}
