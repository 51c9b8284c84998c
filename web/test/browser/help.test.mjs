// Two people against each other: names of guests, the invitation, no engine help in any tab, a draw by agreement; and
// forced moves, which are played for users who want it.
import assert from 'node:assert/strict'
import { Server, axe, browser, loaded, serve, server, shoot, test, visitor } from './helper.mjs'
import { cardOf, dice, moveByName, withOptions } from './table.mjs'

serve('--hurry')

const guest = () => visitor(browser, server, { asked: false })

/** Answers the question for a name. */
async function name(page, text) {
    const dialog = page.getByRole('dialog', { name: 'What is your name?' })
    if (text) await dialog.getByLabel('Name shown to others').fill(text)
    await dialog.getByRole('button', { name: text ? 'Continue' : 'Play as a guest' }).click()
    await dialog.waitFor({ state: 'detached' })
}

test('guests are asked for a name once, and get no help against each other', async () => {
    const ana = await guest(),
        bia = await guest()
    await (await cardOf(ana, 'kalah')).getByRole('button', { name: 'Invite friends' }).click()
    await name(ana, 'Ana')
    await ana.getByText('Only this computer can open it.').waitFor()
    assert.match(await ana.locator('.invite code').innerText(), /--bind/)
    const link = await ana.getByLabel('Table link').inputValue()
    await bia.goto(link)
    await bia.getByRole('button', { name: 'Sit here' }).click()
    await name(bia, 'Bia')
    await ana.locator('.seat strong', { hasText: 'Bia' }).waitFor()
    await bia.locator('.seat strong', { hasText: 'Ana' }).waitFor()
    await moveByName(ana, dice(1))
    const why = 'No hints or analysis while you play against another person.'
    for (const page of [ana, bia])
        for (const what of ['hint', 'Analyze']) {
            const button = page.locator('.actions').getByRole('button', { name: new RegExp(what, 'i') })
            assert.equal(await button.getAttribute('aria-disabled'), 'true')
            assert.equal(await button.getAttribute('title'), why)
        }
    await ana.locator('.actions').getByRole('button', { name: /hint/i }).click({ force: true })
    await ana.locator('.notice.bad', { hasText: why }).waitFor()
    await shoot(ana, 'help')
    // Another tab of the same browser is the same person.
    const tab = await ana.context().newPage()
    await tab.goto('/analysis?game=kalah&moves=1')
    await tab.getByText('Engine help is off', { exact: true }).waitFor()
    await loaded(tab)
    assert.equal(await tab.getByRole('button', { name: 'Review' }).count(), 0)
    assert.deepEqual(await axe(tab), [])
    await shoot(tab, 'help-analysis')
    await tab.goto('/search?game=kalah')
    await tab
        .getByText(/engine help is off while you play/)
        .first()
        .waitFor()
    // An offer that was declined cannot be repeated at once, and the button explains why.
    await ana.getByRole('button', { name: 'More' }).click()
    await ana.getByRole('button', { name: 'Offer draw' }).click()
    await bia.getByText('Ana offers a draw.').waitFor()
    await bia.getByRole('button', { name: 'Decline' }).click()
    await ana.getByText('Request sent.').waitFor({ state: 'detached' })
    await ana.getByRole('button', { name: 'More' }).click()
    const again = ana.getByRole('button', { name: 'Offer draw' }),
        wait = 'You can offer a draw again after 10 more moves of your opponent.'
    assert.equal(await again.getAttribute('aria-disabled'), 'true')
    assert.equal(await again.getAttribute('title'), wait)
    await again.click({ force: true })
    await ana.locator('.notice.bad', { hasText: wait }).waitFor()
    // They agree on a draw, and the analysis is open again.
    await bia.getByRole('button', { name: 'More' }).click()
    await bia.getByRole('button', { name: 'Offer draw' }).click()
    await ana.getByText('Bia offers a draw.').waitFor()
    await ana.getByRole('button', { name: 'Accept' }).click()
    await ana.locator('.notice.end', { hasText: 'draw by agreement' }).waitFor()
    await tab.goto('/analysis?game=kalah&moves=1')
    await tab.locator('table.top').first().waitFor()
    assert.equal(await tab.getByText('Engine help is off', { exact: true }).count(), 0)
    for (const page of [ana, bia]) {
        assert.deepEqual(page.faults, [])
        await page.context().close()
    }
})

test('a friendly table allows help, and says so before anybody sits down', async () => {
    const ana = await visitor(browser, server),
        bia = await visitor(browser, server)
    await (await cardOf(ana, 'tictactoe')).getByRole('button', { name: 'Customize' }).click()
    const dialog = ana.getByRole('dialog')
    await dialog.locator('.seat-choice select').nth(1).selectOption('open')
    await dialog.getByLabel(/Friendly/).check()
    await dialog.getByRole('button', { name: 'Open table' }).click()
    await bia.goto(await ana.getByLabel('Table link').inputValue())
    await bia.getByText('Friendly game').waitFor()
    await bia.getByRole('button', { name: 'Sit here' }).click()
    await ana.locator('.actions').getByRole('button', { name: /hint/i }).click()
    await ana.locator('.notice.good', { hasText: 'Hint' }).waitFor()
    for (const page of [ana, bia]) await page.context().close()
})

test('a server for others offers a QR code of a link that they can open', async () => {
    const open = await new Server('--bind', '0.0.0.0').start()
    try {
        const page = await visitor(browser, open)
        await (await cardOf(page, 'coins')).getByRole('button', { name: 'Invite friends' }).click()
        await page.getByText('QR code', { exact: true }).click()
        await page.getByRole('img', { name: 'QR code of the table link' }).waitFor()
        assert.equal(await page.getByText('Only this computer can open it.').count(), 0)
        assert.deepEqual(await axe(page), [])
        await shoot(page, 'invite')
        assert.deepEqual(page.faults, [])
        await page.context().close()
    } finally {
        await open.stop()
    }
})

test('forced moves are played for users who want it', async () => {
    const page = await visitor(browser, server)
    await page.goto('/')
    await page.getByRole('button', { name: 'Your name' }).click()
    await page.getByLabel('Play forced moves for me').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await withOptions(page, 'coins', { n: 1 }, null)
    await page.locator('.notice.end').waitFor()
    assert.deepEqual(page.faults, [])
    await page.context().close()
})
