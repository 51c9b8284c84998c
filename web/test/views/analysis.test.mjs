// The analysis view without a browser: variations, evaluations that come late, reviews, URLs.
import assert from 'node:assert/strict'
import test from 'node:test'
import { bundled } from '../bundle.mjs'

const v = await bundled('views/analysis/state.ts')
const line = await bundled('learn/variation.ts')
const { located } = await bundled('spec.ts')
const rolling = await bundled('views/analysis/rollout.ts')

const GAMES = ['kalah', 'coins'].map(name => ({
    name,
    title: name,
    seats: ['south', 'north'],
    opponent: 'ab',
    agents: [{ name: 'ab' }, { name: 'mcts' }],
}))
const state = (position, turn = 0) => ({ game: 'kalah', position, turn, board: {} })
const move = m => ({ seat: 0, move: m, words: m })
const loaded = (more = {}) => ({
    game: 'kalah',
    start: '',
    moves: ['a', 'b', 'c'].map(move),
    states: ['0', '1', '2', '3'].map(p => state(p)),
    ...more,
})
const open = (more, query = '') =>
    v.open(v.withGames(v.initial(new URLSearchParams(query)), GAMES, 'kalah'), loaded(more))
const found = (ply, more = {}) => ({ ply, seat: 0, win: 0.5, moves: [], ...more })
const at = (s, ply) => v.goToPly(s, ply)

test('a new game forgets everything about the one before', () => {
    let s = v.beginReview(v.think(at(open({ id: 7, names: ['Ana', 'Bia'] }), 1)))
    s = v.reviewedPly(s, s.review, found(0))
    const next = v.open({ ...s, refused: 'no', picked: 'x' }, loaded({ game: 'coins' }))
    assert.deepEqual(
        [
            next.gameId,
            next.names,
            next.reviewed.size,
            next.reviewing,
            next.thinking,
            next.nowKey,
            next.refused,
            next.picked,
        ],
        [null, [], 0, false, false, '', '', null],
    )
    // Results of its jobs come too late.
    assert.equal(v.reviewedPly(next, s.review, found(1)), next)
    assert.equal(v.endReview(next, s.review, 'failed'), next)
    assert.equal(v.progress(next, s.analysis, found(1)), next)
    assert.equal(v.evaluated(next, s.analysis, s.opened, s.current, found(1)), next)
    assert.equal(v.fetched(next, s.opened, 'a', state('x')), next)
})

test('an agent that the game does not have is dropped', () => {
    assert.equal(open({}, 'agent=mcts:ms=5').agent, 'mcts:ms=5')
    assert.equal(open({}, 'agent=nobody').agent, '')
    assert.equal(v.agentOf(open({}, 'agent=nobody')), 'ab')
})

test('a move off the game starts a variation; one played elsewhere is dropped', () => {
    const s = at(open(), 1),
        played = v.played(s, s.current, move('x'), state('x'))
    assert.deepEqual([played.current.inVariation, line.movesSoFar(played.current)], [true, 'a x'])
    const elsewhere = at(s, 2)
    assert.equal(v.played(elsewhere, s.current, move('x'), state('x')), elsewhere)
})

test('the URL names the stored game, or the moves of a variation', () => {
    const s = at(open({ id: 7 }), 1)
    assert.equal(v.address(s), '/analysis?game=7&ply=1')
    const variation = v.played(s, s.current, move('x'), state('x'))
    assert.equal(v.link(variation), '/analysis?game=kalah&moves=a+x&ply=2')
    assert.equal(
        v.address(at(open({ start: '5 1' }, 'agent=mcts'), 0)),
        '/analysis?game=kalah&position=5+1&moves=a+b+c&agent=mcts',
    )
})

test('an evaluation of another position is not shown, but is in the graph', () => {
    const s = v.think(at(open(), 1)),
        here = v.evaluated(s, s.analysis, s.opened, s.current, found(1))
    assert.deepEqual([here.now.ply, here.thinking, here.analyzed.get(1).ply], [1, false, 1])
    const gone = at(s, 2)
    assert.equal(v.progress(gone, s.analysis, found(1)), gone)
    const late = v.evaluated(gone, s.analysis, s.opened, s.current, found(1))
    assert.deepEqual([late.now, late.analyzed.get(1).ply], [null, 1])
    assert.equal(v.failToEvaluate(gone, s.analysis, 'no'), gone)
})

test('evaluations in a variation are not in the graph of the game', () => {
    const s = at(open(), 1),
        variation = v.think(v.played(s, s.current, move('x'), state('x')))
    const next = v.evaluated(variation, variation.analysis, variation.opened, variation.current, found(2))
    assert.deepEqual([next.now.ply, next.analyzed.size], [2, 0])
})

test('stored evaluations are shown and drawn, and nothing is computed until it is asked for', () => {
    const evaluations = [found(1, { depth: 6, line: [{ move: 'b', words: 'b' }] }), found(2, { depth: 7 })]
    const s = open({ id: 7, evaluations })
    assert.deepEqual([s.live, v.wantsAnalysis(s), v.automaticReview(s), s.now], [false, false, 0, null])
    assert.equal(v.automaticReview(open()) > 0, true)
    assert.deepEqual([...v.evaluations(s).keys()], [1, 2])
    assert.deepEqual([at(s, 1).now.depth, at(s, 2).now.depth, at(s, 3).now], [6, 7, null])
    assert.equal(v.open(s, loaded({ evaluations: [found(0, { depth: 5 })] })).now.depth, 5)

    // An analysis that the user starts replaces the stored evaluation; leaving and coming back restores it.
    const live = v.think(v.setLive(at(s, 1), true)),
        done = v.evaluated(live, live.analysis, live.opened, live.current, found(1, { depth: 12 }))
    assert.deepEqual([live.now.depth, done.now.depth, v.storedHere(done).depth], [6, 12, 6])
    assert.deepEqual([v.evaluations(done).get(1).depth, v.evaluations(done).get(2).depth], [12, 7])
    assert.equal(at(at(done, 2), 1).now.depth, 6)

    // In a variation there is none, and the next game has none of them.
    const here = at(s, 1),
        variation = v.played(here, here.current, move('x'), state('x'))
    assert.deepEqual([variation.now, v.storedHere(variation)], [null, null])
    const next = v.open(s, loaded())
    assert.deepEqual([next.stored.size, next.live, next.now], [0, true, null])
    assert.equal(v.open(v.setLive(open(), false), loaded()).live, false)
})

test('the curve of stored evaluations connects those of one player', () => {
    const s = open({ evaluations: [found(0, { win: 0.5 }), found(2, { win: 0.7 })] }),
        list = line.chances(s.current.main, v.evaluations(s))
    assert.deepEqual(line.graphed(s.current.main, list, true), [0.5, undefined, 0.7, null])
    assert.deepEqual(line.graphed(s.current.main, list), [0.5, null, 0.7, null])
})

test('the same position is not analyzed again, but another time, agent or a new start is', () => {
    const s = v.think(at(open(), 1))
    assert.equal(at(s, 1).nowKey, s.nowKey)
    for (const changed of [v.setTime(s, '300'), v.setAgent(s, 'mcts'), v.setLive(s, false), at(s, 2)])
        assert.deepEqual([changed.nowKey, changed.thinking, changed.analysis], ['', false, s.analysis + 1])
    assert.equal(v.wantsAnalysis(v.setLive(s, false)), false)
    assert.equal(v.wantsAnalysis(s), true)
})

test('reviewed positions are shown until the analysis knows more', () => {
    let s = v.beginReview(at(open(), 1))
    s = v.reviewedPly(s, s.review, found(1, { mark: 'mistake' }))
    assert.equal(s.now.mark, 'mistake')
    const thinking = v.progress(v.think(s), s.analysis, found(1, { depth: 9 }))
    assert.equal(v.reviewedPly(thinking, s.review, found(1)).now.depth, 9)
    assert.equal(at(at(s, 2), 1).now.mark, 'mistake')
    assert.equal(at(s, 2).now, null)
    const again = v.beginReview(s)
    assert.equal(v.reviewedPly(again, s.review, found(0)), again)
    assert.deepEqual(
        [v.endReview(again, again.review).reviewing, v.endReview(again, again.review, 'no').refused],
        [false, 'no'],
    )
})

test('short games are reviewed at once, within a total time', () => {
    const moves = n => open({ moves: Array(n).fill(move('a')), states: Array(n + 1).fill(state('0')) })
    assert.deepEqual(
        [1, 2, 100, 120, 121].map(n => v.automaticReview(moves(n))),
        [0, 300, 120, 100, 0],
    )
})

test('missing positions of a long game are stored where their moves lead', () => {
    const states = [state('0'), null, null, null]
    let s = at(open({ states }), 2)
    assert.equal(v.wantsAnalysis(s), false)
    s = v.fetched(s, s.opened, 'a', state('one'))
    s = v.fetched(s, s.opened, 'a b', state('two'))
    assert.deepEqual(
        s.current.main.states.map(x => x?.position),
        ['0', 'one', 'two', undefined],
    )
    assert.equal(v.fetched(s, s.opened, 'a x', state('no')).current.main.states[2].position, 'two')
    assert.equal(v.wantsAnalysis(s), true)
})

test('errors belong to the form or to the URL', () => {
    const s = v.load(v.initial(new URLSearchParams('game=1')))
    const pasted = v.failToLoad(s, { text: 'no', at: 3 }, true),
        named = v.failToLoad(s, { text: 'no', at: 3 }, false)
    assert.deepEqual([pasted.paste.error.at, pasted.problem, pasted.loading], [3, '', false])
    assert.deepEqual([named.paste.error, named.problem], [null, 'no'])
})

test('a game is read from a file with its variations and written to one', () => {
    const variations = [{ from: 1, name: 'Corner', moves: ['x', 'y'].map(move) }],
        games = [
            { name: 'kalah', formats: ['text', 'json'] },
            { name: 'loa', formats: ['text', 'json', 'sgf'] },
        ],
        s = open({ variations, source: '[Game "kalah"]' })
    assert.equal(s.source, '[Game "kalah"]')
    assert.deepEqual(v.fileRequest(s.current, 'text', s.source), {
        game: 'kalah',
        as: 'text',
        text: '[Game "kalah"]',
        moves: 'a b c',
        variations: [{ from: 1, name: 'Corner', moves: 'x y' }],
    })
    assert.deepEqual(v.fileRequest(open({ start: '5 1' }).current, 'sgf', ''), {
        game: 'kalah',
        position: '5 1',
        as: 'sgf',
        moves: 'a b c',
        variations: [],
    })
    // Another game has neither.
    const next = v.open(s, loaded())
    assert.deepEqual([next.source, line.variations(next.current)], ['', []])
    // Files are SGF where the game has it; they are named after the stored game, or the kind of game.
    const named = (game, id) => ({ ...v.open(s, loaded({ game, id })), games })
    assert.deepEqual([v.fileFormat(named('kalah')), v.fileFormat(named('loa:repeat=0'))], ['text', 'sgf'])
    assert.equal(v.fileName(named('loa:repeat=0'), 'sgf'), 'jogada-loa.sgf')
    assert.equal(v.fileName(named('kalah', 7), 'text'), 'jogada-7.txt')
})

test('an error in a file names its line and column', () => {
    const error = { text: 'no', at: 9 }
    assert.deepEqual(located(error, 'é b\nc é d\n'), { text: 'Line 2, column 4: no', at: null })
    assert.equal(located(error, 'a b c d e f'), error)
    assert.equal(located({ text: 'no', at: null }, 'a\nb').text, 'no')
    assert.deepEqual(located({ text: 'no', at: 299 }, 'x'.repeat(300)), { text: 'Line 1, column 300: no', at: null })
})

test('a rollout belongs to its position', () => {
    const found = { ply: 1, seat: 0, trials: 8, most: 500, moves: [] }
    let s = at(open(), 1)
    s = { ...s, rollout: rolling.begun(s.rollout) }
    const own = s.rollout.number
    s = { ...s, rollout: rolling.rolled(s.rollout, own, found) }
    assert.deepEqual([s.rollout.running, s.rollout.found], [true, found])
    // The agent of the evaluation has nothing to do with it.
    assert.equal(v.setAgent(s, 'mcts').rollout, s.rollout)
    const elsewhere = at(s, 2)
    assert.deepEqual([elsewhere.rollout.running, elsewhere.rollout.found], [false, null])
    // Results come too late.
    assert.equal(rolling.rolled(elsewhere.rollout, own, found), elsewhere.rollout)
    assert.equal(rolling.ended(elsewhere.rollout, own, 'failed'), elsewhere.rollout)
    assert.deepEqual(
        [rolling.ended(s.rollout, own).running, rolling.ended(s.rollout, own, 'no').refused],
        [false, 'no'],
    )
    // A new one forgets the results of the old one, and another game the agent as well.
    assert.equal(rolling.begun(s.rollout).found, null)
    const other = v.open({ ...s, rollout: { ...s.rollout, agent: 'mcts', trials: '100' } }, loaded({ game: 'coins' }))
    assert.deepEqual([other.rollout.agent, other.rollout.trials, other.rollout.found], ['', '100', null])
})
