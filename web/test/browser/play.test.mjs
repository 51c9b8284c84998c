// Tables as players see and hear them: boards fit the window, announcements are not repeated, controls stay in place.
import assert from 'node:assert/strict'
import { resize } from './frame.mjs'
import { GAMES, LANGS, browser, fits, serve, server, test, visitor } from './helper.mjs'
import { dice, moveByName, over, playNow, plies, turn, withOptions } from './table.mjs'

const seed = Number(process.env.JOGADA_TEST_SEED ?? 1)
serve('--hurry')

/** The bottom of an element in pixels from the top of the page. */
const bottom = (page, what) =>
    page
        .locator(what)
        .last()
        .evaluate(e => e.getBoundingClientRect().bottom + window.scrollY)

const SIZES = {
    fingers: [
        [320, 640],
        [360, 740],
        [768, 1024],
    ],
    mouse: [
        [1280, 860],
        [1920, 1080],
    ],
}

for (const [pointer, sizes] of Object.entries(SIZES))
    test(`nothing is wider than its window, for ${pointer}`, async () => {
        const page = await visitor(browser, server, { lang: 'pt-BR', touch: pointer === 'fingers' })
        /** Asserts that the page fits every window. */
        const fitsAll = async (what, check = fits) => {
            for (const [width, height] of sizes) {
                await resize(page, [width, height])
                assert.ok(await check(page), `${what} at ${width}`)
            }
        }
        await page.goto('/')
        await page.locator('.card').last().waitFor()
        await fitsAll('the first page')
        await page.locator('#card-kalah .act button').last().click()
        await page.locator('dialog details').first().waitFor()
        await page.locator('dialog details').evaluateAll(all => all.forEach(d => (d.open = true)))
        await fitsAll('the options of a table', () =>
            page.locator('dialog').evaluate(d => d.scrollWidth <= d.clientWidth),
        )
        await page.keyboard.press('Escape')
        for (const game of GAMES) {
            await playNow(page, game)
            await turn(page)
            await fitsAll(game)
        }
        assert.deepEqual(page.faults, [])
        await page.context().close()
    })

test('the words of actions are whole in every language, on the smallest phones too', async () => {
    const page = await visitor(browser, server, { touch: true })
    await playNow(page, 'coins')
    for (const lang of LANGS) {
        await page.locator('.lang select').selectOption(lang)
        await page.locator(`html[lang=${lang}] .stage > *`).first().waitFor()
        for (const size of SIZES.fingers) {
            await resize(page, size)
            const cut = await page.$$eval('.actions > *', all =>
                all.flatMap(e => {
                    const box = e.getBoundingClientRect(),
                        range = document.createRange()
                    range.selectNodeContents(e)
                    const whole = [...range.getClientRects()].every(
                        r => r.left > box.left - 1 && r.right < box.right + 1,
                    )
                    return whole && box.right <= innerWidth ? [] : [e.textContent.trim()]
                }),
            )
            assert.deepEqual(cut, [], `${lang}, ${size.join(' x ')}`)
        }
    }
    assert.deepEqual(page.faults, [])
    await page.context().close()
})

test('boards and hands are in sight without scrolling', async () => {
    const page = await visitor(browser, server, { width: 1280, height: 860 })
    for (const [game, what] of [
        ['kalah', '.stage svg'],
        ['loa', '.stage svg'],
        ['pig', '.board-buttons'],
        ['domino', '.dom-hand'],
        ['magic', '.mag-hand'],
    ].filter(([name]) => GAMES.includes(name))) {
        await playNow(page, game)
        await turn(page)
        assert.ok((await bottom(page, what)) <= 860, `${game}: ${await bottom(page, what)}`)
    }
    await page.context().close()
})

test('a hint in a solved position shows the result with best play', async () => {
    const page = await visitor(browser, server)
    await withOptions(page, 'kalah', { houses: 2, seeds: 1 })
    await turn(page)
    await page.getByRole('button', { name: 'Hint' }).click()
    await page.getByText('you win by 2 with best play').waitFor()
    assert.deepEqual(page.faults, [])
    await page.context().close()
})

test('the More menu is inside the window, and closes', async () => {
    const page = await visitor(browser, server)
    await playNow(page, 'magic')
    await turn(page)
    const open = page.getByRole('button', { name: 'More' })
    await open.click()
    const sheet = await page.locator('.sheet').boundingBox()
    assert.ok(sheet.y >= 0 && sheet.y + sheet.height <= page.viewportSize().height)
    await page.keyboard.press('Escape')
    assert.equal(await page.locator('.sheet').count(), 0)
    assert.equal(await open.evaluate(e => e === document.activeElement), true)
    await page.context().close()
})

test('dealt tiles are folded in the description', async () => {
    const page = await visitor(browser, server)
    await playNow(page, 'domino')
    await turn(page)
    await page.locator('#log summary').first().click()
    assert.match(await page.locator('#log').innerText(), /is dealt 7 tiles/)
    await page.getByRole('tab', { name: 'Moves' }).click()
    assert.doesNotMatch(await page.locator('#log').innerText(), /deal/)
    await page.context().close()
})

test('moves and tasks are announced once each', async () => {
    const page = await visitor(browser, server)
    await page.addInitScript(() => {
        window.spoken = []
        new MutationObserver(all => {
            for (const m of all)
                if (m.target.id === 'say') for (const n of m.addedNodes) window.spoken.push(n.textContent)
        }).observe(document, { childList: true, subtree: true })
    })
    await playNow(page, 'tictactoe')
    const roll = dice(seed)
    while (await turn(page)) await moveByName(page, roll)
    await page.waitForFunction(() => /^(You win!|You lose\.|Draw\.)/.test(window.spoken.at(-1)))
    const spoken = await page.evaluate(() => window.spoken),
        marks = spoken.filter(s => / marks square /.test(s))
    assert.equal(marks.length, await plies(page))
    assert.equal(new Set(marks).size, marks.length)
    assert.equal(spoken.filter(s => /Choose a square/.test(s)).length, 1, 'the task is not repeated')
    await page.context().close()
})

test('pressing everything, fast and twice, breaks nothing', async () => {
    const roll = dice(seed + 3),
        page = await visitor(browser, server, { motion: true })
    for (const game of GAMES) {
        await playNow(page, game)
        for (let i = 0; i < 60; i++) {
            await page.evaluate(n => {
                const all = document.querySelectorAll('.stage [role=button], .stage button')
                for (let i = 0; i < 2; i++)
                    all[n % all.length]?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
            }, roll(1000))
            await page.waitForTimeout(10)
        }
        // The game can continue.
        if (await turn(page)) await moveByName(page, roll)
        else assert.ok(await over(page))
        assert.deepEqual(page.faults, [], game)
    }
    await page.context().close()
})
