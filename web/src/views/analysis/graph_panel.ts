// The chances of winning by move: the frame of the graph, which the view fills, and the same as a table.
import { html, nothing, type TemplateResult } from 'lit-html'
import { num, t } from '../../lang.js'
import { graphText } from '../../learn/chance_graph.js'
import { chances, goTo, type AnalyzedGame } from '../../learn/variation.js'
import type { Actions } from './render.js'
import { evaluations, nameOf, type State } from './state.js'
import { markText } from './texts.js'

const percent = (part: number) => num(100 * part) + '\u00a0%'

export function graphPanel(s: State, g: AnalyzedGame, act: Actions): TemplateResult {
  const list = chances(g.main, evaluations(s)),
    first = nameOf(s, 0)
  return html`<section class="panel graph-panel" aria-label=${t('Evaluation graph')} ?hidden=${!g.main.moves.length}>
    <h2>${t('Winning chances: {0}', first)}</h2>
    <div class="graph" role="img" aria-label=${graphText(list, first)}></div>
    ${s.reviewed.size || s.reviewing || s.opposedTable ? nothing : reviewOffer(act)}
    <details>
      <summary>${t('View as table')}</summary>
      <div class="scroll tall" tabindex="0" role="group" aria-label=${t('Winning chances by move')}>
        <table class="rows">
          <thead>
            <tr>
              <th scope="col" class="right">${t('move')}</th>
              <th scope="col">${t('played')}</th>
              <th scope="col" class="right">${t('chance')}</th>
              <th scope="col" class="right">${t('chance lost')}</th>
              <th scope="col">${t('annotation')}</th>
            </tr>
          </thead>
          <tbody>
            ${list.map((chance, ply) => row(s, g, ply, chance, act))}
          </tbody>
        </table>
      </div>
    </details>
  </section>`
}

const reviewOffer = (act: Actions) =>
  html`<p class="row small dim">
    ${t('An agent can review every move of this game.')}
    <button type="button" class="slim" @click=${act.review}>${t('Review game')}</button>
  </p>`

function row(s: State, g: AnalyzedGame, ply: number, chance: number | null, act: Actions): TemplateResult {
  const move = g.main.moves.at(ply),
    review = s.reviewed.get(ply),
    go = () => act.move(goTo(g, ply, false))
  return html`<tr>
    <td class="right">${ply}</td>
    <td>${move ? html`<button type="button" class="quiet slim" @click=${go}>${move.words}</button>` : '–'}</td>
    <td class="right">${chance === null ? '' : percent(chance)}</td>
    <td class="right">${review?.loss ? percent(review.loss) : ''}</td>
    <td>${markText(review?.mark)}</td>
  </tr>`
}
