// The list of past games without a browser: filters, results for the user, statistics.
import assert from 'node:assert/strict'
import test from 'node:test'
import { bundled } from '../bundle.mjs'

const v = await bundled('views/log/state.ts')
const open = (query = '') => v.initial(new URLSearchParams(query))
const game = (mine, score, seats = ['Ana', 'Bob']) => ({ id: 1, game: 'coins', seats, mine, score, result: '' })

test('own games come first, and the filters are in the URL', () => {
    const s = open()
    assert.equal(s.from, 'mine')
    assert.equal(v.address(s), '/log')
    const other = v.choose(v.showMore(s), { from: 'all', text: ' bo ' })
    assert.equal(v.address(other), '/log?from=all&agent=bo')
    assert.deepEqual(v.query(other), { from: '', game: '', agent: 'bo', limit: v.PAGE })
    assert.equal(open('from=all&agent=bo').text, 'bo')
    assert.equal(open('from=nonsense').from, 'mine')
})

test('a late reply changes nothing', () => {
    const s = v.ask(v.ask(open()))
    assert.equal(v.found(s, 1, [game([0], 1)]).rows, null)
    assert.equal(v.found(s, 2, [game([0], 1)]).rows.length, 1)
})

test('results are those of the user', () => {
    assert.equal(v.outcome(game([0], 3)), 'won')
    assert.equal(v.outcome(game([1], 3)), 'lost')
    assert.equal(v.outcome(game([1], 0)), 'drawn')
    assert.equal(v.outcome(game([], 3)), null)
    assert.equal(v.outcome(game([0, 1], 3)), null)
    assert.deepEqual(v.others(game([1], 3)), [0])
    assert.deepEqual(v.others(game([], 3)), [0, 1])
    const partners = game([2], 1, ['a', 'b', 'c', 'd'])
    assert.deepEqual([v.outcome(partners), v.others(partners)], ['won', [1, 3]])
})

test('statistics by game and opponent', () => {
    const entry = (name, opponent, wins, draws, losses) => ({
        game: name,
        opponents: [opponent],
        wins,
        draws,
        losses,
    })
    const s = {
        ...open(),
        history: [entry('pig', 'Bob', 1, 1, 0), entry('coins', 'Bob', 0, 0, 2), entry('pig', 'Eve', 0, 0, 2)],
    }
    const all = v.byGame(s)
    assert.deepEqual(
        all.map(g => [g.game, g.entries.length, v.games(g.all), v.share(g.all)]),
        [
            ['pig', 2, 4, 0.375],
            ['coins', 1, 2, 0],
        ],
    )
    assert.equal(v.byGame({ ...s, game: 'coins' }).length, 1)
    assert.equal(v.share({ wins: 0, draws: 0, losses: 0 }), null)
})
