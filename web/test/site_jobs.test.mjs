// Analysis in a page without a server: what a job replies when it is stopped or its worker starts again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundled } from './bundle.mjs'

const { Jobs } = await bundled('site/jobs.ts')
const tick = () => new Promise(setImmediate)

/** Jobs whose workers are the test. */
function analysis() {
    const workers = [],
        told = []
    const jobs = new Jobs(
        hear => {
            const worker = { said: [], hear, ended: false }
            workers.push(worker)
            const send = ({ texts }) => worker.said.push(...texts.map(text => JSON.parse(text)))
            return { send, end: () => (worker.ended = true) }
        },
        text => told.push(JSON.parse(text)),
    )
    const say = (worker, message) => worker.hear({ on: 'said', text: JSON.stringify(message) })
    return { jobs, workers, told, say }
}

const review = id => [id, 'review', JSON.stringify({ id, do: 'review' })]
const judgement = (job, ply) => ({ on: 'job', job, ply, judgement: { ply } })

test('a review that starts again tells and returns each move once', async () => {
    const { jobs, workers, told, say } = analysis()
    jobs.begin(...review(1))
    jobs.begin(2, 'analyze', JSON.stringify({ id: 2, do: 'analyze' }))
    workers[0].hear({ on: 'ready' })
    assert.deepEqual(
        workers[0].said.map(m => m.do),
        ['hello', 'review', 'analyze'],
    )
    say(workers[0], judgement(1, 0))
    say(workers[0], judgement(1, 1))
    assert.ok(jobs.stop(2)) // ends the worker of both
    assert.ok(workers[0].ended)
    workers[1].hear({ on: 'ready' })
    for (const ply of [0, 1, 2]) say(workers[1], judgement(1, ply))
    assert.deepEqual(
        told.filter(m => m.judgement).map(m => m.ply),
        [0, 1, 2],
    )
    assert.ok(jobs.stop(1))
    await tick()
    assert.deepEqual(told.at(-1), { id: 1, ok: { plies: [{ ply: 0 }, { ply: 1 }, { ply: 2 }] } })
})

test('a stopped analysis replies with its last result', async () => {
    const { jobs, workers, told, say } = analysis()
    jobs.begin(5, 'analyze', '{"id":5}')
    workers[0].hear({ on: 'ready' })
    for (const best of ['a', 'b']) say(workers[0], { on: 'job', job: 5, best })
    assert.ok(jobs.stop(5))
    assert.ok(!jobs.stop(5))
    await tick()
    assert.deepEqual(told.at(-1), { id: 5, ok: 'b' })
})

test('without memory every job is told so', () => {
    const { jobs, workers, told } = analysis()
    jobs.begin(7, 'tree', '{"id":7}')
    workers[0].hear({ on: 'again', why: 'memory' })
    assert.deepEqual(told, [{ id: 7, error: { code: 'failed', text: 'the browser has no more memory' } }])
    jobs.begin(8, 'tree', '{"id":8}')
    assert.equal(workers.length, 2) // a new worker
})
