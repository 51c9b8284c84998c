// Checks the boards' own rules (sowing, moves of pieces) against random games of the library in data/boards.json. Each line
// has a state and the move that led to it.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { bundled } from './bundle.mjs'

const games = JSON.parse(readFileSync(new URL('data/boards.json', import.meta.url), 'utf8'))
const { sow, after, places, placeOf, moveOf, scatter, storeOf, ownerOf } = await bundled('games/kalah_sow.ts')
const { lines, links, squareName, squareOf, squaresOf } = await bundled('games/loa_lines.ts')
const { place, depth } = await bundled('games/numbers_tree.ts')
const { line } = await bundled('games/tictactoe_line.ts')

test('seeds end where the engine puts them', () => {
  let seen = { moves: 0, captured: 0, swept: 0, again: 0, laps: 0 }
  for (const { game, states } of games.filter(g => g.game.startsWith('kalah')))
    for (let i = 1; i < states.length; i++) {
      const [before, now] = [states[i - 1], states[i]]
      const from = placeOf(before.board.houses, now.move)
      assert.equal(moveOf(before.board.houses, from), now.move)
      assert.equal(ownerOf(before.board.houses, from), before.turn)
      const empty = game.includes('emptycapture=1')
      assert.deepEqual(after(before.board, from, empty), places(now.board), `${game} ${before.position} ${now.move}`)
      const { path, captured, swept, again } = sow(before.board, from, empty)
      assert.equal(path.length, places(before.board)[from])
      assert.ok(!path.includes(storeOf(before.board.houses, 1 - before.turn)))
      if (now.turn !== 'over') assert.equal(again, now.turn === before.turn)
      seen.moves++
      seen.captured += captured.length > 0
      seen.swept += swept.length > 0
      seen.again += again
      seen.laps += path.includes(from)
    }
  for (const [what, n] of Object.entries(seen)) assert.ok(n > 0, `no ${what} in boards.json`)
})

test('pieces may go where the engine lets them', () => {
  let blocked = 0
  for (const { states } of games.filter(g => g.game.startsWith('loa')))
    for (const { position, turn, moves, board } of states) {
      if (!moves || moves.includes('pass')) continue
      const own = 'bw'[turn]
      const found = []
      for (let s = 0; s < 64; s++) {
        if (board.squares[s] !== own) continue
        for (const { ways, count, squares } of lines(board.squares, s)) {
          assert.equal(count, squares.filter(q => board.squares[q] !== '.').length)
          for (const w of ways) {
            if (w.blocked !== null) blocked++
            if (w.to !== null && w.blocked === null) found.push(`${squareName(s)}${w.takes ? 'x' : '-'}${squareName(w.to)}`)
          }
        }
      }
      assert.deepEqual([...new Set(found)].sort(), [...moves].sort(), position)
    }
  assert.ok(blocked > 0)
})

test('links join what the engine calls a group', () => {
  for (const { states } of games.filter(g => g.game.startsWith('loa')))
    for (const { board } of states) {
      const group = new Map()
      for (const side of board.groups) for (const g of side) for (const s of g) group.set(squareOf(s), g)
      const reach = new Map([...group.keys()].map(s => [s, new Set([s])]))
      for (const [a, b] of links(board.squares)) {
        assert.equal(group.get(a), group.get(b))
        const all = new Set([...reach.get(a), ...reach.get(b)])
        for (const s of all) reach.set(s, all)
      }
      for (const [s, all] of reach) assert.equal(all.size, group.get(s).length)
    }
})

test('moves of Lines of Action are read', () => {
  assert.deepEqual(squaresOf('b1-d3'), { from: 1, to: 19, takes: false })
  assert.deepEqual(squaresOf('h8xa1'), { from: 63, to: 0, takes: true })
  assert.equal(squaresOf('pass'), null)
})

test('seeds lie still when others come, inside the hollow, and apart while there is room', () => {
  const many = scatter(40, 30, 36, 10, 5)
  assert.deepEqual(scatter(12, 30, 36, 10, 5), many.slice(0, 12))
  assert.notDeepEqual(scatter(12, 30, 36, 10, 6), many.slice(0, 12))
  for (const s of many) assert.ok((s.x / 30) ** 2 + (s.y / 36) ** 2 <= 1.0001)
  for (let salt = 0; salt < 30; salt++) {
    const few = scatter(4, 30, 36, 10, salt)
    for (const a of few) for (const b of few) if (a !== b) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > 12)
  }
})

test('a tree of numbers has its leaves side by side, and nodes over the middle', () => {
  const root = place([[3, 12, 8], [2, [4, 5]], 7])
  assert.equal(depth(root), 3)
  const leaves = n => (n.children.length ? n.children.flatMap(leaves) : [n])
  assert.deepEqual(leaves(root).map(n => n.tree), [3, 12, 8, 2, 4, 5, 7])
  assert.deepEqual(leaves(root).map(n => n.x), [0, 1, 2, 3, 4, 5, 6])
  assert.deepEqual(root.children.map(n => [n.left, n.x, n.right]), [[0, 1, 2], [3, 3.75, 5], [6, 6, 6]])
})

test('three in a line', () => {
  assert.equal(line('xo.x....o'), null)
  assert.deepEqual(line('xo.xo.x..'), [0, 3, 6])
  assert.deepEqual(line('xxo.o.o.x'), [2, 4, 6])
  assert.equal(line('.........'), null)
})
