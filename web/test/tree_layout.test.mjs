// The tree layout: no overlaps, parents centred.
import assert from 'node:assert/strict'
import test from 'node:test'
import { bundled } from './bundle.mjs'

const { layout, initiallyOpen } = await bundled('learn/tree_layout.ts')

// A tree of its own for each seed.
function grow(seed, most) {
    const children = [[]]
    let state = seed
    const random = n => ((state = (state * 1103515245 + 12345) % 2147483648), Math.floor(state / 65536) % n)
    for (let i = 1; i < most; i++) {
        children.push([])
        children[random(i)].push(i)
    }
    return { children, room: children.map(() => ({ left: 10 + random(40), right: 10 + random(40) })) }
}

test('no two nodes of a row overlap, parents are centred over their children, and the order stays', () => {
    for (let seed = 1; seed <= 200; seed++) {
        const { children, room } = grow(seed, 2 + seed),
            laid = layout(
                i => children[i],
                i => room[i],
                12,
                100,
            )
        assert.equal(laid.boxes.length, children.length)
        const rows = new Map()
        for (const b of laid.boxes) {
            rows.set(b.level, [...(rows.get(b.level) ?? []), b])
            assert.ok(b.x - b.left >= -1e-6 && b.x + b.right <= laid.width + 1e-6)
            if (b.children.length) assert.ok(Math.abs(b.x - (b.children[0].x + b.children.at(-1).x) / 2) < 1e-6)
            assert.equal(b.y, b.level * 100)
        }
        for (const row of rows.values())
            for (let k = 1; k < row.length; k++)
                assert.ok(row[k].x - row[k].left >= row[k - 1].x + row[k - 1].right + 12 - 1e-6, `seed ${seed}`)
    }
})

test('the principal variation is always expanded, other nodes as far as they fit', () => {
    const { children } = grow(7, 500),
        best = children.map(k => k[0] ?? -1)
    for (const most of [1, 20, 100, 1000]) {
        const open = initiallyOpen(children, best, most)
        for (let i = 0; best[i] >= 0; i = best[i]) assert.ok(open.has(i))
        const path = initiallyOpen(children, best, 0)
        const count = set => [...set].reduce((sum, i) => sum + children[i].length, 1)
        assert.ok(count(open) <= Math.max(most, count(path)))
    }
    assert.equal([...initiallyOpen(children, best, 1000)].length, children.filter(k => k.length).length)
})
