// The lab in a page without a server: the list of matches, what a watcher hears, and matches that are stopped.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundled } from './bundle.mjs'

const { Lab } = await bundled('site/lab.ts')
const tick = () => new Promise(setImmediate)

/** A lab whose workers are the test. */
function open() {
    const workers = [],
        told = []
    const lab = new Lab(
        hear => {
            const worker = { said: [], hear, ended: false }
            workers.push(worker)
            return {
                send: ({ texts }) => worker.said.push(...texts.map(text => JSON.parse(text))),
                end: () => (worker.ended = true),
            }
        },
        text => told.push(JSON.parse(text)),
    )
    const ask = async (id, what, members = {}) => {
        const request = { id, do: what, ...members }
        lab.handle(request, JSON.stringify(request))
        await tick()
    }
    const say = (worker, message) => worker.hear({ on: 'said', text: JSON.stringify(message) })
    const begin = async id => {
        await ask(id, 'match', { games: 2 })
        const worker = workers.at(-1)
        worker.hear({ on: 'ready' })
        say(worker, { id, ok: { run: 1 } })
        await tick()
        return worker
    }
    return { lab, workers, told, ask, say, begin }
}

const news = (state, points) => ({ on: 'run', run: 1, state, left: 1, points })

test('a match is watched: every watcher hears all points once', async () => {
    const { told, ask, say, begin } = open(),
        worker = await begin(1)
    assert.deepEqual(
        worker.said.map(m => m.do),
        ['hello', 'match', 'watch'],
    )
    assert.deepEqual(told, [{ id: 1, ok: { run: 1 } }])
    say(worker, news('running', [{ games: 2 }]))
    await ask(2, 'watch', { run: 1 })
    say(worker, news('running', [{ games: 4 }]))
    say(worker, news('done', []))
    assert.deepEqual(
        told.slice(1).map(m => m.points?.map(p => p.games) ?? m.ok),
        [{}, [2], [4], []],
    )
    assert.ok(worker.ended)
    await ask(3, 'lab')
    assert.deepEqual(
        told.at(-1).ok.runs.map(r => [r.run, r.state, r.points]),
        [[1, 'done', []]],
    )
})

test('a match is stopped: its worker ends, and its watcher hears it', async () => {
    const { told, ask, say, begin } = open(),
        worker = await begin(1)
    say(worker, news('running', [{ games: 2 }]))
    await ask(2, 'cancel', { run: 1 })
    assert.ok(worker.ended)
    const last = told.filter(m => m.on === 'run').at(-1)
    assert.deepEqual([last.state, last.left], ['stopped', null])
    say(worker, news('done', [])) // too late
    await ask(3, 'lab')
    assert.equal(told.at(-1).ok.runs[0].state, 'stopped')
})

test('two matches at a time; another is refused until one ends', async () => {
    const { told, ask, say, begin } = open(),
        first = await begin(1),
        second = await begin(2)
    assert.deepEqual(told.at(-1), { id: 2, ok: { run: 2 } })
    await ask(3, 'match')
    assert.equal(told.at(-1).error.code, 'limit')
    say(second, news('done', []))
    await begin(4)
    assert.deepEqual(told.at(-1), { id: 4, ok: { run: 3 } })
    assert.ok(!first.ended)
})

test('a match that the engine refuses is not listed, and a missing one is refused', async () => {
    const { told, workers, ask, say } = open()
    await ask(1, 'match')
    workers[0].hear({ on: 'ready' })
    say(workers[0], { id: 1, error: { code: 'input', text: 'wrong' } })
    assert.deepEqual(told, [{ id: 1, error: { code: 'input', text: 'wrong' } }])
    assert.ok(workers[0].ended)
    await ask(2, 'lab')
    assert.deepEqual(told.at(-1).ok.runs, [])
    await ask(3, 'watch', { run: 1 })
    assert.equal(told.at(-1).error.code, 'missing')
})

test('a worker without memory fails its match', async () => {
    const { told, ask, say, begin, lab } = open(),
        worker = await begin(1)
    say(worker, news('running', []))
    await ask(2, 'watch', { run: 1 })
    worker.hear({ on: 'again', why: 'memory' })
    assert.equal(told.at(-1).state, 'failed')
    const other = await begin(3)
    lab.end()
    assert.ok(other.ended)
})
