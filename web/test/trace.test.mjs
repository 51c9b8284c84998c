// Traces of searches: the tree after each step.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { bundled } from './bundle.mjs'

const tree = await bundled('learn/trace.ts'),
    words = await bundled('learn/tree_text.ts')
const read = name => JSON.parse(readFileSync(new URL(`data/${name}.json`, import.meta.url)))
const say = (english, ...values) => english.replace(/\{(\d)\}/g, (_, i) => values[i])
const number = v => words.valueText(v, { unit: 1 }, 'en', say)
const NAMES = ['coins-alphabeta', 'numbers-negamax', 'numbers-alphabeta', 'kalah-alphabeta', 'dice-star2']

test('five coins: captions of the steps', () => {
    const p = tree.readTrace(read('coins-alphabeta')),
        captions = p.steps.map((_, i) => words.caption(p, i, number, say))
    assert.equal(captions[0], 'The search has not started.')
    assert.equal(captions[1], 'Enters a: MAX to move. Window α −∞, β +∞.')
    assert.ok(captions.includes('Enters c: MIN to move. Window α 100, β +∞.'))
    assert.ok(captions.includes('d returns 100 to b. Now b has ≤ 100.'))
    assert.ok(
        captions.includes('Alpha cutoff: c is at most 100, but a already has 100 through b, so g does not matter.'),
    )
    assert.ok(
        captions.includes('Beta cutoff: e is at least 100, but b already has 100 through d, so k does not matter.'),
    )
    assert.equal(words.caption(p, p.steps.length, number, say), 'Search finished: the value of a is 100.')
    assert.equal(p.steps.length, 17 * 2 + 2) // 17 nodes entered and left, 2 cuts
})

test('a node has what it knows at that moment, not what it will know', () => {
    const p = tree.readTrace(read('coins-alphabeta')),
        at = name => p.nodes.findIndex(n => n.name === name)
    const text = (name, step) => words.nodeText(p, at(name), step, number)
    assert.equal(text('a', 1), '…')
    assert.equal(text('b', 1), '')
    const d = at('d'),
        h = at('h')
    assert.equal(text('d', p.leaveAt[h] - 1), '…')
    assert.equal(text('d', p.leaveAt[h]), '≥ −100')
    assert.equal(text('d', p.leaveAt[d] - 1), '≥ 100')
    assert.equal(text('d', p.leaveAt[d]), '100')
    assert.equal(text('c', p.leaveAt[at('c')]), '≤ 100')
    assert.ok(!tree.cutOff(p, at('g'), p.cutAt[at('c')] - 1))
    assert.ok(tree.cutOff(p, at('g'), p.cutAt[at('c')]) && tree.cutOff(p, at('n'), p.cutAt[at('c')]))
})

test('the window at a node is the one that its next child is entered with', () => {
    for (const name of NAMES) {
        const p = tree.readTrace(read(name))
        if (!p.bounded) continue
        p.steps.forEach(({ kind, node }, k) => {
            const up = p.parent[node]
            if (kind !== 'enter' || up < 0 || p.nodes[up].turn === 'chance' || p.nodes[node].turn === 'chance') return
            const before = tree.bounds(p, up, k),
                own = tree.bounds(p, node, k + 1)
            assert.deepEqual(own, before, `${name}: ${p.nodes[node].name}`)
        })
    }
})

test('steps go through every visited node once, in the order of the visits', () => {
    for (const name of NAMES) {
        const p = tree.readTrace(read(name)),
            entered = p.steps.filter(s => s.kind === 'enter').map(s => p.nodes[s.node].visit)
        assert.deepEqual(
            entered,
            entered.map((_, i) => i + 1),
            name,
        )
        assert.equal(entered.length, p.nodes.filter(n => n.visit).length)
        p.nodes.forEach((_, i) => {
            if (!p.enterAt[i]) return
            assert.ok(p.leaveAt[i] > p.enterAt[i])
            for (const c of p.children[i])
                if (p.enterAt[c]) assert.ok(p.enterAt[c] > p.enterAt[i] && p.leaveAt[c] < p.leaveAt[i])
        })
    }
})

test('at the end every node has the value that the program gave', () => {
    for (const name of NAMES) {
        const p = tree.readTrace(read(name)),
            end = p.steps.length
        p.nodes.forEach((node, i) => {
            const s = tree.shown(p, i, end)
            if (!node.visit) return assert.equal(s, null)
            const flip = p.mover && s.value !== node.value
            assert.equal(s.value, flip ? 0 - node.value : node.value)
        })
    }
})

test('values so far are what the children seen by then prove', () => {
    for (const name of ['coins-alphabeta', 'numbers-alphabeta', 'numbers-negamax']) {
        const p = tree.readTrace(read(name))
        for (let step = 0; step <= p.steps.length; step++)
            p.nodes.forEach((node, i) => {
                const s = tree.soFar(p, i, step)
                if (s === null || !tree.finished(p, i, p.steps.length)) return
                // Later steps never contradict a value that is certain.
                assert.ok(node.turn === 'max' ? node.value >= s : node.value <= s, `${name} ${node.name} at ${step}`)
            })
    }
})

test('reasons of cutoffs equal those of the program', () => {
    for (const name of NAMES) {
        const p = tree.readTrace(read(name))
        p.nodes.forEach((node, i) => {
            const why = tree.cutReason(p, i)
            assert.equal(why !== null, node.reason !== undefined, name + ' ' + node.name)
            if (why && !name.startsWith('dice'))
                assert.equal(
                    words.reasonText(p, why, number, say).toLowerCase().replace(/−/g, '-'),
                    node.reason.toLowerCase() + '.',
                )
        })
    }
})

test('negamax turns the sign from row to row', () => {
    const p = tree.readTrace(read('numbers-negamax')),
        end = p.steps.length
    assert.ok(p.mover)
    p.nodes.forEach((_, i) => {
        if (!p.children[i].length) return
        const own = tree.shown(p, i, end).value
        assert.equal(own, Math.max(...p.children[i].map(c => -tree.shown(p, c, end).value)))
    })
})

test('values in the unit of the evaluator', () => {
    const text = (v, scale, lang = 'en') => words.valueText(v, scale, lang, say)
    assert.equal(text(-100, { unit: 1 }), '−100')
    assert.equal(text(150, { unit: 100 }), '1.50')
    assert.equal(text(150, { unit: 100 }, 'pt-BR'), '1,50')
    assert.equal(text(1000000, { unit: 100 }), 'win')
    assert.equal(text(-999990, { unit: 100 }), 'loss')
    assert.equal(text(938, { unit: 1, chance: true }), '54.7 %')
    assert.equal(words.probabilityText(1 / 6, 'en'), '1/6')
})
