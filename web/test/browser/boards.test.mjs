// Boards in a real browser: animation of seeds, lines of action, reasons of refused moves, keyboard only, narrow
// windows. Run with JOGADA=path of the program.
import assert from 'node:assert/strict'
import { GAMES, axe, browser, fits, serve, server, shared, shoot, test, visitor } from './helper.mjs'
import { cardOf } from './table.mjs'

serve()

/** Opens a table against the computer, with the user to move. */
async function open(page, game) {
    await (await cardOf(page, game)).locator('button.main').click()
    await page.waitForURL(/\/table\//)
    await page
        .locator('.board [role=button]:not([aria-disabled]), .board-buttons button:not([aria-disabled])')
        .first()
        .waitFor()
}

/** The same, for a user with a page of their own. */
async function table(game, options) {
    const page = await visitor(browser, server, options)
    await open(page, game)
    return page
}

const count = (page, place) => page.locator(`[data-count="${place}"]`).textContent()
const spot = (page, name) =>
    page.locator(`.loa [data-col="${name.charCodeAt(0) - 97}"][data-row="${8 - Number(name[1])}"]`)

test('seeds travel from house to house, and the counts go with them', async () => {
    const page = await table('kalah', { motion: true })
    await page.evaluate(() => {
        const sky = document.querySelector('.kalah [data-flight]')
        window.most = 0
        window.shown = new Set()
        const look = () => {
            window.most = Math.max(window.most, sky.getAnimations({ subtree: true }).length)
            window.shown.add(
                [3, 4, 5, 6]
                    .map(
                        p =>
                            document.querySelector(`[data-now="${p}"]`)?.textContent ??
                            document.querySelector(`[data-count="${p}"]`).textContent,
                    )
                    .join(),
            )
            requestAnimationFrame(look)
        }
        look()
    })
    await page.getByRole('button', { name: 'Sow house 3: 4 seeds' }).click()
    await page.locator('.status').getByText('Your last seed fell into your store: move again.').waitFor()
    assert.deepEqual(await Promise.all([2, 3, 4, 5, 6].map(p => count(page, p))), ['0', '5', '5', '5', '1'])
    const { most, shown } = await page.evaluate(() => ({ most: window.most, shown: [...window.shown] }))
    assert.ok(most >= 4, `${most} seeds flew`)
    const steps = ['4,4,4,0', '5,4,4,0', '5,5,4,0', '5,5,5,0', '5,5,5,1'] // a slow machine may skip one
    assert.deepEqual(
        shown,
        steps.filter(s => shown.includes(s)),
    )
    assert.ok(shown.length >= 3, shown.join(' '))
    assert.equal(await page.locator('[data-flight] *, .board-gone').count(), 0)
    assert.equal(await page.locator('[data-heap="6"] .kalah-seed').count(), 1)
    assert.deepEqual(page.faults, [])
})

test('an empty house says why it cannot be sown', async () => {
    const page = await table('kalah')
    await page.getByRole('button', { name: 'Sow house 3: 4 seeds' }).click()
    await page.locator('.status').getByText('move again').waitFor()
    await page.getByRole('button', { name: 'House 3: 0 seeds' }).click({ force: true })
    await page.locator('.refusal .bad').waitFor()
    assert.match(await page.locator('.refusal .bad').textContent(), /empty|seed/)
    assert.deepEqual(page.faults, [])
})

test('a piece of Lines of Action by keys alone: its lines, a refusal, a move', async () => {
    const page = await table('loa')
    await spot(page, 'b8').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    assert.equal(await spot(page, 'c8').getAttribute('aria-pressed'), 'true')
    assert.deepEqual((await page.locator('.loa-count text').allTextContents()).sort(), ['2', '2', '2', '6'])
    assert.equal(await page.locator('.loa-target').count(), 2)
    assert.equal(await page.locator('.loa-take').count(), 1)
    assert.deepEqual(await axe(page), [])
    await shoot(page, 'loa-lines')
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
    await page.locator('.refusal .bad').waitFor()
    assert.equal(await spot(page, 'c8').getAttribute('aria-pressed'), 'true')
    await page.keyboard.press('ArrowDown')
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Move to c6')
    await page.keyboard.press('Enter')
    await page.locator('[data-piece="c6"]').waitFor()
    assert.equal(await page.locator('[data-piece="c8"]').count(), 0)
    assert.deepEqual(page.faults, [])
})

test('Escape puts a piece down', async () => {
    const page = await table('loa')
    await spot(page, 'c1').press('Enter')
    assert.ok(await page.locator('.loa-count').count())
    await page.keyboard.press('Escape')
    assert.equal(await page.locator('.loa-count').count(), 0)
})

const CARDS = ['domino', 'magic'] // of other layouts, with tests of their own
const phone = shared({ lang: 'pt-BR', dark: true, width: 360, height: 740, touch: true })

for (const game of GAMES.filter(name => !CARDS.includes(name)))
    test(`${game} fits a phone, in Portuguese and in the dark, and can be read there`, () =>
        phone(async page => {
            await open(page, game)
            assert.ok(await fits(page))
            const small = await page.evaluate(() =>
                [...document.querySelectorAll('.board text')]
                    .map(t => ({
                        text: t.textContent,
                        px: parseFloat(getComputedStyle(t).fontSize) * t.getScreenCTM().a,
                    }))
                    .filter(t => t.text && t.px < 9.9),
            )
            assert.deepEqual(small, [])
            assert.deepEqual(await axe(page), [])
            await shoot(page, `${game}-phone`)
            await page
                .locator('.board [role=button]:not([aria-disabled]), .board-buttons button:not([aria-disabled])')
                .first()
                .tap()
        }))

test('the values of an analysis cover no seeds and leave tiles their size', async () => {
    const page = await visitor(browser, server)
    const open = async game => {
        await page.goto('/')
        const position = await page.evaluate(async game => {
            const { examples } = await (await fetch('/api/v1/examples/' + game)).json()
            return examples.find(e => e.state.turn === e.seat)?.state.position ?? ''
        }, game)
        await page.goto(`/analysis?game=${game}&position=${encodeURIComponent(position)}`)
    }
    await open('kalah')
    await page.locator('.kalah .verdict').first().waitFor()
    const covered = await page.evaluate(() => {
        const boxes = selector => [...document.querySelectorAll(selector)].map(e => e.getBoundingClientRect())
        const stones = boxes('.kalah-stone')
        return boxes('.kalah .verdict rect').flatMap(v =>
            stones.filter(s => s.left < v.right && s.right > v.left && s.top < v.bottom && s.bottom > v.top),
        ).length
    })
    assert.equal(covered, 0)
    await open('domino')
    await page.locator('.dom-odds').first().waitFor()
    const sizes = await page.$$eval('.dom-tile', all =>
        all.map(e => [e, e.querySelector('svg')].map(x => x.getBoundingClientRect().width.toFixed())),
    )
    for (const [button, tile] of sizes) assert.equal(tile, button)
    assert.deepEqual(page.faults, [])
    await page.context().close()
})
