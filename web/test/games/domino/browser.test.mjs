// Dominoes with all hands at one device: whose tiles are on the screen, through two rounds.
import assert from 'node:assert/strict'
import { resize, small } from '../../browser/frame.mjs'
import { serve, shared, shoot, test } from '../../browser/helper.mjs'
import { dice, moveOnBoard, over, playNow, turn, withOptions } from '../../browser/table.mjs'

serve('--hurry')
const phone = shared({ width: 390, height: 844, touch: true })

/** Notes the tiles of hands in every drawing, and whether the end of a round was shown. */
const watch = page =>
    page.evaluate(() => {
        window.tiles = new Set()
        window.ends = 0
        let ended = false
        const look = () => {
            const end = !!document.querySelector('.dom-summary')
            if (end && !ended) window.ends++
            ended = end
            if (!end) for (const tile of document.querySelectorAll('[data-tile]')) window.tiles.add(tile.dataset.tile)
        }
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
        look()
    })

/** The tiles of the hand that fit an end. */
const fitting = page => page.$$eval('.dom-fits', all => all.map(tile => tile.dataset.tile))
const handOf = page => page.$$eval('[data-tile]', all => all.map(tile => tile.dataset.tile))

test('every player sees their own tiles alone, and all see the end of a round', () =>
    phone(async page => {
        const roll = dice(Number(process.env.JOGADA_TEST_SEED ?? 1))
        await withOptions(page, 'domino', { rounds: 2 }, 'me')
        const button = page.locator('.cover button')
        await button.waitFor()
        await watch(page)
        for (let own = []; !(await over(page));) {
            const seen = await page.evaluate(() => [...window.tiles])
            assert.deepEqual(
                seen.filter(tile => !own.includes(tile)),
                [],
            )
            assert.deepEqual(await handOf(page), [])
            await page.evaluate(() => window.tiles.clear())
            await button.click()
            await page.locator('.dom-own').waitFor()
            own = await handOf(page)
            assert.ok(own.length)
            await moveOnBoard(page, roll)
            await page.locator('.cover button, .notice.end').first().waitFor()
        }
        await shoot(page, 'domino-shared-end')
        assert.equal(await page.evaluate(() => window.ends), 2)
    }))

test('the places of a tile are large enough for a finger, however far the arms reach', () =>
    phone(async page => {
        const roll = dice(Number(process.env.JOGADA_TEST_SEED ?? 1)),
            sizes = [
                [360, 640],
                [844, 390],
            ]
        let places = 0
        await playNow(page, 'domino')
        for (let moves = 0; (moves < 12 || places < 12) && (await turn(page)); moves++) {
            for (const name of await fitting(page)) {
                const tile = page.locator(`[data-tile="${name}"]`)
                if ((await tile.getAttribute('aria-pressed')) === 'false') await tile.click()
                for (const size of sizes) {
                    await resize(page, size)
                    assert.deepEqual(await small(page), [], `move ${moves}, ${size.join('x')}`)
                }
                places += await page.locator('.dom-ghost').count()
            }
            assert.ok(await moveOnBoard(page, roll), 'the move is made on the board')
        }
        assert.ok(places >= 12)
    }))
