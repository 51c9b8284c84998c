// The rollout of a position: its state and the changes of it, pure functions. Rollouts are numbered, and results of one
// that is out of date change nothing.
import type { Rollout } from '../../types.js'

export interface RolloutState {
  agent: string // '': the game's own
  trials: string
  number: number // counts rollouts
  running: boolean
  found: Rollout | null // of the current position
  refused: string
}

export const none: RolloutState = {
  agent: '',
  trials: '500',
  number: 0,
  running: false,
  found: null,
  refused: '',
}

/** The position has changed: a running rollout is out of date. */
export const dropped = (r: RolloutState): RolloutState =>
  r.running || r.found || r.refused ? { ...r, number: r.number + 1, running: false, found: null, refused: '' } : r

/** A rollout begins. */
export const begun = (r: RolloutState): RolloutState => ({ ...dropped(r), number: r.number + 1, running: true })

/** The results so far. */
export const rolled = (r: RolloutState, number: number, found: Rollout): RolloutState =>
  number === r.number ? { ...r, found } : r

/** A rollout has ended, was stopped, or has failed (`refused` is not empty). */
export const ended = (r: RolloutState, number: number, refused = ''): RolloutState =>
  number === r.number ? { ...r, running: false, refused } : r
