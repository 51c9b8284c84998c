// Chance nodes in the trace of a search.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import test from 'node:test'
import { bundled } from '../../bundle.mjs'

const tree = await bundled('learn/trace.ts')
const program = process.env.JOGADA,
    skip = !program && 'JOGADA is not set'
const ARGS = ['tree', 'pig', 'expectiminimax:depth=2', '--json', '--nodes', '100000']

test('expectiminimax: chance is worth the mean, by probabilities that sum to one', { skip }, () => {
    const p = tree.readTrace(JSON.parse(execFileSync(program, ARGS, { maxBuffer: 1 << 28 })))
    let chances = 0
    p.nodes.forEach((node, i) => {
        if (node.turn !== 'chance' || !p.children[i].every(c => p.nodes[c].known === 'exact')) return
        chances++
        const sum = p.children[i].reduce((s, c) => s + p.nodes[c].probability, 0),
            mean = p.children[i].reduce((s, c) => s + p.nodes[c].probability * p.nodes[c].value, 0)
        assert.ok(
            Math.abs(sum - 1) < 1e-6 && Math.abs(mean - node.value) < 0.51,
            `${node.name}: ${mean}, said ${node.value}`,
        )
    })
    assert.ok(chances > 0)
})
