// The frame of a table: in every game, size of window and phase, board, hand and actions are inside the window
// together, without scrolling, and what is pressed with a finger is large enough.
import assert from 'node:assert/strict'
import { inSight, small } from './frame.mjs'
import { GAMES, axe, browser, serve, server, test, visitor } from './helper.mjs'
import { dice, moveOnBoard, over, playNow, turn } from './table.mjs'

const seed = Number(process.env.JOGADA_TEST_SEED ?? 1)
serve('--hurry')

for (const game of GAMES)
    test(`${game}: board, hand and actions are in sight in every size and phase`, async () => {
        const roll = dice(seed)
        const page = await visitor(browser, server, { width: 390, height: 844, touch: true })
        await playNow(page, game)
        await turn(page)
        await inSight(page, `${game} start`)
        for (let i = 0; i < 5 && (await turn(page)); i++) await moveOnBoard(page, roll)
        if (await turn(page)) {
            await inSight(page, `${game} middle`)
            const picks = page.locator('.stage [aria-pressed=false]:not([aria-disabled=true]):not([disabled])')
            if (await picks.count()) {
                await picks.first().click({ force: true })
                await inSight(page, `${game} pick`)
            }
            await page.getByRole('button', { name: 'Resign' }).click()
            await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
            await page.locator('.notice.end').waitFor()
        }
        assert.ok(await over(page))
        await inSight(page, `${game} end`)
        assert.deepEqual(page.faults, [])
        await page.context().close()
    })

/** The places of the buttons of the action bar. */
const places = page =>
    page.$$eval('.actions > *', all => all.map(e => `${e.textContent.trim()} ${e.getBoundingClientRect().x.toFixed()}`))

test('actions keep their places in every state of a game', async () => {
    const roll = dice(seed)
    const page = await visitor(browser, server, { width: 390, height: 844, touch: true })
    await playNow(page, GAMES[0])
    await turn(page)
    const first = await places(page)
    while (await turn(page)) {
        assert.deepEqual(await places(page), first)
        await moveOnBoard(page, roll)
    }
    assert.deepEqual(await places(page), first)
    assert.equal(await page.getByRole('button', { name: 'Resign' }).getAttribute('aria-disabled'), 'true')
    await page.context().close()
})

test('the move list is a sheet on a phone', async () => {
    const page = await visitor(browser, server, { width: 360, height: 640, touch: true })
    await playNow(page, GAMES[0])
    await turn(page)
    const list = page.locator('.past')
    assert.equal(await list.isVisible(), false)
    await page.getByRole('button', { name: 'Moves' }).click()
    assert.equal(await list.isVisible(), true)
    assert.deepEqual(await axe(page), [])
    assert.deepEqual(await small(page), [])
    await page.keyboard.press('Escape')
    assert.equal(await list.isVisible(), false)
    assert.equal(await page.evaluate(() => document.activeElement.id), 'open-moves')
    await page.context().close()
})
