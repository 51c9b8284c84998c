// Moves in Lines of Action: a piece moves as many squares as there are pieces on its line. Squares are numbered 0 (a1)
// to 63 (h8). Pure functions.

export interface LoaBoard {
  squares: string
  pieces: [number, number]
  groups: [string[][], string[][]]
  winner: number | null
}

export const squareName = (s: number): string => 'abcdefgh'[s % 8] + (Math.floor(s / 8) + 1)
export const squareOf = (name: string): number => name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1)

/** The squares of a move such as "b1-d3" or "b1xd3"; null for a pass. */
export function squaresOf(move: string): { from: number; to: number; takes: boolean } | null {
  const m = /^([a-h][1-8])([-x])([a-h][1-8])$/.exec(move)
  return m ? { from: squareOf(m[1]), to: squareOf(m[3]), takes: m[2] === 'x' } : null
}

/** One direction along a line. */
export interface Way {
  /** The target square; null: off the board. */
  to: number | null
  /** The piece that blocks the move: an enemy on the way, or an own piece on the target. */
  blocked: number | null
  takes: boolean
}

export interface Line {
  /** The number of pieces on the line, which is the length of a move. */
  count: number
  /** The squares from end to end. */
  squares: number[]
  ways: [Way, Way]
}

const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const

/** The four lines through a piece. */
export function lines(squares: string, from: number): Line[] {
  return DIRECTIONS.map(([dx, dy]) => {
    const back = walk(from, -dx, -dy)
    const ahead = walk(from, dx, dy)
    const all = [...back.slice().reverse(), from, ...ahead]
    const count = all.filter(s => squares[s] !== '.').length
    return { count, squares: all, ways: [way(squares, from, back, count), way(squares, from, ahead, count)] }
  })
}

/** The squares from `from` (exclusive) to the edge. */
function walk(from: number, dx: number, dy: number): number[] {
  const list: number[] = []
  for (let x = (from % 8) + dx, y = Math.floor(from / 8) + dy; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy)
    list.push(8 * y + x)
  return list
}

function way(squares: string, from: number, path: number[], count: number): Way {
  const to = path[count - 1]
  if (to === undefined) return { to: null, blocked: null, takes: false }
  const enemy = path.slice(0, count - 1).find(s => squares[s] !== '.' && squares[s] !== squares[from])
  const blocked = enemy ?? (squares[to] === squares[from] ? to : null)
  return { to, blocked, takes: blocked === null && squares[to] !== '.' }
}

/** Pairs of adjacent pieces of the same colour, each pair once: the connections of the groups. */
export function links(squares: string): [number, number][] {
  const pairs: [number, number][] = []
  for (let s = 0; s < 64; s++)
    for (const [dx, dy] of DIRECTIONS) {
      const next = walk(s, dx, dy)[0]
      if (squares[s] !== '.' && next !== undefined && squares[next] === squares[s]) pairs.push([s, next])
    }
  return pairs
}
