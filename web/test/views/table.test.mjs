// A table without a browser: the queue of snapshots and its animations, moves that are sent, series, clocks, words.
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { bundled } from '../bundle.mjs'

globalThis.document = { hidden: false }
globalThis.matchMedia = () => ({ matches: false })

const v = await bundled('views/table/state.ts')
const { openSession } = await bundled('views/table/session.ts')
const { clockText, analysisOf, seatNames, spoken, turnTitle, originsOf } = await bundled('views/table/texts.ts')
const { openStore } = await bundled('store.ts')

const message = (from, moves, more = {}) => ({
    table: 'a',
    version: 1,
    game: 'kalah',
    from,
    moves: moves.map(move => ({ seat: 0, move, words: move })),
    ply: from + moves.length,
    state: { at: from + moves.length },
    seats: [],
    offers: [],
    may: [],
    over: null,
    left: null,
    running: null,
    start: '',
    game_id: null,
    ...more,
})

/** A session whose moves are animated by `animate`, and whose positions stay for `pause` milliseconds. */
function session(animate, pause, draw = () => {}) {
    const changes = [],
        drawing = { animate, pause }
    const s = openStore({ ...v.initial(), drawing }, () => {})
    s.receive = openSession(s, {
        board: () => ({}),
        shown(step, before) {
            const all = s.state.table.moves.map(m => m.move).join('')
            changes.push([
                all,
                v
                    .addedMoves(before, step)
                    .map(m => m.move)
                    .join(''),
            ])
            draw(s.state)
        },
    })
    return { s, changes }
}

test('moves are added to those that are known, and taken back', async () => {
    const { s, changes } = session(async () => {})
    for (const m of [
        message(0, ['a', 'b']),
        message(2, ['c']),
        message(1, []),
        message(1, ['x', 'y']),
        message(0, ['p']),
    ]) {
        s.receive(m)
        await new Promise(setImmediate)
    }
    assert.deepEqual(changes, [
        ['ab', ''],
        ['abc', 'c'],
        ['a', ''],
        ['axy', 'xy'],
        ['p', ''],
    ])
})

test('messages that come at once are shown in order, also where nothing moves on the board', async () => {
    const { s, changes } = session(undefined)
    for (const m of [message(0, ['a']), message(1, ['b']), message(2, ['c']), message(3, ['d'])]) s.receive(m)
    await new Promise(setImmediate)
    assert.deepEqual(changes, [
        ['a', ''],
        ['ab', 'b'],
        ['abc', 'c'],
        ['abcd', 'd'],
    ])
})

test('moves are shown one after another, each from the board before it', async () => {
    const shown = []
    let release
    const { s, changes } = session(
        (board, before, after, move) =>
            new Promise(done => {
                shown.push([before.at, after.at, move])
                release = done
            }),
    )
    s.receive(message(0, []))
    for (const [i, m] of ['a', 'b', 'c'].entries()) s.receive(message(i, [m]))
    assert.deepEqual(shown, [[0, 1, 'a']])
    assert.equal(s.state.animating, true)
    for (let i = 0; i < 3; i++) {
        release()
        await new Promise(setImmediate)
    }
    assert.deepEqual(shown, [
        [0, 1, 'a'],
        [1, 2, 'b'],
        [2, 3, 'c'],
    ])
    assert.deepEqual(
        changes.map(([all]) => all),
        ['', 'a', 'ab', 'abc'],
    )
    assert.equal(s.state.animating, false)
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
    assert.equal(s.state.table.moves.length, 9)
    assert.ok(shown.length < 9 && shown.includes('8'), shown.join())
})

test('a position with a pause stays on the board', async () => {
    const changes = [],
        timers = []
    const later = mock.method(globalThis, 'setTimeout', (fn, ms) => void timers.push([fn, ms]))
    const { s } = session(
        undefined,
        state => (state.at === 1 ? 30 : 0),
        now => changes.push(now.table.state.at),
    )
    s.receive(message(0, []))
    for (const [i, m] of ['a', 'b', 'c'].entries()) {
        s.receive(message(i, [m]))
        await new Promise(setImmediate)
    }
    assert.deepEqual(changes, [0, 1])
    assert.equal(s.state.animating, true)
    const [[fn, ms]] = timers.filter(([, ms]) => ms === 30)
    fn(ms)
    for (let i = 0; i < 30; i++) await new Promise(setImmediate)
    later.mock.restore()
    assert.deepEqual(changes, [0, 1, 2, 3])
    assert.equal(s.state.animating, false)
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
    const shown = message_ => v.show(v.initial(), { message: message_, at: 1000, moves: [], news: [] })
    const s = shown(message(0, [], { left: [5000, 7000], running: 1 }))
    assert.deepEqual(
        [v.left(s, 0, 3500), v.left(s, 1, 3500), v.left(s, 1, 99000), v.age(s, 3500)],
        [5000, 4500, 0, 2.5],
    )
    assert.equal(v.clockRuns(s), true)
    const over = shown(message(0, [], { left: [5000, 7000], running: 1, over: {} }))
    assert.deepEqual([v.left(over, 1, 99000), v.clockRuns(over)], [7000, false])
    assert.equal(v.left(shown(message(0, [])), 0, 0), null)
    assert.deepEqual([0, 950, 19999, 20000, 61000, 3600000].map(clockText), [
        '0:00.0',
        '0:00.9',
        '0:19.9',
        '0:20',
        '1:01',
        '1:00:00',
    ])
})

test('URLs of analyses: hidden games only when they are over', () => {
    const open = { traits: [] },
        hidden = { traits: ['hidden'] }
    assert.equal(analysisOf(message(0, ['3', '10']), open, 2), '/analysis?game=kalah&moves=3+10&ply=2')
    assert.equal(analysisOf(message(0, ['3']), hidden), null)
    assert.equal(analysisOf(message(0, ['3'], { game_id: 12 }), hidden, 1), '/analysis?game=12&ply=1')
})

test('seats that would have the same name are named by their title', () => {
    const seat = (title, kind, more) => ({ title, kind, team: 0, ...more })
    const game = { levels: [{ title: 'Easy', agent: 'greedy' }] }
    const names = seats => seatNames({ seats }, game)
    assert.deepEqual(
        names([seat('south', 'player', { you: true, name: 'Ana' }), seat('north', 'agent', { agent: 'greedy' })]),
        ['Ana', 'Computer, easy'],
    )
    assert.deepEqual(
        names([
            seat('south', 'agent', { agent: 'greedy' }),
            seat('north', 'agent', { agent: 'greedy' }),
            seat('west', 'open'),
        ]),
        ['South', 'North', 'West'],
    )
})

// ---- Moves -----------------------------------------------------------------------------------

const mine = (ply, moves, more = {}) =>
    message(ply, [], { ply, seat: 0, may: ['move'], state: { moves, turn: 0 }, ...more })
const shown = (s, table) => v.show(s, { message: table, at: 0, moves: table.moves, news: [] })

test('a move is pending until a snapshot shows it; a refused one is not', () => {
    const s = shown(v.initial(), mine(3, ['a'])),
        sending = v.send(s)
    assert.equal(v.movePending(sending), true)
    const accepted = v.sent(sending, 3, true)
    assert.equal(v.movePending(accepted), true)
    assert.equal(v.movePending(shown(accepted, mine(4, ['b']))), false)
    assert.equal(v.movePending(v.sent(sending, 3, false)), false)
    // The snapshot may come before the reply.
    assert.equal(v.movePending(v.sent(shown(sending, mine(4, ['b'])), 3, true)), false)
    assert.equal(v.movePending(v.animate(s)), true)
})

test('moves chosen together are played one by one, each when the board shows the one before', () => {
    let s = v.playSeries(shown(v.initial(), mine(3, ['a', 'b'])), ['a', 'x', 'b', 'c'])
    let next = v.takeNext(s)
    assert.equal(next.move, 'a')
    s = next.state
    assert.equal(v.takeNext(s).move, null, 'the board does not show it yet')
    assert.equal(v.takeNext(v.animate(shown(s, mine(4, ['b'])))).move, null)
    next = v.takeNext(shown(s, mine(4, ['b'])))
    assert.equal(next.move, 'b', 'x is not legal')
    s = shown(next.state, mine(5, [], { may: [] }))
    assert.deepEqual([v.takeNext(s).move, v.takeNext(s).state.series], [null, ['c']], 'the server has not finished')
    s = shown(s, mine(5, ['c'], { may: ['resign'] }))
    assert.deepEqual([v.takeNext(s).move, v.takeNext(s).state.series], [null, []], 'another player is to move')
})

test('a new position drops selection, hint and error; the same one keeps them', () => {
    const s = { ...shown(v.initial(), mine(3, ['a'])), picked: 'e4', refused: 'no' },
        hinted = v.withHint(s, 3, { move: 'a' })
    assert.equal(hinted.hint.move, 'a')
    assert.equal(v.withHint(s, 2, { move: 'a' }), s, 'a hint for an earlier position')
    const same = shown(hinted, mine(3, ['a'], { version: 2 }))
    assert.deepEqual([same.picked, same.hint.move, same.refused], ['e4', 'a', 'no'])
    for (const other of [mine(4, ['b']), mine(3, ['a'], { version: 0 })]) {
        const next = shown(hinted, other)
        assert.deepEqual([next.picked, next.hint, next.refused], [null, null, ''])
    }
})

test('a press while a move is on its way is played next; a double press is one press', () => {
    let s = v.send({ ...shown(v.initial(), mine(3, ['a', 'b'])), hint: { move: 'a' } }, 'a')
    assert.equal(s.hint, null, 'the hint was for the position before')
    assert.equal(v.queueMove(s, 'a'), s)
    assert.equal(v.withHint(s, 3, { move: 'b' }).hint, null, 'a hint that comes too late')
    assert.equal(turnTitle(s.table, undefined, v.movePending(s)), 'Move sent…')
    s = v.queueMove(s, 'b')
    assert.equal(turnTitle(s.table, undefined, v.movePending(s), s.series[0]), 'Move sent. Next: b')
    assert.equal(v.takeNext(s).move, null)
    const again = shown(v.sent(s, 3, true), mine(4, ['b', 'c']))
    assert.equal(turnTitle(again.table, undefined, v.movePending(again)), 'Your turn')
    assert.equal(v.takeNext(again).move, 'b')
    const other = shown(v.sent(s, 3, true), mine(4, ['b'], { may: ['back'] }))
    assert.deepEqual([v.takeNext(other).move, v.takeNext(other).state.series], [null, []])
    const together = v.send(v.playSeries(s, ['x', 'y']), 'x')
    assert.equal(v.queueMove(together, 'b'), together, 'moves that were chosen together go on')
})

test('a move without a choice is played for the user, except after a takeback', () => {
    const s = shown(v.initial(), mine(3, ['pass']))
    assert.equal(v.forcedMove(s, null), 'pass')
    assert.equal(v.forcedMove(v.send(s, 'pass'), null), null)
    assert.equal(v.forcedMove(shown(v.initial(), mine(3, ['a', 'b'])), null), null)
    assert.equal(v.forcedMove(shown(v.initial(), mine(3, ['a'], { may: [] })), null), null)
    const before = { ...s.table, moves: Array(s.table.moves.length + 1).fill({}) }
    assert.equal(v.forcedMove(s, before), null)
})

test('invitations name an address that others can reach', async () => {
    const local = { origin: 'http://localhost:8080', hostname: 'localhost' },
        lan = { origin: 'http://192.168.1.5:8080', hostname: '192.168.1.5' }
    assert.deepEqual(originsOf(local, ['http://192.168.1.5:8080']), ['http://192.168.1.5:8080'])
    assert.deepEqual(originsOf(local, []), ['http://localhost:8080'])
    assert.deepEqual(originsOf(lan, ['http://10.0.0.2:8080']), ['http://192.168.1.5:8080'])
})

test('a snapshot after a reconnection has all moves and is not animated', () => {
    let s = shown(v.initial(), message(0, ['a']))
    s = v.receive(s, message(0, ['a', 'b', 'c']), 5)
    const step = v.nextStep(s)
    assert.deepEqual(
        [step.moves.map(m => m.move), step.news.map(m => m.move)],
        [
            ['a', 'b', 'c'],
            ['b', 'c'],
        ],
    )
    assert.equal(v.isAnimated(s, step), false)
    const one = v.receive(shown(v.initial(), message(0, ['a'])), message(0, ['a', 'b']), 5)
    assert.equal(v.isAnimated(one, v.nextStep(one)), true)
    const next = v.show(one, v.nextStep(one))
    assert.deepEqual([next.queue, next.arrived, next.table.moves.length], [[], 5, 2])
})

test('a drawing that is loaded late for another game is dropped', () => {
    const s = v.loadGame(v.initial(), 'kalah')
    assert.equal(v.withGame(s, 'coins', undefined, {}), s)
    assert.equal(v.withGame(s, 'kalah', { traits: ['hidden'] }, {}).tab, 'words')
    assert.equal(v.withGame(s, 'kalah', { traits: [] }, {}).tab, 'moves')
})

test('moves, the turn with its task, results and offers are announced once', () => {
    const said = (table, news, before) => spoken(table, news, before, () => 'Choose.').map(one => one.text)
    const table = mine(3, ['a']),
        moves = [{ words: 'north plays 3' }]
    assert.deepEqual(said(table, moves, mine(2, [], { may: [] })), ['North plays 3', 'Your turn. Choose.'])
    assert.deepEqual(said(table, [], table), [])
    const over = mine(3, [], {
        over: { result: '1-0', text: 'by two seeds' },
        seats: [{ team: 0, you: true }, { team: 1 }],
    })
    assert.deepEqual(said(over, [], table), ['You win! By two seeds'])
    assert.deepEqual(said(over, [], over), [])
    const offered = { ...table, offers: [{ what: 'back', by: 1, asked: [0] }] }
    assert.deepEqual(
        spoken(offered, [], table, () => ''),
        [{ text: 'New request above the board.', now: true }],
    )
    assert.deepEqual(said(offered, [], offered), [])
})

test('what a change of the table sounds like', async () => {
    const { soundsOf, clockTicks } = await bundled('views/table/sounds.ts')
    const seats = [
        { kind: 'player', you: true, team: 0 },
        { kind: 'player', you: false, team: 1 },
    ]
    const at = more => message(0, [], { seat: 0, seats, ...more })
    const move = [{ seat: 1, move: 'x', words: 'x' }],
        chance = [{ seat: null, move: '6', words: '6' }]
    assert.deepEqual(soundsOf(at({}), move, null, null, null), [], 'nothing when the table is opened')
    assert.deepEqual(soundsOf(at({}), move, at({}), null, null), ['move'])
    assert.deepEqual(soundsOf(at({}), chance, at({}), null, null), [])
    assert.deepEqual(soundsOf(at({}), move, at({}), [4, 3], [5, 3]), ['move'])
    assert.deepEqual(soundsOf(at({}), move, at({}), [4, 3], [9, 3]), ['capture'])
    assert.deepEqual(soundsOf(at({}), move, at({}), [12, 12], [12, 11]), ['capture'])
    assert.deepEqual(soundsOf(at({ may: ['move'] }), move, at({}), null, null), ['move', 'turn'])
    for (const [result, sound] of [
        ['1-0', 'win'],
        ['0-1', 'loss'],
        ['1/2-1/2', 'draw'],
    ])
        assert.deepEqual(soundsOf(at({ over: { result } }), move, at({}), null, null), [sound])
    assert.deepEqual(
        [
            [11000, 10500],
            [10050, 9900],
            [8000, 7900],
            [5000, 4900],
            [4050, 3950],
            [3950, 3850],
            [100, 0],
        ].map(c => clockTicks(...c)),
        [false, true, false, false, true, false, false],
    )
})

test('leaving is a question where others wait or a clock runs', () => {
    const at = more => ({ ...v.initial(), table: { ...message(0, ['a'], { seat: 0, ...more }) } })
    const me = { kind: 'player', you: true },
        friend = { kind: 'player', you: false },
        agent = { kind: 'agent', you: false }
    assert.equal(v.isAwaited(at({ seats: [me, agent] })), false)
    assert.equal(v.isAwaited(at({ seats: [me, agent], left: [1000, 1000] })), true)
    assert.equal(v.isAwaited(at({ seats: [me, friend] })), true)
    assert.equal(v.isAwaited(at({ seats: [me, friend], over: {} })), false)
    assert.equal(v.isAwaited(at({ seats: [me, friend], seat: null })), false)
})
