// The squares of a Connect Four board, in reading order from the top left.

export interface Connect4Board {
  width: number
  height: number
  /** Discs in a line that win. */
  connect: number
  /** 'r', 'y' or '.'. */
  squares: string
  /** The squares of completed lines. */
  line: number[]
}

/** The square on which a disc lands in a column (from 0); null: the column is full. */
export function landing(board: Connect4Board, column: number): number | null {
  for (let row = board.height - 1; row >= 0; row--) {
    const square = row * board.width + column
    if (board.squares[square] === '.') return square
  }
  return null
}

/** The discs of a column, from the bottom up. */
export function discs(board: Connect4Board, column: number): string[] {
  const all = []
  for (let row = board.height - 1; row >= 0; row--) all.push(board.squares[row * board.width + column])
  return all.filter(disc => disc !== '.')
}

/** The square of the last disc in a column: the highest; null: the column is empty. */
export function top(board: Connect4Board, column: number): number | null {
  const free = landing(board, column)
  const square = free === null ? column : free + board.width
  return square < board.width * board.height ? square : null
}
