// Layout of domino tiles on the table. The unit is half a tile, so that a tile is 2 by 1; the centre of the table is 0,
// 0.
//
// An arm follows a path of cells, each half a tile: outwards, around a corner at the edge of the table, back, and out
// again, in rows that are three cells apart. Each arm bends to its right within its own quarter of the table. The four
// arms form a pinwheel and never meet, however long they are. A tile takes two cells; a double lies across one cell.

export type Halves = [number, number]
export interface Tile {
  halves: Halves
  seat: number
  place: number
}
export interface Arm {
  tiles: Tile[]
  end: number | null
  worth: number
}

/** A placed tile: its centre, and the direction from its first half to its second in degrees. */
export interface Laid extends Tile {
  x: number
  y: number
  angle: number
  across: boolean
}
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}
interface Cell {
  x: number
  y: number
  angle: number
  corner: boolean
}

const ROW = 3 // distance of rows: doubles in neighbouring rows do not touch

// By arm (left, right, up, down): the directions outwards and sideways, and the first and last cells of its rows.
const ARMS = [
  { out: [-1, 0], side: [0, -1], from: 1, back: 3, to: 7 },
  { out: [1, 0], side: [0, 1], from: 1, back: 3, to: 7 },
  { out: [0, -1], side: [1, 0], from: 1.5, back: 2.5, to: 5.5 },
  { out: [0, 1], side: [-1, 0], from: 1.5, back: 2.5, to: 5.5 },
] as const

/** The first cells of an arm's path. `wide`: the opening tile is not a double and lies lengthwise. */
export function path(arm: number, cells: number, wide = false): Cell[] {
  const { out, side, from, back, to } = ARMS[arm]
  const list: { u: number; v: number }[] = []
  let v = 0
  for (let u = wide ? 1.5 : from; u <= to; u++) list.push({ u, v })
  while (list.length < cells + 1) {
    const here = list[list.length - 1].u,
      far = here > back
    for (let i = 0; i < ROW; i++) list.push({ u: here, v: ++v })
    if (far) for (let u = here - 1; u >= back; u--) list.push({ u, v })
    else for (let u = here + 1; u <= to; u++) list.push({ u, v })
  }
  return list.slice(0, cells).map((cell, i) => {
    const before = list[i - 1] ?? { u: cell.u - 1, v: 0 },
      after = list[i + 1]
    const du = cell.u - before.u,
      dv = cell.v - before.v
    return {
      x: out[0] * cell.u + side[0] * cell.v,
      y: out[1] * cell.u + side[1] * cell.v,
      angle: angleOf(out[0] * du + side[0] * dv, out[1] * du + side[1] * dv),
      corner: after.u - cell.u !== du,
    }
  })
}

function angleOf(x: number, y: number): number {
  return x > 0 ? 0 : y > 0 ? 90 : x < 0 ? 180 : 270
}

/** Places the tiles of an arm; `next` are the two cells after them. */
function layArm(arm: number, tiles: Tile[], wide: boolean): { laid: Laid[]; next: Cell[] } {
  const cells = path(arm, 2 * tiles.length + 4, wide)
  const laid: Laid[] = []
  let at = 0
  for (const tile of tiles) {
    const placed = place(tile, cells, at)
    laid.push(placed.laid)
    at = placed.next
  }
  return { laid, next: cells.slice(at, at + 2) }
}

/** A double lies across one cell, except in a corner, where it would block the path. */
function place(tile: Tile, cells: Cell[], at: number): { laid: Laid; next: number } {
  const a = cells[at],
    b = cells[at + 1]
  if (tile.halves[0] === tile.halves[1] && !a.corner)
    return { laid: { ...tile, x: a.x, y: a.y, angle: a.angle + 90, across: true }, next: at + 1 }
  const angle = angleOf(b.x - a.x, b.y - a.y)
  return { laid: { ...tile, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, angle, across: false }, next: at + 2 }
}

export interface Layout {
  tiles: Laid[]
  /** The cell after the last tile of each arm, where its value is shown. */
  ends: { x: number; y: number }[]
  /** Encloses all tiles and one more at each open end. */
  box: Box
}

/** The opening tile; a double stands across between the first two arms. */
export function layOpening(opening: Tile): Laid {
  const double = opening.halves[0] === opening.halves[1]
  return { ...opening, x: 0, y: 0, angle: double ? 90 : 0, across: double }
}

function isWide(opening: Tile | null): boolean {
  return opening !== null && opening.halves[0] !== opening.halves[1]
}

export function layout(opening: Tile | null, arms: Arm[]): Layout {
  const tiles = opening ? [layOpening(opening)] : []
  const ends: Layout['ends'] = []
  let box: Box = { left: -1, top: -1, right: 1, bottom: 1 }
  arms.forEach((arm, i) => {
    const { laid, next } = layArm(i, arm.tiles, isWide(opening))
    tiles.push(...laid)
    ends.push({ x: next[0].x, y: next[0].y })
    if (arm.end !== null) for (const c of next) box = around(box, boxOfCell(c))
  })
  for (const tile of tiles) box = around(box, boxOf(tile))
  return { tiles, ends, box }
}

/** The place of a tile at the end of an arm, turned so that its matching half is inside. */
export function placeFor(opening: Tile | null, arms: Arm[], halves: Halves, arm: number): Laid {
  if (!opening) return layOpening({ halves, seat: -1, place: 0 })
  const turned: Halves = halves[0] === arms[arm].end ? halves : [halves[1], halves[0]]
  const { laid } = layArm(arm, [...arms[arm].tiles, { halves: turned, seat: -1, place: -1 }], isWide(opening))
  return laid[laid.length - 1]
}

export function boxOf(tile: Laid): Box {
  const flat = tile.angle % 180 === 0,
    w = flat ? 1 : 0.5,
    h = flat ? 0.5 : 1
  return { left: tile.x - w, top: tile.y - h, right: tile.x + w, bottom: tile.y + h }
}

function boxOfCell(c: { x: number; y: number }): Box {
  return { left: c.x - 0.5, top: c.y - 0.5, right: c.x + 0.5, bottom: c.y + 0.5 }
}

function around(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  }
}

const ASPECT = 1.2 // width / height of a table that has no given room
const STEP = 1 // the visible part grows in steps of this size
const NEAR = { x: 4, y: 3 } // its smallest extent to each side of the centre
const MARGIN = 0.3

/** The part of the table that must be visible. */
export function neededBox(box: Box): Box {
  const reach = (n: number, near: number): number => near + Math.max(0, Math.ceil((n + MARGIN - near) / STEP)) * STEP
  return {
    left: -reach(-box.left, NEAR.x),
    top: -reach(-box.top, NEAR.y),
    right: reach(box.right, NEAR.x),
    bottom: reach(box.bottom, NEAR.y),
  }
}

/** The visible part of a table whose aspect ratio stays the same as its tiles spread. */
export function visibleBox(box: Box): Box {
  const { left, top, right, bottom } = neededBox(box),
    wide = Math.max(right - left, ASPECT * (bottom - top)),
    high = wide / ASPECT
  const x = (left + right) / 2,
    y = (top + bottom) / 2
  return { left: x - wide / 2, top: y - high / 2, right: x + wide / 2, bottom: y + high / 2 }
}

// ---- Moves ---------------------------------------------------------------------------------

/** A parsed move: a tile, an arm from 0 (-1: none), and whether a galo is announced. */
export interface Play {
  halves: Halves
  arm: number
  announces: boolean
}

export function parseMove(move: string): Play | null {
  const m = /^([0-6])-([0-6])(?:@([1-4]))?(!?)$/.exec(move)
  return m && { halves: [Number(m[1]), Number(m[2])], arm: m[3] ? Number(m[3]) - 1 : -1, announces: m[4] === '!' }
}

/** The notation of a tile in moves: the higher half first. */
export function tileName([a, b]: Halves): string {
  return `${Math.max(a, b)}-${Math.min(a, b)}`
}

/** The legal moves of a tile, with or without announcing a galo. */
export function movesOf(moves: string[], halves: Halves, announces = false): { move: string; arm: number }[] {
  return moves.flatMap(move => {
    const play = parseMove(move)
    return play && tileName(play.halves) === tileName(halves) && play.announces === announces
      ? [{ move, arm: play.arm }]
      : []
  })
}
