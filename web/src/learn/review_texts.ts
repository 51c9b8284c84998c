// A review in words: how much a mistake lost, and the summary of a game in one line.
import { num, t, tn, word } from '../lang.js'
import { MARKS, worst, standing, type Mark, type Mistake, type PlayerReview } from './review.js'

export const percent = (part: number): string => num(100 * part) + '\u00a0%'

const KINDS: Record<Mark, string> = {
  inaccuracy: word('inaccuracy'),
  mistake: word('mistake'),
  blunder: word('blunder'),
}
export const kindText = (mark: Mark): string => t(KINDS[mark])

const STANDINGS = [
  word('a lost position'),
  word('a worse position'),
  word('an even position'),
  word('a better position'),
  word('a won position'),
]

/** The loss of a mistake: in points where both scores are proven, otherwise in chance of winning. */
export const lossText = (m: Mistake): string =>
  m.gave ? tn(m.gave, '{0} point', '{0} points') : t('{0} of winning chance', percent(m.loss))

/** The step between two standings: "from an even position (52 %) to a worse position (31 %)". Empty if the chances are
 *  unknown. */
export function stepText(m: Mistake): string {
  if (m.before === null || m.after === null) return ''
  const from = t(STANDINGS[standing(m.before)]),
    to = t(STANDINGS[standing(m.after)])
  return t('from {0} ({1}) to {2} ({3})', from, percent(m.before), to, percent(m.after))
}

const COUNTS: Record<Mark, [string, string]> = {
  inaccuracy: [word('{0} inaccuracy'), word('{0} inaccuracies')],
  mistake: [word('{0} mistake'), word('{0} mistakes')],
  blunder: [word('{0} blunder'), word('{0} blunders')],
}

/** The mistakes of a player, worst first: "1 blunder, 2 inaccuracies". */
export function countsText(p: PlayerReview): string {
  const some = [...MARKS].reverse().filter(mark => p.marks[mark])
  return some.map(mark => tn(p.marks[mark], ...COUNTS[mark])).join(', ') || t('no mistakes')
}

/** A game in one line: the accuracy of its players and the biggest mistake. */
export function summaryText(players: PlayerReview[], list: Mistake[], nameOf: (seat: number) => string): string {
  const accuracy = t('Accuracy: {0}.', players.map(p => `${nameOf(p.seat)} ${percent(p.accuracy)}`).join(' · ')),
    most = worst(list)
  if (!most) return `${accuracy} ${t('No mistakes found.')}`
  const mistake = t('Biggest mistake: move {0} ({1}), which lost {2}.', most.ply + 1, nameOf(most.seat), lossText(most))
  return `${accuracy} ${mistake}`
}
