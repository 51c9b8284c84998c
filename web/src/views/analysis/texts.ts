// Texts of the analysis view: whose turn it is, the last move, annotations.
import { capital, t, word } from '../../lang.js'
import { lastMove, stateOf, type AnalyzedGame } from '../../learn/variation.js'
import type { State as Position } from '../../types.js'
import { nameOf, type State } from './state.js'

const MARKS: Record<string, string> = {
  '': '',
  best: word('best'),
  inaccuracy: word('inaccuracy'),
  mistake: word('mistake'),
  blunder: word('blunder'),
}

/** The name of an annotation: a mistake, for example. */
export const markText = (mark: string | undefined): string => (mark ? t(MARKS[mark]) : '')

/** The last move and whose turn it is. */
export function statusText(s: State, g: AnalyzedGame): string {
  const state = stateOf(g),
    last = lastMove(g)
  if (!state) return t('Loading…')
  const turn = turnText(s, state)
  return last ? `${last.seat === null ? t('Chance') : nameOf(s, last.seat)}: ${last.words} · ${turn}` : capital(turn)
}

function turnText(s: State, { turn, score }: Position): string {
  if (turn === 'chance') return t('Chance move')
  return turn === 'over' ? t('Game over: {0}', resultText(s, score)) : t('{0} to move', nameOf(s, turn))
}

function resultText(s: State, score: number | undefined): string {
  if (score === undefined) return s.result || '–'
  return score === 0 ? t('a draw') : t('{0} wins', nameOf(s, score > 0 ? 0 : 1))
}

/** What is visible in a game with hidden hands. */
export function hiddenText(s: State, g: AnalyzedGame): string {
  const turn = stateOf(g)?.turn
  return typeof turn === 'number'
    ? t(
        'All hands are visible here: flip the board to see them. The agent uses only what {0} could know at this ' +
          'point.',
        nameOf(s, turn),
      )
    : t('All hands are visible here: flip the board to see them.')
}
