// Combat in a Magic duel on a real server: several attackers and blockers are selected together, declared one after
// another and shown by arrows. Automatic moves in between lose none of them.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { Server, axe, browse, shoot, test, visitor } from '../../browser/helper.mjs'

let server, browser

before(async () => {
    server = await new Server('--hurry').start()
    browser = await browse()
})
after(async () => {
    await browser?.close()
    assert.equal(await server?.stop(), 0, server?.said)
})

/** Two players at a table with a custom position. */
async function duel(position, options = {}) {
    const a = await visitor(browser, server, options),
        b = await visitor(browser, server, options)
    await a.goto('/')
    await a.getByRole('button', { name: /^Customize…: Magic/ }).click()
    await a.locator('#seat1').selectOption('open')
    await a.getByText('Starting position').click()
    await a.getByLabel('Position').fill(position)
    await a.getByRole('button', { name: 'Open table' }).click()
    await a.waitForURL(/\/table\//)
    await b.goto(a.url())
    await b.getByRole('button', { name: 'Sit here' }).click()
    await a.locator('.whose.mine').waitFor()
    return [a, b]
}

async function end(...pages) {
    for (const page of pages) {
        assert.deepEqual(page.faults, [])
        await page.context().close()
    }
}

const creature = (page, id) => page.locator(`[data-ids~="${id}"]`)
const word = (page, name) => page.locator(`[data-word=${name}]`)

/** Waits until the board has n arrows, and checks their lengths. */
async function arrows(page, n) {
    await page
        .waitForFunction(want => document.querySelectorAll('.mag-arrows > *').length === want, n)
        .catch(async () => assert.equal(await page.locator('.mag-arrows > *').count(), n))
    const boxes = await page
        .locator('.mag-arrows > *')
        .evaluateAll(all => all.map(a => a.getBoundingClientRect()).map(r => r.width + r.height))
    assert.ok(
        boxes.every(size => size > 20),
        `arrows with a length: ${boxes}`,
    )
}

/** Waits for a step of the turn. */
const step = (page, name) => page.locator('.mag-steps [aria-current=step]', { hasText: name }).waitFor()

for (const motion of [false, true])
    test(`several attack and several block${motion ? ', on their way' : ''}`, async () => {
        const [a, b] = await duel(
            '24 main1 1 2 - 28 / 13 6 2M SG.20,LH.22,FR.24,NR.26 - / 11 9 2P GS.14,FA.16,SM.18 -',
            { motion },
        )
        await word(a, 'pass').click()
        await step(a, 'Attack')
        for (const id of [26, 20, 22]) await creature(a, id).click() // in any order
        await arrows(a, 3)
        assert.equal(await creature(a, 20).getAttribute('aria-pressed'), 'true')
        assert.equal(await creature(a, 24).getAttribute('aria-pressed'), 'false')
        await shoot(a, `magic-attack${motion ? '-motion' : ''}`)
        await word(a, 'done').click()
        await step(b, 'Block')
        await b.locator('.whose.mine').waitFor()
        await arrows(b, 3)
        await arrows(a, 3)
        for (const id of [20, 22, 26])
            assert.equal(await creature(b, id).getAttribute('aria-pressed'), 'true', String(id))
        assert.equal(await creature(b, 24).getAttribute('aria-pressed'), 'false') // stays at home

        for (const [blocker, attacker] of [
            [18, 22],
            [14, 20],
            [16, 22],
        ]) {
            await creature(b, blocker).click()
            await creature(b, attacker).click()
        }
        await arrows(b, 4) // three block, one is not blocked
        await shoot(b, `magic-block${motion ? '-motion' : ''}`)
        await word(b, 'done').click()
        await a.locator('.whose.mine').waitFor() // in which order are two blockers hit
        await a
            .getByText(/the next creature for Lightning Hounds/i)
            .first()
            .waitFor()
        await arrows(a, 4)
        await creature(a, 18).click()
        await step(a, 'Main 2')
        const life = await a.locator('[data-at="player:1"]').innerText()
        assert.equal(Number(life), 9) // Nest Robber alone came through
        await arrows(b, 0)
        await end(a, b)
    })

test('two block the only attacker, though whom they block is not asked', async () => {
    const [a, b] = await duel('24 attack 1 2 - 28 / 13 6 2M SG.20,NR.26t - / 11 9 2P GS.14,FA.16,SM.18 -')
    await creature(a, 20).click()
    await word(a, 'done').click()
    await b.locator('.whose.mine').waitFor()
    await creature(b, 14).click()
    await creature(b, 18).click()
    await arrows(b, 2)
    await word(b, 'done').click()
    await a
        .getByText(/the next creature for Skyraker Giant/i)
        .first()
        .waitFor()
    await arrows(a, 2)
    assert.equal(await creature(a, 14).getAttribute('aria-pressed'), 'true')
    assert.equal(await creature(a, 18).getAttribute('aria-pressed'), 'true')
    assert.equal(await creature(a, 16).getAttribute('aria-pressed'), 'false')
    await end(a, b)
})

test('all attack: what has been declared ends by itself, and nothing is left over for later', async () => {
    const [a, b] = await duel('24 attack 1 2 - 28 / 13 6 2M SG.20,LH.22,NR.26 - / 11 9 2P - -')
    for (const id of [20, 22, 26]) await creature(a, id).click()
    await word(a, 'done').click()
    await step(a, 'Main 2') // nobody blocks
    await a.waitForFunction(() => document.querySelector('[data-at="player:1"]').textContent.trim() === '2')
    await a.waitForTimeout(300)
    await step(a, 'Main 2') // and no move of the old choice is made now
    assert.equal(await a.locator('.notice.bad').count(), 0)
    await end(a, b)
})

/** 20 creatures a side in several states, for every size of window. */
const MANY =
    '30 attack 1 2 - 60 / 13 6/8 2M,FK,VH SG.20,SG.21,SG.22t,SG.23,LH.24,LH.25,LH.26t,LH.27,FR.28,FR.29,FR.30s,FR.31,' +
    'NR.32,NR.33,NR.34,NR.35,BS.36,BS.37,BS.38t,BS.39 - / 11 9 2P GS.1,GS.2,GS.3,GS.4,FA.5,FA.6,FA.7,FA.8,SM.9,SM.10,' +
    'SM.11,SM.12,AM.13,AM.14,AM.15,AM.16,GP.17,GP.18,GP.19,CA.40 -'

/** Elements of the board that are outside of it, and creatures that cannot be pressed where they stand. */
const misplaced = page =>
    page.evaluate(() => {
        const table = document.querySelector('.mag-table').getBoundingClientRect()
        const bad = []
        for (const e of document.querySelectorAll('.mag-card, .mag-zone, .mag-life, .mag-action')) {
            const r = e.getBoundingClientRect(),
                name = e.dataset.at ?? e.dataset.hand ?? e.className
            if (
                r.left < table.left - 8 ||
                r.right > table.right + 8 ||
                r.top < table.top - 8 ||
                r.bottom > table.bottom + 8
            )
                bad.push(`${name} is outside`)
            if (r.width < 20 || r.height < 20) bad.push(`${name} is tiny`)
        }
        for (const e of document.querySelectorAll('.mag-row .mag-card')) {
            const r = e.getBoundingClientRect()
            // Where cards overlap, their right part is on top.
            const top = document.elementFromPoint(r.right - r.width / 4, r.top + r.height / 2)
            if (!e.contains(top) && top !== e) bad.push(`${e.dataset.at} is covered`)
        }
        return bad
    })

for (const [width, height] of [
    [390, 844],
    [360, 640],
    [844, 390],
    [768, 1024],
    [1280, 800],
])
    test(`20 creatures a side at ${width} x ${height}: all on the table, alike ones in piles`, async () => {
        const [a, b] = await duel(MANY, { width, height, touch: width < 1000 })
        await a.waitForFunction(() => document.querySelectorAll('.mag-row .mag-card').length > 10)
        assert.deepEqual(await misplaced(a), [])
        const before = await a.locator('.mag-own.mag-row .mag-card').count()
        assert.ok(before < 20, `${before} piles`)
        await creature(a, 32).click() // the first of four leaves the pile and stands in front
        await a.locator('.mag-forward').waitFor()
        assert.equal(await a.locator('.mag-own.mag-row .mag-card').count(), before + 1)
        assert.match(await word(a, 'done').innerText(), /Attack with 1/)
        assert.deepEqual(await misplaced(a), [])
        await shoot(a, `magic-many-${width}`)
        await end(a, b)
    })

test('a hand to keep is shown whole beside the question on a small phone', async () => {
    const [a, b] = await duel('0 mulligan 1 1 - 0 / 20 0 3M,NR,BS,LH,VH - - / 20 0 4P,GP,GS,PP - -', {
        width: 360,
        height: 640,
        touch: true,
    })
    await word(a, 'keep').waitFor()
    assert.deepEqual(await misplaced(a), [])
    const cards = await a
        .locator('.mag-hand .mag-card')
        .evaluateAll(all => all.map(e => e.getBoundingClientRect().toJSON()))
    assert.equal(cards.length, 7)
    for (const one of cards)
        for (const other of cards)
            assert.ok(
                one === other ||
                    one.right <= other.left ||
                    other.right <= one.left ||
                    one.bottom <= other.top ||
                    other.bottom <= one.top,
                'cards of the hand do not overlap',
            )
    await shoot(a, 'magic-keep')
    await end(a, b)
})

test('decks are chosen by their pictures, and a pasted list is checked', async () => {
    const page = await visitor(browser, server)
    await page.goto('/')
    await page.getByRole('button', { name: /^Customize…: Magic/ }).click()
    await page.locator('.mag-curve').nth(5).waitFor()
    await page.getByRole('group', { name: 'Deck of player 2' }).getByLabel('Black').check()
    await page.getByRole('button', { name: 'Paste or edit a list…' }).first().click()
    const field = page.locator('#own-deck-0')
    assert.match(await field.inputValue(), /^24 Mountain\n4 Nest Robber\n/)
    await field.fill('24 Forest\n4 Grizzly Bers')
    await page.getByRole('button', { name: 'Check and use' }).click()
    await page.getByText("Line 2, column 3: unknown card 'Grizzly Bers'; similar names: Grizzly Bears").waitFor()
    await field.fill('52 Forest\n4 Grizzly Bears\n4 Giant Spider')
    await page.getByRole('button', { name: 'Check and use' }).click()
    await page.getByLabel('Your list').waitFor()
    assert.deepEqual(await axe(page), [])
    await shoot(page, 'magic-decks')
    await page.getByRole('button', { name: 'Open table' }).click()
    await page.locator('.magic .mag-G').first().waitFor()
    await end(page)
})
