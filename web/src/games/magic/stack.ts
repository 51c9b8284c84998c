// The stack as cards in order, the top first, and the stops: where the player wants to be asked for a response. A stop
// that is switched off here passes at once, whatever the hand holds, so that a pass shows nothing.
import { html, nothing, type TemplateResult } from 'lit-html'
import { directive, Directive, type ElementPart } from 'lit-html/directive.js'
import { colourClass, face, spoken } from './card.js'
import { find, responds, stopOf, type Board, type Spell } from './moves.js'
import { chance, look, lookers, type P } from './parts.js'

// ---- The stack -----------------------------------------------------------------------------------

function targetWords(p: P, spell: Spell): string {
  const b = p.state.board,
    at = spell.target
  if (!at) return ''
  if (at.player !== undefined) return p.names[at.player]
  if (at.spell !== undefined) return b.stack?.spells.find(s => s.id === at.spell)?.name ?? ''
  return find(b, at.creature ?? 0)?.creature.name ?? (at.creature === spell.id ? spell.name : '')
}

function spellCard(p: P, spell: Spell): TemplateResult {
  const card = p.state.board.decks[spell.seat].cards[spell.card],
    what = `card:${spell.seat}:${spell.card}`,
    move = String(spell.id),
    legal = p.state.board.phase === 'aim' && p.moves.includes(move),
    at = targetWords(p, spell),
    on = lookers(p, what)
  return html`<button
    type="button"
    class="mag-card ${colourClass(card)} ${legal ? 'mag-can' : ''} ${legal && p.hint === move ? 'mag-hinted' : ''}"
    data-at="spell:${spell.id}"
    data-ids=${spell.id}
    @click=${() => (legal ? p.play(move) : look(p, what))}
    @pointerenter=${on.enter}
    @pointerleave=${on.leave}
    @focus=${on.focus}
    @contextmenu=${on.hold}
  >
    <span class="spoken"
      >${p.names[spell.seat]}:
      ${spoken(p.t, card)}${at ? `, ${p.t('target: {0}', at)}` : ''}${legal ? `: ${p.t('target it')}` : ''}</span
    >
    ${face(p.t, card)}${legal ? chance(p, move) : nothing}
  </button>`
}

/** The spells on the stack; the first one resolves first. */
export function stack(p: P): TemplateResult | typeof nothing {
  const spells = p.state.board.stack?.spells ?? []
  if (!spells.length) return nothing
  return html`<div
    class="mag-stack"
    role="group"
    aria-label=${p.t('Stack, {0} spells: the first resolves first', spells.length)}
  >
    ${[...spells].reverse().map(spell => spellCard(p, spell))}
  </div>`
}

// ---- Stops ---------------------------------------------------------------------------------------

const KEY = 'magic-stops-off'
let passing: { table: string; turn: number } | null = null // until the own turn

const off = (): string[] => {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[]).map(String)
  } catch {
    return []
  }
}

function setOff(list: string[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list))
  } catch {
    // without storage all stops stay on
  }
}

/** Whether the page passes for the player now: by public information and the player's own settings only. */
export function passes(b: Board, seat: number | null, without: string[], untilTurn: number | null): boolean {
  if (!responds(b) || seat === null || b.stack?.priority !== seat) return false
  return without.includes(stopOf(b, seat)) || (untilTurn === b.turn && b.active !== seat)
}

const done = new WeakSet<object>()

class Passer extends Directive {
  render(_p: P): unknown {
    return nothing
  }

  override update(_part: ElementPart, [p]: [P]): unknown {
    const until = passing?.table === location.pathname ? passing.turn : null
    if (p.moves.includes('pass') && !done.has(p.state) && passes(p.state.board, p.seat, off(), until)) {
      done.add(p.state)
      queueMicrotask(() => (p.playAll ? p.playAll(['pass']) : p.play('pass'))) // a series waits for animations
    }
    return nothing
  }
}

/** Passes where a stop is off, at a table. */
export const passer = directive(Passer)

function stopWord(p: P, stop: string): string {
  switch (stop) {
    case 'spell':
      return p.t('Spells of the opponent')
    case 'own':
      return p.t('Own spells')
    case 'my-combat':
      return p.t('My beginning of combat')
    case 'my-attackers':
      return p.t('After my attack')
    case 'my-blockers':
      return p.t('After blocks in my turn')
    case 'my-end':
      return p.t('End of my turn')
    case 'their-combat':
      return p.t('Beginning of combat in the other turn')
    case 'their-attackers':
      return p.t('After the attack on me')
    case 'their-blockers':
      return p.t('After my blocks')
    default:
      return p.t('End of the other turn')
  }
}

/** Switches for the own stops that the game has. */
export function stops(p: P): TemplateResult | typeof nothing {
  const b = p.state.board,
    list = p.seat === null ? [] : (b.stack?.stops[p.seat] ?? []),
    without = off()
  if (!list.length || !p.box || b.phase === 'over') return nothing
  const toggle = (stop: string): void => {
    setOff(without.includes(stop) ? without.filter(s => s !== stop) : [...without, stop])
    p.pick(p.picked)
  }
  return html`<details class="mag-stops">
    <summary>${p.t('Stops')}</summary>
    <div class="mag-stop-list" role="group" aria-label=${p.t('Ask me for responses')}>
      ${list.map(
        stop =>
          html`<label
            ><input
              type="checkbox"
              data-stop=${stop}
              .checked=${!without.includes(stop)}
              @change=${() => toggle(stop)}
            />${stopWord(p, stop)}</label
          >`,
      )}
    </div>
  </details>`
}

/** A button that passes everywhere until the own turn. */
export function passUntilTurn(p: P): TemplateResult | typeof nothing {
  const b = p.state.board
  if (!responds(b) || !p.box || !p.moves.includes('pass') || b.active === p.seat) return nothing
  return html`<button
    type="button"
    class="mag-action mag-second"
    accesskey="u"
    data-word="until"
    @click=${() => {
      passing = { table: location.pathname, turn: b.turn }
      p.play('pass')
    }}
  >
    ${p.t('Pass until my turn')}
  </button>`
}
