// Names of agents: levels, own names, people; agents of one name are told apart.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundled } from './bundle.mjs'

const { agentName, agentNames, playerNames } = await bundled('names.ts')
const option = (name, type) => ({ name, type, range: '', default: '', help: '' })
const game = {
    levels: [
        { name: 'easy', title: 'Easy', agent: 'ab:depth=2,tt=64k' },
        { name: 'strongest', title: 'Strongest', agent: 'ab' },
    ],
    agents: [{ name: 'ab', options: [option('depth', 'integer'), option('tt', 'size'), option('threads', 'integer')] }],
}

test('a level has its title, whatever memory and threads the server gives it', () => {
    assert.equal(agentName(game, 'ab:depth=2,tt=64k'), 'Computer, easy')
    assert.equal(agentName(game, 'ab:depth=2,tt=16k,threads=1'), 'Computer, easy')
    assert.equal(agentName(game, 'ab:tt=1M'), 'Computer, strongest')
})

test('others have their own names; people keep theirs', () => {
    assert.equal(agentName(game, 'ab:depth=5'), 'ab')
    assert.equal(agentName(game, 'mcts:ms=500'), 'mcts')
    assert.equal(agentName(undefined, 'domino.basic:level=3'), 'domino.basic')
    assert.equal(agentName(game, 'human'), 'Guest')
    for (const name of ['Ana', 'Dr: Who', 'Zé=1', '']) assert.equal(agentName(game, name), name)
})

test('people without a name: the viewer, guests by their seats, and one person on both sides', () => {
    const kalah = { ...game, seats: ['south', 'north'] },
        both = ['human', 'human']
    assert.deepEqual(playerNames(kalah, ['human', 'ab'], ['Guest', 'Computer, strongest'], [0]), [
        'You',
        'Computer, strongest',
    ])
    assert.deepEqual(playerNames(kalah, both, both, [1]), ['Guest (South)', 'You'])
    assert.deepEqual(playerNames(kalah, both, both, []), ['Guest (South)', 'Guest (North)'])
    assert.deepEqual(playerNames(kalah, both, both, [0, 1]), ['South', 'North'])
    assert.deepEqual(playerNames(kalah, ['Ana', 'human'], ['Ana', ''], [0]), ['Ana', 'Guest (North)'])
})

test('agents of one name are told apart by their options', () => {
    assert.deepEqual(agentNames(game, ['ab:depth=5,eval=x', 'ab:depth=3,eval=x', 'random']), [
        'ab, depth 5',
        'ab, depth 3',
        'random',
    ])
    assert.deepEqual(agentNames(game, ['random', 'random']), ['random', 'random'])
})
