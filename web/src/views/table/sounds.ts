// Which sounds a change of the table makes. Pure functions.
import type { Sound } from '../../sound.js'
import type { Move, Table } from '../../types.js'
import { myTurn } from './state.js'
import { resultFor } from './texts.js'

type Scores = (string | number)[] | null

/** The sounds of a new snapshot with the moves `news`. A score that falls or jumps is a capture, in every game. */
export function soundsOf(table: Table, news: Move[], before: Table | null, was: Scores, now: Scores): Sound[] {
  if (!before) return []
  if (table.over && !before.over) return [resultFor(table) ?? 'draw']
  const sounds: Sound[] = news.some(m => m.seat !== null) ? [jumps(was, now) ? 'capture' : 'move'] : []
  const others = table.seats.some(s => s.kind === 'player' && !s.you)
  if (others && myTurn(table) && !myTurn(before)) sounds.push('turn')
  return sounds
}

const jumps = (was: Scores, now: Scores): boolean =>
  was !== null &&
  now !== null &&
  now.some((score, i) => Number(score) < Number(was[i]) || Number(score) > Number(was[i]) + 1)

const LOW = 10000, // milliseconds
  LAST = 5000

/** Whether a clock that went from `was` to `now` ticks: when time runs low, and every one of the last seconds. */
export const clockTicks = (was: number, now: number): boolean =>
  (was > LOW && now <= LOW) || (now < LAST && now > 0 && Math.ceil(was / 1000) !== Math.ceil(now / 1000))
