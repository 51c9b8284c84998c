// Moves of pieces and their groups, compared with random games of the library in games.json. Each line has a state and
// the move that led to it.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { bundled } from '../../bundle.mjs'

const games = JSON.parse(readFileSync(new URL('games.json', import.meta.url), 'utf8'))
const { lines, links, squareName, squareOf, squaresOf } = await bundled('games/loa/lines.ts')

test('pieces may go where the engine lets them', () => {
    let blocked = 0
    for (const { states } of games)
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
                        if (w.to !== null && w.blocked === null)
                            found.push(`${squareName(s)}${w.takes ? 'x' : '-'}${squareName(w.to)}`)
                    }
                }
            }
            assert.deepEqual([...new Set(found)].sort(), [...moves].sort(), position)
        }
    assert.ok(blocked > 0)
})

test('links join what the engine calls a group', () => {
    for (const { states } of games)
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

test('moves are read', () => {
    assert.deepEqual(squaresOf('b1-d3'), { from: 1, to: 19, takes: false })
    assert.deepEqual(squaresOf('h8xa1'), { from: 63, to: 0, takes: true })
    assert.equal(squaresOf('pass'), null)
})
