// Compares every step of a trace with a textbook alpha-beta on the same tree (windows, cutoffs, values so far, final
// values) and with minimax, which knows the value of every node.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import test from 'node:test'
import { bundled } from './bundle.mjs'

const tree = await bundled('learn/trace.ts')
const program = process.env.JOGADA,
    skip = !program && 'JOGADA is not set'

function search(game, agent, position) {
    const args = ['tree', game, agent, '--json', '--nodes', '100000', ...(position ? ['--position', position] : [])]
    return JSON.parse(execFileSync(program, args, { maxBuffer: 1 << 28 }))
}

// Identifies nodes by the moves that lead to them.
function paths(p) {
    const path = p.nodes.map(() => '')
    p.nodes.forEach((node, i) => {
        if (p.parent[i] >= 0) path[i] = `${path[p.parent[i]]} ${node.move}`
    })
    return path
}

/** Fail-hard alpha-beta on the recorded tree. Calls `step` at each step with the windows of all open nodes. Values
 *  are from MAX's point of view. */
function textbook(p, step) {
    const open = []
    const go = (i, alpha, beta) => {
        const own = { i, alpha, beta },
            max = p.nodes[i].turn === 'max'
        open.push(own)
        step('enter', i, open)
        const seen = p.children[i].filter(c => p.nodes[c].visit)
        for (const [k, c] of seen.entries()) {
            go(c, own.alpha, own.beta)
            if (own.alpha < own.beta) continue
            assert.equal(k, seen.length - 1, `${p.nodes[i].name}: nothing is visited behind a cut`)
            if (p.children[i].length > seen.length) step('cut', i, open)
            break
        }
        if (own.alpha < own.beta && seen.length)
            assert.equal(seen.length, p.children[i].length, `${p.nodes[i].name}: nothing is cut without a reason`)
        open.pop()
        const value = !seen.length ? p.nodes[i].value : max ? own.alpha : own.beta,
            up = open.at(-1)
        if (up && p.nodes[up.i].turn === 'max') up.alpha = Math.max(up.alpha, value)
        else if (up) up.beta = Math.min(up.beta, value)
        step('leave', i, open)
    }
    go(0, -Infinity, Infinity)
}

// Random number trees, the same in every run.
function grown(count) {
    let seed = 1
    const random = n => (seed = (seed * 48271) % 2147483647) % n
    const node = depth =>
        depth && random(5)
            ? `(${Array.from({ length: 1 + random(4) }, () => node(depth - 1)).join(' ')})`
            : String(random(25) - 12)
    return Array.from({ length: count }, (_, i) => `(${node(3)} ${node(4)} ${node(4)}) ${i % 2 ? 'min' : 'max'}`)
}

const CASES = [
    ['coins', 'alphabeta:depth=9', ['5 1', '4 2']],
    ['coins:n=9,take=3', 'alphabeta:depth=5', ['']],
    [
        'numbers',
        'alphabeta:depth=9',
        [
            '',
            '(((3 10) (5 12)) ((2 8) (15 6))) max',
            '(((3 10) (5 12)) ((2 8) (15 6))) min',
            '((5 (6 7) 1) (4 2) ((1 9) 3)) min',
            ...grown(12),
        ],
    ],
    ['tictactoe', 'alphabeta:depth=3', ['']],
    ['tictactoe', 'alphabeta:depth=9', ['xo./xo./... x', 'x../.o./..x o']],
    ['kalah:houses=3,seeds=2', 'alphabeta:depth=6', ['']],
    ['kalah', 'alphabeta:depth=3', ['']],
    ['loa', 'alphabeta:depth=2', ['']],
]

for (const [game, agent, positions] of CASES)
    for (const position of positions)
        test(`${game} ${agent} ${position}`, { skip }, () => {
            const found = search(game, agent, position),
                p = tree.readTrace(found)
            const truth = tree.readTrace(search(game, agent.replace('alphabeta', 'minimax'), position)),
                at = paths(truth)
            const worth = new Map(truth.nodes.map((node, i) => [at[i], node.value])),
                path = paths(p)
            let n = 0
            textbook(p, (kind, i, open) => {
                assert.deepEqual(p.steps[n], { kind, node: i }, `step ${n + 1}`)
                n++
                for (const own of open) {
                    assert.deepEqual(
                        tree.bounds(p, own.i, n),
                        { alpha: own.alpha, beta: own.beta },
                        `window of ${p.nodes[own.i].name} at step ${n}`,
                    )
                    const so = tree.soFar(p, own.i, n),
                        real = worth.get(path[own.i])
                    if (so !== null)
                        assert.ok(
                            p.nodes[own.i].turn === 'max' ? so <= real : so >= real,
                            `${p.nodes[own.i].name} at step ${n}: ${so}, worth ${real}`,
                        )
                }
                if (kind !== 'leave') return
                const s = tree.shown(p, i, n),
                    real = worth.get(path[i])
                assert.ok(
                    s.sign === '≤' ? real <= s.value : s.sign === '≥' ? real >= s.value : real === s.value,
                    `${p.nodes[i].name}: ${s.sign} ${s.value}, worth ${real}`,
                )
            })
            assert.equal(n, p.steps.length)
            assert.equal(p.nodes[0].value, worth.get(''))
        })

test('minimax and negamax: every node is worth the best below it, negamax for the side to move', { skip }, () => {
    for (const [game, depth] of [
        ['coins', 6],
        ['tictactoe', 2],
        ['kalah', 3],
        ['numbers', 4],
    ]) {
        const max = tree.readTrace(search(game, `minimax:depth=${depth}`)),
            nega = tree.readTrace(search(game, `negamax:depth=${depth}`)),
            end = max.steps.length
        assert.equal(nega.nodes.length, max.nodes.length)
        max.nodes.forEach((node, i) => {
            const values = max.children[i].map(c => max.nodes[c].value)
            if (values.length) assert.equal(node.value, node.turn === 'max' ? Math.max(...values) : Math.min(...values))
            assert.equal(
                max.children[i].some(c => max.nodes[c].cut),
                false,
            )
            // A player may move twice in a row in Kalah: the sign then stays.
            const own = tree.shown(nega, i, end),
                below = nega.children[i].map(c => ({
                    same: nega.nodes[c].turn === nega.nodes[i].turn,
                    value: tree.shown(nega, c, end).value,
                }))
            assert.equal(Math.abs(own.value), Math.abs(node.value))
            if (below.length && below.every(b => !b.same))
                assert.equal(own.value, Math.max(...below.map(b => 0 - b.value)), `${game} ${node.name}`)
        })
    }
})

test('what is known after a step does not depend on how one came there', { skip }, () => {
    for (const [game, agent] of [
        ['coins', 'alphabeta'],
        ['kalah', 'alphabeta:depth=2'],
        ['tictactoe', 'alphabeta:depth=2,secondary=1'],
        ['loa', 'alphabeta:depth=1,quiesce=1'],
    ]) {
        const found = search(game, agent)
        found.trees.forEach((_, which) => {
            const p = tree.readTrace(found, which),
                all = n => p.nodes.map((_, i) => [tree.shown(p, i, n), tree.bounds(p, i, n), tree.cutOff(p, i, n)])
            const forwards = Array.from({ length: p.steps.length + 1 }, (_, n) => JSON.stringify(all(n)))
            for (let n = p.steps.length; n >= 0; n--) assert.equal(JSON.stringify(all(n)), forwards[n])
        })
    }
})
