// The frame of a table: in every game, size of window and phase, board, hand and actions are inside the window
// together, without scrolling, and what is pressed with a finger is large enough.
import assert from 'node:assert/strict'
import { inSight, resize, small } from './frame.mjs'
import { GAMES, SITE, Server, axe, browser, serve, server, shared, test, visitor } from './helper.mjs'
import { cardOf, dice, moveOnBoard, over, playNow, turn } from './table.mjs'

const seed = Number(process.env.JOGADA_TEST_SEED ?? 1)
const TURNS = 6 // of a game in which the places of buttons are compared
serve('--hurry')

const phone = shared({ width: 390, height: 844, touch: true })

for (const game of GAMES)
    test(`${game}: board, hand and actions are in sight in every size and phase`, () =>
        phone(async page => {
            const roll = dice(seed)
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
        }))

/** Opens a table with a clock, whose other seats are free. Returns the number of its seats. */
async function withClock(page, game) {
    await (await cardOf(page, game)).getByRole('button', { name: 'Customize' }).click()
    const dialog = page.getByRole('dialog'),
        seats = await dialog.locator('.seat-choice select').all()
    assert.deepEqual(await small(page), [], 'the dialog')
    for (const seat of seats.slice(1)) await seat.selectOption('open')
    await dialog.getByLabel('Play with a clock').check()
    await dialog.getByLabel('Minutes per player').fill('600')
    await dialog.getByRole('button', { name: 'Open table' }).click()
    await page.waitForURL(/\/table\//)
    await page.locator('.stage > *').first().waitFor()
    return seats.length
}

const OFFERS = ['Offer draw', 'Swap seats', 'Rematch']

/** Makes an offer to the other players: one of the menu, or a rematch of a game that this player resigns. */
async function offer(page) {
    const bar = page.locator('.actions')
    await page.locator('#open-more').click()
    for (const name of OFFERS) {
        const item = page.locator('.sheet').getByRole('button', { name, exact: true })
        if ((await item.getAttribute('aria-disabled')) === 'true') continue
        await item.click()
        return
    }
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Resign' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
    await page.getByRole('button', { name: 'Play again' }).click()
}

const second = shared({ width: 390, height: 844, touch: true })

for (const game of GAMES.filter(() => !SITE))
    test(`${game}: people find board and actions in sight while they wait, watch and reply to offers`, () =>
        phone(page =>
            second(async other => {
                const seats = await withClock(page, game)
                await inSight(page, `${game} waiting`)
                await other.goto(page.url())
                await other.locator('.stage > *').first().waitFor()
                await inSight(other, `${game} free seat`)
                const sit = async who => {
                    await who.getByRole('button', { name: 'Sit here' }).first().click()
                    await who.getByRole('button', { name: 'Sit here' }).first().waitFor({ state: 'detached' })
                }
                await sit(other)
                const more = []
                while (more.length < seats - 2) {
                    more.push(await visitor(browser, server, { touch: true }))
                    await more.at(-1).goto(page.url())
                    await sit(more.at(-1))
                }
                await page.locator('.clock').first().waitFor()
                await page.locator('.waiting-for-players').waitFor({ state: 'detached' })
                await inSight(page, `${game} clock`)
                await offer(page)
                await other.locator('.notice.offer').waitFor()
                await page.locator('.notice.offer').waitFor()
                await inSight(page, `${game} offer made`)
                await inSight(other, `${game} offer`)
                const watcher = await visitor(browser, server, { touch: true })
                await watcher.goto(page.url())
                await watcher.locator('.stage > *').first().waitFor()
                await inSight(watcher, `${game} watching people`)
                for (const one of [watcher, ...more]) {
                    assert.deepEqual(one.faults, [])
                    await one.context().close()
                }
            }),
        ))

test('a game of agents is in sight while it is watched', async () => {
    const own = await new Server().start(), // its agents move at a pace that people can follow
        page = await visitor(browser, own, { width: 390, height: 844, touch: true })
    for (const game of GAMES) {
        await (await cardOf(page, game)).getByRole('button', { name: /^Watch/ }).click()
        await page.waitForURL(/\/table\//)
        const pause = page.getByRole('button', { name: 'Pause' })
        await pause.or(page.locator('.notice.end')).first().waitFor()
        if (await pause.count()) await pause.click()
        await inSight(page, `${game} watched`)
    }
    assert.deepEqual(page.faults, [])
    await page.context().close()
    assert.equal(await own.stop(), 0)
})

/** The places of the buttons of the action bar. */
const places = page =>
    page.$$eval('.actions > *', all => all.map(e => `${e.textContent.trim()} ${e.getBoundingClientRect().x.toFixed()}`))

for (const game of GAMES)
    test(`${game}: actions keep their places in every state of a game`, () =>
        phone(async page => {
            const roll = dice(seed),
                resign = page.locator('.actions').getByRole('button', { name: 'Resign' })
            await resize(page, [390, 844])
            await playNow(page, game)
            await turn(page)
            const first = await places(page)
            for (let i = 0; i < TURNS && (await turn(page)); i++) {
                assert.deepEqual(await places(page), first)
                await moveOnBoard(page, roll)
                assert.deepEqual(await places(page), first, 'while the others move')
            }
            if (await turn(page)) {
                await resign.click()
                await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
            }
            await page.locator('.notice.end').waitFor()
            assert.deepEqual(await places(page), first)
            assert.equal(await resign.getAttribute('aria-disabled'), 'true')
        }))

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
