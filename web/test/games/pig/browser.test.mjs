// The table of Pig.
import assert from 'node:assert/strict'
import { browser, serve, server, test, visitor } from '../../browser/helper.mjs'
import { playNow, turn } from '../../browser/table.mjs'

serve('--hurry')

test('pig: the buttons stay, and the die lies as it fell', async () => {
    const page = await visitor(browser, server)
    await playNow(page, 'pig')
    const pips = () => page.locator('[data-face] circle').count()
    let held = false
    for (let i = 0; i < 40 && !held && (await turn(page)); i++) {
        const hold = page.locator('.board-button').nth(1)
        held = (await hold.getAttribute('aria-disabled')) === null
        await (held ? hold : page.locator('.board-button').first()).click()
        assert.equal(await page.locator('.board-button').count(), 2)
    }
    assert.ok(held)
    await turn(page)
    assert.ok((await pips()) >= 1, 'no question mark after the first roll')
    await page.context().close()
})
