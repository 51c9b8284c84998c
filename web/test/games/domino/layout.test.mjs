// Layouts of thousands of rounds: no tiles overlap, all are visible, and each touches the tile it was played on with
// the same number.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundled } from '../../bundle.mjs'

const d = await bundled('games/domino/layout.ts')

/** A seeded random number generator, so that failures can be reproduced. */
function random(seed) {
    return n => {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
        return Math.floor((seed / 2 ** 32) * n)
    }
}

/** A round without hands: arms in the format of the server. `straight`: the arm that grows whenever it can. */
function round(pick, straight = -1) {
    const left = []
    for (let a = 0; a < 7; a++) for (let b = a; b < 7; b++) left.push([a, b])
    const number = pick(7)
    left.splice(
        left.findIndex(([a, b]) => a === number && b === number),
        1,
    )
    const opening = { halves: [number, number], seat: 0, place: 0 }
    const arms = [0, 1, 2, 3].map(() => ({ tiles: [], end: null, worth: 0 }))
    for (let turn = 1; ; turn++) {
        const main = arms[0].tiles.length && arms[1].tiles.length
        arms.forEach((arm, i) => {
            arm.end = arm.tiles.length
                ? arm.tiles.at(-1).halves[1]
                : main || i === (arms[0].tiles.length ? 1 : 0)
                  ? number
                  : null
        })
        const plays = []
        for (const tile of left)
            arms.forEach((arm, i) => {
                for (const [x, y] of [tile, [tile[1], tile[0]]]) if (arm.end === x) plays.push([i, tile, [x, y]])
            })
        const wished = plays.filter(p => p[0] === straight)
        const [arm, tile, halves] = wished.length ? wished[pick(wished.length)] : (plays[pick(plays.length)] ?? [])
        if (!tile) return { opening, arms }
        arms[arm].tiles.push({ halves, seat: turn % 4, place: turn })
        left.splice(left.indexOf(tile), 1)
    }
}

const overlap = (a, b) =>
    a.left < b.right - 1e-9 && b.left < a.right - 1e-9 && a.top < b.bottom - 1e-9 && b.top < a.bottom - 1e-9

const inside = (a, b) => a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom

/** The middles of a tile's first and second half. */
function halvesOf(t) {
    const x = Math.round(Math.cos((t.angle * Math.PI) / 180)) / 2,
        y = Math.round(Math.sin((t.angle * Math.PI) / 180)) / 2
    return [
        { x: t.x - x, y: t.y - y },
        { x: t.x + x, y: t.y + y },
    ]
}

function check({ opening, arms }, what) {
    const { tiles, box, ends } = d.layout(opening, arms)
    const table = d.neededBox(box)
    assert.ok(inside(table, d.visibleBox(box)), what)
    const boxes = tiles.map(d.boxOf)
    for (let i = 0; i < boxes.length; i++) {
        if (!inside(boxes[i], table)) assert.fail(`${what}: tile ${i} is not on the table`)
        for (let j = 0; j < i; j++)
            if (overlap(boxes[i], boxes[j])) assert.fail(`${what}: ${tiles[i].halves} lies on ${tiles[j].halves}`)
    }
    let at = 1
    arms.forEach((arm, n) => {
        let before = tiles[0]
        for (let i = 0; i < arm.tiles.length; i++) {
            const tile = tiles[at++]
            const gap = Math.min(
                ...halvesOf(before).map(h => {
                    const inner = halvesOf(tile)[0],
                        mid = tile.across ? tile : inner
                    return Math.abs(h.x - mid.x) + Math.abs(h.y - mid.y)
                }),
            )
            assert.ok(gap <= 1.5 + 1e-9, `${what}: arm ${n + 1} comes apart at tile ${i}: ${gap}`)
            before = tile
        }
        if (arm.end === null) return
        for (const x of [arm.end, (arm.end + 1) % 7]) {
            const placed = d.placeFor(opening, arms, [x, arm.end], n),
                where = d.boxOf(placed)
            assert.equal(placed.halves[0], arm.end)
            if (!inside(where, table)) assert.fail(`${what}: no room for ${x} at the end of arm ${n + 1}`)
            for (const b of boxes)
                if (overlap(where, b)) assert.fail(`${what}: the place at the end of arm ${n + 1} is taken`)
        }
        if (!inside({ left: ends[n].x, right: ends[n].x, top: ends[n].y, bottom: ends[n].y }, table))
            assert.fail(`${what}: an end is not seen`)
    })
    return tiles.length
}

test('no two tiles overlap, and all lie on the table', () => {
    let longest = 0,
        most = 0
    for (let seed = 0; seed < 2000; seed++) {
        const r = round(random(seed))
        most = Math.max(most, check(r, `seed ${seed}`))
        longest = Math.max(longest, ...r.arms.map(a => a.tiles.length))
    }
    assert.ok(most >= 27 && longest >= 14, `rounds were short: ${most} tiles, an arm of ${longest}`)
})

test('arms as long as they can be', () => {
    const longest = [0, 0, 0, 0]
    for (let seed = 0; seed < 1000; seed++) {
        const arm = seed % 4,
            r = round(random(seed), arm)
        check(r, `seed ${seed}, arm ${arm + 1}`)
        longest[arm] = Math.max(longest[arm], r.arms[arm].tiles.length)
    }
    for (const n of longest) assert.ok(n >= 20, `longest arms: ${longest}`)
})

test('every position on the way', () => {
    for (let seed = 0; seed < 60; seed++) {
        const { opening, arms } = round(random(seed)),
            last = Math.max(...arms.flatMap(a => a.tiles.map(t => t.place)))
        for (let n = 0; n <= last; n++) {
            const until = arms.map(a => {
                const tiles = a.tiles.filter(t => t.place <= n)
                return {
                    tiles,
                    worth: 0,
                    end: tiles.length ? tiles.at(-1).halves[1] : a.tiles.length ? opening.halves[0] : null,
                }
            })
            check({ opening, arms: until }, `seed ${seed}, ${n} tiles`)
        }
    }
})

test('an opening that is no double lies along, between two arms', () => {
    const tile = (a, b, place) => ({ halves: [a, b], seat: 0, place })
    const arms = [
        { tiles: [tile(3, 3, 1), tile(3, 1, 3)], end: 1, worth: 1 },
        { tiles: [tile(5, 5, 2)], end: 5, worth: 10 },
        { tiles: [], end: null, worth: 0 },
        { tiles: [], end: null, worth: 0 },
    ]
    const laid = d.layout(tile(3, 5, 0), arms)
    assert.equal(laid.tiles[0].angle, 0)
    assert.equal(laid.tiles[0].across, false)
    check({ opening: tile(3, 5, 0), arms }, 'free opening')
})

test('moves and tiles', () => {
    assert.deepEqual(d.parseMove('6-4@1'), { halves: [6, 4], arm: 0, announces: false })
    assert.deepEqual(d.parseMove('6-6'), { halves: [6, 6], arm: -1, announces: false })
    assert.deepEqual(d.parseMove('5-0@4!'), { halves: [5, 0], arm: 3, announces: true })
    for (const move of ['pass', 'deal:?', '7-1', '6-4@5', '']) assert.equal(d.parseMove(move), null)
    assert.equal(d.tileName([1, 5]), '5-1')
    const moves = ['4-1@1', '4-1@2', '4-1@1!', '6-0@4']
    assert.deepEqual(d.movesOf(moves, [1, 4]), [
        { move: '4-1@1', arm: 0 },
        { move: '4-1@2', arm: 1 },
    ])
    assert.deepEqual(d.movesOf(moves, [4, 1], true), [{ move: '4-1@1!', arm: 0 }])
    assert.deepEqual(d.movesOf(moves, [6, 6]), [])
})
