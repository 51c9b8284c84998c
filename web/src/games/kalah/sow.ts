// Sowing in Kalah. Pits are numbered in sowing order: 0 to houses-1 are South's houses, `houses` is South's store, then
// North's houses and North's store. Pure functions.

export interface KalahBoard {
  houses: number
  seeds: [number[], number[]]
  stores: [number, number]
}

/** The number of seeds in every pit. */
export function places(b: KalahBoard): number[] {
  return [...b.seeds[0], b.stores[0], ...b.seeds[1], b.stores[1]]
}

export const storeOf = (houses: number, seat: number): number => (seat ? 2 * houses + 1 : houses)
export const ownerOf = (houses: number, place: number): number => (place > houses ? 1 : 0)
export const isStore = (houses: number, place: number): boolean => place === houses || place === 2 * houses + 1
export const opposite = (houses: number, place: number): number => 2 * houses - place

/** Converts between moves and pits: moves number North's houses after South's. */
export function placeOf(houses: number, move: string): number {
  const n = Number(move)
  return n > houses ? n : n - 1
}
export function moveOf(houses: number, place: number): string {
  return String(place > houses ? place : place + 1)
}

export interface Sowing {
  /** The pits in which the seeds fall, in order. */
  path: number[]
  /** Captured houses: the last one and the opposite one, whose seeds go to the mover's store. */
  captured: number[]
  /** Houses whose seeds go to their owner's store at the end of the game. */
  swept: number[]
  /** The last seed fell into the mover's store and the game is not over: the mover moves again. */
  again: boolean
}

/** The effect of a move. `emptyCapture`: the last seed is captured even if the opposite house is empty. */
export function sow(b: KalahBoard, from: number, emptyCapture = false): Sowing {
  const { houses } = b
  const seat = ownerOf(houses, from)
  const size = 2 * houses + 2
  const skipped = storeOf(houses, 1 - seat)
  const heap = places(b)
  const path: number[] = []
  let at = from
  for (let hand = heap[from]; hand > 0; hand--) {
    do at = (at + 1) % size
    while (at === skipped)
    path.push(at)
  }
  heap[from] = 0
  for (const p of path) heap[p]++
  const captured: number[] = []
  const last = path[path.length - 1]
  if (last !== undefined && !isStore(houses, last) && ownerOf(houses, last) === seat && heap[last] === 1) {
    const facing = opposite(houses, last)
    if (heap[facing] > 0) captured.push(last, facing)
    else if (emptyCapture) captured.push(last)
  }
  for (const p of captured) heap[p] = 0
  const rows = [0, 1].map(s => heap.slice(s * (houses + 1), s * (houses + 1) + houses))
  const over = rows.some(row => row.every(n => n === 0))
  const swept = over ? heap.flatMap((n, p) => (n > 0 && !isStore(houses, p) ? [p] : [])) : []
  return { path, captured, swept, again: last === storeOf(houses, seat) && !over }
}

/** The number of seeds in every pit after a move. */
export function after(b: KalahBoard, from: number, emptyCapture = false): number[] {
  const { path, captured, swept } = sow(b, from, emptyCapture)
  const heap = places(b)
  const mine = storeOf(b.houses, ownerOf(b.houses, from))
  heap[from] = 0
  for (const p of path) heap[p]++
  for (const p of captured) move(p, mine)
  for (const p of swept) move(p, storeOf(b.houses, ownerOf(b.houses, p)))
  return heap

  function move(p: number, to: number): void {
    heap[to] += heap[p]
    heap[p] = 0
  }
}

export interface Spot {
  x: number
  y: number
  turn: number
  tint: number
}

/** Positions of n seeds in an ellipse with half axes rx and ry around 0, 0, apart from each other and near the centre.
 *  The result is deterministic for each `salt`, and one more seed does not move the others. */
export function scatter(n: number, rx: number, ry: number, size: number, salt: number): Spot[] {
  const spots: Spot[] = []
  let seed = (salt * 2654435761 + 97) >>> 0
  for (let i = 0; i < n; i++) {
    let best: Spot | null = null
    let most = -Infinity
    for (let k = 0; k < 14; k++) {
      const angle = random() * 2 * Math.PI
      const far = Math.sqrt(random())
      const x = Math.cos(angle) * far * rx
      const y = Math.sin(angle) * far * ry
      const near = spots.reduce((d, s) => Math.min(d, Math.hypot(s.x - x, s.y - y)), 2.05 * size)
      const good = near - 0.3 * Math.hypot(x, y * (rx / ry)) * Math.min(1, 16 / (i + 1))
      if (good > most) {
        most = good
        best = { x, y, turn: 0, tint: 0 }
      }
    }
    spots.push({ ...best!, turn: Math.round(random() * 180), tint: Math.floor(random() * 5) })
  }
  return spots

  function random(): number {
    /* mulberry32 */
    seed = (seed + 0x6d2b79f5) >>> 0
    let z = Math.imul(seed ^ (seed >>> 15), seed | 1)
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61)
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296
  }
}
