// The cover between the turns of people who share a device: when it comes, when it goes, and what remains below it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundled } from '../bundle.mjs'

globalThis.document = { hidden: false }

const v = await bundled('views/table/state.ts')
const { isCovered, uncover, veiled, veiledDrawing } = await bundled('views/table/cover.ts')
const { contextOf } = await bundled('views/table/context.ts')
const { passText, resultFor, seatNames, turnTitle } = await bundled('views/table/texts.ts')

const ME = { kind: 'player', you: true, name: 'Ana' }
const SEATS = [
    { ...ME, title: 'south', team: 0 },
    { ...ME, title: 'east', team: 1 },
]
const message = (ply, seat, more = {}) => ({
    table: 'a',
    version: ply + 1,
    game: 'cards',
    shared: true,
    seat,
    seats: SEATS,
    from: 0,
    moves: Array.from({ length: ply }, (_, n) => ({ seat: n % 2, move: 'm' + n, words: 'plays m' + n })),
    ply,
    state: { turn: seat, position: 'hand of ' + seat, moves: ['x', 'y'], board: {} },
    offers: [],
    may: ['move', 'hint', 'resign'],
    thinking: null,
    over: null,
    ...more,
})

/** The state after a message has been shown. */
const after = (s, m) => v.show(s, { message: m, at: 0, moves: m.moves, news: [] })
const covered = s => isCovered(s, s.table)
const drawing = { pause: state => (state.ended ? 1000 : 0), score: () => [1, 2], note: () => 'two aces' }
const begin = () => ({ ...v.initial(), drawing })

test('a hand is covered until its player asks for it, and again after another seat', () => {
    let s = after(begin(), message(0, 0))
    assert.equal(covered(s), true, 'also after a reload: the state is new')
    s = uncover(s)
    assert.equal(covered(s), false)
    s = after(s, message(1, 0))
    assert.equal(covered(s), false, 'the same player moves again, or agents move')
    s = after(s, message(2, 1))
    assert.equal(covered(s), true)
    s = after(s, message(1, 0))
    assert.equal(covered(s), true, 'the first player has given the device away')
    s = after(uncover(s), message(2, 1))
    assert.equal(covered(s), true)
    assert.equal(covered(uncover(s)), false)
})

test('the end of a round and of the game is open, and what follows is covered', () => {
    const end = message(1, 1, { state: { turn: 'chance', ended: true, board: {} } })
    let s = uncover(after(begin(), message(0, 0)))
    s = after(s, end)
    assert.equal(covered(s), false)
    assert.equal(covered(after(s, message(2, 0))), true, 'new cards are covered for the player who was last, too')
    assert.equal(covered({ ...s, drawing: null }), true, 'before the drawing can say so')
    s = after(uncover(after(s, message(2, 0))), message(3, 0, { over: { result: '1-0', text: '' } }))
    assert.equal(covered(s), false)
    assert.equal(covered(after(s, message(0, 0))), true, 'a rematch')
})

test('nothing is covered where nobody shares hands', () => {
    assert.equal(covered(after(begin(), message(0, 0, { shared: false }))), false)
    assert.equal(covered(after(begin(), message(1, 1, { shared: false }))), false)
})

test('below the cover nothing of a hand or of the turn before remains', () => {
    const before = { ...uncover(after(begin(), message(0, 0))), series: ['x', 'y'], picked: 'x', sheet: 'moves' }
    const s = after(before, message(1, 1))
    assert.deepEqual([s.series, s.picked, s.sheet, s.hint], [[], null, '', null])
    assert.deepEqual(v.takeNext(s).move, null)
    const ctx = contextOf('a', s, s.table, { width: 1, height: 1 }, 0, {})
    assert.equal(ctx.covered && ctx.passed, true)
    assert.deepEqual([ctx.table.may, ctx.table.moves, ctx.table.state.moves], [[], [], []])
    assert.ok(!JSON.stringify(ctx.table).includes('hand of'))
    assert.deepEqual(ctx.drawing.score(), [1, 2])
    assert.equal(ctx.drawing.note, undefined)
    const open = contextOf('a', uncover(s), s.table, { width: 1, height: 1 }, 0, {})
    assert.equal(open.covered, false)
    assert.equal(open.table, s.table)
    assert.equal(veiledDrawing(null), null)
    assert.equal(veiled(s.table).ply, 1)
})

test('the move that ends a turn is not animated over the next hand', () => {
    const s = uncover(after(begin(), message(1, 0))),
        step = m => ({ message: m, at: 0, moves: m.moves, news: m.moves.slice(1) })
    assert.equal(v.isAnimated(s, step(message(2, 0))), true)
    assert.equal(v.isAnimated(s, step(message(2, 1))), false)
    assert.equal(v.isAnimated({ ...s, uncovered: null }, step(message(2, 0))), false)
    assert.equal(v.isAnimated(s, step(message(2, 1, { shared: false }))), true)
})

test('people who share a device are called by their seats', () => {
    const table = message(0, 1)
    assert.equal(passText(table), 'Pass the device to East.')
    assert.equal(turnTitle(table, undefined), "East's turn")
    assert.deepEqual(seatNames(table, undefined), ['South', 'East'])
    assert.equal(turnTitle({ ...table, shared: false }, undefined), 'Your turn')
    assert.equal(resultFor({ ...table, over: { result: '1-0' } }), null)
    const partners = SEATS.map(seat => ({ ...seat, team: 0 }))
    assert.equal(resultFor({ ...table, seats: partners, over: { result: '1-0' } }), 'win')
})
