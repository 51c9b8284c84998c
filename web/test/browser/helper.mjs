// A server, a browser and helpers for all browser tests. Run them with JOGADA=path of the program;
// JOGADA_SHOTS=folder saves screenshots. With JOGADA_SITE=folder of the page without a server, a host of files takes
// the place of the server, and visitors lose it after their first load. JOGADA_BROWSER=firefox takes Debian's Firefox.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test as nodeTest } from 'node:test'
import { chromium, firefox } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The games: every folder of src/games. */
export const GAMES = readdirSync(new URL('../../src/games', import.meta.url), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
/** The languages of the page: English and those of po/LINGUAS. */
export const LANGS = [
    'en',
    ...readFileSync(new URL('../../../po/LINGUAS', import.meta.url), 'utf8')
        .match(/^\w+/gm)
        .map(name => name.replace('_', '-')),
]
/** Whether ./test --long is running. */
export const LONG = Number(process.env.JOGADA_TEST_SCALE ?? 100) > 100
/** Milliseconds after which a wait is a hang. A test waits for the event that it means, hence none is slower for it,
 *  and nothing else in a test is bounded by time. */
export const PATIENCE = 1_800_000
const WHOLE_TEST = 2 * PATIENCE
// The shell has no windows around its pages, and takes half the time of the others for the same.
const BROWSERS = [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
]

/** Starts `jogada serve`; stop() ends it as an administrator would, kill() as a power cut does. */
export class Server {
    constructor(...args) {
        this.folder = mkdtempSync(join(tmpdir(), 'jogada-'))
        this.args = args
        this.port = 0
    }

    async start() {
        const args = ['serve', '--port', String(this.port), '--db', join(this.folder, 'store.db'), ...this.args]
        this.process = spawn(process.env.JOGADA, args, { stdio: ['ignore', 'pipe', 'pipe'] })
        this.said = ''
        this.ended = new Promise(yes => this.process.once('exit', yes))
        this.url = await new Promise((yes, no) => {
            const hear = data => {
                this.said += data
                const found = this.said.match(/http:\/\/[^\s]+?:(\d+)/)
                if (found) {
                    this.port = Number(found[1])
                    yes(`http://localhost:${this.port}`)
                }
            }
            this.process.stdout.on('data', hear)
            this.process.stderr.on('data', hear)
            this.process.once('exit', code => no(new Error(`jogada serve ended (${code}): ${this.said}`)))
        })
        return this
    }

    async kill(signal = 'SIGKILL') {
        this.process.kill(signal)
        return this.ended
    }

    async stop() {
        const code = await this.kill('SIGTERM')
        rmSync(this.folder, { recursive: true, force: true })
        return code
    }
}

/** A host of files, as plain as they come. */
export class Host {
    said = ''
    folder = process.env.JOGADA_SITE

    /** `base`: the path of the site. */
    constructor(base = '/') {
        this.base = base
    }

    async start() {
        this.host = createServer((request, response) => {
            const path = decodeURIComponent(new URL(request.url, 'http://host').pathname),
                file = path.startsWith(this.base) ? path.slice(this.base.length) || 'index.html' : ''
            const found = !file.includes('..') && existsSync(join(this.folder, file)) && /\.\w+$/.test(file)
            const type = FILE_TYPES[(found ? file : '.html').split('.').pop()]
            response.writeHead(found ? 200 : 404, { 'content-type': type, 'cache-control': 'no-cache' })
            response.end(readFileSync(join(this.folder, found ? file : '404.html')))
        })
        await new Promise(yes => this.host.listen(0, 'localhost', yes))
        this.url = `http://localhost:${this.host.address().port}`
        return this
    }

    async stop() {
        this.host.closeAllConnections()
        await new Promise(yes => this.host.close(yes))
        return 0
    }
}

const FILE_TYPES = {
    css: 'text/css',
    html: 'text/html; charset=utf-8',
    js: 'text/javascript',
    png: 'image/png',
    svg: 'image/svg+xml',
    wasm: 'application/wasm',
    webmanifest: 'application/manifest+json',
}

const FIREFOX = '/usr/bin/firefox-esr'

export async function browse() {
    // Playwright's own Firefox is patched; this one is driven by WebDriver BiDi.
    if (process.env.JOGADA_BROWSER === 'firefox')
        return firefox.launch({ channel: 'moz-firefox', executablePath: FIREFOX, timeout: PATIENCE })
    const executablePath = BROWSERS.find(existsSync)
    if (!executablePath) throw new Error('no Chromium here: apt-get install chromium')
    return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}

/** Whether the page without a server is tested. */
export const SITE = !!process.env.JOGADA_SITE

/** A test with a hang guard. */
export const test = (name, run) => nodeTest(name, { timeout: WHOLE_TEST }, run)

/** The server and browser of a file that has called serve(). */
export let server, browser

/** Starts a server with options and a browser before the first test, and stops them after the last. */
export function serve(...args) {
    before(async () => {
        server = await (SITE ? new Host() : new Server(...args)).start()
        browser = await browse()
    })
    after(async () => {
        await browser?.close()
        assert.equal(await server?.stop(), 0, server?.said)
    })
}

/** A user with a browser context, and so a session, of their own. Collects errors of the page and requests to other
 *  hosts in `faults`. `app`: with the service worker; `asked`: they were asked for a name before. */
export async function visitor(
    browser,
    server,
    {
        lang = 'en',
        dark = false,
        width = 1280,
        height = 860,
        touch = false,
        motion = false,
        app = false,
        asked = true,
    } = {},
) {
    const context = await browser.newContext({
        baseURL: server.url,
        locale: lang === 'en' ? 'en-GB' : lang,
        viewport: { width, height },
        hasTouch: touch,
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: motion ? 'no-preference' : 'reduce',
        serviceWorkers: app || SITE ? 'allow' : 'block',
    })
    // Frames of reports are sandboxed: they have no storage.
    const remember = () => window === window.top && origin !== 'null' && localStorage.setItem('jogada.asked', 'yes')
    if (asked) await context.addInitScript(remember)
    const page = await context.newPage()
    page.faults = []
    page.on('pageerror', error => {
        const text = String(error.stack ?? error)
        // Playwright's own script against service workers fails in the sandboxed frames of reports.
        if (!/'serviceWorker' property .* sandboxed/.test(text)) page.faults.push(text)
    })
    page.on('console', message => {
        if (message.type() === 'error' && !/WebSocket connection|ERR_CONNECTION_REFUSED/.test(message.text()))
            page.faults.push(message.text())
    })
    page.on('request', request => {
        const url = request.url()
        if (!url.startsWith(server.url) && !/^(data|blob|ws):/.test(url)) page.faults.push('request to ' + url)
    })
    page.setDefaultTimeout(PATIENCE)
    if (SITE) await cutOff(page)
    return page
}

/** Loads the site for the first time, then cuts the network. */
export async function cutOff(page, path = '/') {
    const hurry = () => window === window.top && origin !== 'null' && localStorage.setItem('jogada.hurry', 'yes')
    await page.context().addInitScript(hurry)
    await page.goto(path)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    await page.context().setOffline(true)
    const faults = page.faults?.length
    const reached = () =>
        fetch('index.html?' + Math.random(), { method: 'HEAD' }).then(
            () => true,
            () => false,
        )
    assert.equal(await page.evaluate(reached), false, 'the network is cut')
    page.faults?.splice(faults) // this one
}

/** A user whom the tests of a file share. A page that stays open has compiled its scripts, and axe: that takes longer
 *  than most checks. A test that fails leaves its page behind, and the next one gets a new page.
 *
 *      const phone = shared({ width: 390, height: 844, touch: true })
 *      test('...', () => phone(async page => { ... }))
 */
export function shared(options) {
    let idle = null
    return async use => {
        const page = idle ?? (await visitor(browser, server, options))
        idle = null
        await use(page)
        assert.deepEqual(page.faults, [])
        idle = page
    }
}

/** Goes to another view as the browser's back button does, without loading the page again, and waits for its data. */
export async function visit(page, path) {
    await page.evaluate(to => {
        for (const heading of document.querySelectorAll('h1')) heading.dataset.old = ''
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await page.locator('h1:not([data-old])').first().waitFor()
    await loaded(page)
}

/** The violations found by axe-core, one line each. */
export async function axe(page) {
    // The page's policy forbids foreign scripts; evaluate() is the browser's own.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
    const { violations } = await page.evaluate(() =>
        window.axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }),
    )
    return violations.flatMap(v => v.nodes.map(n => `${v.id}: ${v.help}: ${n.target} ${n.failureSummary ?? ''}`))
}

/** Saves a screenshot if JOGADA_SHOTS is set. */
export async function shoot(page, name) {
    const folder = process.env.JOGADA_SHOTS
    if (!folder) return
    mkdirSync(folder, { recursive: true })
    await page.screenshot({ path: join(folder, name + '.png'), fullPage: true })
}

/** Waits until the page has loaded its data. */
export async function loaded(page) {
    await page.locator('h1').first().waitFor()
    await page.waitForFunction(() => !document.querySelector('.waiting'))
    await page.evaluate(() => document.fonts.ready)
}

/** Whether the page fits its width without horizontal scrolling. */
export async function fits(page) {
    return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
}
