// The rows of a page without a server, over a storage that fails as browsers' do: nothing that was reported as saved is
// lost, and a worker that lost the tables writes nothing.
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { bundled } from './bundle.mjs'
import { Disk } from './indexeddb.mjs'

const { Rows, Newer } = await bundled('site/rows.ts')
const { FORMAT, migrate } = await bundled('site/format.ts')
const { join } = await bundled('site/join.ts')

const SELF = 'a'.repeat(32),
    OTHER = 'b'.repeat(32)
const STORED = [
    ['meta/self', JSON.stringify({ id: SELF })],
    ['game/1', '{"run":1,"number":0,"seed":9223372036854775807,"players":["' + SELF + '"]}'],
    ['game/2', '{"run":1,"number":1}'],
    ['run/1', '{"kind":"table"}'],
    ['table/x', '{"moves":"1 2","rest":"{\\"game_id\\":2}"}'],
]
const NEW = [
    ['meta/self', JSON.stringify({ id: OTHER })],
    ['game/1', '{"run":1,"number":0,"seed":9223372036854775806,"players":["' + OTHER + '"]}'],
    ['run/1', '{"kind":"table"}'],
    ['table/y', '{"moves":"3","rest":"{\\"game_id\\":1}"}'],
]

/** Real timers pass; those of rows.ts (retries, patience) run when the test calls them. */
const timers = []
mock.method(globalThis, 'setTimeout', run => timers.push(run) && timers.length)
mock.method(globalThis, 'clearTimeout', n => void (timers[n - 1] = null))
const pass = () => timers.splice(0).forEach(run => run?.())

/** Lets everything happen that waits for no timer. */
async function settle() {
    for (let i = 0; i < 100; i++) await new Promise(setImmediate)
}

/** A worker's rows on a disk, and what it has heard. */
function worker(disk) {
    globalThis.indexedDB = disk.indexedDB
    const heard = { saved: [], taken: 0, joined: 0 }
    const rows = new Rows({
        saved: why => heard.saved.push(why),
        taken: () => heard.taken++,
        joined: () => heard.joined++,
    })
    return { rows, heard }
}

const kept = disk => [...disk.rows].filter(([key]) => key.includes('/'))

test('what is put is stored, and read again', async () => {
    const disk = new Disk(),
        one = worker(disk)
    await one.rows.open()
    assert.equal(await one.rows.put(new Map([['game/1', '{}']])), true)
    assert.deepEqual(kept(disk), [['game/1', '{}']])
    const two = worker(disk)
    await two.rows.open()
    assert.deepEqual([...two.rows.all], [['game/1', '{}']])
})

test('a database that opens late loses nothing: its rows join the new ones, and the engine opens again', async () => {
    const disk = new Disk(STORED),
        { rows, heard } = worker(disk)
    disk.locked = true
    await rows.open()
    assert.deepEqual([...rows.all], [])
    assert.equal(await rows.put(new Map(NEW)), true)
    assert.deepEqual(kept(disk), STORED)
    assert.match(heard.saved.at(-1), /locked/)
    disk.locked = false
    pass()
    await settle()
    const stored = new Map(kept(disk))
    for (const [key, value] of STORED) assert.equal(stored.get(key), value, key)
    assert.equal(stored.get('game/3'), NEW[1][1].replace('"run":1', '"run":2').replace(OTHER, SELF))
    assert.equal(stored.get('run/2'), '{"kind":"table"}')
    assert.equal(stored.get('table/y'), '{"moves":"3","rest":"{\\"game_id\\":3}"}')
    assert.equal(heard.joined, 1)
    // The engine that is about to end has other numbers: nothing of it is stored or confirmed.
    assert.equal(await rows.put(new Map([['game/1', '{}']])), false)
    assert.deepEqual(new Map(kept(disk)), stored)
})

test('a late database that is full keeps the page as it is until there is space', async () => {
    const disk = new Disk(STORED),
        { rows, heard } = worker(disk)
    disk.locked = true
    await rows.open()
    await rows.put(new Map(NEW))
    disk.locked = false
    disk.full = true
    pass()
    await settle()
    assert.equal(heard.joined, 0)
    assert.match(heard.saved.at(-1), /full/)
    assert.equal(await rows.put(new Map([['table/y', '{"moves":"3 4"}']])), true)
    await settle()
    disk.full = false
    pass()
    await settle()
    assert.equal(heard.joined, 1)
    assert.equal(disk.rows.get('table/y'), '{"moves":"3 4"}')
    for (const [key, value] of STORED) assert.equal(disk.rows.get(key), value, key)
})

test('a page without a change sees its games as soon as the database opens', async () => {
    const disk = new Disk(STORED),
        { rows, heard } = worker(disk)
    disk.locked = true
    await rows.open()
    disk.locked = false
    pass()
    await settle()
    assert.equal(heard.joined, 1)
    assert.deepEqual(kept(disk), STORED)
})

test('a database that gives no reply keeps nobody waiting', async () => {
    const disk = new Disk(STORED),
        { rows, heard } = worker(disk)
    disk.silent = true
    const opening = rows.open()
    await settle()
    pass()
    await opening
    assert.match(heard.saved.at(-1), /does not open/)
    assert.equal(await rows.put(new Map([['table/z', '{}']])), true)
    disk.answer()
    await settle()
    assert.equal(heard.joined, 1)
    assert.deepEqual(kept(disk), [...STORED, ['table/z', '{}']])
})

test('a full disk is reported, and what could not be saved is saved later', async () => {
    const disk = new Disk(STORED),
        { rows, heard } = worker(disk)
    await rows.open()
    disk.full = true
    await rows.put(new Map([['game/3', '{"a":1}']]))
    await rows.put(new Map([['game/3', '{"a":2}']]))
    assert.match(heard.saved.at(-1), /full/)
    assert.deepEqual(kept(disk), STORED)
    disk.full = false
    pass()
    await settle()
    assert.equal(heard.saved.at(-1), null)
    assert.equal(disk.rows.get('game/3'), '{"a":2}')
})

test('a disk that is full from the beginning shows what is stored', async () => {
    const disk = new Disk([...STORED, ['owner', 'another worker, long ago']]),
        { rows, heard } = worker(disk)
    disk.full = true
    await rows.open()
    assert.deepEqual([...rows.all], STORED)
    assert.match(heard.saved.at(-1), /full/)
    await rows.put(new Map([['game/3', '{}']]))
    disk.full = false
    pass()
    await settle()
    assert.equal(heard.saved.at(-1), null)
    assert.equal(heard.taken, 0)
    assert.equal(disk.rows.get('game/3'), '{}')
})

test('a database that is deleted in mid-game is written again', async () => {
    const disk = new Disk(STORED),
        { rows, heard } = worker(disk)
    await rows.open()
    disk.clear()
    pass()
    await settle()
    assert.deepEqual(kept(disk), STORED)
    assert.deepEqual([heard.taken, heard.joined], [0, 0])
    disk.clear()
    await rows.put(new Map([['table/x', '{"moves":"1 2 3"}']]))
    assert.deepEqual(kept(disk).length, STORED.length)
    assert.equal(disk.rows.get('table/x'), '{"moves":"1 2 3"}')
})

test('a tab that has lost its tables writes nothing over those of the new one', async () => {
    const disk = new Disk(STORED),
        old = worker(disk)
    await old.rows.open()
    const writing = old.rows.put(new Map([['table/x', '{"moves":"1 2 3"}']])) // before the other tab reads
    const next = worker(disk)
    await next.rows.open()
    assert.equal(await writing, true)
    assert.equal(next.rows.all.get('table/x'), '{"moves":"1 2 3"}')
    await next.rows.put(new Map([['table/x', '{"moves":"1 2 3 4"}']]))
    assert.equal(await old.rows.put(new Map([['table/x', '{"moves":"1 2 3 9"}']])), false)
    assert.equal(old.heard.taken, 1)
    assert.equal(disk.rows.get('table/x'), '{"moves":"1 2 3 4"}')
    assert.equal(await old.rows.put(new Map([['table/x', '{}']])), false)
    await settle()
    assert.equal(disk.rows.get('table/x'), '{"moves":"1 2 3 4"}')
})

test('rows of a newer version are left alone', async () => {
    const rows = [...STORED, ['format', String(FORMAT + 1)]],
        disk = new Disk(rows),
        { rows: read } = worker(disk)
    await assert.rejects(read.open(), /newer version/)
    assert.deepEqual([...disk.rows], rows)
    assert.ok(Newer)
})

test('old rows are brought to the current format step by step', () => {
    const steps = [
        rows => new Map([...rows].map(([key, value]) => [key, value + '2'])),
        rows => new Map([...rows].map(([key, value]) => [key, value + '3'])),
    ]
    assert.deepEqual([...migrate(new Map([['a/1', '']]), 1, steps)], [['a/1', '23']])
    assert.deepEqual([...migrate(new Map([['a/1', '']]), 2, steps)], [['a/1', '3']])
    assert.deepEqual([...migrate(new Map(STORED), FORMAT)], STORED)
})

test('names and texts cannot look like members when rows are joined', () => {
    const evil = '{"run":4,"names":["\\"run\\":7 \\\\\\"game_id\\\\\\":9"]}',
        joined = join(new Map(STORED), new Map([['game/1', evil]]))
    assert.equal(joined.get('game/3'), evil.replace('"run":4', '"run":5'))
})
