// Where the nodes of a tree stand: Reingold and Tilford's contours, "Tidier
// Drawings of Trees", 1981. Rooms do not depend on the step, so that nothing
// moves while one steps through a search.

export interface Box {
  i: number; level: number; up: Box | null; kids: Box[]
  left: number; right: number         // room to each side of the middle
  x: number; y: number
  shift: number; outline: Outline | null
}
interface Outline { left: number[]; right: number[] }  // of a subtree, by level, the lowest first

export interface Laid { boxes: Box[]; width: number; height: number; rows: number }

/** Places the nodes that are open, row by row `rise` apart, at least `gap` between neighbours. x begins at 0. */
export function layout(kids: (i: number) => number[], room: (i: number) => { left: number; right: number }, gap: number, rise: number): Laid {
  const make = (i: number, up: Box | null): Box =>
    ({ i, up, level: up ? up.level + 1 : 0, kids: [], ...room(i), x: 0, y: 0, shift: 0, outline: null })
  const boxes = [make(0, null)]
  for (let b = 0; b < boxes.length; b++)
    for (const c of kids(boxes[b].i)) {
      const kid = make(c, boxes[b])
      boxes[b].kids.push(kid)
      boxes.push(kid)
    }
  for (let b = boxes.length - 1; b >= 0; b--) place(boxes[b], gap)
  let least = Infinity, most = -Infinity, rows = 0
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

// Sets the subtrees side by side, as near as they go, and the node over their middle.
function place(box: Box, gap: number): void {
  const kids = box.kids
  box.outline = { left: [-box.left], right: [box.right] }
  if (!kids.length) return
  kids[0].shift = 0
  let sum = kids[0].outline!
  for (const kid of kids.slice(1)) {
    const own = kid.outline!
    let x = -Infinity
    for (let d = 1, n = Math.min(sum.right.length, own.left.length); d <= n; d++)
      x = Math.max(x, sum.right[sum.right.length - d] - own.left[own.left.length - d] + gap)
    kid.shift = x
    sum = merge(sum, own, x)
  }
  spread(kids, gap)
  const middle = (kids[0].shift + kids[kids.length - 1].shift) / 2
  let all: Outline | null = null
  for (const kid of kids) {
    kid.shift -= middle
    all = all ? merge(all, kid.outline!, kid.shift) : moved(kid.outline!, kid.shift)
    kid.outline = null
  }
  all!.left.push(-box.left)
  all!.right.push(box.right)
  box.outline = all
}

const moved = (o: Outline, x: number): Outline => ({ left: o.left.map(v => v + x), right: o.right.map(v => v + x) })

// b lies x to the right of where a's numbers count from.
function merge(a: Outline, b: Outline, x: number): Outline {
  const left: number[] = [], right: number[] = [], la = a.left.length, lb = b.left.length
  for (let d = Math.max(la, lb); d >= 1; d--) {
    const inA = d <= la, inB = d <= lb
    left.push(Math.min(inA ? a.left[la - d] : Infinity, inB ? b.left[lb - d] + x : Infinity))
    right.push(Math.max(inA ? a.right[la - d] : -Infinity, inB ? b.right[lb - d] + x : -Infinity))
  }
  return { left, right }
}

// Leaves between two broad subtrees are shared out evenly.
function spread(kids: Box[], gap: number): void {
  for (let a = 0; a < kids.length - 1;) {
    let b = a + 1, room = 0
    while (b < kids.length - 1 && !kids[b].kids.length) b++
    for (let k = a + 1; k <= b; k++) room += kids[k - 1].right + gap + kids[k].left
    const extra = kids[b].shift - kids[a].shift - room
    for (let k = a + 1, x = kids[a].shift; k < b && extra > 1; k++) {
      x += kids[k - 1].right + gap + kids[k].left + extra / (b - a)
      kids[k].shift = x
    }
    a = b
  }
}

/** Which nodes to open at first: the best path, then level by level as long as there is room for `most`. */
export function openSome(kids: number[][], best: number[], most: number): Set<number> {
  const open = new Set<number>()
  let count = 1
  const add = (i: number) => {
    if (open.has(i) || !kids[i].length) return
    open.add(i)
    count += kids[i].length
  }
  for (let i = 0; i >= 0 && !open.has(i) && kids[i].length; i = best[i]) add(i)
  for (let level = [0]; level.length;) {
    const next: number[] = []
    for (const i of level) {
      if (count + kids[i].length <= most) add(i)
      if (open.has(i)) next.push(...kids[i])
    }
    level = next
  }
  return open
}
