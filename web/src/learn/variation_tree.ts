// The variations of a game as a tree: those that share their first moves are branches of one. They are named, promoted
// to the game and deleted here, and written down for the session and for files. Pure functions.
import type { Move, State } from '../types.js'
import { goTo, variations, type AnalyzedGame, type Variation } from './variation.js'

/** How many moves two variations share from their start. */
function shared(a: Move[], b: Move[]): number {
  let n = 0
  while (n < a.length && n < b.length && a[n].move === b[n].move) n++
  return n
}

/** All variations in order, each with its depth in the tree and the number of moves that it shares with its parent. */
export function branches(g: AnalyzedGame): { variation: Variation; depth: number; shared: number }[] {
  const text = (v: Variation) => v.line.moves.map(m => m.move).join(' ')
  const all = [...variations(g)].sort((a, b) => a.from - b.from || (text(a) < text(b) ? -1 : 1))
  const out: { variation: Variation; depth: number; shared: number }[] = []
  for (const variation of all) {
    const before = out.at(-1),
      same = before?.variation.from === variation.from ? shared(before.variation.line.moves, variation.line.moves) : 0
    const depth = before && same ? before.depth + (same > before.shared ? 1 : 0) : 0
    out.push({ variation, depth, shared: same })
  }
  return out
}

const replaced = (g: AnalyzedGame, old: Variation, next: Variation): AnalyzedGame => ({
  ...g,
  variation: g.variation === old ? next : g.variation,
  others: g.others.map(v => (v === old ? next : v)),
})

export const rename = (g: AnalyzedGame, v: Variation, name: string): AnalyzedGame => replaced(g, v, { ...v, name })

/** Deletes a variation. From within it the user returns to the game. */
export function remove(g: AnalyzedGame, v: Variation): AnalyzedGame {
  const here = g.inVariation && g.variation === v
  const next = { ...g, variation: g.variation === v ? null : g.variation, others: g.others.filter(o => o !== v) }
  return here ? goTo({ ...next, inVariation: false }, v.from, false) : next
}

/** Makes a variation the game; what it replaces becomes a variation. The position on the board stays. */
export function promote(g: AnalyzedGame, v: Variation): AnalyzedGame {
  const at = g.inVariation && g.variation === v ? v.from + g.ply : v.from,
    rest = { moves: g.main.moves.slice(v.from), states: g.main.states.slice(v.from) },
    main = {
      moves: [...g.main.moves.slice(0, v.from), ...v.line.moves],
      states: [...g.main.states.slice(0, v.from), ...v.line.states],
    }
  const moved = (o: Variation): Variation => {
    if (o.from < v.from) return o
    const skip = o.from - v.from,
      moves = [...rest.moves.slice(0, skip), ...o.line.moves],
      states = [...rest.states.slice(0, skip), ...o.line.states],
      same = shared(moves, v.line.moves)
    return { ...o, from: v.from + same, line: { moves: moves.slice(same), states: states.slice(same) } }
  }
  const old: Variation[] = rest.moves.length ? [{ from: v.from, line: rest, name: '' }] : []
  const others = [...old, ...variations(g).filter(o => o !== v)].map(moved).filter(o => o.line.moves.length)
  return goTo({ ...g, main, variation: null, others, inVariation: false }, at, false)
}

// ---- For files --------------------------------------------------------------------------------

/** Variations as requests have them, in the order of the tree. */
export const listed = (g: AnalyzedGame): { from: number; name: string; moves: string }[] =>
  branches(g).map(({ variation: v }) => ({ from: v.from, name: v.name, moves: words(v.line.moves).join(' ') }))

/** A variation of a game file, as the server reads it. */
export interface ReadVariation {
  from: number
  name: string
  moves: Move[]
}

/** The game with the variations of its file; their positions are fetched when they are shown. */
export function withVariations(g: AnalyzedGame, all: ReadVariation[]): AnalyzedGame {
  const others = all.map(({ from, name, moves }) => ({
    from,
    name,
    line: { moves, states: [g.main.states[from], ...moves.map(() => null)] },
  }))
  return { ...g, others }
}

// ---- For the session --------------------------------------------------------------------------

/** Variations without their positions. */
export interface SavedVariations {
  main: string[]
  all: { from: number; name: string; moves: string[] }[]
  chosen: number // in `all`; -1: none
  inVariation: boolean
  ply: number
}

const words = (moves: Move[]) => moves.map(m => m.move)

export function saved(g: AnalyzedGame): SavedVariations {
  const all = variations(g)
  return {
    main: words(g.main.moves),
    all: all.map(v => ({ from: v.from, name: v.name, moves: words(v.line.moves) })),
    chosen: g.variation ? 0 : -1,
    inVariation: g.inVariation,
    ply: g.ply,
  }
}

/** The ply of the game at which the saved position is, or its variation starts. */
export const savedPly = (s: SavedVariations): number =>
  s.inVariation ? (s.all.at(Math.max(0, s.chosen))?.from ?? 0) : s.ply

/** Whether a saved text is what saved() makes. */
export function isSaved(x: unknown): x is SavedVariations {
  const s = x as Partial<SavedVariations> | null
  const texts = (list: unknown) => Array.isArray(list) && list.every(m => typeof m === 'string')
  return (
    !!s &&
    texts(s.main) &&
    Array.isArray(s.all) &&
    s.all.every(v => Number.isInteger(v.from) && v.from >= 0 && typeof v.name === 'string' && texts(v.moves)) &&
    Number.isInteger(s.ply)
  )
}

/** A line as the server has replayed it, from the start of the game. */
export interface ReplayedLine {
  moves: Move[]
  states: (State | null)[]
}

/** The game with its saved variations; `lines[i]` is the whole line of variation number i. */
export function restored(g: AnalyzedGame, s: SavedVariations, main: ReplayedLine, lines: ReplayedLine[]): AnalyzedGame {
  const all = s.all.map(({ from, name }, i) => ({
    from,
    name,
    line: { moves: lines[i].moves.slice(from), states: lines[i].states.slice(from) },
  }))
  const chosen = all.at(s.chosen)
  const next = {
    ...g,
    main,
    variation: s.chosen < 0 ? null : (chosen ?? null),
    others: all.filter(v => s.chosen < 0 || v !== chosen),
  }
  return goTo({ ...next, inVariation: false }, s.ply, s.inVariation)
}
