// Beside the tree of a search: the key to its signs, and the tree as a list.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit-html'
import { t } from '../lang.js'
import { came, gone, judged, left, type Pass } from './tree.js'
import { nodeText, whose } from './tree_words.js'
import { shape } from './tree_view.js'

function sign(name: string, what: SVGTemplateResult): TemplateResult {
  return html`<svg class="tree" width="36" height="26" viewBox="-18 -13 36 26" aria-hidden="true"><g class=${`node ${name}`}>${what}</g></svg>`
}

const textSign = (text: string) => sign('', svg`<text class="value" y="5">${text}</text>`)

/** What the signs of this tree mean. */
export function treeKeys(p: Pass): TemplateResult {
  const has = (turn: string) => p.nodes.some(n => n.turn === turn)
  const known = (what: string) => p.nodes.some(n => n.known === what)
  const rows: [boolean, TemplateResult, string][] = [
    [has('max'), sign('max', shape('max', 20, 20, 'shape')), p.mover ? t('MAX to move') : t('MAX: takes the greatest value')],
    [has('min'), sign('min', shape('min', 20, 20, 'shape')), p.mover ? t('MIN to move') : t('MIN: takes the least value')],
    [has('chance'), sign('chance', shape('chance', 20, 20, 'shape')), t('chance: the mean of its branches')],
    [has('won'), sign('won', shape('won', 20, 20, 'shape')), t('the end: MAX has won')],
    [has('lost'), sign('lost', shape('lost', 20, 20, 'shape')), t('the end: MAX has lost')],
    [has('drawn'), sign('drawn', shape('drawn', 20, 20, 'shape')), t('the end: a draw')],
    [true, sign('', svg`<path class="edge best" d="M-15 0h30"></path>`), t('the best path, when it is known')],
    [true, textSign('≤ ≥'), t('only a bound is known, or the value so far')],
    [p.nodes.some((_, i) => judged(p, i)), textSign('≈'), t('the depth ends here: judged')],
    [p.bounded, textSign('α β'), t('the window: only values between them matter')],
    [p.cutAt.some(at => at > 0), sign('', svg`<path class="edge unseen" d="M-16 0h32"></path><g class="cut"><path d="M-6 7l5 -14m2 14l5 -14"></path></g>`), t('cut off, never visited')],
    [p.total.some(n => n > 0), sign('', svg`<g class="more"><rect x="-16" y="-9" width="32" height="18" rx="9"></rect><text y="4">+12</text></g>`), t('nodes folded away: press to open')],
    [known('unfinished'), textSign('?'), t('unfinished: the search was stopped')],
    [p.mover, textSign('±'), t('values are for the side to move')],
    [p.nodes.some(n => n.probed), sign('min probed', shape('min', 24, 18, 'shape')), t('probed: only one of its moves')],
  ]
  return html`<ul class="plain">${rows.filter(([used]) => used).map(([, picture, text]) => html`<li>${picture}<span>${text}</span></li>`)}</ul>`
}

const DEEP = 400   // nodes that a list shows

/** The tree as nested lists: what screen readers read instead of the picture. */
export function treeList(p: Pass, step: number, chosen: number, value: (v: number) => string, pick: (i: number) => void): TemplateResult {
  let room = DEEP
  const state = (i: number) => {
    const text = nodeText(p, i, step, value)
    if (!came(p, i, step)) return gone(p, i, step) ? t('cut off') : t('not visited yet')
    return left(p, i, step) ? text : text === '…' ? t('being searched') : t('so far {0}', text)
  }
  const item = (i: number): TemplateResult | typeof nothing => {
    if (room-- <= 0) return nothing
    const node = p.nodes[i], kids = p.kids[i].filter(c => came(p, c, step) || gone(p, c, step))
    return html`<li><button type="button" class="slim quiet" aria-current=${i === chosen ? 'true' : nothing} @click=${() => pick(i)}>
      <b>${node.name}</b>${node.move === undefined ? nothing : html` <span>${t('by {0}', node.move)}</span>`}: ${whose(p, i, t)}, <b>${state(i)}</b></button>
      ${kids.length ? html`<ul>${kids.map(item)}</ul>` : nothing}</li>`
  }
  const list = html`<ul class="tree-list">${item(0)}</ul>`
  return html`${list}${room < 0 ? html`<p class="small dim">${t('The list shows the first {0} nodes.', DEEP)}</p>` : nothing}`
}
