// The panel of the selected node: its board, its value and window, the reason of a cutoff.
import { html, nothing, type TemplateResult } from 'lit-html'
import { roomOf } from '../../games/index.js'
import { num, t } from '../../lang.js'
import { cutOff, entered, isHorizonLeaf, isOver, type Trace } from '../../learn/trace.js'
import { nodeText, turnText, windowText } from '../../learn/tree_text.js'
import { board, loadedDrawing } from '../../learn/widgets.js'
import type { Actions } from './render.js'
import { shownEvaluator, shownGame, type State } from './state.js'
import { valueOf, whyCut } from './texts.js'

export function nodePanel(s: State, p: Trace, act: Actions): TemplateResult {
  const i = s.chosen,
    node = p.nodes[i],
    cut = cutText(s, p, i)
  return html`<section class="panel node-panel" aria-label=${t('Node {0}', node.name)}>
    <h2><i>${node.name}</i> · ${turnText(p, i, t)}</h2>
    <div class=${`node-board ${roomOf(shownGame(s).name).square ? 'square' : ''}`}>${nodeBoard(s, act)}</div>
    ${facts(s, p, i)}
    ${
      isHorizonLeaf(p, i) && entered(p, i, s.step)
        ? html`<p class="small dim">
            ${t('Depth limit: the value is the static evaluation by {0}.', shownEvaluator(s)?.name ?? '')}
          </p>`
        : nothing
    }
    ${cut ? html`<p class="why">${cut}</p>` : nothing} ${isOver(node.turn) ? nothing : links(s, node.position, act)}
  </section>`
}

function nodeBoard(s: State, act: Actions): TemplateResult | typeof nothing {
  const game = shownGame(s),
    drawing = loadedDrawing(game.name, act.draw)
  return s.board && drawing ? board(drawing, game, s.board.position, { last: s.board.last }) : nothing
}

function cutText(s: State, p: Trace, i: number): string {
  if (p.cutAt[i] && p.cutAt[i] <= s.step) return whyCut(s, i)
  return p.nodes[i].cut && cutOff(p, i, s.step) ? whyCut(s, p.parent[i]) : ''
}

function facts(s: State, p: Trace, i: number): TemplateResult {
  const node = p.nodes[i],
    value = valueOf(s),
    range = windowText(p, i, s.step, value)
  const row = (name: string, what: string | TemplateResult) =>
    html`<dt>${name}</dt>
      <dd>${what}</dd>`
  const known = entered(p, i, s.step)
    ? nodeText(p, i, s.step, value) || '?'
    : node.visit
      ? t('not visited yet')
      : t('not visited')
  return html`<dl class="facts">
    ${i ? row(t('move'), node.move ?? '') : nothing} ${row(t('value'), known)}
    ${range ? row(t('window'), range.join(', ')) : nothing}
    ${node.visit ? row(t('visit'), '#' + num(node.visit)) : nothing}
    ${p.total[i] ? row(t('descendants'), p.total[i] === Infinity ? '…' : num(p.total[i])) : nothing}
    ${row(t('position'), html`<code>${node.position}</code>`)}
  </dl>`
}

function links(s: State, position: string, act: Actions): TemplateResult {
  const to = (path: string) => `${path}?${new URLSearchParams({ game: s.tree?.game ?? '', position }).toString()}`
  const searchFrom = (e: Event) => {
    e.preventDefault()
    act.searchFrom(position)
  }
  return html`<p class="row">
    <a class="button slim" href=${to('/search')} @click=${searchFrom}>${t('Search from here')}</a>
    <a class="button slim quiet" href=${to('/analysis')}>${t('Analyze')}</a>
  </p>`
}
