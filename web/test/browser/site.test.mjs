// The page without a server: storage, tabs, addresses, updates and its policy. Runs with JOGADA_SITE alone
// (tools/site_tests.sh).
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Host, PATIENCE, SITE, browse, cutOff, loaded, test } from './helper.mjs'
import { dice, moveOnBoard, plies, turn } from './table.mjs'

assert.ok(SITE, 'JOGADA_SITE must name the folder of a site')
const seed = Number(process.env.JOGADA_TEST_SEED ?? 1)
let host, browser

before(async () => {
    host = await new Host('/course/jogada/').start()
    browser = await browse()
})
after(async () => {
    await browser?.close()
    await host?.stop()
})

/** A browser context in which nothing waits for less than the hang guard. */
async function patient(options) {
    const context = await browser.newContext(options)
    context.setDefaultTimeout(PATIENCE)
    return context
}

/** A visitor of the site below its path, after the first load. */
async function guest() {
    const context = await patient({ baseURL: host.url, locale: 'en-GB', reducedMotion: 'reduce' })
    await context.addInitScript(() => window === window.top && localStorage.setItem('jogada.asked', 'yes'))
    const page = await context.newPage()
    page.faults = []
    page.on('pageerror', error => page.faults.push(String(error)))
    page.on('request', request => request.url().startsWith(host.url) || page.faults.push(request.url()))
    await cutOff(page, host.base)
    return page
}

test('a game survives a reload and a new tab, offline and below a path', async () => {
    const page = await guest(),
        roll = dice(seed)
    await page.goto(host.base)
    await page.locator('#card-tictactoe button.main').click()
    await page.waitForURL(/\/course\/jogada\/table\//)
    await page.locator('.stage > *').first().waitFor()
    await turn(page)
    await moveOnBoard(page, roll)
    await turn(page)
    const made = await plies(page)
    assert.ok(made > 1)
    await page.reload()
    await turn(page)
    assert.equal(await plies(page), made)
    const address = page.url(),
        again = await page.context().newPage()
    await again.goto(address)
    await again.getByRole('button', { name: 'Use it here' }).click()
    await turn(again)
    assert.equal(await plies(again), made)
    await page.getByText('jogada is open in another tab.').waitFor()
    assert.deepEqual(page.faults, [])
    await page.context().close()
})

test('links lead to a position on any host', async () => {
    const context = await patient({ baseURL: host.url, serviceWorkers: 'block' }),
        page = await context.newPage()
    await page.goto(host.base + 'rules/kalah')
    await page.waitForURL(host.url + host.base + 'rules/kalah')
    await page.getByRole('heading', { name: 'Kalah' }).first().waitFor()
    await page.goto(host.base + '?go=' + encodeURIComponent('analysis?game=tictactoe'))
    await page.waitForURL(/\/course\/jogada\/analysis\?game=tictactoe/)
    await loaded(page)
    await context.close()
})

test('scripts can use the API by its addresses', async () => {
    const page = await guest()
    const reply = await page.evaluate(async () => {
        const answer = await fetch('/course/jogada/api/v1/games')
        return (await answer.json()).games.length
    })
    assert.ok(reply > 5)
    assert.deepEqual(page.faults, [])
    await page.context().close()
})

test('scripts from elsewhere and eval are forbidden', async () => {
    const page = await guest()
    const policy = await page.locator('meta[http-equiv=content-security-policy]').getAttribute('content')
    assert.ok(!policy.includes("'unsafe-eval'") && policy.includes("default-src 'none'"))
    const evaluates = await page.evaluate(
        () =>
            new Promise(yes => {
                document.addEventListener('securitypolicyviolation', () => yes(false))
                const script = document.createElement('script')
                script.textContent = 'window.ran = true'
                document.body.append(script)
                setTimeout(() => yes('ran' in window), 0)
            }),
    )
    assert.equal(evaluates, false)
    await page.context().close()
})

test('addresses below folders that are called like pages lead there, too', async () => {
    const elsewhere = await new Host('/lab/search/').start(),
        context = await patient({ serviceWorkers: 'block' }),
        page = await context.newPage()
    await page.goto(elsewhere.url + '/lab/search/rules/kalah')
    await page.waitForURL(elsewhere.url + '/lab/search/rules/kalah')
    await page.getByRole('heading', { name: 'Kalah' }).first().waitFor()
    await page.goto(elsewhere.url + '/lab/nothing')
    await page.getByText('Page not found.').waitFor()
    await context.close()
    await elsewhere.stop()
})

/** Opens a table of tic-tac-toe and makes a move. */
async function begin(page, roll) {
    await page.goto(host.url + host.base)
    await page.locator('#card-tictactoe button.main').click()
    await page.locator('.stage > *').first().waitFor()
    await turn(page)
    await moveOnBoard(page, roll)
    await turn(page)
    return page.url()
}

/** The keys of the rows that the browser has stored. */
const storedKeys = page =>
    page.evaluate(
        () =>
            new Promise(yes => {
                const opening = indexedDB.open('jogada')
                opening.onupgradeneeded = () => opening.transaction.abort()
                opening.onerror = () => yes([])
                opening.onsuccess = () => {
                    const all = opening.result.transaction('rows').objectStore('rows').getAllKeys()
                    all.onsuccess = () => yes(all.result)
                    opening.result.close()
                }
            }),
    )

test('a browser that cannot store says so, and loses nothing when it can again', async () => {
    const context = await patient({ locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block' }),
        roll = dice(seed)
    await context.addInitScript(() => localStorage.setItem('jogada.hurry', 'yes'))
    const before = await context.newPage(),
        first = await begin(before, roll)
    await before.close()
    // The storage of the next page stays shut until the test opens it.
    await context.route('**/assets/worker-*.js', async route => {
        const shut = `let shut = true
            const open = indexedDB.open.bind(indexedDB)
            IDBFactory.prototype.open = (...all) => {
                if (shut) throw new Error('the storage is shut')
                return open(...all)
            }
            new BroadcastChannel('test').onmessage = () => (shut = false);`
        const response = await route.fetch()
        await route.fulfill({ response, body: shut + (await response.text()) })
    })
    const page = await context.newPage()
    await page.goto(host.url + host.base)
    await page.getByText('This browser cannot save your games: the storage is shut').waitFor()
    const second = await begin(page, roll),
        made = await plies(page)
    await context.unroute('**/assets/worker-*.js') // the worker starts again with what was stored before
    await page.evaluate(() => new BroadcastChannel('test').postMessage('open'))
    await page.getByText('This browser cannot save your games').waitFor({ state: 'detached' })
    for (const address of [second, first]) {
        await page.goto(address)
        await turn(page)
        assert.equal(await plies(page), made)
    }
    const keys = await storedKeys(page)
    assert.equal(keys.filter(key => key.startsWith('table/')).length, 2)
    assert.equal(keys.filter(key => key.startsWith('meta/self')).length, 1)
    await context.close()
})

test('data that is deleted in mid-game is stored again', async () => {
    const page = await guest(),
        address = await begin(page, dice(seed)),
        made = await plies(page)
    await page.evaluate(
        () => new Promise(yes => (indexedDB.deleteDatabase('jogada').onsuccess = yes)), // all connections close
    )
    const row = 'table/' + address.split('/').at(-1)
    while (!(await storedKeys(page)).includes(row)) await page.evaluate(() => new Promise(requestAnimationFrame))
    await page.reload()
    await turn(page)
    assert.equal(await plies(page), made)
    assert.deepEqual(page.faults, [])
    await page.context().close()
})

test('a new version is announced, waits in mid-game, and keeps the game', async () => {
    const updated = await new Host('/').start()
    updated.folder = mkdtempSync(join(tmpdir(), 'jogada-'))
    cpSync(process.env.JOGADA_SITE, updated.folder, { recursive: true })
    const context = await patient({ locale: 'en-GB', reducedMotion: 'reduce' }),
        page = await context.newPage()
    page.setDefaultTimeout(0)
    await cutOff(Object.assign(page, { faults: [] }), updated.url + '/')
    await context.setOffline(false)
    await page.locator('#card-tictactoe button.main').click()
    await page.locator('.stage > *').first().waitFor()
    await turn(page)
    const roll = dice(seed)
    await moveOnBoard(page, roll)
    await turn(page)
    await page.evaluate(() => (window.old = true))
    const made = await plies(page)
    const change = (file, from, to) => {
        const path = join(updated.folder, file),
            text = readFileSync(path, 'utf8')
        assert.match(text, from)
        writeFileSync(path, text.replace(from, to))
    }
    change('sw.js', /jogada-site-/, 'jogada-site-next-')
    change('index.html', /<meta charset/, '<meta name="next"><meta charset')
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await page.getByText('A new version is ready.').waitFor()
    await moveOnBoard(page, roll) // the game goes on with the old version
    await turn(page)
    assert.equal(await page.evaluate(() => window.old), true)
    assert.equal(await page.locator('meta[name=next]').count(), 0)
    const now = await plies(page)
    assert.ok(now > made)
    await page.getByRole('button', { name: 'Update' }).click()
    await page.waitForFunction(() => !window.old && document.querySelector('meta[name=next]'))
    await page.locator('.stage > *').first().waitFor()
    assert.equal(await plies(page), now)
    await context.close()
    await updated.stop()
    rmSync(updated.folder, { recursive: true })
})

test('a match is played in the lab, offline, beside a game', async () => {
    const page = await guest()
    await page.goto(host.base + 'lab?game=tictactoe')
    await loaded(page)
    await page.getByLabel('Games per pair').fill('20')
    await page.getByRole('button', { name: 'Start match' }).click()
    await page.locator('.run .state.done').waitFor()
    await page.getByText('20 of 20 games').first().waitFor()
    assert.equal(await page.locator('.run table.rows tbody tr').count(), 2)
    // A long match is stopped, and its worker hears no request while it plays.
    await page.getByLabel('Game', { exact: true }).selectOption('loa')
    await page.getByLabel('Games per pair').fill('10000')
    await page.getByRole('button', { name: 'Start match' }).click()
    await page.locator('.run .state.running').waitFor()
    await page.locator('.run').getByRole('button', { name: 'Stop' }).click()
    await page.locator('.run .state.stopped').waitFor()
    assert.equal(await page.locator('.run-list li').count(), 2)
    assert.deepEqual(page.faults, [])
    await page.context().close()
})
