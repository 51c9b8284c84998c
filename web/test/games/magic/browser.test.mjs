// A Magic duel on a real server. Combat: several attackers and blockers are selected together, declared one after
// another and shown by arrows; automatic moves in between lose none of them. Every phase fits every window, and
// cards are dragged.
import assert from 'node:assert/strict'
import { inSight, resize } from '../../browser/frame.mjs'
import { axe, browser, serve, server, shared, shoot, test, visitor } from '../../browser/helper.mjs'
import { atPosition, cardOf, turn } from '../../browser/table.mjs'
import { arrowsAndText } from './arrows.mjs'

serve('--hurry')

/** Two players at a table with a custom position. */
async function duel(position, options = {}) {
    const a = await visitor(browser, server, options),
        b = await visitor(browser, server, options)
    await atPosition(a, 'magic', position, 'open')
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
const held = (page, name) => page.locator('.mag-hand .mag-card', { hasText: name }).first()
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

// The decisions of a duel, for the first player.
const PHASES = {
    mulligan: '0 mulligan 1 1 - 0 / 20 0 3M,NR,BS,LH,VH - - / 20 0 4P,GP,GS,PP - -',
    scry: '0 scry 1 2 - 0 / 20 0 3M,2VH,LA - - top:FK kept:6 / 20 0 3P,FA,GP,GS,PP - -',
    main: '24 main1 1 2 - 28 / 13 6 2M,NR,BS,FK,VH,LA SG.20,LH.22,FR.24,NR.26t FK / 11 9 2P GS.14,FA.16,SM.18 PP',
    target:
        '13 target1:VH 1 1 - 26 / 3 0/3 LH,2SG,2FK NR.21,FR.25 LH,BV / ' +
        '18 1/6 3P GP.22td1,CA.23td1,SM.24td1,HI.26sd1 -',
    attack: '24 attack 1 2 - 28 / 13 6 2M,VH SG.20,LH.22,FR.24,NR.26 - / 11 9 2P GS.14,FA.16,SM.18 -',
    block: '25 block 2 2 - 28 / 13 6 2M,VH,LA SG.20,LH.22,FR.24,NR.26 - / 11 9 2P GS.14a,FA.16ta,SM.18ta -',
    order: '24 order:27 1 2 - 28 / 17 6 2M,VH SG.20,LH.22ta,SG.27ta - / 20 6 2IR CA.3>27,GP.7>27,FA.8 DJ',
    discard: '24 discard 1 2 L 28 / 13 0/6 2M,NR,BS,LH,VH,LA,BV SG.20,FR.24s,NR.26t - / 11 9 2P GS.14,FA.16,SM.18 -',
    over: '24 attack 1 2 - 28 / 13 6 2M,VH SG.20,LH.22 - / 3 9 2P SM.18t -',
}

/** The presses that lead to the most that a phase shows: a selection, an open preview, the end. */
const PRESSES = {
    main: async page => {
        await held(page, 'Brazen Scourge').tap({ position: { x: 15, y: 40 } })
        await page.getByRole('button', { name: 'Cast it' }).waitFor()
    },
    attack: async page => {
        for (const id of [20, 22]) await creature(page, id).click()
    },
    block: async page => {
        for (const id of [20, 14, 24]) await creature(page, id).click()
    },
    over: async page => {
        await creature(page, 20).click()
        await word(page, 'done').click()
        await page.locator('.notice.end').waitFor()
    },
}

const phone = shared({ width: 390, height: 844, touch: true })

for (const [phase, position] of Object.entries(PHASES))
    test(`${phase}: table, hand and actions are in sight in every size`, () =>
        phone(async page => {
            await atPosition(page, 'magic', position)
            await turn(page)
            await inSight(page, `magic ${phase}`)
            if (PRESSES[phase]) {
                await PRESSES[phase](page)
                await inSight(page, `magic ${phase} chosen`)
            }
        }))

/** Drags the middle of an element to the middle of another. */
async function drag(page, from, to) {
    const [start, target] = await Promise.all([from, to].map(e => e.boundingBox()))
    const middle = box => [box.x + box.width / 2, box.y + box.height / 2]
    const [x, y] = middle(start)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y - 12)
    assert.equal(await page.locator('.carried').count(), 1, 'something follows the pointer')
    await page.mouse.move(...middle(target), { steps: 3 })
    await shoot(page, 'magic-drag')
    await page.mouse.up()
    assert.equal(await page.locator('.carried').count(), 0)
    await page.waitForFunction(() => !document.querySelector('.stage[aria-busy]'))
}
const side = (page, whose) => page.locator(`.mag-row.mag-${whose}`)
const life = (page, seat) => page.locator(`[data-at="player:${seat}"]`)

for (const [width, height] of [
    [1280, 800],
    [390, 844],
])
    test(`cards are played by dragging them at ${width} x ${height}`, async () => {
        const [a, b] = await duel(
            '24 main1 1 2 - 28 / 13 12 M,NR,FK,VH,LA SG.20,LH.22 - / 11 9 2P GS.14,FA.16,SM.18 -',
            { width, height },
        )
        await drag(a, held(a, 'Mountain'), held(a, 'Volcanic Hammer'))
        assert.equal(await held(a, 'Mountain').count(), 1, 'a card that is dropped in the hand stays there')
        await drag(a, held(a, 'Mountain'), side(a, 'own'))
        await held(a, 'Mountain').waitFor({ state: 'detached' })
        await drag(a, held(a, 'Nest Robber'), side(a, 'own'))
        await side(a, 'own').getByText('Nest Robber').first().waitFor()
        await drag(a, held(a, 'Volcanic Hammer'), creature(a, 14))
        await creature(a, 14).waitFor({ state: 'detached' })
        await drag(a, held(a, 'Flametongue Kavu'), creature(a, 16))
        await creature(a, 16).waitFor({ state: 'detached' })
        assert.equal(await creature(a, 18).count(), 1)
        await end(a, b)
    })

test('a spell that is dropped on the table asks for its target, which it can be dragged to', async () => {
    const [a, b] = await duel('24 main1 1 2 - 28 / 13 9 M,VH SG.20 - / 11 9 2P GS.14 -')
    await drag(a, held(a, 'Volcanic Hammer'), a.locator('.mag-strip.mag-own .mag-lands'))
    await a.locator('[data-at=cast]').waitFor()
    await drag(a, a.locator('[data-at=cast]'), life(a, 1))
    await a.waitForFunction(() => document.querySelector('[data-at="player:1"]').textContent.trim() === '8')
    await end(a, b)
})

test('attackers are dragged forward, and blockers onto attackers', async () => {
    const [a, b] = await duel('24 attack 1 2 - 28 / 13 6 2M SG.20,LH.22,NR.26 - / 11 9 2P GS.14,FA.16 -')
    await drag(a, creature(a, 22), creature(a, 20))
    await arrows(a, 0) // it has not come forward
    await drag(a, creature(a, 20), side(a, 'other'))
    await drag(a, creature(a, 26), life(a, 1))
    await arrows(a, 2)
    await word(a, 'done').click()
    await b.locator('.whose.mine').waitFor()
    await drag(b, creature(b, 14), creature(b, 20))
    await drag(b, creature(b, 16), creature(b, 20))
    await arrows(b, 3)
    await drag(b, creature(b, 16), creature(b, 26)) // another one instead
    await arrows(b, 2)
    assert.match(await word(b, 'done').innerText(), /Block with 2/)
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

/** Asserts that a table with 20 creatures a side has room for all of them in each size. */
async function hasRoom(page, sizes) {
    await atPosition(page, 'magic', MANY)
    await page.waitForFunction(() => document.querySelectorAll('.mag-row .mag-card').length > 10)
    for (const [width, height] of sizes) {
        await resize(page, [width, height])
        const own = page.locator('.mag-own.mag-row .mag-card'),
            where = `${width} x ${height}`
        assert.deepEqual(await misplaced(page), [], where)
        const before = await own.count()
        assert.ok(before < 20, `${before} piles at ${where}`)
        await creature(page, 32).click() // the first of four leaves the pile and stands in front
        await page.locator('.mag-forward').waitFor()
        assert.equal(await own.count(), before + 1, where)
        assert.match(await word(page, 'done').innerText(), /Attack with 1/)
        assert.deepEqual(await misplaced(page), [], where)
        await shoot(page, `magic-many-${width}`)
        await creature(page, 32).click() // and goes back
        await page.locator('.mag-forward').waitFor({ state: 'detached' })
        assert.equal(await own.count(), before, where)
    }
}

test('20 creatures a side, all on the table, alike ones in piles: for fingers', () =>
    phone(page =>
        hasRoom(page, [
            [390, 844],
            [360, 640],
            [844, 390],
            [768, 1024],
        ]),
    ))

test('20 creatures a side, all on the table, alike ones in piles: for a mouse', async () => {
    const page = await visitor(browser, server)
    await hasRoom(page, [[1280, 800]])
    await end(page)
})

test('a hand to keep is shown whole beside the question on a small phone', () =>
    phone(async page => {
        await resize(page, [360, 640])
        await atPosition(page, 'magic', PHASES.mulligan)
        await word(page, 'keep').waitFor()
        assert.deepEqual(await misplaced(page), [])
        const cards = await page
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
        await shoot(page, 'magic-keep')
    }))

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

/** Two players at a table of the blue deck against the green one. */
async function duelWithInstants(position, options = {}) {
    const a = await visitor(browser, server, options),
        b = await visitor(browser, server, options)
    await (await cardOf(a, 'magic')).getByRole('button', { name: 'Customize' }).click()
    const dialog = a.getByRole('dialog')
    await dialog.getByRole('group', { name: 'Deck of player 1' }).getByLabel('Blue').check()
    await dialog.getByRole('group', { name: 'Deck of player 2' }).getByLabel('Green').check()
    await dialog.locator('#seat1').selectOption('open')
    await dialog.getByText('Starting position').click()
    await dialog.locator('#position').fill(position)
    await dialog.getByRole('button', { name: 'Open table' }).click()
    await a.waitForURL(/\/table\//)
    await b.goto(a.url())
    await b.getByRole('button', { name: 'Sit here' }).click()
    await b.locator('.stage > *').first().waitFor()
    return [a, b]
}

const spells = page => page.locator('.mag-stack > .mag-card')

test('a spell is countered: the stack shows cards in order, with arrows to their targets', async () => {
    const [a, b] = await duelWithInstants('24 main1 2 1 - 28 / 13 6 CM,C FI.22 - / 11 4 F,GG GB.16 -')
    await b.locator('.whose.mine').waitFor()
    await held(b, 'Giant Growth').click()
    await creature(b, 16).click()
    await a.locator('.whose.mine').waitFor() // asked, since the opponent has cast a spell
    assert.equal(await spells(a).count(), 1)
    await arrows(a, 1)
    assert.deepEqual(await axe(a), [])
    await shoot(a, 'magic-stack')
    await held(a, 'Counterspell').click()
    await spells(a).first().click() // the target
    await b.locator('.whose.mine').waitFor()
    assert.deepEqual(
        (await spells(b).locator('.spoken').allInnerTexts()).map(text => /Counterspell|Giant Growth/.exec(text)[0]),
        ['Counterspell', 'Giant Growth'],
    )
    await arrows(b, 2)
    await shoot(b, 'magic-stack-two')
    await word(b, 'pass').click() // it resolves
    await a.locator('.mag-stack').waitFor({ state: 'detached' })
    await step(b, 'Main 1')
    await end(a, b)
})

test('a stop that is switched off passes, and so does the button until the own turn', async () => {
    const [a, b] = await duelWithInstants('24 attack 2 1 - 28 / 13 6 CM,C FI.22 - / 11 4 F,GG GB.16,GB.18 -')
    await b.locator('.whose.mine').waitFor()
    await a.locator('.mag-stops summary').click()
    await a.locator('[data-stop=their-attackers]').uncheck()
    await shoot(a, 'magic-stops')
    await creature(b, 16).click()
    await word(b, 'done').click()
    await step(a, 'Block') // the window after attackers has passed by itself
    await a.locator('.whose.mine').waitFor()
    await word(a, 'done').click()
    await word(b, 'pass').click() // after blocks
    await word(a, 'until').click()
    await step(b, 'Main 2')
    await word(b, 'pass').click()
    await step(a, 'Main 1') // the end of the turn has passed by itself
    await a.locator('.whose.mine').waitFor()
    await end(a, b)
})

test('on a phone the buttons of a response, the stack and the stops fit', async () => {
    const [a, b] = await duelWithInstants('24 main1 2 1 - 28 / 13 6 CM,C,I2 FI.22,WD.24 - / 11 4 F,GG GB.16,GB.18 -', {
        width: 390,
        height: 844,
        touch: true,
    })
    await b.locator('.whose.mine').waitFor()
    await held(b, 'Giant Growth').click()
    await creature(b, 16).click()
    await a.locator('.whose.mine').waitFor()
    for (const size of [
        [390, 844],
        [360, 640],
    ]) {
        await resize(a, size)
        const where = size.join(' x ')
        assert.equal(await a.locator('.mag-action').count(), 2)
        assert.deepEqual(await misplaced(a), [], where)
        const { right } = await a.locator('.mag-stops summary').evaluate(e => e.getBoundingClientRect().toJSON())
        assert.ok(right <= size[0], `the stops at ${where} end at ${right}`)
        const step = await a.locator('.mag-rail').evaluate(e => e.getBoundingClientRect().toJSON())
        assert.ok(step.width > 60, `the step at ${where} is ${step.width} wide`)
        await a.locator('.mag-stops summary').click()
        await shoot(a, `magic-stops-${size[0]}`)
        const covered = await a.locator('.mag-stop-list input').evaluateAll(
            all =>
                all.filter(e => {
                    const r = e.getBoundingClientRect()
                    return document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2) !== e
                }).length,
        )
        assert.equal(covered, 0, `switches at ${where} are covered`)
        await a.locator('.mag-stops summary').click()
    }
    await end(a, b)
})

/** Asserts that the arrows on the board are visible and cross no text, in every size of window. */
async function besideText(page, what) {
    await page.mouse.move(0, 0) // no card is previewed
    for (const size of [
        [390, 844],
        [360, 640],
        [844, 390],
        [768, 1024],
        [1280, 800],
    ]) {
        await resize(page, size)
        const { pixels, crossed } = await arrowsAndText(page),
            where = `${what}, ${size.join(' x ')}`
        assert.ok(pixels > 60, `${where}: ${pixels} pixels of arrows`)
        assert.deepEqual(crossed, {}, where)
    }
}

/** Positions with arrows: what is pressed, and the number of arrows. */
const POINTED = {
    'attackers, one of whom stays at home': [PHASES.attack, [20, 22, 26], 3],
    'blockers, two of one attacker': [PHASES.block, [20, 14, 22, 16, 24, 16], 4],
    'the damage order of two blockers': [PHASES.order, [], 3],
    'attackers out of twenty': [MANY, [20, 24, 28, 32, 36], 5],
    'twenty that attack, and blockers': [
        MANY.replace('30 attack 1', '31 block 2').replace(/(GS|FA|SM|AM)\.(\d+)/g, '$1.$2ta'),
        [20, 1, 24, 5, 29, 9, 32, 10],
        null,
    ],
}

for (const [what, [position, presses, count]] of Object.entries(POINTED))
    test(`arrows cross no text: ${what}`, () =>
        phone(async page => {
            await resize(page, [768, 1024])
            await atPosition(page, 'magic', position)
            await turn(page)
            for (const id of presses) await creature(page, id).click()
            if (count) await arrows(page, count)
            await besideText(page, what)
        }))

test('arrows cross no text: a spell and the target of its hint', () =>
    phone(async page => {
        await resize(page, [768, 1024])
        await atPosition(page, 'magic', PHASES.target)
        await turn(page)
        await page.getByRole('button', { name: 'Hint' }).click()
        await arrows(page, 1)
        await besideText(page, 'a hint')
    }))

test('arrows cross no text: spells on the stack', async () => {
    const [a, b] = await duelWithInstants('24 main1 2 1 - 28 / 13 6 CM,C,I2 FI.22,WD.24 - / 11 4 F,GG GB.16,GB.18 -', {
        touch: true,
    })
    await b.locator('.whose.mine').waitFor()
    await held(b, 'Giant Growth').click()
    await creature(b, 16).click()
    await a.locator('.whose.mine').waitFor()
    await held(a, 'Counterspell').click()
    await spells(a).first().click()
    await b.locator('.whose.mine').waitFor()
    for (const page of [a, b]) {
        await arrows(page, 2)
        await besideText(page, 'the stack')
    }
    await end(a, b)
})
