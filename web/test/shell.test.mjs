// Parts of the page without a browser: the queue of table snapshots, clocks, specs, and the reconnecting socket.
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { bundled } from './bundle.mjs'

globalThis.location = new URL('http://localhost:1/')
globalThis.document = { hidden: false, addEventListener() {}, createTreeWalker() {}, documentElement: {} }
globalThis.window = { addEventListener() {} }
globalThis.matchMedia = () => ({ matches: false })

const { openSession, clockText, analysisOf, seatNames } = await bundled('views/table_session.ts')
const { printSpec, readSpec, checkAgent } = await bundled('spec.ts')

const message = (from, moves, more = {}) => ({
  table: 'a', version: 1, game: 'kalah', from, moves: moves.map(move => ({ seat: 0, move, words: move })), ply: from + moves.length,
  state: { at: from + moves.length }, seats: [], offers: [], may: [], over: null, left: null, running: null, start: '', game_id: null, ...more,
})

/** A session whose moves are animated by `animate`. */
function session(animate) {
  const changes = []
  const s = openSession({ drawing: () => ({ animate }), board: () => ({}), moving() {}, changed: news => changes.push([s.table.moves.map(m => m.move).join(''), news.map(m => m.move).join('')]) })
  return { s, changes }
}

test('moves are added to those that are known, and taken back', async () => {
  const { s, changes } = session(async () => {})
  for (const m of [message(0, ['a', 'b']), message(2, ['c']), message(1, []), message(1, ['x', 'y']), message(0, ['p'])]) {
    s.receive(m)
    await new Promise(setImmediate)
  }
  assert.deepEqual(changes, [['ab', ''], ['abc', 'c'], ['a', ''], ['axy', 'xy'], ['p', '']])
})

test('messages that come at once are shown in order, also where nothing moves on the board', async () => {
  const { s, changes } = session(undefined)
  for (const m of [message(0, ['a']), message(1, ['b']), message(2, ['c']), message(3, ['d'])]) s.receive(m)
  await new Promise(setImmediate)
  assert.deepEqual(changes, [['a', ''], ['ab', 'b'], ['abc', 'c'], ['abcd', 'd']])
})

test('moves are shown one after another, each from the board before it', async () => {
  const shown = []
  let release
  const { s, changes } = session((board, before, after, move) => new Promise(done => {
    shown.push([before.at, after.at, move])
    release = done
  }))
  s.receive(message(0, []))
  for (const [i, m] of ['a', 'b', 'c'].entries()) s.receive(message(i, [m]))
  assert.deepEqual(shown, [[0, 1, 'a']])
  assert.equal(s.moving, true)
  for (let i = 0; i < 3; i++) {
    release()
    await new Promise(setImmediate)
  }
  assert.deepEqual(shown, [[0, 1, 'a'], [1, 2, 'b'], [2, 3, 'c']])
  assert.deepEqual(changes.map(([all]) => all), ['', 'a', 'ab', 'abc'])
  assert.equal(s.moving, false)
})

test('a long queue is not animated, and a failing animation is skipped', async () => {
  const shown = []
  const { s } = session(async (board, before, after, move) => {
    shown.push(move)
    throw new Error('cannot be drawn')
  })
  s.receive(message(0, []))
  for (let i = 0; i < 9; i++) s.receive(message(i, [String(i)]))
  for (let i = 0; i < 30; i++) await new Promise(setImmediate)
  assert.equal(s.table.moves.length, 9)
  assert.ok(shown.length < 9 && shown.includes('8'), shown.join())
})

test('a position with a pause stays on the board', async () => {
  const changes = [], timers = []
  const later = mock.method(globalThis, 'setTimeout', (fn, ms) => void timers.push([fn, ms]))
  const s = openSession({ drawing: () => ({ pause: state => (state.at === 1 ? 30 : 0) }), board: () => ({}), moving() {}, changed: () => changes.push(s.table.state.at) })
  s.receive(message(0, []))
  for (const [i, m] of ['a', 'b', 'c'].entries()) {
    s.receive(message(i, [m]))
    await new Promise(setImmediate)
  }
  assert.deepEqual(changes, [0, 1])
  assert.equal(s.moving, true)
  const [[fn, ms]] = timers.filter(([, ms]) => ms === 30)
  fn(ms)
  for (let i = 0; i < 30; i++) await new Promise(setImmediate)
  later.mock.restore()
  assert.deepEqual(changes, [0, 1, 2, 3])
  assert.equal(s.moving, false)
})

test('a closed session shows nothing', async () => {
  let release
  const { s, changes } = session(() => new Promise(done => (release = done)))
  s.receive(message(0, []))
  s.receive(message(0, ['a']))
  s.close()
  release()
  await new Promise(setImmediate)
  assert.equal(changes.length, 1)
})

test('the clock of the player to move runs, and stops at the end', () => {
  const { s } = session()
  const clock = mock.method(performance, 'now', () => 1000)
  s.receive(message(0, [], { left: [5000, 7000], running: 1 }))
  clock.mock.mockImplementation(() => 3500)
  assert.deepEqual([s.left(0), s.left(1)], [5000, 4500])
  clock.mock.mockImplementation(() => 99000)
  assert.equal(s.left(1), 0)
  s.receive(message(0, [], { left: [5000, 7000], running: 1, over: {} }))
  assert.equal(s.left(1), 7000)
  clock.mock.restore()
  assert.deepEqual([0, 950, 19999, 20000, 61000, 3600000].map(clockText), ['0:00.0', '0:00.9', '0:19.9', '0:20', '1:01', '1:00:00'])
})

test('URLs of analyses: hidden games only when they are over', () => {
  const open = { traits: [] }, hidden = { traits: ['hidden'] }
  assert.equal(analysisOf(message(0, ['3', '10']), open, 2), '/analysis?game=kalah&moves=3+10&ply=2')
  assert.equal(analysisOf(message(0, ['3']), hidden), null)
  assert.equal(analysisOf(message(0, ['3'], { game_id: 12 }), hidden, 1), '/analysis?game=12&ply=1')
})

test('seats that would have the same name are named by their title', () => {
  const seat = (title, kind, more) => ({ title, kind, team: 0, ...more })
  const game = { levels: [{ title: 'Easy', agent: 'greedy' }] }
  const names = seats => seatNames({ seats }, game)
  assert.deepEqual(names([seat('south', 'player', { you: true, name: 'Ana' }), seat('north', 'agent', { agent: 'greedy' })]), ['Ana', 'Computer, easy'])
  assert.deepEqual(names([seat('south', 'agent', { agent: 'greedy' }), seat('north', 'agent', { agent: 'greedy' }), seat('west', 'open')]), ['South', 'North', 'West'])
})

test('specs', () => {
  const options = [{ name: 'houses', default: '6' }, { name: 'seeds', default: '4' }]
  assert.equal(printSpec('kalah', options, {}), 'kalah')
  assert.equal(printSpec('kalah', options, { houses: '6', seeds: '3' }), 'kalah:seeds=3')
  assert.deepEqual(readSpec('kalah:seeds=3,flag'), { name: 'kalah', values: { seeds: '3', flag: '1' } })
  const agents = [{ name: 'ab', options: [{ name: 'depth' }, { name: 'nodes' }] }]
  assert.equal(checkAgent('ab:depth=3,nodes=1k', agents), null)
  assert.equal(checkAgent('ba', agents).at, 0)
  assert.equal(checkAgent('', agents).at, 0)
  assert.equal(checkAgent('ab:depth=3,node=1k', agents).at, 11)
})

/** A WebSocket whose server is the test. */
class FakeSocket {
  static all = []
  constructor() {
    this.sent = []
    FakeSocket.all.push(this)
  }
  send(text) { this.sent.push(JSON.parse(text)) }
  close() { this.onclose({ code: 1006 }) }
  hear(message) { this.onmessage({ data: JSON.stringify(message) }) }
  answer(what, ok) { this.hear({ id: this.sent.find(m => m.do === what && !m.done && (m.done = true)).id, ok }) }
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
  assert.deepEqual(first.sent.map(m => m.do), ['hello'])
  assert.equal(socket.state(), 'connecting')
  first.answer('hello', { name: 'Ana' })
  assert.deepEqual(first.sent.map(m => m.do), ['hello', 'open', 'tables'])
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
  assert.deepEqual(second.sent.map(m => m.do), ['hello', 'open', 'analyze'])
  const id = second.sent[2].id
  second.hear({ on: 'job', job: id, done: 0.5 })
  waits.stop()
  assert.deepEqual([second.sent[3].do, second.sent[3].job], ['stop', id])
  second.answer('analyze', { move: '3' })
  assert.deepEqual(await waits.done, { move: '3' })
  assert.deepEqual(late, [0.5])
  for (const socket of FakeSocket.all) assert.deepEqual(socket.sent.map(m => m.id), socket.sent.map(m => m.id).sort((a, b) => a - b))
  second.hear({ on: 'table', n: 2 })
  assert.deepEqual(heard, [1, 2])
  later.mock.restore()
})
