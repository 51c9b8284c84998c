// Texts of a search tree: a sentence for every step, and values in the unit of the evaluator.
import { word } from '../lang.js'
import { entered, done, cutReason, shown, soFar, bounds, type Trace, type Reason, type Turn } from './trace.js'

export type Translate = (english: string, ...values: (string | number)[]) => string

const WIN = 1e6 // the value of a won game
const CHANCES = 1e4 // the same for an evaluator whose values are chances

/** The scale of an evaluator: `unit` is the value of one point; or its values are chances of winning. */
export interface Scale {
  unit: number
  chance?: boolean
}

export type Lang = string

const minus = (text: string) => text.replace(/^-/, '−')

/** A value, without a plus sign to keep the nodes small. */
export function valueText(value: number, scale: Scale, lang: Lang, t: Translate): string {
  if (value === Infinity) return '+∞'
  if (value === -Infinity) return '−∞'
  if (Math.abs(value) >= WIN / 2 && Number.isInteger(value)) return value > 0 ? t('win') : t('loss')
  const number = (v: number, digits: number) =>
    minus(v.toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits }))
  if (scale.chance) return number(50 + (50 * value) / CHANCES, 1) + ' %'
  if (scale.unit === 1 && Number.isInteger(value)) return minus(String(value))
  return value === 0 ? '0' : number(value / scale.unit, 2)
}

/** The text inside a node after a step. */
export function nodeText(p: Trace, i: number, step: number, value: (v: number) => string): string {
  const s = shown(p, i, step)
  if (!s) return ''
  if (s.value === null) return s.soFar && !done(p, step) ? '…' : '?'
  return (s.sign ? s.sign + ' ' : '') + value(s.value)
}

export function windowText(p: Trace, i: number, step: number, value: (v: number) => string): [string, string] | null {
  const b = bounds(p, i, step)
  return b && [`α ${value(b.alpha)}`, `β ${value(b.beta)}`]
}

/** A probability as a fraction such as 1/6 if it is one, otherwise as a percentage. */
export function probabilityText(p: number, lang: Lang): string {
  for (let n = 1; n <= 64; n++) {
    const k = Math.round(p * n)
    if (k >= 1 && Math.abs(p * n - k) < 1e-6) return n > 1 ? `${k}/${n}` : '1'
  }
  return (100 * p).toLocaleString(lang, { maximumSignificantDigits: 3 }) + ' %'
}

const SIDES: Record<Turn, string> = {
  max: word('MAX to move'),
  min: word('MIN to move'),
  chance: word('chance node'),
  won: word('game over: MAX wins'),
  lost: word('game over: MAX loses'),
  drawn: word('game over: draw'),
}
export const turnText = (p: Trace, i: number, t: Translate): string => t(SIDES[p.nodes[i].turn])

function listed(names: string[], t: Translate): string {
  const most = 4
  if (names.length > most) return t('{0} and {1} more', names.slice(0, most).join(', '), names.length - most)
  return names.length < 2 ? names.join('') : t('{0} and {1}', names.slice(0, -1).join(', '), names[names.length - 1])
}

export function reasonText(p: Trace, r: Reason, value: (v: number) => string, t: Translate): string {
  const name = (i: number) => p.nodes[i].name,
    alpha = r.kind === 'alpha'
  const first = t(
    r.mean
      ? alpha
        ? 'Alpha cutoff: {0} is at most {1}, but the chance node {2} needs more than {3}'
        : 'Beta cutoff: {0} is at least {1}, but for the chance node {2} {3} is enough'
      : alpha
        ? 'Alpha cutoff: {0} is at most {1}, but {2} already has {3}'
        : 'Beta cutoff: {0} is at least {1}, but {2} already has {3}',
    name(r.node),
    value(r.value),
    name(r.from),
    value(r.bound),
  )
  const through = r.mean ? '' : r.through < 0 ? t(' from its static evaluation') : t(' through {0}', name(r.through))
  const so = !r.cut.length
    ? t(', so the rest does not matter')
    : t(r.cut.length === 1 ? ', so {0} does not matter' : ', so {0} do not matter', listed(r.cut.map(name), t))
  return first + through + so + '.'
}

/** Describes a step in a sentence. */
export function caption(p: Trace, step: number, value: (v: number) => string, t: Translate): string {
  if (step <= 0) return t('The search has not started.')
  if (done(p, step))
    return p.stopped
      ? t('The search was stopped before it was complete.')
      : t('Search finished: the value of {0} is {1}.', p.nodes[0].name, nodeText(p, 0, step, value))
  const { kind, node: i } = p.steps[step - 1],
    name = p.nodes[i].name,
    up = p.parent[i]
  if (kind === 'cut') {
    const why = cutReason(p, i)
    return why ? reasonText(p, why, value, t) : t('The remaining moves of {0} are cut off.', name)
  }
  if (kind === 'enter') {
    const range = windowText(p, i, step, value)
    return range
      ? t('Enters {0}: {1}. Window {2}.', name, turnText(p, i, t), range.join(', '))
      : t('Enters {0}: {1}.', name, turnText(p, i, t))
  }
  const text = nodeText(p, i, step, value),
    inner = p.children[i].some(c => entered(p, c, step))
  const sentence = inner
    ? up >= 0
      ? t('{0} returns {1} to {2}.', name, text, p.nodes[up].name)
      : t('The value of {0} is {1}.', name, text)
    : p.total[i] && !p.children[i].length
      ? t('{0} returns {1} to {2}; its subtree is not shown.', name, text, up >= 0 ? p.nodes[up].name : '-')
      : t('{0} is a leaf with value {1}.', name, text)
  return sentence + effectOnParent(p, up, step, value, t)
}

// The effect of the step on the parent.
function effectOnParent(p: Trace, up: number, step: number, value: (v: number) => string, t: Translate): string {
  if (up < 0) return ''
  const name = p.nodes[up].name
  if (p.nodes[up].turn === 'chance') {
    const back = p.children[up].filter(c => p.leaveAt[c] > 0 && p.leaveAt[c] <= step).length
    return ' ' + t('Chance node {0} has {1} of {2} outcomes.', name, back, p.children[up].length)
  }
  const before = soFar(p, up, step - 1),
    now = soFar(p, up, step)
  if (now === null) return ''
  const text = nodeText(p, up, step, value)
  return ' ' + (before === now ? t('{0} stays at {1}.', name, text) : t('Now {0} has {1}.', name, text))
}
