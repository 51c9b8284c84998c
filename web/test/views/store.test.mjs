// The store of a view: what draws, and what does not.
import assert from 'node:assert/strict'
import test from 'node:test'
import { bundled } from '../bundle.mjs'

const { openStore, added } = await bundled('store.ts')

test('a change draws once; the same state, and a closed store, do not', () => {
    const drawn = [],
        store = openStore({ n: 0 }, s => drawn.push(s.n))
    store.change(s => ({ n: s.n + 1 }))
    store.change(s => s)
    assert.deepEqual(drawn, [1])
    store.draw()
    assert.deepEqual(drawn, [1, 1])
    store.close()
    store.change(() => ({ n: 9 }))
    store.draw()
    assert.deepEqual([drawn.length, store.state.n, store.open], [2, 1, false])
})

test('an entry is added to a copy', () => {
    const map = new Map([[1, 'a']])
    assert.deepEqual(
        [...added(map, 2, 'b')],
        [
            [1, 'a'],
            [2, 'b'],
        ],
    )
    assert.equal(map.size, 1)
})
