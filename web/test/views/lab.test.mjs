// The lab without a browser: the form, the requests it makes, the progress of runs.
import assert from 'node:assert/strict'
import test from 'node:test'
import { bundled } from '../bundle.mjs'

const v = await bundled('views/lab/state.ts')

const game = (name, features = 1) => ({
    name,
    title: name.toUpperCase(),
    levels: ['random', 'greedy', 'ab:depth=2'].map(agent => ({ title: agent, agent })),
    agents: [{ name: 'greedy' }, { name: 'mcts' }],
    evaluators: [{ name: 'mix', features: Array(features).fill({}) }],
})
const GAMES = [game('kalah'), game('coins', 0)]
const open = (query = '') => v.withGames(v.initial(new URLSearchParams(query), 'kalah'), GAMES)
const run = (n, more = {}) => ({ run: n, kind: 'match', state: 'running', done: 0, points: [], agents: [], ...more })
const scores = (...games) => games.map(n => ({ games: n, score: n / 100 }))

test('the form suggests neighbouring levels of the game', () => {
    const s = open()
    assert.deepEqual(s.form.agents, ['ab:depth=2', 'greedy'])
    assert.deepEqual(
        v.offered(GAMES[0]).map(o => o.value),
        ['random', 'greedy', 'ab:depth=2', 'mcts'],
    )
    assert.deepEqual(v.startRequest(s), {
        what: 'match',
        members: { game: 'kalah', agents: ['ab:depth=2', 'greedy'], games: 50 },
    })
})

test('agents are added, typed and removed', () => {
    let s = v.addAgent(open())
    assert.equal(s.form.agents[2], 'random')
    s = v.setAgent(s, 2, ' ab:nodes=5 ', true)
    assert.deepEqual(s.form.custom, [false, false, true])
    assert.equal(v.startRequest(s).members.agents[2], 'ab:nodes=5')
    s = v.addAgent(v.removeAgent(s))
    assert.notEqual(s.form.custom[2], true)
    s = v.removeAgent(s)
    assert.equal(v.removeAgent(s), s)
    for (let i = 0; i < 20; i++) s = v.addAgent(s)
    assert.equal(s.form.agents.length, v.AGENTS_MOST)
})

test('tuning needs weights: a game without them is replaced, with its agents', () => {
    const s = v.chooseMode(v.chooseGame(v.setAgent(open(), 0, 'x', true), 'coins'), 'tune')
    assert.deepEqual([s.form.mode, s.form.game, s.form.custom], ['tune', 'kalah', []])
    const set = v.setForm(s, { seed: '7', generations: '3', evaluator: 'mix', tuned: { agent: ' ab ', custom: true } })
    assert.deepEqual(v.startRequest(set), {
        what: 'tune',
        members: { game: 'kalah', agent: 'ab', evaluator: 'mix', method: 'genetic', generations: 3, seed: 7 },
    })
})

test('a tournament keeps its curve when the last message has no new points', () => {
    const one = more => run(1, { kind: 'tournament', ...more })
    const s = v.withRun(v.withRun(open(), one({ points: scores(2, 4) })), one({ state: 'done' }))
    assert.deepEqual(
        s.runs[0].points.map(p => p.games),
        [2, 4],
    )
})

test('points of a run are merged in order, also those that a reconnection repeats', () => {
    let s = v.withRun(open(), run(1, { points: scores(2, 4) }))
    s = v.withRun(s, run(1, { points: [...scores(6), { games: 4, score: 1 }], done: 0.5 }))
    assert.deepEqual(
        s.runs[0].points.map(p => [p.games, p.score]),
        [
            [2, 0.02],
            [4, 1],
            [6, 0.06],
        ],
    )
    const tuned = v.withRun(
        v.withRun(s, run(2, { kind: 'tune', points: [{ generation: 2 }] })),
        run(2, { kind: 'tune', points: [{ generation: 1 }] }),
    )
    assert.deepEqual(
        tuned.runs.map(r => r.run),
        [2, 1],
    )
    assert.deepEqual(
        tuned.runs[0].points.map(p => p.generation),
        [1, 2],
    )
})

test('only the end of the watched run is an end, and only once', () => {
    const s = v.withRun(v.withRun(v.watch(open(), 1), run(1)), run(2)),
        done = v.withRun(s, run(1, { state: 'done' }))
    assert.equal(v.hasEnded(s, done), true)
    assert.equal(v.hasEnded(done, v.withRun(done, run(1, { state: 'done', text: 'again' }))), false)
    assert.equal(v.hasEnded(s, v.withRun(s, run(2, { state: 'done' }))), false)
    assert.equal(v.hasEnded(s, v.withRun(s, run(1, { done: 0.9 }))), false)
    assert.equal(v.hasEnded(open(), v.withRun(v.watch(open(), 3), run(3, { state: 'done' }))), false)
})

test('a running run is watched unless the URL names one', () => {
    const runs = s => v.withRun(v.withRun(s, run(1, { state: 'done' })), run(2))
    assert.equal(v.interesting(runs(open())), 2)
    assert.equal(v.interesting(runs(open('run=1'))), 1)
    assert.equal(v.interesting(open()), 0)
})

test('a refused form can be sent again; a report is shown and hidden', () => {
    const s = v.refuse(v.begin(open()), 'no')
    assert.deepEqual([s.starting, s.refused, v.begin(s).refused], [false, 'no', ''])
    assert.equal(v.toggleReport(v.toggleReport(s, 4), 4).report, 0)
    assert.equal(v.toggleStoredReport(v.toggleStoredReport(s, 4), 5).storedReport, 5)
})
