// Reviews, lists of moves and rules without a browser.
import assert from 'node:assert/strict'
import test from 'node:test'
import { bundled } from './bundle.mjs'

const review = await bundled('learn/review.ts'),
    texts = await bundled('learn/review_texts.ts'),
    groups = await bundled('move_groups.ts'),
    rules = await bundled('learn/rules_text.ts'),
    { markdown, plain } = await bundled('learn/markdown.ts')

const line = (...moves) => moves.map(move => ({ move, words: `plays ${move}` }))
const at = (ply, seat, chance, loss, mark, best, ...rest) => ({
    ply,
    seat,
    win: chance,
    loss,
    mark,
    move: best,
    words: '',
    line: line(best, ...rest),
})
const GAME = line('a', 'b', 'c', 'd')
const REVIEW = new Map([
    [0, at(0, 0, 0.5, 0, 'best', 'a')],
    [1, at(1, 1, 0.55, 0.25, 'blunder', 'x', 'y')],
    [2, at(2, 0, 0.7, 0.1, 'mistake', 'z', 'w')],
    [3, at(3, 0, 0.6, 0.05, 'inaccuracy', 'v')],
    [4, { ply: 4, seat: 0, win: 1, move: '', line: [], moves: [] }],
])

test('accuracy is 1 minus the mean loss, by player', () => {
    const [first, second] = review.playerReviews(REVIEW)
    assert.deepEqual([first.seat, first.moves, first.accuracy.toFixed(3)], [0, 3, '0.950'])
    assert.deepEqual(first.marks, { inaccuracy: 1, mistake: 1, blunder: 0 })
    assert.equal(second.accuracy, 0.75)
    assert.equal(texts.countsText(first), '1 mistake, 1 inaccuracy')
    assert.deepEqual(review.playerReviews(new Map()), [])
})

test('a mistake has its player, its loss in numbers and words, and its refutation', () => {
    const list = review.mistakes(REVIEW, GAME)
    assert.deepEqual(
        list.map(m => [m.ply, m.seat, m.mark]),
        [
            [1, 1, 'blunder'],
            [2, 0, 'mistake'],
            [3, 0, 'inaccuracy'],
        ],
    )
    const moves = some => some.map(m => m.move).join(' ')
    assert.equal(moves(list[0].better), 'x y')
    assert.equal(moves(list[0].refutation), 'b z w')
    assert.equal(list[1].refutation.length, 0, 'the same player moves again')
    assert.equal(texts.stepText(list[0]), 'from an even position (55\u00a0%) to a worse position (30\u00a0%)')
    assert.equal(texts.lossText(list[0]), '25\u00a0% of winning chance')
    assert.equal(texts.lossText({ ...list[0], gave: 2 }), '2 points')
    assert.equal(
        texts.summaryText(review.playerReviews(REVIEW), list, seat => 'AB'[seat]),
        'Accuracy: A 95\u00a0% · B 75\u00a0%. Biggest mistake: move 2 (B), which lost 25\u00a0% of winning chance.',
    )
})

test('mistakes are filtered: mine, theirs, those of a seat', () => {
    const list = review.mistakes(REVIEW, GAME)
    const plies = (whose, mine) => review.ofWhom(list, whose, mine).map(m => m.ply)
    assert.deepEqual(plies('all', []), [1, 2, 3])
    assert.deepEqual(plies('mine', [1]), [1])
    assert.deepEqual(plies('theirs', [1]), [2, 3])
    assert.deepEqual(plies(0, []), [2, 3])
    assert.deepEqual(plies('theirs', [3]), [2, 3], "a partner's opponents")
})

test('games are reviewed automatically unless they are too long', () => {
    assert.deepEqual(
        [1, 2, 100, 120, 121].map(n => review.reviewTime(n)),
        [0, 300, 120, 100, 0],
    )
    assert.equal(review.reviewTime(200, 300, 4000), 20)
})

test('deals are folded in games with hidden hands', () => {
    const moves = [null, null, null, 0, 1, null, 0, null, null, 1].map(seat => ({ seat }))
    assert.deepEqual(groups.grouped(moves, { traits: ['hidden', 'chance'] }), [
        { round: 1, deal: [0, 1, 2], moves: [3, 4, 5, 6] },
        { round: 2, deal: [7, 8], moves: [9] },
    ])
    assert.equal(groups.grouped(moves, { traits: ['chance'] })[0].moves.length, 10, 'a die is not folded')
    assert.deepEqual(groups.grouped([], undefined), [])
    assert.equal(
        groups.moveTitle({ move: '17', words: 'south plays a card' }, { traits: ['steps'] }),
        'South plays a card',
    )
})

test('rules for players have boards instead of pictures made of text', () => {
    const page = markdown(
        '# Game\n\nIntro.\n\n## The board\n\n```\no x\n```\n\nTwo pieces.\n\n' +
            '## Rules\n\nMove.\n\n## Example\n\n```\nx o\n```\n\n' +
            '## Examples in words\n\nA move.\n\n## Variants\n\n```\nlist\n```\n\n## Sources\n\nA book.\n',
    )
    const titles = blocks => blocks.filter(b => b.kind === 'heading').map(b => plain(b.body))
    const { before, after, rest } = rules.playersRules(page, false)
    assert.deepEqual(titles(before), ['The board'])
    assert.deepEqual(titles(after), ['Rules'])
    assert.deepEqual(titles(rest), ['Examples in words', 'Variants'])
    assert.equal(
        [...before, ...after].some(b => b.kind === 'code'),
        false,
    )
    assert.deepEqual(titles(rules.playersRules(page, true).rest), ['Examples in words', 'Variants', 'Sources'])
})
