// The data from which the parts of a table are rendered: the state with its snapshot, the time, and the user's actions.
import type { Box, Drawing } from '../../drawing.js'
import type { Evaluation, Game, Table } from '../../types.js'
import { isCovered, veiled, veiledDrawing } from './cover.js'
import { myTurn, type LogTab, type Sheet, type State } from './state.js'

export interface Actions {
  /** Sends a request about this table. An error is shown and spoken. */
  send: (what: string, members?: Record<string, unknown>) => void
  /** Plays a move; resolves to whether the server accepted it. */
  play: (move: string) => Promise<boolean>
  playSeries: (moves: string[]) => void
  pick: (what: string | null) => void
  resign: () => void
  stand: () => void
  /** Takes a seat; a guest is asked for a name first. */
  sit: (seat: number) => void
  requestHint: () => void
  /** Shows the hand of the seat to move, where people share the device. */
  uncover: () => void
  /** Shows and speaks a message, as of an error. */
  explain: (text: string) => void
  copy: (text: string) => void
  newTable: () => void
  showRules: () => void
  setSpeed: (speed: string) => void
  toggleSound: () => void
  chooseTab: (tab: LogTab) => void
  /** Opens a sheet, or closes it if it is open. */
  openSheet: (sheet: Sheet) => void
}

export interface TableContext extends Actions {
  id: string
  state: State
  table: Table
  /** All hands are covered: `table` has nothing of them. */
  covered: boolean
  /** It is the turn of the person who may uncover theirs. */
  passed: boolean
  game: Game | undefined
  drawing: Drawing | null
  hint: Evaluation | null
  tab: LogTab
  /** The room of the board in pixels. */
  box: Box
  now: number // milliseconds
}

export function contextOf(
  id: string,
  state: State,
  table: Table,
  box: Box,
  now: number,
  actions: Actions,
): TableContext {
  const { game, drawing, hint, tab } = state,
    shared = { ...actions, id, state, game, hint, tab, box, now }
  return isCovered(state, table)
    ? { ...shared, covered: true, passed: myTurn(table), table: veiled(table), drawing: veiledDrawing(drawing) }
    : { ...shared, covered: false, passed: false, table, drawing }
}
