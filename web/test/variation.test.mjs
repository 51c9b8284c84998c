// A game under analysis: moves, positions and one variation.
import assert from 'node:assert/strict'
import test from 'node:test'
import { bundled } from './bundle.mjs'

const l = await bundled('learn/variation.ts')

const state = (position, turn = 0, score) => ({ game: 'g', position, turn, score, board: {} })
const move = m => ({ seat: 0, move: m, words: m })
const game = () => l.begin('g', '', { moves: ['a', 'b', 'c'].map(move), states: ['0', '1', '2', '3'].map(p => state(p)) })

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
  // Back, then another move: it replaces the rest of the variation.
  s = l.playMove(l.stepBy(s, -1), move('z'), state('z'))
  assert.equal(l.movesSoFar(s), 'a b x z')
  assert.equal(s.main.moves.length, 3)
  // Back into the game, past the start of the variation.
  s = l.stepBy(l.stepBy(l.stepBy(s, -1), -1), -1)
  assert.deepEqual([s.inVariation, s.ply, l.movesSoFar(s)], [false, 1, 'a'])
  s = l.dropVariation(l.goTo(s, 2, true))
  assert.deepEqual([s.inVariation, s.variation, s.ply], [false, null, 2])
})

test('a move at the end extends the game', () => {
  const s = l.playMove(l.goTo(game(), 3), move('d'), state('4'))
  assert.deepEqual([s.inVariation, s.ply, l.movesSoFar(s)], [false, 4, 'a b c d'])
})

test('chances are the first seat’s; partners share them; the end is certain', () => {
  assert.equal(l.firstChance({ seat: 0, chance: 0.7 }), 0.7)
  assert.ok(Math.abs(l.firstChance({ seat: 3, chance: 0.7 }) - 0.3) < 1e-9)
  assert.equal(l.firstChance({ seat: 2, chance: 0.7 }), 0.7)
  assert.equal(l.firstChance({ seat: 1, chance: null }), null)
  const line = { moves: [move('a')], states: [state('0'), state('1', 'over', -3)] }
  assert.deepEqual(l.chances(line, new Map([[0, { ply: 0, seat: 1, chance: 0.25 }]])), [0.75, 0])
})

test('the graph skips chance nodes, but not unevaluated positions', () => {
  const turns = [0, 'chance', 'chance', 1, 0, 'chance', 1], line = { moves: [], states: turns.map(turn => ({ turn })) }
  assert.deepEqual(l.graphed(line, [0.5, null, null, 0.6, null, null, 0.7]), [0.5, undefined, undefined, 0.6, null, null, 0.7])
  assert.deepEqual(l.graphed(line, [0.5, null, null, null, null, null, null]), [0.5, null, null, null, null, null, null])
})
