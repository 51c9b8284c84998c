// A game under analysis: moves, positions and one variation.
import assert from 'node:assert/strict'
import test from 'node:test'
import { bundled } from './bundle.mjs'

const l = await bundled('learn/variation.ts'),
    tree = await bundled('learn/variation_tree.ts')

const state = (position, turn = 0, score) => ({ game: 'g', position, turn, score, board: {} })
const move = m => ({ seat: 0, move: m, words: m })
const game = () =>
    l.begin('g', '', { moves: ['a', 'b', 'c'].map(move), states: ['0', '1', '2', '3'].map(p => state(p)) })

test('steps stay within the game', () => {
    let s = l.stepBy(game(), -1)
    assert.equal(s.ply, 0)
    s = l.stepBy(l.goTo(s, 99), 1)
    assert.equal(s.ply, 3)
    assert.equal(l.movesSoFar(s), 'a b c')
    assert.equal(l.lastMove(s).move, 'c')
})

test('the next move of the game follows it, another one starts a variation', () => {
    let s = l.playMove(l.goTo(game(), 1), move('b'), state('2'))
    assert.deepEqual([s.ply, s.inVariation, s.variation], [2, false, null])
    s = l.playMove(s, move('x'), state('x'))
    s = l.playMove(s, move('y'), state('y'))
    assert.deepEqual([l.movesSoFar(s), l.stateOf(s).position, l.plyFromStart(s)], ['a b x y', 'y', 4])
    // Back, then another move: it is a branch, and the first one stays.
    s = l.playMove(l.stepBy(s, -1), move('z'), state('z'))
    assert.equal(l.movesSoFar(s), 'a b x z')
    assert.equal(s.main.moves.length, 3)
    assert.equal(l.variations(s).length, 2)
    // The first move of a known variation follows it.
    const again = l.playMove(l.goTo(s, 2, false), move('x'), state('x'))
    assert.deepEqual([l.variations(again).length, again.inVariation, again.ply], [2, true, 1])
    // Back into the game, past the start of the variation.
    s = l.stepBy(l.stepBy(l.stepBy(s, -1), -1), -1)
    assert.deepEqual([s.inVariation, s.ply, l.movesSoFar(s)], [false, 1, 'a'])
})

const line = s => s.main.moves.map(m => m.move).join('')
const shape = s =>
    tree.branches(s).map(b => `${b.depth}:${b.variation.from}${b.variation.line.moves.map(m => m.move).join('')}`)

/** a b c, with x y and x z after a b. */
function branched() {
    let s = l.goTo(game(), 2)
    for (const m of ['x', 'y']) s = l.playMove(s, move(m), state(m))
    return l.playMove(l.stepBy(s, -1), move('z'), state('z'))
}

test('variations form a tree: named, deleted, promoted', () => {
    let s = branched()
    assert.deepEqual(shape(s), ['0:2xy', '1:2xz'])
    s = tree.rename(s, s.variation, 'Sharp')
    assert.equal(s.variation.name, 'Sharp')
    const deleted = tree.remove(s, s.variation)
    assert.deepEqual([deleted.inVariation, deleted.ply, shape(deleted).length], [false, 2, 1])
    // The variation becomes the game; the old game and the other branch hang on it.
    const up = tree.promote(s, s.variation)
    assert.deepEqual([line(up), up.inVariation, up.ply, l.stateOf(up).position], ['abxz', false, 4, 'z'])
    assert.deepEqual(shape(up), ['0:2c', '0:3y'])
    assert.equal(l.stateOf(l.choose(up, l.variations(up)[0], 1)).position, '3')
    // And back again.
    assert.equal(line(tree.promote(up, l.variations(up)[0])), 'abc')
})

test('variations are saved and restored', () => {
    const s = branched(),
        text = JSON.parse(JSON.stringify(tree.saved(s)))
    assert.ok(tree.isSaved(text))
    assert.equal(tree.isSaved({ ...text, all: [{ from: -1, name: '', moves: [] }] }), false)
    assert.equal(tree.isSaved(null), false)
    const replay = moves => ({ moves: moves.map(move), states: ['0', ...moves].map(p => state(p)) })
    const lines = text.all.map(v => replay([...text.main.slice(0, v.from), ...v.moves]))
    const back = tree.restored(game(), text, replay(text.main), lines)
    assert.deepEqual([l.movesSoFar(back), l.stateOf(back).position, shape(back)], ['a b x z', 'z', shape(s)])
    assert.equal(tree.savedPly(text), 2)
})

test('variations come back from a file', () => {
    let s = branched()
    s = tree.rename(s, s.variation, 'Sharp')
    s = l.playMove(l.goTo(s, 0, false), move('q'), state('q'))
    const list = tree.listed(s)
    assert.deepEqual(list, [
        { from: 0, name: '', moves: 'q' },
        { from: 2, name: '', moves: 'x y' },
        { from: 2, name: 'Sharp', moves: 'x z' },
    ])
    // The server sends the moves of each variation, and positions when they are asked for.
    const read = list.map(v => ({ ...v, moves: v.moves.split(' ').map(move) }))
    let back = tree.withVariations(game(), read)
    assert.deepEqual([shape(back), tree.listed(back)], [shape(s), list])
    assert.deepEqual([back.inVariation, back.variation, l.stateOf(back).position], [false, null, '0'])
    back = l.choose(back, l.variations(back)[2], 2)
    assert.deepEqual([l.movesSoFar(back), l.stateOf(back), back.variation.name], ['a b x z', null, 'Sharp'])
    assert.equal(l.stateOf(l.withState(back, 'a b x z', state('z'))).position, 'z')
    assert.equal(l.stateOf(l.goTo(back, 0)).position, '2')
    assert.equal(line(tree.promote(back, back.variation)), 'abxz')
})

test('a move at the end extends the game', () => {
    const s = l.playMove(l.goTo(game(), 3), move('d'), state('4'))
    assert.deepEqual([s.inVariation, s.ply, l.movesSoFar(s)], [false, 4, 'a b c d'])
})

test('chances are the first seat’s; partners share them; the end is certain', () => {
    assert.equal(l.firstChance({ seat: 0, win: 0.7 }), 0.7)
    assert.ok(Math.abs(l.firstChance({ seat: 3, win: 0.7 }) - 0.3) < 1e-9)
    assert.equal(l.firstChance({ seat: 2, win: 0.7 }), 0.7)
    assert.equal(l.firstChance({ seat: 1, win: null }), null)
    const line = { moves: [move('a')], states: [state('0'), state('1', 'over', -3)] }
    assert.deepEqual(l.chances(line, new Map([[0, { ply: 0, seat: 1, win: 0.25 }]])), [0.75, 0])
})

test('the graph skips chance nodes, but not unevaluated positions', () => {
    const turns = [0, 'chance', 'chance', 1, 0, 'chance', 1],
        line = { moves: [], states: turns.map(turn => ({ turn })) }
    assert.deepEqual(l.graphed(line, [0.5, null, null, 0.6, null, null, 0.7]), [
        0.5,
        undefined,
        undefined,
        0.6,
        null,
        null,
        0.7,
    ])
    assert.deepEqual(l.graphed(line, [0.5, null, null, null, null, null, null]), [
        0.5,
        null,
        null,
        null,
        null,
        null,
        null,
    ])
})
