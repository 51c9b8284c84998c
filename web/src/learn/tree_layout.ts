// Tree layout by contours: Reingold and Tilford, "Tidier Drawings of Trees", 1981. The widths of nodes do not depend
// on the step, so that nothing moves while a search is replayed.

export interface Box {
  i: number
  level: number
  up: Box | null
  children: Box[]
  left: number
  right: number // extent to each side of the centre
  x: number
  y: number
  shift: number
  outline: Outline | null
}
interface Outline {
  left: number[]
  right: number[]
} // the contour of a subtree by level, deepest first

export interface Laid {
  boxes: Box[]
  width: number
  height: number
  rows: number
}

/** Places the expanded nodes in rows `rise` apart, with at least `gap` between neighbours. x starts at 0. */
export function layout(
  children: (i: number) => number[],
  room: (i: number) => { left: number; right: number },
  gap: number,
  rise: number,
): Laid {
  const make = (i: number, up: Box | null): Box => ({
    i,
    up,
    level: up ? up.level + 1 : 0,
    children: [],
    ...room(i),
    x: 0,
    y: 0,
    shift: 0,
    outline: null,
  })
  const boxes = [make(0, null)]
  for (let b = 0; b < boxes.length; b++)
    for (const c of children(boxes[b].i)) {
      const child = make(c, boxes[b])
      boxes[b].children.push(child)
      boxes.push(child)
    }
  for (let b = boxes.length - 1; b >= 0; b--) place(boxes[b], gap)
  let least = Infinity,
    most = -Infinity,
    rows = 0
  for (const box of boxes) {
    box.x = (box.up?.x ?? 0) + box.shift
    box.y = box.level * rise
    least = Math.min(least, box.x - box.left)
    most = Math.max(most, box.x + box.right)
    rows = Math.max(rows, box.level + 1)
  }
  for (const box of boxes) box.x -= least
  return { boxes, width: most - least, height: (rows - 1) * rise, rows }
}

// Packs the subtrees side by side and centres the node over them.
function place(box: Box, gap: number): void {
  const children = box.children
  box.outline = { left: [-box.left], right: [box.right] }
  if (!children.length) return
  children[0].shift = 0
  let sum = children[0].outline!
  for (const child of children.slice(1)) {
    const own = child.outline!
    let x = -Infinity
    for (let d = 1, n = Math.min(sum.right.length, own.left.length); d <= n; d++)
      x = Math.max(x, sum.right[sum.right.length - d] - own.left[own.left.length - d] + gap)
    child.shift = x
    sum = merge(sum, own, x)
  }
  spread(children, gap)
  const middle = (children[0].shift + children[children.length - 1].shift) / 2
  let all: Outline | null = null
  for (const child of children) {
    child.shift -= middle
    all = all ? merge(all, child.outline!, child.shift) : moved(child.outline!, child.shift)
    child.outline = null
  }
  all!.left.push(-box.left)
  all!.right.push(box.right)
  box.outline = all
}

const moved = (o: Outline, x: number): Outline => ({ left: o.left.map(v => v + x), right: o.right.map(v => v + x) })

// Joins two contours; b is shifted right by x.
function merge(a: Outline, b: Outline, x: number): Outline {
  const left: number[] = [],
    right: number[] = [],
    la = a.left.length,
    lb = b.left.length
  for (let d = Math.max(la, lb); d >= 1; d--) {
    const inA = d <= la,
      inB = d <= lb
    left.push(Math.min(inA ? a.left[la - d] : Infinity, inB ? b.left[lb - d] + x : Infinity))
    right.push(Math.max(inA ? a.right[la - d] : -Infinity, inB ? b.right[lb - d] + x : -Infinity))
  }
  return { left, right }
}

// Spreads leaves evenly between two wide subtrees.
function spread(children: Box[], gap: number): void {
  for (let a = 0; a < children.length - 1;) {
    let b = a + 1,
      room = 0
    while (b < children.length - 1 && !children[b].children.length) b++
    for (let k = a + 1; k <= b; k++) room += children[k - 1].right + gap + children[k].left
    const extra = children[b].shift - children[a].shift - room
    for (let k = a + 1, x = children[a].shift; k < b && extra > 1; k++) {
      x += children[k - 1].right + gap + children[k].left + extra / (b - a)
      children[k].shift = x
    }
    a = b
  }
}

/** The nodes to expand at first: the principal variation, then level by level up to `most` visible nodes. */
export function initiallyOpen(children: number[][], best: number[], most: number): Set<number> {
  const open = new Set<number>()
  let count = 1
  const add = (i: number) => {
    if (open.has(i) || !children[i].length) return
    open.add(i)
    count += children[i].length
  }
  for (let i = 0; i >= 0 && !open.has(i) && children[i].length; i = best[i]) add(i)
  for (let level = [0]; level.length;) {
    const next: number[] = []
    for (const i of level) {
      if (count + children[i].length <= most) add(i)
      if (open.has(i)) next.push(...children[i])
    }
    level = next
  }
  return open
}
