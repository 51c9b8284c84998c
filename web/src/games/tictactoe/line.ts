// Winning lines of tic-tac-toe.

export interface OxoBoard {
  squares: string
}

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const

/** The squares of the winning line, or null. */
export function line(squares: string): readonly number[] | null {
  return LINES.find(l => squares[l[0]] !== '.' && l.every(s => squares[s] === squares[l[0]])) ?? null
}
