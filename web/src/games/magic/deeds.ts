// The line of action: the step of the turn, the buttons, and the last events in order.
import { html, nothing, type TemplateResult } from 'lit-html'
import { eventsOf } from './feed.js'
import { aims, commandMoves, movesOfSelection, parseSelection, STEPS, stepOf, type Selection } from './moves.js'
import { chance, type P } from './parts.js'
import { passUntilTurn, stops } from './stack.js'

function wordLabel(p: P, word: string, count: number): string {
  const phase = p.state.board.phase
  switch (word) {
    case 'keep':
      return p.t('Keep hand')
    case 'mulligan':
      return p.t('Take a mulligan')
    case 'top':
      return p.t('Keep on top')
    case 'bottom':
      return p.t('Put on bottom')
    case 'pass':
      if (phase === 'respond') return p.state.board.stack?.spells.length ? p.t('Let it resolve') : p.t('Pass')
      return phase === 'main1' ? p.t('Go to combat') : p.t('End turn')
    default:
      return phase === 'attack'
        ? count
          ? p.t('Attack with {0}', count)
          : p.t('No attack')
        : count
          ? p.t('Block with {0}', count)
          : p.t('No blocks')
  }
}

/** The number of attackers or blockers, declared and selected. */
function declared(p: P, selection: Selection): number {
  const b = p.state.board
  return b.phase === 'attack'
    ? b.sides[b.active].creatures.filter(c => c.attacks).length + selection.attackers.length
    : b.sides[1 - b.active].creatures.filter(c => c.blocks).length +
        selection.blocks.filter(x => x.attacker !== null).length
}

export function actions(p: P): TemplateResult {
  const b = p.state.board,
    selection = parseSelection(p.picked)
  const press = (word: string): void => {
    const all = word === 'done' ? movesOfSelection(b, selection, p.moves) : [word]
    if (all.length > 1 && p.playAll) {
      p.pick(null)
      p.playAll(all)
    } else p.play(all[0])
  }
  const itself = String(b.next_id)
  return html`<div class="mag-actions">
    ${
      p.moves.includes(itself) && aims(b)
        ? html`<button
            type="button"
            class="mag-action ${p.hint === itself ? 'mag-hinted' : ''}"
            @click=${() => p.play(itself)}
          >
            ${p.t('Target itself')}
          </button>`
        : nothing
    }
    ${commandMoves(p.moves).map(
      (word, i) =>
        html`<button
          type="button"
          class="mag-action ${i ? 'mag-second' : ''} ${p.hint === word ? 'mag-hinted' : ''}"
          data-word=${word}
          @click=${() => press(word)}
        >
          ${wordLabel(p, word, declared(p, selection))}${chance(p, word)}
        </button>`,
    )}
    ${passUntilTurn(p)}${stops(p)}
    ${
      selection.attackers.length || selection.blocks.length
        ? html`<button
            type="button"
            class="mag-plain"
            aria-label=${p.t('Clear selection')}
            title=${p.t('Clear selection')}
            @click=${() => p.pick(null)}
          >
            ×
          </button>`
        : nothing
    }
  </div>`
}

function stepWord(p: P, step: (typeof STEPS)[number]): string {
  switch (step) {
    case 'draw':
      return p.t('Draw')
    case 'main1':
      return p.t('Main 1')
    case 'attack':
      return p.t('Attack')
    case 'block':
      return p.t('Block')
    case 'damage':
      return p.t('Damage')
    case 'main2':
      return p.t('Main 2')
    case 'discard':
      return p.t('Discard')
  }
}

export function phases(p: P): TemplateResult {
  const b = p.state.board,
    now = stepOf(b.phase, b.stack?.step)
  const title =
    b.phase === 'over'
      ? p.t('The duel is over')
      : b.turn
        ? p.t('Turn {0}: {1}', b.turn, p.names[b.active])
        : p.t('Before the game')
  return html`<div class="mag-phase">
    <b>${title}</b>
    ${
      b.turn && now >= 0
        ? html`<ol class="mag-steps">
            ${STEPS.map(
              (step, i) =>
                html`<li class=${i < now ? 'mag-past' : ''} aria-current=${i === now ? 'step' : 'false'}>
                  ${stepWord(p, step)}
                </li>`,
            )}
          </ol>`
        : nothing
    }
  </div>`
}

const SHOWN = 5 // events on the table; small ones show the last

export function events(p: P): TemplateResult {
  const list = eventsOf(p.log ?? [], SHOWN)
  return html`<ol class="mag-events" aria-label=${p.t('Last events')}>
    ${list.map(e => html`<li class=${e.seat === p.seat ? 'mag-mine' : ''}>${e.text}</li>`)}
  </ol>`
}
