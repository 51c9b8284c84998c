// What has happened lately, in words: the events that the board lists in order.
import type { Move } from '../../types.js'

const QUIET = ['done', 'pass', 'keep']

/** A move in words without ids of creatures. */
const plain = (words: string): string => words.replace(/ \[\d+\]/g, '')

/** Whether a move only ends a step: the feed shows its results, not the step. */
const endsStep = (move: Move): boolean => QUIET.includes(move.move)

/** The last events, oldest first: draws are left out, and moves without effect. */
export function eventsOf(log: Move[], most: number): { seat: number | null; text: string }[] {
  const list: { seat: number | null; text: string }[] = []
  for (let i = log.length - 1; i >= 0 && list.length < most; i--) {
    const move = log[i]
    if (move.seat === null) continue
    const [deed, ...results] = plain(move.words).split('; '),
      text = endsStep(move) ? results.join('; ') : [deed, ...results].join('; ')
    if (text) list.push({ seat: move.seat, text })
  }
  return list.reverse()
}
