// Makes the pictures of the page and of a report that README.md shows, docs/pictures/*.webp, or those that are named:
//
//     JOGADA=build/plain/jogada node tools/pictures.mjs [NAME...]
//
// Needs Chromium, as the browser tests do. Each picture is saved with the best quality that keeps it small.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Server, browse, loaded, visitor } from '../web/test/browser/helper.mjs'
import { atPosition, turn } from '../web/test/browser/table.mjs'

const LARGEST = 60000, // bytes of a picture
    QUALITIES = [85, 75, 65, 55, 45]
const DESKTOP = { width: 1280, height: 800 },
    PHONE = { width: 390, height: 844, touch: true, scale: 1.5 }

/** A table at a position where it is the user's turn. */
const table = (game, position, work) => async page => {
    await atPosition(page, game, position)
    await turn(page)
    await work?.(page)
}
const press = (page, selector) => page.locator(selector).click({ force: true })
const attack = async page => {
    for (const id of [20, 22, 26]) await press(page, `[data-ids~="${id}"]`)
    await page.mouse.move(0, 0) // no card is previewed
    await page.locator('.mag-arrow').nth(2).waitFor()
}
const TOURNAMENT =
    'tournament kalah random greedy alphabeta:depth=2 alphabeta:depth=4 mcts:playouts=300 ab:nodes=3k ' +
    '--games 400 --no-store'
const report = command => async page => {
    const folder = mkdtempSync(join(tmpdir(), 'jogada-')),
        file = join(folder, 'report.html')
    execFileSync(process.env.JOGADA, [...command.split(' '), '--report', file], { stdio: 'ignore' })
    await page.goto(pathToFileURL(file).href)
    rmSync(folder, { recursive: true })
}
const DUEL =
    '24 attack 1 2 - 28 / 13 4/7 M,FK,VH,LA SG.20,LH.22,FR.24s,NR.26 BS,BV / 11 9 2P GS.14c1,FA.16t,SM.18 2GP,IR'
const ROUND =
    '0-30 1 3* 00.04.11.12.14.24.44/01.05.16.22.23.33/02.06.15.34.55/03.25.26.35.45 ' +
    '6-6 6-5@1 pass 6-3@2 3-1@2 6-4@3'

const PICTURES = {
    'table-kalah': { ...DESKTOP, show: table('kalah', '1,0,6,6,0,6,3,6,1,6,6,0,5,2 1') },
    'table-domino': {
        ...DESKTOP,
        dark: true,
        show: table('domino', ROUND, page => press(page, '[data-tile="4-1"]')),
    },
    'table-loa': {
        ...DESKTOP,
        show: table('loa', '1bb1bbb1/w6w/w2b3w/w6w/w2w4/w6w/w6w/1bbbb1b1 b', page =>
            press(page, '.loa [data-col="3"][data-row="2"]'),
        ),
    },
    'table-magic': { ...DESKTOP, show: table('magic', DUEL, attack) },
    'phone-magic': { ...PHONE, show: table('magic', DUEL, attack) },
    'phone-domino': { ...PHONE, dark: true, show: table('domino', ROUND) },
    'report-tournament': { width: 1000, height: 1000, show: report(TOURNAMENT) },
    'search-tree': {
        ...DESKTOP,
        async show(page) {
            await page.goto('/search')
            await loaded(page)
            const steps = page.getByRole('slider')
            await steps.waitFor()
            await steps.fill(String(Math.round(0.7 * Number(await steps.getAttribute('max')))))
            await steps.blur()
        },
    },
}

/** The window as WebP, with the best quality that keeps it small. */
async function shot(page, scale) {
    const client = await page.context().newCDPSession(page),
        clip = { x: 0, y: 0, ...page.viewportSize(), scale }
    let data
    for (const quality of QUALITIES) {
        const reply = await client.send('Page.captureScreenshot', { format: 'webp', quality, clip })
        data = Buffer.from(reply.data, 'base64')
        if (data.length <= LARGEST) break
    }
    return data
}

const server = await new Server('--hurry').start(),
    browser = await browse()
const wanted = process.argv.slice(2)
for (const [name, { show, scale = 1, ...options }] of Object.entries(PICTURES)) {
    if (wanted.length && !wanted.includes(name)) continue
    const page = await visitor(browser, server, options)
    await show(page)
    await page.evaluate(() => document.fonts.ready)
    const data = await shot(page, scale)
    writeFileSync(new URL(`../docs/pictures/${name}.webp`, import.meta.url), data)
    console.log(`docs/pictures/${name}.webp: ${data.length} bytes`)
    await page.context().close()
}
await browser.close()
await server.stop()
