// A whole game of each game against an agent, by pressing the board.
import assert from 'node:assert/strict'
import { GAMES, LONG, axe, fits, serve, shared, shoot, test } from './helper.mjs'
import { dice, moveByName, moveOnBoard, playNow, plies, turn, withOptions } from './table.mjs'

const seed = Number(process.env.JOGADA_TEST_SEED ?? 1)
const BOARD = 40 // moves made on the board in the usual run; the rest of a long game uses the list of legal moves
const LEVEL = { loa: 'hard' } // long games end sooner against a strong opponent
const SHORT = { domino: { target: 60 } }
serve('--hurry')

/** A JSON response of the server. */
const get = (page, path) => page.evaluate(async p => (await fetch(p)).json(), path)

const player = shared()

for (const game of GAMES)
    test(`a whole game of ${game}`, () =>
        player(async page => {
            const roll = dice(seed + game.length)
            if (SHORT[game] && !LONG) await withOptions(page, game, SHORT[game])
            else await playNow(page, game, LEVEL[game])
            await shoot(page, `${game}-begin`)
            let pressed = 0,
                tried = 0,
                moves = 0
            while (await turn(page)) {
                if (tried < BOARD || LONG) {
                    tried++
                    if (await moveOnBoard(page, roll)) pressed++
                } else await moveByName(page, roll)
                if (++moves === 6) {
                    await shoot(page, `${game}-middle`)
                    assert.deepEqual(await axe(page), [])
                }
                assert.ok(moves < 800, 'the game ends')
            }
            await shoot(page, `${game}-end`)
            assert.ok(pressed >= tried * 0.9, `${pressed} of ${tried} moves were made on the board (seed ${seed})`)
            assert.ok(await fits(page))
            assert.deepEqual(await axe(page), [])
            const made = await plies(page)

            // The game is stored and can be read back.
            const [stored] = (await get(page, `/api/v1/log?game=${game}&limit=1`)).games
            const whole = await get(page, `/api/v1/log/${stored.id}`)
            assert.equal(typeof whole.moves === 'string' ? whole.moves.split(' ').length : whole.moves.length, made)

            await page.locator('.notice.end button.main').click() // again
            await page.locator('.notice.end').waitFor({ state: 'detached' })
            assert.ok((await plies(page)) < made)
        }))
