// QR codes (ISO/IEC 18004): text in byte mode, error correction level M, versions 1 to 10, up to 213 bytes. That is
// enough for a link, which a telephone then opens without typing.

/** Per version: error correction codewords of a block, and the numbers of blocks and of all codewords. */
const VERSIONS = [
  [10, 1, 26],
  [16, 1, 44],
  [26, 1, 70],
  [18, 2, 100],
  [24, 2, 134],
  [16, 4, 172],
  [18, 4, 196],
  [22, 4, 242],
  [22, 5, 292],
  [26, 5, 346],
]
/** Coordinates of the alignment patterns of each version. */
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]]
const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

export type Modules = boolean[][] // rows; true: dark

// ---- Codewords -----------------------------------------------------------------------------------

/** The product in GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function times(a: number, b: number): number {
  let product = 0
  for (; b; b >>= 1, a = (a << 1) ^ (a & 128 ? 0x11d : 0)) if (b & 1) product ^= a
  return product
}

/** The Reed-Solomon codewords of a block: the remainder of its division by the product of all x - 2^i. */
function corrections(data: number[], count: number): number[] {
  const divisor = [...Array<number>(count - 1).fill(0), 1]
  for (let root = 1, i = 0; i < count; i++, root = times(root, 2))
    for (let j = 0; j < count; j++) divisor[j] = times(divisor[j], root) ^ (divisor[j + 1] ?? 0)
  const rest = Array<number>(count).fill(0)
  for (const byte of data) {
    const factor = byte ^ rest.shift()!
    rest.push(0)
    for (let j = 0; j < count; j++) rest[j] ^= times(divisor[j], factor)
  }
  return rest
}

const capacity = (version: number) => {
  const [check, blocks, all] = VERSIONS[version - 1]
  return all - check * blocks
}

/** Mode, length, bytes, terminator and padding. */
function dataOf(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [],
    put = (value: number, count: number) => {
      for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1)
    }
  put(4, 4)
  put(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) put(byte, 8)
  put(0, 4)
  while (bits.length % 8) bits.push(0)
  const data: number[] = []
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(''), 2))
  for (let pad = 0xec; data.length < capacity(version); pad ^= 0xec ^ 0x11) data.push(pad)
  return data.slice(0, capacity(version))
}

/** Splits the data into blocks, the shorter ones first, and interleaves them with their corrections. */
function codewords(data: number[], version: number): number[] {
  const [check, count] = VERSIONS[version - 1],
    short = Math.floor(data.length / count),
    longer = data.length % count,
    blocks: number[][] = []
  for (let i = 0, at = 0; i < count; i++) {
    const size = short + (i >= count - longer ? 1 : 0)
    blocks.push(data.slice(at, (at += size)))
  }
  const checks = blocks.map(block => corrections(block, check))
  const woven = (lists: number[][]) =>
    Array.from({ length: short + 1 + check }, (_, i) => lists.flatMap(list => list.slice(i, i + 1))).flat()
  return [...woven(blocks), ...woven(checks)]
}

// ---- Modules -------------------------------------------------------------------------------------

/** The function patterns of a version, dark or light; undefined where the codewords go. */
function patterns(version: number): (boolean | undefined)[][] {
  const size = 17 + 4 * version,
    grid = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined))
  const square = (cx: number, cy: number, rings: (ring: number) => boolean, reach: number) => {
    for (let y = cy - reach; y <= cy + reach; y++)
      for (let x = cx - reach; x <= cx + reach; x++)
        if (grid[y] && x >= 0 && x < size) grid[y][x] = rings(Math.max(Math.abs(x - cx), Math.abs(y - cy)))
  }
  for (let i = 0; i < size; i++) grid[6][i] = grid[i][6] = i % 2 === 0
  const at = ALIGNED[version - 1],
    last = at.length - 1
  at.forEach((y, i) =>
    at.forEach((x, j) => {
      const finder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)
      if (!finder) square(x, y, ring => ring !== 1, 2)
    }),
  )
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ])
    square(x, y, ring => ring !== 2 && ring !== 4, 4)
  putFormat(grid, 0)
  if (version >= 7) putVersion(grid, version)
  return grid
}

/** Appends the remainder of a polynomial division in GF(2). */
function withRemainder(value: number, divisor: number, bits: number): number {
  let rest = value << bits
  const top = 31 - Math.clz32(divisor)
  for (let i = 31 - Math.clz32(rest); rest && i >= top; i = 31 - Math.clz32(rest)) rest ^= divisor << (i - top)
  return (value << bits) | rest
}

/** Level M and the mask, twice, and the module that is always dark. */
function putFormat(grid: (boolean | undefined)[][], mask: number): void {
  const size = grid.length,
    bits = withRemainder(mask, 0x537, 10) ^ 0x5412,
    bit = (i: number) => ((bits >> i) & 1) === 1
  for (let i = 0; i < 15; i++) {
    const line = i < 6 ? i : i < 8 ? i + 1 : size - 15 + i
    grid[line][8] = bit(i)
    grid[8][i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i] = bit(i)
  }
  grid[size - 8][8] = true
}

function putVersion(grid: (boolean | undefined)[][], version: number): void {
  const bits = withRemainder(version, 0x1f25, 12)
  for (let i = 0; i < 18; i++) {
    const a = grid.length - 11 + (i % 3),
      b = Math.floor(i / 3)
    grid[a][b] = grid[b][a] = ((bits >> i) & 1) === 1
  }
}

/** Puts the codewords into the free modules, in columns of two from the right, up and down. */
function fill(grid: (boolean | undefined)[][], words: number[], mask: number): Modules {
  const size = grid.length,
    result = grid.map(row => row.map(module => module === true))
  let at = 0
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2)
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const up = ((right + (right < 6 ? 1 : 0)) & 2) === ((size - 1) & 2),
          y = up ? size - 1 - step : step
        if (grid[y][x] !== undefined) continue
        const bit = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
        at++
        result[y][x] = (bit === 1) !== MASKS[mask](x, y)
      }
  putFormat(result, mask)
  return result
}

/** The penalty of a mask: long runs, squares of 2 by 2, patterns like a finder, an uneven share of dark modules. */
function penalty(grid: Modules): number {
  const size = grid.length,
    lines = [...grid, ...grid.map((_, x) => grid.map(row => row[x]))].map(l => l.map(m => (m ? '1' : '0')).join('')),
    dark = grid.flat().filter(m => m).length
  let sum = 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10))
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2
    sum += 40 * [...line.matchAll(/(?=10111010000)|(?=00001011101)/g)].length
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const m = grid[y][x]
      if (grid[y - 1][x] === m && grid[y][x - 1] === m && grid[y - 1][x - 1] === m) sum += 3
    }
  return sum
}

/** The QR code of a text with the best mask, or with `mask`; null if the text is too long. */
export function qrCode(text: string, mask?: number): Modules | null {
  const bytes = new TextEncoder().encode(text),
    version = VERSIONS.findIndex((_, i) => bytes.length + (i + 1 < 10 ? 2 : 3) <= capacity(i + 1)) + 1
  if (!version) return null
  const words = codewords(dataOf(bytes, version), version),
    grid = patterns(version)
  const all = (mask === undefined ? MASKS.map((_, i) => i) : [mask]).map(m => fill(grid, words, m)),
    costs = all.map(penalty)
  return all[costs.indexOf(Math.min(...costs))]
}

/** The outline of the dark modules as an SVG path, one unit each, with the quiet zone of four units. */
export function qrPath(code: Modules): { path: string; size: number } {
  const runs = code.flatMap((row, y) =>
    [
      ...row
        .map(m => (m ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(run => `M${run.index + 4} ${y + 4}h${run[0].length}v1h-${run[0].length}z`),
  )
  return { path: runs.join(''), size: code.length + 8 }
}
