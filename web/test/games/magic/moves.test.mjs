// Moves and cards of the Magic duel in positions of real games: every legal move belongs to something that can be
// pressed.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { bundled } from '../../bundle.mjs'

const m = await bundled('games/magic/moves.ts')
const { decks, states } = JSON.parse(readFileSync(new URL('states.json', import.meta.url)))
for (const state of states) state.board.decks = decks

const none = () => ({ attackers: [], blocks: [], look: '' })

/** Everything that can be pressed, by its move. */
function pressable({ board, turn }) {
    const list = new Map()
    const add = (move, what) => {
        if (move === null) return
        assert.ok(!list.has(move) || list.get(move) === what, `${move} is both ${list.get(move)} and ${what}`)
        list.set(move, what)
    }
    for (const { card } of m.cardsOf(board.sides[turn].hand))
        add(m.handMove(board, decks[turn].cards[card].name), `card ${card}`)
    for (const side of board.sides) for (const c of side.creatures) add(m.creatureMove(board, c.id), `creature ${c.id}`)
    if (board.phase.startsWith('target')) add(String(board.next_id), 'itself')
    for (const seat of [0, 1]) add(m.playerMove(board, seat), `player ${seat}`)
    return list
}

test('every move belongs to one thing, in every phase', () => {
    const phases = new Set(states.map(s => s.board.phase))
    for (const phase of [
        'mulligan',
        'scry',
        'main1',
        'main2',
        'target1',
        'attack',
        'block',
        'blocked',
        'order',
        'discard',
    ])
        assert.ok(phases.has(phase), `no position in ${phase}`)
    for (const state of states) {
        const list = pressable(state),
            words = m.commandMoves(state.moves)
        for (const move of state.moves)
            assert.equal(Number(list.has(move)) + Number(words.includes(move)), 1, `${state.board.phase}: ${move}`)
    }
})

test('steps of a turn', () => {
    assert.equal(m.stepOf('main1'), m.stepOf('target1'))
    assert.equal(m.stepOf('block'), m.stepOf('blocked'))
    assert.equal(m.stepOf('mulligan'), -1)
    for (const [a, b] of [
        ['draw', 'main1'],
        ['main1', 'attack'],
        ['attack', 'block'],
        ['block', 'order'],
        ['order', 'target2'],
        ['main2', 'discard'],
    ])
        assert.ok(m.stepOf(a) < m.stepOf(b), `${a} before ${b}`)
})

test('a selection survives printing and parsing', () => {
    assert.equal(m.printSelection(none()), null)
    for (const selection of [
        { attackers: [22, 26], blocks: [], look: '' },
        { attackers: [3], blocks: [], look: 'creature:3' },
        { attackers: [], blocks: [], look: 'hand:4:1' },
        {
            attackers: [],
            blocks: [
                { blocker: 16, attacker: 22 },
                { blocker: 18, attacker: null },
            ],
            look: 'grave:1',
        },
    ])
        assert.deepEqual(m.parseSelection(m.printSelection(selection)), selection)
    assert.deepEqual(m.parseSelection('something else'), none())
})

const creature = (id, more = {}) => ({ id, card: 1, name: `c${id}`, abilities: [], attacks: false, blocks: 0, ...more })
const field = (phase, own, other) => ({
    phase,
    active: 0,
    chosen: null,
    next_id: 99,
    sides: [
        { creatures: own, hand: [] },
        { creatures: other, hand: [] },
    ],
    decks,
})

test('attackers selected in any order are declared in order of their ids', () => {
    const b = field('attack', [creature(2), creature(5), creature(9)], []),
        moves = ['2', '5', '9', 'done']
    let selection = none()
    for (const id of [9, 2, 5, 5]) selection = m.toggleAttacker(selection, id)
    assert.deepEqual(selection.attackers, [9, 2])
    assert.deepEqual(m.movesOfSelection(b, selection, moves), ['2', '9', 'done'])
    assert.deepEqual(m.movesOfSelection(b, none(), moves), ['done'])
    assert.deepEqual(m.movesOfSelection(b, { ...none(), attackers: [2, 9] }, ['5', '9', 'done']), ['9', 'done'])
    assert.deepEqual(
        m
            .arrowsOf(b, selection)
            .map(a => `${a.from} ${a.kind} ${a.to}`)
            .sort(),
        ['creature:2 attack player:1', 'creature:9 attack player:1'],
    )
})

test('the attacker of a blocker is chosen only if there are several', () => {
    const attackers = [
        creature(2, { attacks: true }),
        creature(5, { attacks: true, abilities: ['flying'] }),
        creature(7),
    ]
    const b = field('block', attackers, [
        creature(3),
        creature(4, { abilities: ['reach'] }),
        creature(6, { abilities: ['flying'] }),
    ])
    const moves = ['3', '4', '6', 'done']
    let selection = m.toggleBlocker(b, none(), 6)
    assert.equal(m.unassignedBlocker(selection), 6)
    selection = m.blockAttacker(selection, 5)
    assert.equal(m.unassignedBlocker(selection), null)
    selection = m.toggleBlocker(b, selection, 3) // cannot block what flies: only one attacker is left
    assert.equal(m.unassignedBlocker(selection), null)
    assert.deepEqual(m.movesOfSelection(b, selection, moves), ['3', '2', '6', '5', 'done'])
    assert.deepEqual(
        m.arrowsOf(b, selection).map(a => `${a.from} ${a.kind} ${a.to}`),
        ['creature:3 block creature:2', 'creature:6 block creature:5'],
    )
    const asked = m.toggleBlocker(b, selection, 4)
    assert.equal(m.unassignedBlocker(asked), 4)
    assert.equal(
        m.unassignedBlocker(m.toggleBlocker(b, asked, 6)),
        null,
        'selecting another blocker drops the unassigned one',
    )
    assert.deepEqual(m.movesOfSelection(b, m.toggleBlocker(b, selection, 6), moves), ['3', '2', 'done'])
    assert.deepEqual(
        m.attackersFor(b, b.sides[1].creatures[1]).map(c => c.id),
        [2, 5],
    )
})

test('arrows of unblocked attackers point at the player', () => {
    const b = field(
        'block',
        [creature(2, { attacks: true }), creature(5, { attacks: true })],
        [creature(3, { blocks: 5 })],
    )
    assert.deepEqual(
        m.arrowsOf(b, none()).map(a => `${a.from} ${a.kind} ${a.to}`),
        ['creature:2 attack player:1', 'creature:3 block creature:5'],
    )
    assert.deepEqual(m.arrowsOf({ ...b, phase: 'over' }, none()), [])
})

test('card names become moves with dashes; a hand lists every copy', () => {
    assert.equal(m.moveOfCard('Guardian of Pilgrims'), 'Guardian-of-Pilgrims')
    assert.deepEqual(
        m.cardsOf([
            { card: 0, count: 2 },
            { card: 7, count: 1 },
        ]),
        [
            { card: 0, copy: 0 },
            { card: 0, copy: 1 },
            { card: 7, copy: 0 },
        ],
    )
})
