// Sowing on the page, compared with random games of the library in games.json. Each line has a state and the move that
// led to it.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { bundled } from '../../bundle.mjs'

const games = JSON.parse(readFileSync(new URL('games.json', import.meta.url), 'utf8'))
const { sow, after, places, placeOf, moveOf, scatter, storeOf, ownerOf } = await bundled('games/kalah/sow.ts')

test('seeds end where the engine puts them', () => {
    let seen = { moves: 0, captured: 0, swept: 0, again: 0, laps: 0 }
    for (const { game, states } of games)
        for (let i = 1; i < states.length; i++) {
            const [before, now] = [states[i - 1], states[i]]
            const from = placeOf(before.board.houses, now.move)
            assert.equal(moveOf(before.board.houses, from), now.move)
            assert.equal(ownerOf(before.board.houses, from), before.turn)
            const empty = game.includes('emptycapture=1')
            assert.deepEqual(
                after(before.board, from, empty),
                places(now.board),
                `${game} ${before.position} ${now.move}`,
            )
            const { path, captured, swept, again } = sow(before.board, from, empty)
            assert.equal(path.length, places(before.board)[from])
            assert.ok(!path.includes(storeOf(before.board.houses, 1 - before.turn)))
            if (now.turn !== 'over') assert.equal(again, now.turn === before.turn)
            seen.moves++
            seen.captured += captured.length > 0
            seen.swept += swept.length > 0
            seen.again += again
            seen.laps += path.includes(from)
        }
    for (const [what, n] of Object.entries(seen)) assert.ok(n > 0, `no ${what} in games.json`)
})

test('seeds lie still when others come, inside the hollow, and apart while there is room', () => {
    const many = scatter(40, 30, 36, 10, 5)
    assert.deepEqual(scatter(12, 30, 36, 10, 5), many.slice(0, 12))
    assert.notDeepEqual(scatter(12, 30, 36, 10, 6), many.slice(0, 12))
    for (const s of many) assert.ok((s.x / 30) ** 2 + (s.y / 36) ** 2 <= 1.0001)
    for (let salt = 0; salt < 30; salt++) {
        const few = scatter(4, 30, 36, 10, salt)
        for (const a of few) for (const b of few) if (a !== b) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > 12)
    }
})
