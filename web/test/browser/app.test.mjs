// The page as an app: dragging on boards, sounds, leaving a running game, and the page without its server.
import assert from 'node:assert/strict'
import { GAMES, axe, browser, loaded, serve, server, shared, shoot, test, visitor } from './helper.mjs'
import { advanced, cardOf, dice, moveOnBoard, mine, over, playNow, plies, turn } from './table.mjs'

const seed = Number(process.env.JOGADA_TEST_SEED ?? 1)
serve('--hurry')

const middle = box => [box.x + box.width / 2, box.y + box.height / 2]

/** The middle of the hit area of an element. */
const spot = locator =>
    locator.evaluate(e => {
        const b = (e.querySelector('.board-hit') ?? e).getBoundingClientRect()
        return [b.x + b.width / 2, b.y + b.height / 2]
    })

/** The middles of what a drag can end on: for "pick" what the selection has added to the board. */
async function targets(page, kind, before, source) {
    if (kind === 'play') return [middle(await page.locator('.stage').boundingBox())]
    const on = page.locator('.stage [role=button]:not([aria-disabled=true])')
    const all = []
    for (const e of await on.all()) {
        const at = await spot(e)
        const fresh = kind === 'slide' ? (await e.getAttribute('data-drag')) === 'slide' : !before.has(await labelOf(e))
        if (fresh && at.join() !== source.join()) all.push(at)
    }
    return all
}
const labelOf = e => e.evaluate(x => x.getAttribute('aria-label') ?? x.textContent)

/** Drags until a move is made; the number of drags. False: nothing on this board can be dragged. */
async function moveByDrag(page) {
    const before = await plies(page)
    const sources = page.locator('.stage [data-drag]:not([aria-disabled=true]):not([disabled])')
    for (let i = 0; i < (await sources.count()); i++) {
        const source = sources.nth(i),
            kind = await source.getAttribute('data-drag'),
            from = await spot(source),
            known = new Set(
                await Promise.all(
                    (await page.locator('.stage [role=button]:not([aria-disabled=true])').all()).map(labelOf),
                ),
            )
        await page.mouse.move(...from)
        await page.mouse.down()
        await page.mouse.move(from[0] + 14, from[1] - 14)
        assert.equal(await page.locator('.carried').count(), 1, 'something follows the pointer')
        const to = (await targets(page, kind, known, from)).at(0)
        if (to) await page.mouse.move(...to, { steps: 3 })
        await page.mouse.up()
        assert.equal(await page.locator('.carried').count(), 0)
        if (!to) continue
        await advanced(page, before)
        return true
    }
    return false
}

const player = shared()

test('pieces, tiles, seeds and coins can be dragged', () =>
    player(async page => {
        const dragged = []
        for (const game of GAMES) {
            await playNow(page, game)
            await turn(page)
            if (await page.locator('.stage [data-drag]').count()) {
                assert.ok(await moveByDrag(page), game)
                if (await turn(page)) await moveByDrag(page)
                dragged.push(game)
            }
            assert.deepEqual(page.faults, [], game)
        }
        assert.ok(dragged.length >= 6, dragged.join())
    }))

test('a short drag is a press, and a drag into nowhere is none', () =>
    player(async page => {
        for (const game of GAMES) {
            await playNow(page, game)
            await turn(page)
            const source = page.locator('.stage [data-drag=play], .stage [data-drag=slide]').first()
            if (await source.count()) {
                const before = await plies(page),
                    [x, y] = await spot(source)
                await page.mouse.move(x, y)
                await page.mouse.down()
                await page.mouse.move(x, 5, { steps: 3 })
                await page.mouse.up()
                assert.equal(await plies(page), before)
                await page.mouse.move(x, y)
                await page.mouse.down()
                await page.mouse.move(x + 3, y)
                await page.mouse.up()
                await advanced(page, before)
            }
        }
    }))

/** Counts the tones that the page plays. */
const listen = page =>
    page.addInitScript(() => {
        window.tones = 0
        const start = OscillatorNode.prototype.start
        OscillatorNode.prototype.start = function (...args) {
            window.tones++
            return start.apply(this, args)
        }
    })
const tones = page => page.evaluate(() => window.tones)

test('moves sound, unless the sound is off', async () => {
    const roll = dice(seed)
    const page = await visitor(browser, server, { motion: true })
    await listen(page)
    await playNow(page, 'tictactoe')
    await turn(page)
    await moveOnBoard(page, roll)
    await page.waitForFunction(() => window.tones > 0)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Sound: on' }).click()
    const before = await tones(page)
    while (await turn(page)) await moveOnBoard(page, roll)
    assert.equal(await tones(page), before)
    await page.reload()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Sound: off' }).waitFor()
    assert.deepEqual(page.faults, [])
    await page.context().close()
})

test('reduced motion is silent until the sound is switched on', async () => {
    const roll = dice(seed)
    const page = await visitor(browser, server)
    await listen(page)
    await playNow(page, 'tictactoe')
    await turn(page)
    await moveOnBoard(page, roll)
    await turn(page)
    assert.equal(await tones(page), 0)
    await page.context().close()
})

test('leaving a game in which another person waits is confirmed', async () => {
    const roll = dice(seed)
    const [a, b] = [await visitor(browser, server), await visitor(browser, server)]
    await (await cardOf(a, 'tictactoe')).getByRole('button', { name: 'Invite friends' }).click()
    await a.waitForURL(/\/table\//)
    const url = a.url()
    await b.goto(url)
    await b.getByRole('button', { name: 'Sit here' }).click()
    await Promise.any([a, b].map(page => page.locator('.whose.mine').waitFor()))
    const mover = (await mine(a)) ? a : b
    await moveOnBoard(mover, roll)
    await mover.locator('.brand').click()
    const dialog = mover.getByRole('dialog')
    await dialog.getByText('Leave this game?').waitFor()
    await shoot(mover, 'leave')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(mover.url(), url)
    await mover.getByRole('button', { name: 'More' }).click()
    await mover.getByRole('button', { name: 'Leave seat' }).click()
    await dialog.getByText('Leave your seat?').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await mover.locator('.brand').click()
    await dialog.getByRole('button', { name: 'Leave', exact: true }).click()
    await mover.waitForURL(u => u.pathname === '/')
    assert.ok(!(await over(a)))
    for (const page of [a, b]) await page.context().close()
})

test('the page opens without its server, says so, and continues when it is back', async () => {
    const page = await visitor(browser, server, { app: true })
    await page.goto('/')
    await loaded(page)
    await page.evaluate(() => navigator.serviceWorker.ready)
    const manifest = await page.evaluate(async () => {
        const link = document.querySelector('link[rel=manifest]').href,
            reply = await fetch(link)
        return reply.json()
    })
    for (const { src, sizes } of manifest.icons) {
        const icon = await page.evaluate(async src => {
            const image = new Image()
            image.src = src
            await image.decode()
            return `${image.naturalWidth}x${image.naturalHeight}`
        }, src)
        assert.equal(icon, sizes)
    }
    await server.kill()
    await page.reload()
    await page.getByText('Cannot reach the server').first().waitFor()
    await page.locator('.away').waitFor()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    assert.ok((await page.locator('.away').boundingBox()).y >= 0, 'the banner stays in sight')
    assert.deepEqual(await axe(page), [])
    await shoot(page, 'server-away')
    await server.start()
    await page.locator('#card-' + GAMES[0]).waitFor()
    await page.context().close()
})
