// The cover of a table where several people share the device: between their turns a notice hides all hands. The server
// sends the hand of the seat to move, and after its move it sends the next person's: the page then covers everything
// until that person asks for their hand. The ends of rounds and of games are open to all. Pure functions.
import type { Drawing } from '../../drawing.js'
import type { Table } from '../../types.js'
import type { State } from './state.js'

type Shown = Pick<Table, 'shared' | 'seat' | 'over' | 'state'>

/** Whether all hands may be seen: the game is over, or the result of a round is on the board. */
const isOpen = (table: Shown, drawing: Drawing | null): boolean =>
  !!table.over || (drawing?.pause?.(table.state) ?? 0) > 0

/** The seat whose hand was asked for, once `table` is shown; null: none. A hand stays uncovered while no other seat of
 *  the viewer is to move and no new cards are dealt. */
export const uncoveredAfter = (uncovered: number | null, table: Shown, drawing: Drawing | null): number | null =>
  table.shared && table.seat === uncovered && !isOpen(table, drawing) ? uncovered : null

export const isCovered = ({ uncovered, drawing }: Pick<State, 'uncovered' | 'drawing'>, table: Shown): boolean =>
  table.shared && table.seat !== uncovered && !isOpen(table, drawing)

/** The person at the device wants to see the hand of the seat on display. */
export const uncover = (s: State): State => ({ ...s, uncovered: s.table?.seat ?? null })

/** The table without anything that only one of the people may know: what is rendered while the hands are covered. */
export const veiled = (table: Table): Table => ({
  ...table,
  may: [],
  start: '',
  moves: [],
  state: { ...table.state, position: '', moves: [] },
})

/** A drawing that renders nothing of a hand: scores alone. */
export const veiledDrawing = (drawing: Drawing | null): Drawing | null => drawing && { ...drawing, note: undefined }
