// Parts of the page without a browser: specs and the reconnecting socket.
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { bundled } from './bundle.mjs'

globalThis.location = new URL('http://localhost:1/')
globalThis.document = { hidden: false, addEventListener() {}, createTreeWalker() {}, documentElement: {} }
globalThis.window = { addEventListener() {} }

const { printSpec, readSpec, checkAgent, choicesOf } = await bundled('spec.ts')

test('specs', () => {
    const options = [
        { name: 'houses', default: '6' },
        { name: 'seeds', default: '4' },
    ]
    assert.equal(printSpec('kalah', options, {}), 'kalah')
    assert.equal(printSpec('kalah', options, { houses: '6', seeds: '3' }), 'kalah:seeds=3')
    assert.deepEqual(readSpec('kalah:seeds=3,flag'), { name: 'kalah', values: { seeds: '3', flag: '1' } })
    const agents = [{ name: 'ab', options: [{ name: 'depth' }, { name: 'nodes' }] }]
    assert.equal(checkAgent('ab:depth=3,nodes=1k', agents), null)
    assert.equal(checkAgent('ba', agents).at, 0)
    assert.equal(checkAgent('', agents).at, 0)
    assert.equal(checkAgent('ab:depth=3,node=1k', agents).at, 11)
    assert.deepEqual(choicesOf({ name: 'order', range: 'ccw|cw', labels: ['anti-horária', 'horária'] }), [
        { value: 'ccw', text: 'anti-horária' },
        { value: 'cw', text: 'horária' },
    ])
    assert.deepEqual(choicesOf({ name: 'order', range: 'ccw|cw' })[1], { value: 'cw', text: 'cw' })
    assert.deepEqual(
        choicesOf({ name: 'lazy', type: 'flag', range: '0|1' }).map(c => c.text),
        ['no', 'yes'],
    )
})

/** A WebSocket whose server is the test. */
class FakeSocket {
    static OPEN = 1
    static all = []
    constructor() {
        this.sent = []
        this.readyState = FakeSocket.OPEN
        FakeSocket.all.push(this)
    }
    send(text) {
        this.sent.push(JSON.parse(text))
    }
    close() {
        this.readyState = FakeSocket.OPEN + 1
        this.onclose({ code: 1006 })
    }
    hear(message) {
        this.onmessage({ data: JSON.stringify(message) })
    }
    answer(what, ok) {
        this.hear({ id: this.sent.find(m => m.do === what && !m.done && (m.done = true)).id, ok })
    }
}

test('the socket repeats its subscriptions after a reconnection, and ids only grow', async () => {
    globalThis.WebSocket = FakeSocket
    let attempt
    const later = mock.method(globalThis, 'setTimeout', fn => void (attempt = fn))
    const socket = await bundled('socket.ts')
    const tick = () => new Promise(setImmediate)
    const heard = []
    socket.on('table', m => heard.push(m.n))
    socket.subscribe('open', { table: 'a' })
    const early = socket.request('tables') // before there is a connection
    socket.connect()
    const [first] = FakeSocket.all
    first.onopen()
    assert.deepEqual(
        first.sent.map(m => m.do),
        ['hello'],
    )
    assert.equal(socket.state(), 'connecting')
    first.answer('hello', { name: 'Ana' })
    assert.deepEqual(
        first.sent.map(m => m.do),
        ['hello', 'open', 'tables'],
    )
    first.answer('tables', { tables: [] })
    assert.deepEqual(await early, { tables: [] })
    first.hear({ on: 'table', n: 1 })

    const refused = socket.request('move', { move: '9' })
    first.hear({ id: first.sent.at(-1).id, error: { code: 'illegal', text: 'no such house', at: 0 } })
    await assert.rejects(refused, { code: 'illegal', message: 'no such house', at: 0 })

    const unanswered = socket.request('hint')
    const late = []
    first.close()
    await assert.rejects(unanswered, { code: 'offline' })
    assert.equal(socket.state(), 'offline')
    const waits = socket.job('analyze', {}, m => late.push(m.done))
    attempt()
    const second = FakeSocket.all[1]
    second.onopen()
    second.answer('hello', { name: 'Ana' })
    await tick()
    assert.equal(socket.state(), 'open')
    assert.deepEqual(
        second.sent.map(m => m.do),
        ['hello', 'open', 'analyze'],
    )
    const id = second.sent[2].id
    second.hear({ on: 'job', job: id, done: 0.5 })
    waits.stop()
    assert.deepEqual([second.sent[3].do, second.sent[3].job], ['stop', id])
    second.answer('analyze', { move: '3' })
    assert.deepEqual(await waits.done, { move: '3' })
    assert.deepEqual(late, [0.5])
    for (const socket of FakeSocket.all)
        assert.deepEqual(
            socket.sent.map(m => m.id),
            socket.sent.map(m => m.id).sort((a, b) => a - b),
        )
    second.hear({ on: 'table', n: 2 })
    assert.deepEqual(heard, [1, 2])

    second.readyState++ // closing: a request is not sent, and fails when the connection is closed
    const sent = second.sent.length
    const dropped = socket.request('tables')
    second.close()
    await assert.rejects(dropped, { code: 'offline' })
    assert.equal(second.sent.length, sent)
    later.mock.restore()
})
