// Three marks in a line.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { bundled } from '../../bundle.mjs'

const { line } = await bundled('games/tictactoe/line.ts')

test('three in a line', () => {
    assert.equal(line('xo.x....o'), null)
    assert.deepEqual(line('xo.xo.x..'), [0, 3, 6])
    assert.deepEqual(line('xxo.o.o.x'), [2, 4, 6])
    assert.equal(line('.........'), null)
})
