// Sessions: signing out everywhere, deleting one's data; on a phone as well.
import assert from 'node:assert/strict'
import { axe, browser, loaded, serve, server, shoot, test, visitor } from './helper.mjs'

serve()

const PHONE = { width: 390, height: 844, touch: true }

/** A visitor with a name. */
async function named(name, how = {}) {
    const page = await visitor(browser, server, how)
    await page.goto('/')
    await loaded(page)
    await page.locator('button.me').click()
    await page.locator('dialog input[name=name]').fill(name)
    await page.locator('dialog .foot button.main').click()
    await page.locator('button.me', { hasText: name }).waitFor({ state: 'attached' })
    return page
}

/** Opens the dialog of the name, and in it what can be done with the data. */
async function openData(page, words) {
    await page.locator('button.me').click()
    await page.getByText(words, { exact: true }).click()
}

const player = async page => (await page.context().cookies()).find(c => c.name === 'jogada').value.split('.')[0]

test('deleting one’s data on a phone', async () => {
    const page = await named('Ana', { ...PHONE, lang: 'pt-BR' })
    const before = await player(page)
    await openData(page, 'Seus dados')
    await page.getByRole('button', { name: 'Apagar meus dados' }).waitFor()
    assert.deepEqual(await axe(page), [])
    await shoot(page, 'phone-data')
    await page.getByRole('button', { name: 'Apagar meus dados' }).click()
    await page.getByRole('heading', { name: 'Apagar seus dados?' }).waitFor()
    await shoot(page, 'phone-delete')
    await page.getByRole('button', { name: 'Cancelar' }).click()
    assert.equal(await player(page), before)
    await openData(page, 'Seus dados')
    await page.getByRole('button', { name: 'Apagar meus dados' }).click()
    await page.getByRole('button', { name: 'Apagar', exact: true }).click()
    await page.locator('button.me', { hasText: 'Seu nome' }).waitFor({ state: 'attached' })
    assert.notEqual(await player(page), before)
    assert.deepEqual(page.faults, [])
    await page.context().close()
})

test('signing out everywhere ends the sessions of other browsers', async () => {
    const here = await named('Bob'),
        there = await visitor(browser, server)
    await there.context().addCookies(await here.context().cookies())
    await there.goto('/')
    await there.locator('button.me', { hasText: 'Bob' }).waitFor()
    await openData(here, 'Your data')
    await shoot(here, 'data')
    await here.getByRole('button', { name: 'Sign out elsewhere' }).click()
    await here.getByRole('button', { name: 'Sign out', exact: true }).click()
    await there.locator('button.me', { hasText: 'Your name' }).waitFor()
    await here.locator('button.me', { hasText: 'Bob' }).waitFor()
    await here.reload()
    await here.locator('button.me', { hasText: 'Bob' }).waitFor()
    assert.notEqual(await player(here), await player(there))
    for (const page of [here, there]) {
        assert.deepEqual(page.faults, [])
        await page.context().close()
    }
})
