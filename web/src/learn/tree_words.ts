// What is said of a search: every step in a sentence, values as the evaluator counts.
import { word } from '../lang.js'
import { came, done, reason, shown, soFar, bounds, type Pass, type Reason, type Turn } from './tree.js'

export type Say = (english: string, ...values: (string | number)[]) => string

const WIN = 1e6                       // what a won game is worth to a search
const CHANCES = 1e4                   // to an evaluator of chances

/** How an evaluator counts: `unit` points are one; or in chances to win. */
export interface Scale { unit: number; chance?: boolean }

export type Lang = 'en' | 'pt-BR'

const minus = (text: string) => text.replace(/^-/, '−')

/** A value without a plus sign: a tree is full of numbers as it is. */
export function valueText(value: number, scale: Scale, lang: Lang, t: Say): string {
  if (value === Infinity) return '+∞'
  if (value === -Infinity) return '−∞'
  if (Math.abs(value) >= WIN / 2 && Number.isInteger(value)) return value > 0 ? t('win') : t('loss')
  const number = (v: number, digits: number) =>
    minus(v.toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits }))
  if (scale.chance) return number(50 + 50 * value / CHANCES, 1) + ' %'
  if (scale.unit === 1 && Number.isInteger(value)) return minus(String(value))
  return value === 0 ? '0' : number(value / scale.unit, 2)
}

/** What stands in the node after a step. */
export function nodeText(p: Pass, i: number, step: number, value: (v: number) => string): string {
  const s = shown(p, i, step)
  if (!s) return ''
  if (s.value === null) return s.soFar && !done(p, step) ? '…' : '?'
  return (s.sign ? s.sign + ' ' : '') + value(s.value)
}

export function windowText(p: Pass, i: number, step: number, value: (v: number) => string): [string, string] | null {
  const b = bounds(p, i, step)
  return b && [`α ${value(b.alpha)}`, `β ${value(b.beta)}`]
}

/** "1/6" where that is what it is, "12.5 %" otherwise. */
export function probabilityText(p: number, lang: Lang): string {
  for (let n = 1; n <= 64; n++) {
    const k = Math.round(p * n)
    if (k >= 1 && Math.abs(p * n - k) < 1e-6) return n > 1 ? `${k}/${n}` : '1'
  }
  return (100 * p).toLocaleString(lang, { maximumSignificantDigits: 3 }) + ' %'
}

const SIDES: Record<Turn, string> = {
  max: word('MAX to move'), min: word('MIN to move'), chance: word('chance moves'),
  won: word('the end: MAX has won'), lost: word('the end: MAX has lost'), drawn: word('the end: a draw'),
}
export const whose = (p: Pass, i: number, t: Say): string => t(SIDES[p.nodes[i].turn])

function listed(names: string[], t: Say): string {
  const most = 4
  if (names.length > most) return t('{0} and {1} more', names.slice(0, most).join(', '), names.length - most)
  return names.length < 2 ? names.join('') : t('{0} and {1}', names.slice(0, -1).join(', '), names[names.length - 1])
}

export function reasonText(p: Pass, r: Reason, value: (v: number) => string, t: Say): string {
  const name = (i: number) => p.nodes[i].name, alpha = r.kind === 'alpha'
  const first = t(r.mean ? (alpha ? 'Alpha cut: {0} is worth at most {1}, and chance at {2} needs more than {3} of it'
                                  : 'Beta cut: {0} is worth at least {1}, and for chance at {2} {3} is enough')
                         : alpha ? 'Alpha cut: {0} is worth at most {1}, and {2} already has {3}'
                                 : 'Beta cut: {0} is worth at least {1}, and {2} already has {3}',
    name(r.node), value(r.value), name(r.from), value(r.bound))
  const through = r.mean ? '' : r.through < 0 ? t(' as it stands') : t(' through {0}', name(r.through))
  const so = !r.cut.length ? t(', so the rest does not matter')
    : t(r.cut.length === 1 ? ', so {0} does not matter' : ', so {0} do not matter', listed(r.cut.map(name), t))
  return first + through + so + '.'
}

/** The step in a sentence. */
export function caption(p: Pass, step: number, value: (v: number) => string, t: Say): string {
  if (step <= 0) return t('The search has not begun.')
  if (done(p, step))
    return p.stopped ? t('The search was stopped before it was done.')
      : t('The search is done: {0} is worth {1}.', p.nodes[0].name, nodeText(p, 0, step, value))
  const { what, node: i } = p.steps[step - 1], name = p.nodes[i].name, up = p.parent[i]
  if (what === 'cut') {
    const why = reason(p, i)
    return why ? reasonText(p, why, value, t) : t('The rest below {0} is cut off.', name)
  }
  if (what === 'enter') {
    const range = windowText(p, i, step, value)
    return range ? t('Enters {0}: {1}. Window {2}.', name, whose(p, i, t), range.join(', '))
      : t('Enters {0}: {1}.', name, whose(p, i, t))
  }
  const text = nodeText(p, i, step, value), inner = p.kids[i].some(c => came(p, c, step))
  const said = inner ? (up >= 0 ? t('{0} returns {1} to {2}.', name, text, p.nodes[up].name) : t('{0} is worth {1}.', name, text))
    : p.total[i] && !p.kids[i].length ? t('{0} returns {1} to {2}; what is below it is folded away.', name, text, up >= 0 ? p.nodes[up].name : '-')
    : t('{0} is a leaf, worth {1}.', name, text)
  return said + then(p, up, step, value, t)
}

// What that means to the node above.
function then(p: Pass, up: number, step: number, value: (v: number) => string, t: Say): string {
  if (up < 0) return ''
  const name = p.nodes[up].name
  if (p.nodes[up].turn === 'chance') {
    const back = p.kids[up].filter(c => p.leaveAt[c] > 0 && p.leaveAt[c] <= step).length
    return ' ' + t('Chance at {0} has {1} of {2} outcomes.', name, back, p.kids[up].length)
  }
  const before = soFar(p, up, step - 1), now = soFar(p, up, step)
  if (now === null) return ''
  const text = nodeText(p, up, step, value)
  return ' ' + (before === now ? t('{0} stays at {1}.', name, text) : t('Now {0} has {1}.', name, text))
}
