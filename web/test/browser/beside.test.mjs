// What stands beside the board of a table: the rules in a panel, and the summary of a game that has ended.
import assert from 'node:assert/strict'
import { Server, axe, browser, serve, server, shoot, test, visitor } from './helper.mjs'

serve('--hurry')

async function playNow(page, game) {
    await page.goto('/')
    await page
        .locator(`#card-${game}`)
        .getByRole('button', { name: /Play now/ })
        .click()
    await page.locator('.stage svg').first().waitFor()
}

for (const [name, size] of Object.entries({ wide: {}, phone: { width: 390, height: 844, touch: true } }))
    test(`the rules open without leaving the game (${name})`, async () => {
        const page = await visitor(browser, server, size)
        await playNow(page, 'coins')
        const at = page.url()
        await page.locator('#open-more').click()
        await page.getByRole('button', { name: 'Rules' }).click()
        const rules = page.getByRole('dialog', { name: 'Rules of Coins' })
        await rules.locator('figure svg').nth(1).waitFor()
        assert.equal(await rules.locator('pre').count(), 0, 'boards are drawn')
        assert.deepEqual(await axe(page), [])
        await shoot(page, `rules-panel-${name}`)
        await page.keyboard.press('Escape')
        await rules.waitFor({ state: 'detached' })
        assert.equal(page.url(), at)
        assert.deepEqual(page.faults, [])
        await page.context().close()
    })

test('a game ends with its summary, and is the first of the past games', async () => {
    const page = await visitor(browser, server)
    await playNow(page, 'tictactoe')
    const end = page.locator('.notice.end'),
        squares = page.locator('.stage [role="button"]:not([aria-disabled="true"]), .stage button:not([aria-disabled])')
    while (!(await end.count())) {
        await page.waitForFunction(() => document.querySelector('.whose.mine, .notice.end'))
        if (await end.count()) break
        const moves = await page.locator('.log li').count()
        await squares.first().click()
        await page.waitForFunction(n => document.querySelectorAll('.log li').length > n, moves)
    }
    await page.locator('.summary').getByText('Accuracy: You').waitFor()
    await page.locator('.brand').click()
    await page.getByRole('navigation').getByRole('link', { name: 'Past games' }).click()
    await page.getByRole('link', { name: /^Tic-tac-toe against Computer/ }).waitFor()
    await page.getByRole('row', { name: /^Tic-tac-toe 1 / }).waitFor()
    await page.getByRole('link', { name: /^Tic-tac-toe against Computer/ }).click()
    await page.locator('.lead', { hasText: /^\s*You – Computer, / }).waitFor()
    assert.deepEqual(page.faults, [])
    await page.context().close()
})

test('agents are watched: pause, single steps, evaluation; a seat is taken over', async () => {
    const own = await new Server().start() // its agents move at a pace that people can follow
    const page = await visitor(browser, own)
    await page.goto('/')
    await page
        .locator('#card-loa')
        .getByRole('button', { name: /^Watch/ })
        .click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    const ply = () => page.locator('.moves.chips li').count(),
        before = await ply()
    await page.getByRole('button', { name: 'Next move' }).click()
    await page.waitForFunction(n => document.querySelectorAll('.moves.chips li').length > n, before)
    await page
        .locator('.watch-bar')
        .getByRole('img', { name: /chance of winning/ })
        .waitFor()
    assert.deepEqual(await axe(page), [])
    await shoot(page, 'watch')
    await page.getByRole('button', { name: 'Take over' }).first().click()
    await page.locator('.watch-bar').waitFor({ state: 'detached' })
    await page.locator('.seat .tag', { hasText: 'you' }).or(page.locator('.whose.mine')).first().waitFor()
    assert.deepEqual(page.faults, [])
    await page.context().close()
    assert.equal(await own.stop(), 0)
})
