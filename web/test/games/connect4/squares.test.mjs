// Squares of a Connect Four board: where a disc lands, and what a column holds.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { bundled } from '../../bundle.mjs'

const { landing, discs, top } = await bundled('games/connect4/squares.ts')

const rows = ['r....', 'y..r.', 'r.yy.']
const board = { width: 5, height: 3, connect: 4, squares: rows.join(''), line: [] }

test('a disc lands on the lowest free square', () => {
    assert.deepEqual(
        [0, 1, 2, 3, 4].map(column => landing(board, column)),
        [null, 11, 7, 3, 14],
    )
})

test('the discs of a column, from the bottom', () => {
    assert.deepEqual(
        [0, 1, 2, 3].map(column => discs(board, column).join('')),
        ['ryr', '', 'y', 'yr'],
    )
})

test('the last disc of a column is its highest', () => {
    assert.deepEqual(
        [0, 1, 2, 3, 4].map(column => top(board, column)),
        [0, null, 12, 8, null],
    )
})
