// The look of the Magic duel without a browser: pictures of cards, sizes of rows and hands, piles, events, decks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundled } from '../../bundle.mjs'

globalThis.document = { createTreeWalker() {}, createComment: () => ({}), documentElement: {} }

const [{ nameLines }, { sceneOf }, fit, { pilesOf }, { eventsOf }, decks, { parseSelection }] = await Promise.all(
    ['card', 'scene', 'fit', 'piles', 'feed', 'decks', 'moves'].map(name => bundled(`games/magic/${name}.ts`)),
)

const card = (more = {}) => ({
    name: 'Grizzly Bears',
    cost: '1G',
    mana: 2,
    type: 'creature',
    subtype: 'bear',
    colour: 'G',
    copies: 4,
    abilities: [],
    effects: [],
    text: { en: '' },
    power: 2,
    toughness: 2,
    ...more,
})
const drawn = c => JSON.stringify(sceneOf(c))

test('a picture depends on subtype, abilities, effects, colour and name', () => {
    const all = [
        card(),
        card({ subtype: 'wurm' }),
        card({ abilities: ['flying'] }),
        card({ colour: 'R' }),
        card({ name: 'Alpine Grizzly' }),
        card({ type: 'sorcery', effects: ['damage'] }),
        card({ type: 'sorcery', effects: ['destroy'] }),
        card({ type: 'sorcery', effects: ['damage'], text: { en: '1 damage to each creature' }, name: 'Volley' }),
        card({ type: 'land', subtype: '' }),
    ]
    assert.equal(new Set(all.map(drawn)).size, all.length)
    assert.equal(drawn(card()), drawn(card({ copies: 1 })))
    for (const { d } of all.flatMap(sceneOf)) assert.doesNotMatch(d, /NaN|undefined/)
})

test('a creature without a subtype is drawn after a word of its name, or with a shield', () => {
    const unknown = drawn(card({ subtype: 'ooze' }))
    assert.equal(drawn(card({ name: 'Old Bear', subtype: '' })), drawn(card({ name: 'Old Bear', subtype: 'bear' })))
    assert.equal(drawn(card({ subtype: '' })), unknown)
})

test('names have one line or two, and no word is lost', () => {
    assert.deepEqual(nameLines('Forest'), ['Forest'])
    assert.deepEqual(nameLines('Guardian of Pilgrims'), ['Guardian', 'of Pilgrims'])
    assert.deepEqual(nameLines('Flametongue'), ['Flametongue'])
})

test('cards of a row fit into it, at any size', () => {
    for (const [width, height] of [
        [350, 90],
        [350, 140],
        [560, 130],
        [870, 140],
        [320, 60],
    ])
        for (let n = 1; n <= 24; n++) {
            const { card: w, step, columns } = fit.rowWidth(n, width, height),
                lines = Math.ceil(n / columns)
            assert.ok((columns - 1) * step + w <= width, `${n} cards in ${width} x ${height}`)
            assert.ok(lines * w * fit.TALL <= height, `${n} cards in ${width} x ${height}`)
            const hand = fit.handWidth(n, width, height)
            assert.ok(
                (hand.columns - 1) * hand.step + hand.card <= width + 1e-6,
                `a hand of ${n} in ${width} x ${height}`,
            )
        }
    assert.ok(fit.handWidth(7, 374, 130).step > 40, 'seven cards on a phone can be told apart')
    assert.equal(Math.ceil(6 / fit.handWidth(6, 220, 300).columns) > 1, true, 'a tall hand has several lines')
})

const creature = (id, more = {}) => ({
    id,
    card: 1,
    name: 'Bear',
    power: 2,
    toughness: 2,
    damage: 0,
    counters: 0,
    boost: 0,
    tapped: false,
    sick: false,
    attacks: false,
    blocks: 0,
    order: 0,
    abilities: [],
    ...more,
})
const board = (mine, others = []) => ({ chosen: null, sides: [{ creatures: mine }, { creatures: others }] })
const ids = piles => piles.map(p => p.map(c => c.id))

test('few creatures stand alone, many alike ones are piled up', () => {
    const none = parseSelection(null)
    assert.deepEqual(ids(pilesOf(board([creature(1), creature(2)]), 0, none, [])), [[1], [2]])
    const many = Array.from({ length: 9 }, (_, i) => creature(i + 1, i === 4 ? { tapped: true } : {}))
    assert.deepEqual(ids(pilesOf(board(many), 0, none, [])), [[1, 2, 3, 4, 6, 7, 8, 9], [5]])
})

test('creatures that act differ from their pile and stand in front', () => {
    const many = Array.from({ length: 9 }, (_, i) => creature(i + 1))
    assert.deepEqual(ids(pilesOf(board(many), 0, parseSelection('attack:3,4'), [])), [
        [3, 4],
        [1, 2, 5, 6, 7, 8, 9],
    ])
    const attacked = many.map(c => (c.id < 3 ? { ...c, attacks: true } : c))
    const b = board(attacked, [creature(20, { blocks: 1 })])
    assert.deepEqual(ids(pilesOf(b, 0, parseSelection(null), [])), [[1], [2], [3, 4, 5, 6, 7, 8, 9]])
})

test('events leave out draws and steps without effect', () => {
    const log = [
        { seat: null, move: '?', words: 'White draws a card' },
        { seat: 1, move: 'Plains', words: 'White plays Plains' },
        { seat: 1, move: 'pass', words: 'White passes' },
        { seat: 0, move: '22', words: 'Red attacks with Skyraker Giant [22]' },
        { seat: 1, move: 'done', words: 'White declares no more blockers; Skyraker Giant [22] dies; White: life 8' },
    ]
    assert.deepEqual(
        eventsOf(log, 5).map(e => e.text),
        ['White plays Plains', 'Red attacks with Skyraker Giant', 'Skyraker Giant dies; White: life 8'],
    )
    assert.equal(eventsOf(log, 1).length, 1)
})

test('a deck is summed up: its curve, its main cards, its text', () => {
    const cards = [
        card({ name: 'Forest', type: 'land', mana: 0, copies: 24 }),
        card(),
        card({ name: 'Giant Spider', mana: 4 }),
        card({ name: 'Great Wurm', mana: 8, copies: 1 }),
        card({ name: 'Natural Spring', type: 'sorcery', mana: 5 }),
    ]
    assert.deepEqual(decks.curveOf(cards), [0, 4, 0, 4, 4, 1])
    assert.deepEqual(
        decks.mainCards(cards).map(c => c.name),
        ['Great Wurm', 'Giant Spider', 'Grizzly Bears'],
    )
    assert.equal(decks.textOf(cards).split('\n')[0], '24 Forest')
})

const stacked = (more = {}) => ({
    phase: 'respond',
    turn: 4,
    active: 1,
    sides: [{ creatures: [creature(1)] }, { creatures: [creature(2)] }],
    chosen: null,
    stack: { step: 'attackers', priority: 0, spells: [], fog: false, stops: [[], []], ...more },
})
const spell = (id, seat, target) => ({ id, seat, card: 0, name: 'Spell', target })

test('a stop belongs to the top spell, or else to the step, and whose turn it is', async () => {
    const { stopOf, stepOf, handMove, creatureMove } = await bundled('games/magic/moves.ts')
    assert.equal(stopOf(stacked(), 0), 'their-attackers')
    assert.equal(stopOf(stacked({ step: 'end' }), 1), 'my-end')
    assert.equal(stopOf(stacked({ spells: [spell(3, 1, null)] }), 0), 'spell')
    assert.equal(stopOf(stacked({ spells: [spell(3, 1, null), spell(4, 0, null)] }), 0), 'own')
    assert.equal(stepOf('respond', 'blockers'), stepOf('block'))
    assert.equal(stepOf('respond', 'main2'), stepOf('main2'))
    assert.equal(handMove(stacked(), 'Giant Growth'), 'Giant-Growth')
    assert.equal(creatureMove({ ...stacked(), phase: 'aim' }, 2), '2')
})

test('the page passes where a stop is off or until the own turn, and nowhere else', async () => {
    const { passes } = await bundled('games/magic/stack.ts')
    assert.equal(passes(stacked(), 0, [], null), false)
    assert.equal(passes(stacked(), 0, ['their-attackers'], null), true)
    assert.equal(passes(stacked(), 0, ['their-end', 'spell'], null), false)
    assert.equal(passes(stacked(), 0, [], 4), true)
    assert.equal(passes(stacked(), 0, [], 3), false)
    assert.equal(passes(stacked(), 1, ['my-attackers'], 4), false) // the other player has priority
    assert.equal(passes(stacked(), null, ['their-attackers'], 4), false)
    assert.equal(passes({ ...stacked(), phase: 'block' }, 0, ['their-attackers'], 4), false)
    assert.equal(passes({ ...stacked(), active: 0 }, 0, [], 4), false) // in the own turn
})

test('arrows lead from spells to their targets', async () => {
    const { arrowsOf } = await bundled('games/magic/moves.ts')
    const list = [
        spell(3, 1, { creature: 1 }),
        spell(4, 0, { player: 1 }),
        spell(5, 1, { spell: 4 }),
        spell(6, 1, null),
    ]
    assert.deepEqual(
        arrowsOf(stacked({ spells: list }), parseSelection(null)).map(a => `${a.from} ${a.to}`),
        ['spell:3 creature:1', 'spell:4 player:1', 'spell:5 spell:4'],
    )
})
