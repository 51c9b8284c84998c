// The layout of a tree of numbers.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { bundled } from '../../bundle.mjs'

const { place, depth } = await bundled('games/numbers/tree.ts')

test('leaves are side by side, nodes over their middle', () => {
    const root = place([[3, 12, 8], [2, [4, 5]], 7])
    assert.equal(depth(root), 3)
    const leaves = n => (n.children.length ? n.children.flatMap(leaves) : [n])
    assert.deepEqual(
        leaves(root).map(n => n.tree),
        [3, 12, 8, 2, 4, 5, 7],
    )
    assert.deepEqual(
        leaves(root).map(n => n.x),
        [0, 1, 2, 3, 4, 5, 6],
    )
    assert.deepEqual(
        root.children.map(n => [n.left, n.x, n.right]),
        [
            [0, 1, 2],
            [3, 3.75, 5],
            [6, 6, 6],
        ],
    )
})
