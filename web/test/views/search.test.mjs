// The search view without a browser: what is searched, late replies, steps, the selected node and its board.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { bundled } from '../bundle.mjs'

const v = await bundled('views/search/state.ts')
const tree = JSON.parse(readFileSync(new URL('../data/coins-alphabeta.json', import.meta.url)))

const agent = (name, traces = true) => ({
    name,
    traces,
    options: [
        { name: 'depth', default: '4' },
        { name: 'eval', default: '' },
    ],
})
const game = (name, more = {}) => ({
    name,
    title: name,
    traits: [],
    options: [{ name: 'n', default: '5' }],
    evaluators: [{ name: name + '-eval', unit: 1 }],
    agents: [agent('alphabeta'), agent('minimax')],
    ...more,
})
const GAMES = [
    game('coins'),
    game('dice', { traits: ['chance'], agents: [agent('expectiminimax'), agent('minimax')] }),
    game('domino', { traits: ['hidden'], agents: [agent('greedy', false)] }),
]
const FIRST = { game: 'coins', agent: 'alphabeta' }
const depthOf = name => (name === 'coins' ? '6' : '2')
const open = (query = '') => v.withGames(v.initial(new URLSearchParams(query), FIRST), GAMES, FIRST, depthOf)
const searched = (s = open()) => {
    const begun = v.begin(s)
    return v.withTree(begun, begun.search, tree)
}

test('an empty URL shows the first game at a readable depth', () => {
    assert.equal(v.address(open()), '/search?game=coins&agent=alphabeta%3Adepth%3D6')
})

test('an agent of the URL keeps its own depth', () => {
    const s = open('game=coins:n=9&agent=minimax:depth=3&position=4+2')
    assert.deepEqual([v.gameText(s), v.agentText(s), s.position], ['coins:n=9', 'minimax:depth=3', '4 2'])
})

test('a game or an agent without a tree is replaced, and what was wanted is known', () => {
    const wanted = query => v.initial(new URLSearchParams(query), FIRST)
    const hidden = open('game=domino&position=x')
    assert.deepEqual([hidden.game.name, hidden.position], ['coins', ''])
    assert.equal(v.replaced(wanted('game=domino&position=x'), hidden).game.name, 'domino')
    const other = open('game=dice&agent=alphabeta')
    assert.equal(other.agent.name, 'expectiminimax')
    assert.deepEqual(v.replaced(wanted('game=dice&agent=alphabeta'), other), { agent: 'alphabeta' })
    assert.equal(v.replaced(wanted(''), open()), null)
})

test('another game gets an agent that fits it, the readable depth, and no position', () => {
    let s = v.setAgentOption({ ...open(), position: '4 2' }, 'eval', 'coins-eval')
    s = v.chooseGame(s, 'dice', '2')
    assert.deepEqual([s.agent, s.position], [{ name: 'expectiminimax', values: { depth: '2' } }, ''])
    assert.equal(v.chooseGame(s, 'coins', '6').agent.name, 'alphabeta')
})

test('another algorithm keeps depth and evaluator, but no other option', () => {
    const s = v.setAgentOption(v.setAgentOption(open(), 'eval', 'coins-eval'), 'star', '1')
    assert.deepEqual(v.chooseAgent(s, 'minimax').agent, { name: 'minimax', values: { depth: '6', eval: 'coins-eval' } })
})

test('replies of an older search change nothing', () => {
    const first = v.begin(open()),
        second = v.begin(first)
    assert.equal(v.withTree(second, first.search, tree), second)
    assert.equal(v.fail(second, first.search, 'late'), second)
    assert.equal(v.refuse(second, first.search, { text: 'late', at: 0 }), second)
    assert.equal(v.startAt(second, first.search, '9 1'), second)
    assert.equal(v.working(second, first.search), second)
    assert.equal(v.withTree(second, second.search, tree).tree, tree)
})

test('moves of the URL are replaced by the position they lead to; a typed position stays', () => {
    const moves = v.begin(open('moves=1+2'))
    assert.deepEqual(
        [v.startAt(moves, moves.search, '2 1').position, v.startAt(moves, moves.search, '2 1').moves],
        ['2 1', ''],
    )
    const typed = v.begin({ ...open(), position: '4  2' })
    assert.equal(v.startAt(typed, typed.search, '4 2').position, '4  2')
})

test('the step of the URL is used once, and steps stay within the search', () => {
    const s = searched(open('step=3'))
    assert.deepEqual([s.step, s.chosen, s.firstStep], [3, s.trace.steps[2].node, 0])
    const last = s.trace.steps.length
    assert.equal(v.goTo(s, last + 5).step, last)
    assert.equal(v.goTo(s, -1).step, 0)
    assert.equal(searched(s).step, 0)
})

test('steps play to the end and pause there; playing starts again from the first', () => {
    let s = v.play(v.goTo(searched(), 35))
    s = v.tick(s)
    assert.deepEqual([s.step, s.playing], [36, true])
    s = v.tick(s)
    assert.deepEqual([s.step, s.playing], [36, false])
    assert.deepEqual([v.play(s).step, v.play(s).playing], [0, true])
    assert.equal(v.tick(s), s)
    assert.equal(v.isSpoken({ ...s, playing: true, speed: 300 }), false)
})

test('arrows go to the parent, the first child and the siblings', () => {
    const s = searched(),
        [left, right] = s.trace.children[0]
    assert.equal(v.neighbour(s, 'ArrowDown', false), left)
    const at = v.select(s, left)
    assert.equal(v.neighbour(at, 'ArrowRight', true), right)
    assert.equal(v.neighbour(at, 'ArrowLeft', true), -1)
    assert.equal(v.neighbour(v.select(s, right), 'ArrowLeft', true), left)
    assert.equal(v.neighbour(at, 'ArrowUp', false), 0)
    assert.equal(v.neighbour(s, 'ArrowUp', false), -1)
    assert.equal(v.select(s, -1), s)
    assert.equal(v.select(v.play(s), left).playing, false)
})

test('the board is that of the selected node, and the last known one until it has arrived', () => {
    let s = searched()
    const root = v.missingPosition(s)
    assert.deepEqual(root, { game: tree.game, position: s.trace.nodes[0].position })
    s = v.withPosition(s, root, { position: root.position })
    assert.equal(v.missingPosition(s), null)
    assert.deepEqual(s.board, { position: { position: root.position }, last: null })
    const child = v.select(s, s.trace.children[0][0])
    assert.equal(child.board, s.board)
    const at = v.missingPosition(child),
        shown = v.withPosition(child, at, { position: at.position })
    assert.deepEqual(shown.board.last, { seat: tree.max - 1, move: s.trace.nodes[child.chosen].move })
    assert.equal(v.withPosition(child, at, null).board, s.board)
})
