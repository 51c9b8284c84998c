// The legend of a search tree, and the tree as a nested list.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit-html'
import { t } from '../lang.js'
import { entered, cutOff, isHorizonLeaf, finished, type Trace } from './trace.js'
import { nodeText, turnText } from './tree_text.js'
import { shape } from './tree_view.js'

function sign(name: string, what: SVGTemplateResult): TemplateResult {
  return html`<svg class="tree" width="36" height="26" viewBox="-18 -13 36 26" aria-hidden="true">
    <g class=${`node ${name}`}>${what}</g>
  </svg>`
}

const textSign = (text: string) => sign('', svg`<text class="value" y="5">${text}</text>`)

/** The legend: only symbols that occur in this tree. */
export function treeLegend(p: Trace): TemplateResult {
  const has = (turn: string) => p.nodes.some(n => n.turn === turn)
  const known = (what: string) => p.nodes.some(n => n.known === what)
  const rows: [boolean, TemplateResult, string][] = [
    [
      has('max'),
      sign('max', shape('max', 20, 20, 'shape')),
      p.mover ? t('MAX to move') : t('MAX: greatest value of its children'),
    ],
    [
      has('min'),
      sign('min', shape('min', 20, 20, 'shape')),
      p.mover ? t('MIN to move') : t('MIN: least value of its children'),
    ],
    [has('chance'), sign('chance', shape('chance', 20, 20, 'shape')), t('chance node: expected value of its children')],
    [has('won'), sign('won', shape('won', 20, 20, 'shape')), t('game over: MAX wins')],
    [has('lost'), sign('lost', shape('lost', 20, 20, 'shape')), t('game over: MAX loses')],
    [has('drawn'), sign('drawn', shape('drawn', 20, 20, 'shape')), t('game over: draw')],
    [true, sign('', svg`<path class="edge best" d="M-15 0h30"></path>`), t('principal variation, once known')],
    [true, textSign('≤ ≥'), t('a bound, or the value so far')],
    [p.nodes.some((_, i) => isHorizonLeaf(p, i)), textSign('≈'), t('static evaluation at the depth limit')],
    [p.bounded, textSign('α β'), t('window: only values inside it matter')],
    [
      p.cutAt.some(at => at > 0),
      sign(
        '',
        svg`<path class="edge unseen" d="M-16 0h32"></path><g class="cut"><path d="M-6 7l5 -14m2 14l5 -14"></path></g>`,
      ),
      t('cut off, never visited'),
    ],
    [
      p.total.some(n => n > 0),
      sign(
        '',
        svg`<g class="more"><rect x="-16" y="-9" width="32" height="18" rx="9"></rect><text y="4">+12</text></g>`,
      ),
      t('hidden nodes: press to expand'),
    ],
    [known('unfinished'), textSign('?'), t('unfinished: the search was stopped here')],
    [p.mover, textSign('±'), t('values are for the side to move')],
    [
      p.nodes.some(n => n.probed),
      sign('min probed', shape('min', 24, 18, 'shape')),
      t('probed: only one move was searched'),
    ],
  ]
  return html`<ul class="plain">
    ${rows.filter(([used]) => used).map(([, picture, text]) => html`<li>${picture}<span>${text}</span></li>`)}
  </ul>`
}

const LIST_MOST = 400 // nodes in the list

/** The tree as nested lists, for screen readers. */
export function treeList(
  p: Trace,
  step: number,
  chosen: number,
  value: (v: number) => string,
  pick: (i: number) => void,
): TemplateResult {
  let room = LIST_MOST
  const state = (i: number) => {
    const text = nodeText(p, i, step, value)
    if (!entered(p, i, step)) return cutOff(p, i, step) ? t('cut off') : t('not visited yet')
    return finished(p, i, step) ? text : text === '…' ? t('being searched') : t('so far {0}', text)
  }
  const item = (i: number): TemplateResult | typeof nothing => {
    if (room-- <= 0) return nothing
    const node = p.nodes[i],
      children = p.children[i].filter(c => entered(p, c, step) || cutOff(p, c, step))
    return html`<li>
      <button type="button" class="slim quiet" aria-current=${i === chosen ? 'true' : nothing} @click=${() => pick(i)}>
        <span
          ><b>${node.name}</b>${node.move === undefined ? nothing : ` ${t('after {0}', node.move)}`}:
          ${turnText(p, i, t)}, <b>${state(i)}</b></span
        >
      </button>
      ${
        children.length
          ? html`<ul>
              ${children.map(item)}
            </ul>`
          : nothing
      }
    </li>`
  }
  const list = html`<ul class="tree-list">
    ${item(0)}
  </ul>`
  return html`${list}${
    room < 0 ? html`<p class="small dim">${t('The list shows the first {0} nodes.', LIST_MOST)}</p>` : nothing
  }`
}
