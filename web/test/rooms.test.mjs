// Every room of src/games: a picture, and a board that draws the game's example positions.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { bundled } from './bundle.mjs'

globalThis.document = { createTreeWalker() {}, createComment: () => ({}), documentElement: {} }
const { rooms, roomOf, drawingOf, inOrder, searchFirst } = await bundled('games/index.ts')
const program = process.env.JOGADA,
    skip = !program && 'JOGADA is not set'
const folders = readdirSync(new URL('../src/games', import.meta.url), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)

/** A picture for a spectator, with texts in English. */
const picture = (name, state, more) => ({
    game: { name, title: name, seats: ['A', 'B', 'C', 'D'] },
    names: ['A', 'B', 'C', 'D'],
    state,
    moves: [],
    last: null,
    picked: null,
    hint: null,
    evaluated: [],
    lang: 'en',
    pick() {},
    play() {},
    t: (text, ...values) => text.replace(/\{(\d)\}/g, (_, i) => values[i]),
    ...more,
})

test('the list has every folder', () => assert.deepEqual(Object.keys(rooms).sort(), folders.sort()))

test('games are listed in the order of the rooms, others last', () => {
    const names = Object.keys(rooms)
    const mixed = ['unlisted', ...[...names].reverse()].map(name => ({ name }))
    assert.deepEqual(
        inOrder(mixed).map(game => game.name),
        [...names, 'unlisted'],
    )
})

test('the search page starts with one game, whose trees are readable', () => {
    assert.equal(Object.values(rooms).filter(room => room.searchFirst).length, 1)
    assert.ok(rooms[searchFirst].searchDepth)
})

for (const name of folders) {
    test(`${name}: the picture`, () => assert.ok(rooms[name].art().strings))

    test(`${name}: the examples`, { skip }, async () => {
        const drawing = await drawingOf(name),
            { examples } = JSON.parse(execFileSync(program, ['rules', name, '--json']))
        assert.ok(examples.length)
        for (const { state, seat, caption, last, picked = null } of examples) {
            assert.ok(caption)
            assert.equal(state.game.split(':')[0], name)
            assert.equal(state.moves, undefined)
            assert.ok(seat >= 0 && state.board)
            const shown = picture(name, state, { seat, picked, last: last === undefined ? null : { seat, move: last } })
            assert.ok(drawing.draw(shown).strings)
        }
    })
}

test('a game without a room has a picture and a text board', async () => {
    assert.ok(roomOf('unlisted').art().strings)
    const drawing = await drawingOf('unlisted')
    const state = { game: 'unlisted', position: '1', turn: 0, board: null }
    assert.ok(drawing.draw(picture('unlisted', state, { seat: 0, moves: ['1', '2'] })).strings)
})
