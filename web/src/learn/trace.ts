// The trace of a search: the tree of `jogada tree --json`, and what the algorithm knows after each step. Pure functions
// without drawing.

export type Turn = 'max' | 'min' | 'won' | 'lost' | 'drawn' | 'chance'
export type Known = 'exact' | 'at most' | 'at least' | 'unfinished'

/** A node as the server sends it. Values are from MAX's point of view. Nodes without `visit` were never visited. */
export interface TreeNode {
  name: string
  parent?: string
  move?: string
  probability?: number
  position: string
  turn: Turn
  depth: number
  visit?: number
  alpha?: number | null
  beta?: number | null
  known?: Known
  value?: number
  returned?: number
  probed?: boolean
  best?: string
  cut?: 'alpha' | 'beta'
  reason?: string
  folded?: number | null
}
export interface Tree {
  game: string
  position: string
  agent: string
  move: string
  value: number | null
  max: number
  nodes: number
  leaves: number
  cuts: number
  unseen: number
  unseen_more: boolean
  stopped: boolean
  trees: { depth: number; nodes: TreeNode[] }[]
}

export type StepKind = 'enter' | 'cut' | 'leave'

/** One search of the tree. Nodes are numbered breadth first; node 0 is the root. */
export interface Trace {
  nodes: TreeNode[]
  parent: number[] // -1: the root
  children: number[][] // in order of their visits, then those never visited
  best: number[] // the child with the node's value, or -1
  path: boolean[] // on the principal variation from the root
  total: number[] // descendants, including those that the server omitted; Infinity: not counted
  steps: { kind: StepKind; node: number }[]
  enterAt: number[]
  leaveAt: number[]
  cutAt: number[] // step numbers from 1; 0: never
  bounded: boolean // some node was entered with a finite bound: alpha-beta
  mover: boolean // values are shown for the side to move: negamax
  stopped: boolean
}

export const isOver = (turn: Turn): boolean => turn === 'won' || turn === 'lost' || turn === 'drawn'

export function readTrace(tree: Tree, which = 0): Trace {
  const nodes = tree.trees[which].nodes,
    n = nodes.length
  const number = new Map(nodes.map((node, i) => [node.name, i]))
  const parent = nodes.map(node => (node.parent === undefined ? -1 : (number.get(node.parent) ?? -1)))
  const children: number[][] = nodes.map(() => [])
  parent.forEach((up, i) => {
    if (up >= 0) children[up].push(i)
  })
  for (const list of children) list.sort((a, b) => (nodes[a].visit ?? Infinity) - (nodes[b].visit ?? Infinity) || a - b)
  const best = nodes.map(node => (node.best === undefined ? -1 : (number.get(node.best) ?? -1)))
  const path = nodes.map(() => false),
    total = nodes.map(() => 0)
  for (let i = 0; i >= 0 && i < n && !path[i]; i = best[i]) path[i] = true
  for (let i = n - 1; i >= 0; i--) {
    total[i] += nodes[i].folded === null ? Infinity : (nodes[i].folded ?? 0)
    if (parent[i] >= 0) total[parent[i]] += 1 + total[i]
  }
  const trace: Trace = {
    nodes,
    parent,
    children,
    best,
    path,
    total,
    steps: [],
    enterAt: nodes.map(() => 0),
    leaveAt: nodes.map(() => 0),
    cutAt: nodes.map(() => 0),
    bounded: nodes.some(node => isNumber(node.alpha) || isNumber(node.beta)),
    mover: /^negamax\b/.test(tree.agent),
    stopped: tree.stopped,
  }
  walk(trace)
  return trace
}

const isNumber = (v: unknown): v is number => typeof v === 'number'

// Lists the steps depth first: a node is entered, its remaining children may be cut off, and it returns its value.
function walk(p: Trace): void {
  const happens = (kind: StepKind, node: number, times: number[]) => {
    p.steps.push({ kind, node })
    times[node] = p.steps.length
  }
  const at = p.nodes.map(() => 0),
    stack = [0]
  happens('enter', 0, p.enterAt)
  while (stack.length) {
    const i = stack[stack.length - 1],
      child = p.children[i][at[i]]
    if (child !== undefined && p.nodes[child].visit) {
      at[i]++
      happens('enter', child, p.enterAt)
      stack.push(child)
      continue
    }
    if (p.children[i].some(c => p.nodes[c].cut) || (child === undefined && p.nodes[i].reason))
      happens('cut', i, p.cutAt)
    if (p.nodes[i].known !== 'unfinished') happens('leave', i, p.leaveAt)
    stack.pop()
  }
}

// ---- Knowledge after `step` steps --------------------------------------------------------

export const entered = (p: Trace, i: number, step: number): boolean => p.enterAt[i] > 0 && p.enterAt[i] <= step
export const finished = (p: Trace, i: number, step: number): boolean => p.leaveAt[i] > 0 && p.leaveAt[i] <= step
export const done = (p: Trace, step: number): boolean => step >= p.steps.length

/** Whether the node or one of its ancestors has been cut off. */
export function cutOff(p: Trace, i: number, step: number): boolean {
  if (p.nodes[i].visit) return false
  for (; i > 0; i = p.parent[i]) if (p.nodes[i].cut) return p.cutAt[p.parent[i]] > 0 && p.cutAt[p.parent[i]] <= step
  return false
}

/** The node being searched; -1 before the first step and after the last. */
export const currentNode = (p: Trace, step: number): number =>
  step > 0 && !done(p, step) ? p.steps[step - 1].node : -1

/** Whether the node is a leaf at the depth limit, whose value is a static evaluation. */
export const isHorizonLeaf = (p: Trace, i: number): boolean =>
  !isOver(p.nodes[i].turn) && !p.children[i].length && p.nodes[i].folded === undefined && p.nodes[i].known === 'exact'

/** The best value that the finished children of an unfinished node guarantee; null: none yet. */
export function soFar(p: Trace, i: number, step: number): number | null {
  const turn = p.nodes[i].turn
  if (turn !== 'max' && turn !== 'min') return null
  let best: number | null = null
  for (const c of p.children[i]) {
    const child = p.nodes[c]
    if (!finished(p, c, step) || child.value === undefined || child.probed) continue
    if (child.known === (turn === 'max' ? 'at most' : 'at least')) continue
    if (best === null || (turn === 'max' ? child.value > best : child.value < best)) best = child.value
  }
  return best
}

/** Alpha and beta at a node after a step: the window it was entered with, narrowed by its finished children. Infinite
 *  where there is no bound; null in a search without bounds, or before the node is entered. */
export function bounds(p: Trace, i: number, step: number): { alpha: number; beta: number } | null {
  const node = p.nodes[i]
  if (!p.bounded || !entered(p, i, step)) return null
  let alpha = node.alpha ?? -Infinity,
    beta = node.beta ?? Infinity
  for (const c of p.children[i]) {
    const value = p.nodes[c].returned
    if (!finished(p, c, step) || value === undefined || p.nodes[c].probed) continue
    if (node.turn === 'max') alpha = Math.max(alpha, value)
    if (node.turn === 'min') beta = Math.min(beta, value)
  }
  return { alpha, beta }
}

/** Converts a value of MAX to the point of view of the side to move, in negamax trees. In a finished game the side to
 *  move is the opponent of the last mover. */
export function forSideToMove(p: Trace, i: number, value: number): number {
  const up = p.parent[i],
    turn = p.nodes[i].turn
  const max = isOver(turn) && up >= 0 ? p.nodes[up].turn === 'min' : turn === 'max'
  return p.mover && !max ? 0 - value : value
}

export interface Shown {
  sign: '' | '≤' | '≥' | '≈'
  value: number | null
  soFar: boolean
}

/** The text of a node after a step; null: not entered yet. Its value is null while it is unknown. */
export function shown(p: Trace, i: number, step: number): Shown | null {
  const node = p.nodes[i]
  if (!entered(p, i, step)) return null
  const flip = p.mover && forSideToMove(p, i, 1) < 0
  if (finished(p, i, step)) {
    const sign =
      node.known === 'at most'
        ? flip
          ? '≥'
          : '≤'
        : node.known === 'at least'
          ? flip
            ? '≤'
            : '≥'
          : isHorizonLeaf(p, i)
            ? '≈'
            : ''
    return { sign, value: node.value === undefined ? null : forSideToMove(p, i, node.value), soFar: false }
  }
  const best = soFar(p, i, step)
  if (best === null) return { sign: '', value: null, soFar: true }
  return { sign: (node.turn === 'max') !== flip ? '≥' : '≤', value: forSideToMove(p, i, best), soFar: true }
}

// ---- Reasons for cutoffs ---------------------------------------------------------------------

export interface Reason {
  kind: 'alpha' | 'beta'
  node: number
  value: number // its bound: at most (alpha) or at least (beta)
  from: number
  bound: number // the ancestor that holds the bound
  through: number // the child that set the bound; -1: none
  cut: number[]
  mean: boolean // `from` is a chance node, which has its own bounds (Star1, Star2)
}

/** Explains the cutoff at a node; null if there is none. */
export function cutReason(p: Trace, i: number): Reason | null {
  const node = p.nodes[i],
    cut = p.children[i].filter(c => p.nodes[c].cut)
  if (!p.cutAt[i] || node.value === undefined) return null
  const kind = cut.length ? p.nodes[cut[0]].cut! : node.reason!.startsWith('alpha') ? 'alpha' : 'beta'
  const alpha = kind === 'alpha',
    bound = alpha ? node.alpha : node.beta
  if (!isNumber(bound)) return null
  const said = { kind, node: i, value: node.value, bound, cut } as const
  let below = i,
    from = p.parent[i]
  if (from < 0) return null
  const asTight = (up: number) =>
    alpha ? (p.nodes[up].alpha ?? -Infinity) >= bound : (p.nodes[up].beta ?? Infinity) <= bound
  while (p.nodes[from].turn !== 'chance' && p.parent[from] >= 0 && asTight(from)) {
    below = from
    from = p.parent[from]
  }
  if (p.nodes[from].turn === 'chance') return { ...said, from, through: -1, mean: true }
  let through = -1,
    best = p.nodes[from].turn === 'max' ? -Infinity : Infinity
  for (const c of p.children[from]) {
    if (c === below) break
    const value = p.nodes[c].returned
    if (value === undefined || !(p.nodes[from].turn === 'max' ? value > best : value < best)) continue
    best = value
    if (value === bound) through = c
  }
  return { ...said, from, through, mean: false }
}
