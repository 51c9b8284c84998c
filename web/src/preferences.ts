// Preferences of the user, which the browser remembers.
import { read, save } from './lang.js'

const FORCED = 'jogada.forced'

/** Whether passes and other moves without a choice are played for the user. */
export const playsForced = (): boolean => read(FORCED) === 'yes'
export const setForced = (on: boolean): void => save(FORCED, on ? 'yes' : 'no')
