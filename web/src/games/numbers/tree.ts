// Layout of the number tree. Pure functions.

export type Tree = number | Tree[]
export interface NumbersBoard {
  tree: Tree
}

/** A node with its column and level. */
export interface Placed {
  tree: Tree
  x: number
  level: number
  left: number
  right: number
  children: Placed[]
}

/** Leaves are in columns 0, 1, 2...; an inner node is centred over its children. */
export function place(tree: Tree, level = 0, from = 0): Placed {
  if (typeof tree === 'number') return { tree, x: from, level, left: from, right: from, children: [] }
  const children: Placed[] = []
  for (const t of tree)
    children.push(place(t, level + 1, children.length ? children[children.length - 1].right + 1 : from))
  const [first, last] = [children[0], children[children.length - 1]]
  return { tree, x: (first.x + last.x) / 2, level, left: from, right: last.right, children }
}

export const depth = (n: Placed): number => Math.max(n.level, ...n.children.map(depth))
