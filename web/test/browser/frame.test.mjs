// The frame of a table: in every game, size of window and phase, board, hand and actions are inside the window
// together, without scrolling, and what is pressed with a finger is large enough.
import assert from 'node:assert/strict'
import { GAMES, axe, browser, serve, server, shoot, test, visitor } from './helper.mjs'
import { dice, moveOnBoard, over, playNow, turn } from './table.mjs'

const seed = Number(process.env.JOGADA_TEST_SEED ?? 1)
serve('--hurry')

const SIZES = [
    [390, 844],
    [360, 640],
    [844, 390],
    [768, 1024],
    [1280, 800],
]
const FINGER = 44 // pixels
const SOME = 1.5 // pixels that borders and rounding may cost

/** What is outside of the window or of the board's room, in this size. */
async function outside(page, [width, height]) {
    await page.setViewportSize({ width, height })
    // The board is drawn again for its new room.
    await page.waitForFunction(() => !document.querySelector('.stage[aria-busy]'))
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    return page.evaluate(some => {
        const wrong = []
        const name = e => e.getAttribute('aria-label') ?? (e.textContent.trim().slice(0, 30) || e.className)
        const check = (e, room, what) => {
            const b = e.getBoundingClientRect()
            if (!b.width || !b.height) wrong.push(`${what} ${name(e)} is not shown`)
            else if (b.left < room.left - some || b.top < room.top - some) wrong.push(`${what} ${name(e)} is cut off`)
            else if (b.right > room.right + some || b.bottom > room.bottom + some)
                wrong.push(`${what} ${name(e)} is outside: ${b.right} ${b.bottom}, not ${room.right} ${room.bottom}`)
        }
        const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
        const page = document.documentElement
        if (page.scrollHeight > innerHeight + some || page.scrollWidth > innerWidth) wrong.push('the page scrolls')
        const stage = document.querySelector('.stage'),
            room = stage.getBoundingClientRect()
        if (stage.scrollHeight > stage.clientHeight + some) wrong.push('the board scrolls')
        check(stage, window, 'the board')
        for (const e of document.querySelectorAll('.status, .players, .actions')) check(e, window, e.className)
        for (const e of document.querySelectorAll('.actions > *'))
            if (getComputedStyle(e).display !== 'none') check(e, window, 'the action')
        const on = ':not([aria-disabled=true]):not([disabled])'
        for (const e of stage.querySelectorAll(`[role=button]${on}, button${on}`))
            check(e.querySelector('.board-hit') ?? e, room, 'on the board')
        return wrong
    }, SOME)
}

/** The buttons that are too small for a finger. Squares and pieces of a board have the size that the board allows. */
const small = page =>
    page.evaluate(finger => {
        const buttons = [...document.querySelectorAll('button, a.button, summary, select, .head a')].filter(
            e => !e.closest('svg, dialog') && e.getClientRects().length && !e.closest('.spoken'),
        )
        return buttons.flatMap(e => {
            const b = e.getBoundingClientRect()
            if (b.bottom < 0 || (b.height >= finger - 0.5 && b.width >= finger - 0.5)) return []
            return [`${e.className} ${e.textContent.trim()}: ${b.width.toFixed()} x ${b.height.toFixed()}`]
        })
    }, FINGER)

const LATER = ['magic'] // the board that does not fit its box yet

for (const game of GAMES.filter(name => !LATER.includes(name)))
    test(`${game}: board, hand and actions are in sight in every size and phase`, async () => {
        const roll = dice(seed)
        const page = await visitor(browser, server, { width: 390, height: 844, touch: true })
        const check = async phase => {
            for (const size of SIZES) {
                assert.deepEqual(await outside(page, size), [], `${game}, ${phase}, ${size.join('x')}`)
                await shoot(page, `frame-${game}-${phase}-${size.join('x')}`)
            }
            await page.setViewportSize({ width: 390, height: 844 })
        }
        await playNow(page, game)
        await turn(page)
        await check('start')
        assert.deepEqual(await small(page), [])
        for (let i = 0; i < 5 && (await turn(page)); i++) await moveOnBoard(page, roll)
        if (await turn(page)) {
            await check('middle')
            const picks = page.locator('.stage [aria-pressed=false]:not([aria-disabled=true]):not([disabled])')
            if (await picks.count()) {
                await picks.first().click({ force: true })
                await check('pick')
            }
            assert.deepEqual(await axe(page), [])
            await page.getByRole('button', { name: 'Resign' }).click()
            await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
            await page.locator('.notice.end').waitFor()
        }
        assert.ok(await over(page))
        await check('end')
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
