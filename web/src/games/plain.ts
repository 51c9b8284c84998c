// The board of games without a drawing: the position as text, the moves as buttons.
import { html, nothing } from 'lit-html'
import type { TemplateResult } from 'lit-html'
import type { Drawing, Picture } from '../drawing.js'
import { button } from './common.js'

function draw(p: Picture): TemplateResult {
  return html`<div class="plain">
    <pre class="plain-position" role="group" aria-label=${p.t('Position')}>${p.state.position}</pre>
    ${p.last ? html`<p class="plain-last">${p.t('Last move: {0}', p.last.move)}</p>` : nothing}
    ${
      p.moves.length
        ? html`<div class="board-buttons" role="group" aria-label=${p.t('Moves')}>
            ${p.moves.map(move => button(p, move, move))}
          </div>`
        : nothing
    }
  </div>`
}

export const drawing: Drawing = { draw }
