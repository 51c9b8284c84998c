// A search as it happened: the tree of `jogada tree --json`, and what of it is
// known after each step. Nothing here draws.

export type Turn = 'max' | 'min' | 'won' | 'lost' | 'drawn' | 'chance'
export type Known = 'exact' | 'at most' | 'at least' | 'unfinished'

/** A node as the server sends it; values are MAX's. What was never visited has no `visit`. */
export interface TreeNode {
  name: string; parent?: string; move?: string; probability?: number; position: string; turn: Turn; depth: number
  visit?: number; alpha?: number | null; beta?: number | null; known?: Known; value?: number; returned?: number
  probed?: boolean; best?: string; cut?: 'alpha' | 'beta'; reason?: string; folded?: number | null
}
export interface Tree {
  game: string; position: string; agent: string; move: string; value: number | null; max: number
  nodes: number; leaves: number; cuts: number; unseen: number; unseen_more: boolean; stopped: boolean
  trees: { depth: number; nodes: TreeNode[] }[]
}

export type What = 'enter' | 'cut' | 'leave'

/** One pass over the tree, by numbers: node 0 is the root, the others come breadth first. */
export interface Pass {
  nodes: TreeNode[]
  parent: number[]                    // -1: the root
  kids: number[][]                    // in the order of the visits, then those never visited
  best: number[]                      // the child that gave the value, or -1
  path: boolean[]                     // of best moves from the root
  total: number[]                     // nodes below, those that the server left out too; Infinity: not counted
  steps: { what: What; node: number }[]
  enterAt: number[]; leaveAt: number[]; cutAt: number[]  // the number of the step, from 1; 0: it never happens
  bounded: boolean                    // some node was entered with a bound: alpha-beta
  mover: boolean                      // values are shown for the side to move: negamax
  stopped: boolean
}

export const isOver = (turn: Turn): boolean => turn === 'won' || turn === 'lost' || turn === 'drawn'

export function prepare(tree: Tree, which = 0): Pass {
  const nodes = tree.trees[which].nodes, n = nodes.length
  const number = new Map(nodes.map((node, i) => [node.name, i]))
  const parent = nodes.map(node => node.parent === undefined ? -1 : number.get(node.parent) ?? -1)
  const kids: number[][] = nodes.map(() => [])
  parent.forEach((up, i) => { if (up >= 0) kids[up].push(i) })
  for (const list of kids) list.sort((a, b) => (nodes[a].visit ?? Infinity) - (nodes[b].visit ?? Infinity) || a - b)
  const best = nodes.map(node => node.best === undefined ? -1 : number.get(node.best) ?? -1)
  const path = nodes.map(() => false), total = nodes.map(() => 0)
  for (let i = 0; i >= 0 && i < n && !path[i]; i = best[i]) path[i] = true
  for (let i = n - 1; i >= 0; i--) {
    total[i] += nodes[i].folded === null ? Infinity : nodes[i].folded ?? 0
    if (parent[i] >= 0) total[parent[i]] += 1 + total[i]
  }
  const pass: Pass = {
    nodes, parent, kids, best, path, total, steps: [],
    enterAt: nodes.map(() => 0), leaveAt: nodes.map(() => 0), cutAt: nodes.map(() => 0),
    bounded: nodes.some(node => isNumber(node.alpha) || isNumber(node.beta)),
    mover: /^negamax\b/.test(tree.agent), stopped: tree.stopped,
  }
  walk(pass)
  return pass
}

const isNumber = (v: unknown): v is number => typeof v === 'number'

// A node is entered, its rest may be cut off, it is left with a value.
function walk(p: Pass): void {
  const happens = (what: What, node: number, times: number[]) => {
    p.steps.push({ what, node })
    times[node] = p.steps.length
  }
  const at = p.nodes.map(() => 0), stack = [0]
  happens('enter', 0, p.enterAt)
  while (stack.length) {
    const i = stack[stack.length - 1], child = p.kids[i][at[i]]
    if (child !== undefined && p.nodes[child].visit) {
      at[i]++
      happens('enter', child, p.enterAt)
      stack.push(child)
      continue
    }
    if (p.kids[i].some(c => p.nodes[c].cut) || (child === undefined && p.nodes[i].reason)) happens('cut', i, p.cutAt)
    if (p.nodes[i].known !== 'unfinished') happens('leave', i, p.leaveAt)
    stack.pop()
  }
}

// ---- What is known after `step` steps ----------------------------------------------------

export const came = (p: Pass, i: number, step: number): boolean => p.enterAt[i] > 0 && p.enterAt[i] <= step
export const left = (p: Pass, i: number, step: number): boolean => p.leaveAt[i] > 0 && p.leaveAt[i] <= step
export const done = (p: Pass, step: number): boolean => step >= p.steps.length

/** Whether it was cut off by now, itself or something above it. */
export function gone(p: Pass, i: number, step: number): boolean {
  if (p.nodes[i].visit) return false
  for (; i > 0; i = p.parent[i])
    if (p.nodes[i].cut) return p.cutAt[p.parent[i]] > 0 && p.cutAt[p.parent[i]] <= step
  return false
}

/** The node where the search is; -1 before it has begun and when it is done. */
export const here = (p: Pass, step: number): number => step > 0 && !done(p, step) ? p.steps[step - 1].node : -1

/** Whether the depth ended there, and the evaluator judged. */
export const judged = (p: Pass, i: number): boolean =>
  !isOver(p.nodes[i].turn) && !p.kids[i].length && p.nodes[i].folded === undefined && p.nodes[i].known === 'exact'

/** What a node that is not left yet has for certain by the children that came back; null: nothing yet. */
export function soFar(p: Pass, i: number, step: number): number | null {
  const turn = p.nodes[i].turn
  if (turn !== 'max' && turn !== 'min') return null
  let best: number | null = null
  for (const c of p.kids[i]) {
    const kid = p.nodes[c]
    if (!left(p, c, step) || kid.value === undefined || kid.probed) continue
    if (kid.known === (turn === 'max' ? 'at most' : 'at least')) continue
    if (best === null || (turn === 'max' ? kid.value > best : kid.value < best)) best = kid.value
  }
  return best
}

/** Alpha and beta as the search has them at a node after a step: what it was entered with, narrowed by the
 *  children that came back. Infinite where nothing is known; null without bounds, or before it is entered. */
export function bounds(p: Pass, i: number, step: number): { alpha: number; beta: number } | null {
  const node = p.nodes[i]
  if (!p.bounded || !came(p, i, step)) return null
  let alpha = node.alpha ?? -Infinity, beta = node.beta ?? Infinity
  for (const c of p.kids[i]) {
    const value = p.nodes[c].returned
    if (!left(p, c, step) || value === undefined || p.nodes[c].probed) continue
    if (node.turn === 'max') alpha = Math.max(alpha, value)
    if (node.turn === 'min') beta = Math.min(beta, value)
  }
  return { alpha, beta }
}

/** A value of MAX's as it is shown at a node: for the side to move, if the tree is drawn so. Once the game is over the
 *  side is that of whoever would be to move. */
export function turned(p: Pass, i: number, value: number): number {
  const up = p.parent[i], turn = p.nodes[i].turn
  const max = isOver(turn) && up >= 0 ? p.nodes[up].turn === 'min' : turn === 'max'
  return p.mover && !max ? 0 - value : value
}

export interface Shown { sign: '' | '≤' | '≥' | '≈'; value: number | null; soFar: boolean }

/** What stands in a node after a step; null: nothing, it was not entered. A null value: not known, or never to be. */
export function shown(p: Pass, i: number, step: number): Shown | null {
  const node = p.nodes[i]
  if (!came(p, i, step)) return null
  const flip = p.mover && turned(p, i, 1) < 0
  if (left(p, i, step)) {
    const sign = node.known === 'at most' ? (flip ? '≥' : '≤') : node.known === 'at least' ? (flip ? '≤' : '≥') : judged(p, i) ? '≈' : ''
    return { sign, value: node.value === undefined ? null : turned(p, i, node.value), soFar: false }
  }
  const best = soFar(p, i, step)
  if (best === null) return { sign: '', value: null, soFar: true }
  return { sign: (node.turn === 'max') !== flip ? '≥' : '≤', value: turned(p, i, best), soFar: true }
}

// ---- Why something was cut off ---------------------------------------------------------------

export interface Reason {
  kind: 'alpha' | 'beta'
  node: number; value: number         // at most or at least
  from: number; bound: number         // who has it already
  through: number                     // by which of its children; -1: by itself
  cut: number[]
  mean: boolean                       // `from` is chance: the bound is its own
}

/** Why the rest below a node does not matter; null where nothing was cut. */
export function reason(p: Pass, i: number): Reason | null {
  const node = p.nodes[i], cut = p.kids[i].filter(c => p.nodes[c].cut)
  if (!p.cutAt[i] || node.value === undefined) return null
  const kind = cut.length ? p.nodes[cut[0]].cut! : node.reason!.startsWith('alpha') ? 'alpha' : 'beta'
  const alpha = kind === 'alpha', bound = alpha ? node.alpha : node.beta
  if (!isNumber(bound)) return null
  const said = { kind, node: i, value: node.value, bound, cut } as const
  let below = i, from = p.parent[i]
  if (from < 0) return null
  const asTight = (up: number) => alpha ? (p.nodes[up].alpha ?? -Infinity) >= bound : (p.nodes[up].beta ?? Infinity) <= bound
  while (p.nodes[from].turn !== 'chance' && p.parent[from] >= 0 && asTight(from)) {
    below = from
    from = p.parent[from]
  }
  if (p.nodes[from].turn === 'chance') return { ...said, from, through: -1, mean: true }
  let through = -1, best = p.nodes[from].turn === 'max' ? -Infinity : Infinity
  for (const c of p.kids[from]) {
    if (c === below) break
    const value = p.nodes[c].returned
    if (value === undefined || !(p.nodes[from].turn === 'max' ? value > best : value < best)) continue
    best = value
    if (value === bound) through = c
  }
  return { ...said, from, through, mean: false }
}
