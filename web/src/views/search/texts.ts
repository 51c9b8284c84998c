// Texts of the search view in the language of the page: values, captions, the reasons of cutoffs.
import { lang, num, t } from '../../lang.js'
import { cutReason } from '../../learn/trace.js'
import { caption, nodeText, probabilityText, reasonText, turnText, valueText } from '../../learn/tree_text.js'
import type { TreeText } from '../../learn/tree_view.js'
import { shownEvaluator, type State } from './state.js'

/** A value on the scale of the evaluator that made the tree. */
export function valueOf(s: State): (v: number) => string {
  const by = shownEvaluator(s),
    scale = { unit: by?.unit ?? 1, chance: by?.chance ?? false }
  return v => valueText(v, scale, lang(), t)
}

export function whyCut(s: State, node: number): string {
  const reason = s.trace && cutReason(s.trace, node)
  return s.trace && reason ? reasonText(s.trace, reason, valueOf(s), t) : ''
}

/** The current step in a sentence. */
export const captionOf = (s: State): string => (s.trace ? caption(s.trace, s.step, valueOf(s), t) : '')

export function nodeSummary(s: State, node: number): string {
  const p = s.trace
  if (!p) return ''
  const text = nodeText(p, node, s.step, valueOf(s))
  return `${p.nodes[node].name}: ${turnText(p, node, t)}${text && text !== '…' ? ', ' + t('value {0}', text) : ''}`
}

/** The texts inside the drawing of the tree. */
export function treeText(s: State): TreeText {
  return {
    value: valueOf(s),
    why: node => whyCut(s, node),
    number: n => (n === Infinity ? '…' : num(n)),
    title: t('Search tree'),
    label: node => {
      const { move = '', probability } = s.trace?.nodes[node] ?? {}
      return probability === undefined ? move : `${move} (${probabilityText(probability, lang())})`
    },
  }
}
