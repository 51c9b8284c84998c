// Several players at one table: a game of four, reconnection, a killed server, offers, spectators.
import assert from 'node:assert/strict'
import { LONG, PATIENCE, browser, serve, server, shoot, test, visitor } from './helper.mjs'
import { PLIES, cardOf, dice, mine, moveByName, moveOnBoard, over, playNow, plies, withOptions } from './table.mjs'

const seed = Number(process.env.JOGADA_TEST_SEED ?? 1)
serve('--hurry')

/** Opens a table with free seats and fills them. Returns the pages in order of seats. */
async function together(game, n, rules = null) {
    const pages = [await visitor(browser, server)]
    if (rules) await withOptions(pages[0], game, rules, 'open')
    else await (await cardOf(pages[0], game)).getByRole('button', { name: 'Invite friends' }).click()
    await pages[0].waitForURL(/\/table\//)
    const link = await pages[0].getByLabel('Table link').inputValue()
    for (let i = 1; i < n; i++) {
        const page = await visitor(browser, server)
        await page.goto(link)
        await page.getByRole('button', { name: 'Sit here' }).first().click()
        await page
            .getByText('you', { exact: true })
            .or(page.locator('.seat strong', { hasText: 'You' }))
            .first()
            .waitFor()
        pages.push(page)
    }
    return pages
}

/** The page of the player to move; null: the game is over. */
async function next(pages) {
    for (const until = performance.now() + PATIENCE; performance.now() < until; await pages[0].waitForTimeout(20)) {
        for (const page of pages) if (await mine(page)) return page
        if (await over(pages[0])) return null
    }
    throw new Error('nobody may move')
}

/** Waits until all pages show the same number of plies, and returns it. */
async function level(pages) {
    const most = Math.max(...(await Promise.all(pages.map(plies))))
    for (const page of pages)
        if (most)
            await page
                .locator(PLIES)
                .nth(most - 1)
                .waitFor({ state: 'attached' })
    return most
}

async function end(pages) {
    for (const page of pages) {
        assert.deepEqual(page.faults, [])
        await page.context().close()
    }
}

/** The text of the board, with the viewer's hand. */
const hand = page => page.evaluate(() => document.querySelector('.stage')?.textContent ?? '')

test('four people play dominoes to the end', async () => {
    const roll = dice(seed)
    const pages = await together('domino', 4, LONG ? null : { target: 30 })
    let moves = 0,
        page
    while ((page = await next(pages))) {
        await (moves % 10 ? moveByName(page, roll) : moveOnBoard(page, roll))
        if (++moves === 12) for (const [i, p] of pages.entries()) await shoot(p, `four-${i + 1}`)
        assert.ok(moves < 1500)
    }
    const results = await Promise.all(pages.map(p => p.locator('.notice.end').innerText()))
    for (const [i, text] of results.entries())
        assert.match(text, i % 2 === results.findIndex(r => /You win/.test(r)) % 2 ? /You win/ : /You lose|Draw/, text)
    assert.equal(new Set(await Promise.all(pages.map(plies))).size, 1)
    await end(pages)
})

test('a player comes back after closing the page', async () => {
    const roll = dice(seed)
    const [a, b] = await together('kalah', 2)
    for (let i = 0; i < 4; i++) await moveByName(await next([a, b]), roll)
    const url = b.url(),
        made = await level([a, b])
    await b.close()
    await a.locator('.seat', { hasText: 'away' }).waitFor()
    const again = await b.context().newPage()
    again.faults = []
    await again.goto(url)
    await again
        .locator(PLIES)
        .nth(made - 1)
        .waitFor({ state: 'attached' })
    assert.equal(await plies(again), made)
    await a.locator('.seat', { hasText: 'away' }).waitFor({ state: 'detached' })
    const before = await plies(a)
    for (let i = 0; i < 6; i++) await moveByName(await next([a, again]), roll)
    assert.equal(await level([a, again]), before + 6)
    await end([a, again])
})

test('all players are back in their seats after the server was killed', async () => {
    const roll = dice(seed)
    const pages = await together('domino', 4)
    for (let i = 0; i < 9; i++) await moveByName(await next(pages), roll)
    const made = await level(pages),
        hands = await Promise.all(pages.map(hand))
    await server.kill()
    await pages[0]
        .locator('body')
        .getByText(/reach|connection/i)
        .first()
        .waitFor()
    await shoot(pages[0], 'away')
    await server.start()
    for (const page of pages) await page.locator('.away').waitFor({ state: 'detached' })
    await next(pages)
    assert.deepEqual(await Promise.all(pages.map(plies)), [made, made, made, made])
    assert.deepEqual(await Promise.all(pages.map(hand)), hands)
    for (let i = 0; i < 8; i++) await moveByName(await next(pages), roll)
    assert.ok((await level(pages)) > made)
    assert.equal(new Set(await Promise.all(pages.map(plies))).size, 1)
    await end(pages)
})

test('the opponent must accept a takeback, and a spectator sees it', async () => {
    const [a, b] = await together('tictactoe', 2)
    const watcher = await visitor(browser, server)
    await watcher.goto(a.url())
    await moveByName(a, () => 4)
    await b.locator('.whose.mine').waitFor()
    assert.equal(await watcher.locator('details.entry').count(), 0) // nothing to move with
    const takeBack = a.getByRole('button', { name: 'Take back' })
    await takeBack.click()
    await b.locator('.notice.offer').waitFor()
    await a.locator('.notice.offer').waitFor()
    assert.equal(await takeBack.getAttribute('aria-disabled'), 'true', 'it is requested once')
    await b.locator('.notice.offer').getByRole('button', { name: 'Decline' }).click()
    await b.locator('.notice.offer').waitFor({ state: 'detached' })
    await a.locator('.notice.offer').waitFor({ state: 'detached' })
    assert.equal(await takeBack.getAttribute('aria-disabled'), null)
    assert.equal(await plies(b), 1)
    await a.getByRole('button', { name: 'Take back' }).click()
    await b.locator('.notice.offer').getByRole('button', { name: 'Accept' }).click()
    await a.locator('.whose.mine').waitFor()
    await watcher.getByText('No moves yet.').waitFor()
    assert.equal(await plies(a), 0)

    await a.getByRole('button', { name: 'Resign' }).click()
    await a.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
    await b.locator('.notice.end', { hasText: 'You win' }).waitFor()
    await a.locator('.notice.end', { hasText: 'You lose' }).waitFor()
    await a.getByRole('button', { name: 'Play again' }).click()
    await b.locator('.notice.offer').getByRole('button', { name: 'Accept' }).click()
    await next([a, b])
    await watcher.getByText('No moves yet.').waitFor()
    await end([a, b, watcher])
})

test('an illegal move is refused with the reason', async () => {
    const page = await visitor(browser, server)
    await playNow(page, 'kalah')
    await page.locator('details.entry summary').click()
    await page.getByLabel('Your move').fill('9')
    await page.getByRole('button', { name: 'Play move' }).click()
    await page.locator('.notice.bad').waitFor()
    assert.match(await page.locator('.notice.bad').innerText(), /^House 9 is the opponent's/)
    assert.match(
        await page
            .locator('[aria-live=assertive], [role=alert]')
            .allInnerTexts()
            .then(t => t.join(' ')),
        /House 9 is/,
    )
    await end([page])
})
