// Several people at one device: a table where one visitor has all seats of a game with hidden hands. Runs on a server
// and on the page without one.
import assert from 'node:assert/strict'
import { SITE, axe, fits, serve, shared, shoot, browser, server, test, visitor } from './helper.mjs'
import { advanced, cardOf, dice, moveOnBoard, over, plies } from './table.mjs'

serve('--hurry')
const seed = Number(process.env.JOGADA_TEST_SEED ?? 1)
const phone = shared({ width: 390, height: 844, touch: true })

/** The names of the games that hide hands, or those that hide nothing. */
async function games(page, hidden) {
    if (page.url() === 'about:blank') await page.goto('/')
    const all = await page.evaluate(async () => (await (await fetch('/api/v1/games')).json()).games)
    return all.filter(g => g.traits.includes('hidden') === hidden).map(g => g.name)
}

/** Opens a table where the visitor has the first `own` seats, and the computer the others. */
async function open(page, game, own = Infinity) {
    const card = await cardOf(page, game)
    if (SITE && own === Infinity) await card.getByRole('button', { name: 'Pass and play' }).click()
    else {
        await card.getByRole('button', { name: 'Customize' }).click()
        const dialog = page.getByRole('dialog')
        for (const [n, seat] of (await dialog.locator('.seat-choice select').all()).entries())
            if (n && n < own) await seat.selectOption('me')
        await dialog.getByRole('button', { name: 'Open table' }).click()
    }
    await page.waitForURL(/\/table\//)
    await page.locator('.stage > *').first().waitFor()
}

const BUTTON = '.cover button'

/** Notes every drawing that shows a board to someone who has not asked for it: `allowed` is the title of their turn. */
const watch = page =>
    page.evaluate(() => {
        window.wrong = []
        window.allowed = ''
        const look = () => {
            const whose = document.querySelector('.whose')?.textContent.trim(),
                shown = document.querySelector('.stage > :not(.cover)'),
                free = /^(Chance move|Move sent.*|Game over)$/.test(whose)
            if (shown && whose && !free && whose !== window.allowed) window.wrong.push(whose)
        }
        look()
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    })

/** Checks the cover and uncovers the hand as its player does; returns the title of their turn. */
async function uncover(page, byKey) {
    const button = page.locator(BUTTON)
    await button.waitFor()
    const whose = (await page.locator('.whose').textContent()).trim(),
        name = whose.replace(/'s turn$/, '')
    assert.notEqual(name, whose)
    assert.equal((await page.locator('.cover p').textContent()).trim(), `Pass the device to ${name}.`)
    assert.equal(await page.locator('.stage > *').count(), 1)
    assert.equal((await page.locator('.past').textContent()).trim(), '')
    assert.equal(await page.locator(`${BUTTON}:focus`).count(), 1)
    await page.evaluate(title => (window.allowed = title), whose)
    if (byKey) await page.keyboard.press('Enter')
    else await button.click()
    await page.locator('.stage > :not(.cover)').first().waitFor()
    return whose
}

/** What comes after a move: the cover, the same player's next move, or the end. */
const next = page =>
    page.locator(`${BUTTON}, .play:has(> .stage:not([aria-busy])) .whose.mine, .notice.end`).first().waitFor()

test('between two turns all hands are covered', () =>
    phone(async page => {
        const roll = dice(seed)
        for (const game of await games(page, true)) {
            await open(page, game)
            await watch(page)
            const seen = new Set()
            for (let turns = 0; turns < 9 && !(await over(page));) {
                if (await page.locator(BUTTON).isVisible()) {
                    if (!turns) {
                        await shoot(page, `cover-${game}`)
                        assert.deepEqual(await axe(page), [])
                        assert.ok(await fits(page))
                    }
                    seen.add(await uncover(page, turns++ % 2))
                }
                await moveOnBoard(page, roll)
                await next(page)
            }
            assert.ok(seen.size > 1, game)
            assert.deepEqual(await page.evaluate(() => window.wrong), [])
        }
    }))

test('a reload covers the hand, and the end is shown to all', () =>
    phone(async page => {
        for (const game of await games(page, true)) {
            await open(page, game)
            await page.locator(BUTTON).waitFor()
            await watch(page)
            await uncover(page, false)
            await shoot(page, `uncovered-${game}`)
            await page.reload()
            await page.locator(BUTTON).waitFor()
            assert.equal(await page.locator('.stage > :not(.cover)').count(), 0)
            await uncover(page, true)
            await page.getByRole('button', { name: 'Resign' }).click()
            await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
            await page.locator('.notice.end').waitFor()
            assert.equal(await page.locator('.cover').count(), 0)
            await page.getByRole('button', { name: 'Play again' }).click()
            await page.locator(BUTTON).waitFor()
        }
    }))

test('one person against computers, and games that hide nothing, are not covered', async () => {
    const page = await visitor(browser, server, { width: 390, height: 844, touch: true }),
        roll = dice(seed)
    await page.addInitScript(() => {
        new MutationObserver(() => (window.covered ||= !!document.querySelector('.cover'))).observe(document, {
            subtree: true,
            childList: true,
        })
    })
    const [hidden] = await games(page, true),
        [plain] = await games(page, false)
    for (const [game, own] of [
        [hidden, 1],
        [plain, Infinity],
    ]) {
        await open(page, game, own)
        for (let n = 0; n < 2; n++) {
            await page.locator('.play:has(> .stage:not([aria-busy])) .whose.mine').waitFor()
            const before = await plies(page)
            await moveOnBoard(page, roll)
            await advanced(page, before)
        }
        assert.ok(!(await page.evaluate(() => window.covered)))
    }
    assert.deepEqual(page.faults, [])
    await page.context().close()
})
