// Accessibility: languages, keyboard only, phones, screen readers (axe), and the search tree of five coins.
import assert from 'node:assert/strict'
import {
    GAMES,
    LANGS,
    LONG,
    axe,
    browser,
    fits,
    loaded,
    serve,
    server,
    shared,
    shoot,
    test,
    visit,
    visitor,
    SITE,
} from './helper.mjs'
import { dice, moveOnBoard, over, playNow, turn } from './table.mjs'

const seed = Number(process.env.JOGADA_TEST_SEED ?? 1)
serve('--hurry')

const PAGES = {
    home: '/',
    analysis: '/analysis',
    search: '/search',
    rules: '/rules',
    lab: '/lab',
    studies: '/studies',
    log: '/log',
    lost: '/nowhere',
}
for (const game of GAMES) PAGES['rules-' + game] = '/rules/' + game

const PHONE = { width: 360, height: 740 },
    WIDE = { width: 1280, height: 860 }

// Any three in a row have both themes and both sizes.
const LOOKS = [
    { colorScheme: 'dark', ...PHONE },
    { colorScheme: 'light', ...WIDE },
    { colorScheme: 'light', ...PHONE },
    { colorScheme: 'dark', ...WIDE },
]

/** The looks in which to check the n-th page in a language: all of them with --long. Otherwise one, and another one in
 *  the next language: every page is checked in every language, theme and size. */
const looksOf = (n, lang) => (LONG ? LOOKS : [LOOKS[(n + LANGS.indexOf(lang)) % LOOKS.length]])
assert.ok(LANGS.length >= 3)

/** Asserts that axe finds nothing on the n-th page, which is loaded, and that it fits its width, on a phone too. */
async function clean(page, n, lang, name) {
    for (const { colorScheme, width, height } of looksOf(n, lang)) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height })
        assert.deepEqual(await axe(page), [], `${name}, ${colorScheme}, ${width}`)
        await shoot(page, `${name}-${colorScheme}-${width}`)
    }
    for (const { width, height } of [WIDE, PHONE]) {
        await page.setViewportSize({ width, height })
        assert.ok(await fits(page), `${name} is wider than ${width}`)
    }
}

for (const lang of LANGS)
    test(`every page in ${lang}: nothing for axe to find`, async () => {
        const page = await visitor(browser, server, { lang, touch: true })
        await page.goto(PAGES.lost)
        await loaded(page)
        assert.deepEqual(page.faults.splice(0).length, SITE ? 0 : 1, 'not found') // a service worker answers everything
        for (const [n, [name, path]] of Object.entries(PAGES).entries()) {
            await visit(page, path)
            assert.equal(await page.locator('html').getAttribute('lang'), lang)
            await clean(page, n, lang, `${name}-${lang}`)
        }
        assert.deepEqual(page.faults, [])
        await page.context().close()
    })

const player = shared({ touch: true })

for (const [n, game] of GAMES.entries())
    test(`a table of ${game} in every language: nothing for axe to find`, () =>
        player(async page => {
            const roll = dice(seed)
            await playNow(page, game)
            for (let i = 0; i < 3 && (await turn(page)); i++) await moveOnBoard(page, roll)
            for (const lang of LANGS) {
                await page.locator('.lang select').selectOption(lang)
                await page.locator(`html[lang=${lang}] .stage > *`).first().waitFor()
                await turn(page)
                await clean(page, n, lang, `table-${game}-${lang}`)
            }
        }))

test('the language can be switched, and stays', async () => {
    const page = await visitor(browser, server)
    await playNow(page, 'kalah')
    await page.getByText('Your turn').first().waitFor()
    await page.getByLabel('Language').selectOption('pt-BR')
    await page.getByText('Sua vez').first().waitFor()
    await page.locator('.stage [role=button]:not([aria-disabled=true]) .board-hit').nth(0).click({ force: true })
    await turn(page)
    await page.getByRole('tab', { name: 'Descrição' }).click()
    assert.match(await page.locator('ol.words').innerText(), /semeia/i)
    await page.reload()
    await page.getByText('Sua vez').first().waitFor()
    await page.getByLabel('Idioma').selectOption('en')
    await page.getByText('Your turn').first().waitFor()
    assert.deepEqual(page.faults, [])
    await page.context().close()
})

/** Presses Tab until the label of the focused element satisfies `wanted`. */
async function tabTo(page, wanted, most = 150) {
    for (let i = 0; i < most; i++) {
        await page.keyboard.press('Tab')
        const label = await page.evaluate(() => {
            const e = document.activeElement
            return (
                (e?.getAttribute('aria-label') ?? e?.textContent ?? '').trim() +
                '|' +
                (e?.getAttribute('aria-disabled') ?? '')
            )
        })
        if (wanted(label)) return label
    }
    throw new Error('Tab does not lead there')
}

test('a whole game by keyboard alone', async () => {
    const page = await visitor(browser, server)
    await page.goto('/')
    await page.getByText('Tic-tac-toe').first().waitFor()
    await tabTo(page, label => /Play now: Tic-tac-toe/.test(label))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/table\//)
    let moves = 0
    while (await turn(page)) {
        await tabTo(
            page,
            label =>
                /square|row|column|[abc][123]|Play /i.test(label) &&
                !/true$/.test(label) &&
                !/Play move|jogada/.test(label),
        )
        const visible = await page.evaluate(
            () =>
                getComputedStyle(document.activeElement).outlineStyle !== 'none' ||
                document.activeElement.matches(':focus-visible'),
        )
        assert.ok(visible, 'the focus can be seen')
        await page.keyboard.press(moves % 2 ? 'Space' : 'Enter')
        assert.ok(++moves < 30)
    }
    assert.ok(moves >= 3)
    assert.deepEqual(page.faults, [])
    await page.context().close()
})

test('the tree of five coins, step by step', async () => {
    const page = await visitor(browser, server)
    await page.goto('/search')
    const slider = page.getByRole('slider')
    await slider.waitFor()
    const last = Number(await slider.getAttribute('max'))
    assert.ok(last >= 30)
    const next = page.getByRole('button', { name: 'Next step' })
    const captions = [],
        counts = []
    for (let i = 0; i <= last; i++) {
        captions.push(await page.locator('.caption').innerText())
        counts.push(await page.locator('svg .node:not(.ghost)').count())
        if (i < last) await next.click()
    }
    assert.equal(new Set(captions).size, captions.length, 'each step says something else')
    for (let i = 1; i < counts.length; i++) assert.ok(counts[i] >= counts[i - 1], 'the tree grows')
    assert.ok(captions.some(c => /cut/i.test(c)))
    await shoot(page, 'tree-end')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    assert.equal(await page.locator('.caption').innerText(), captions[1])
    assert.deepEqual(page.faults, [])
    await page.context().close()
})

test('a finished game is analyzed', async () => {
    const roll = dice(seed)
    const page = await visitor(browser, server)
    await playNow(page, 'tictactoe')
    while (await turn(page)) await moveOnBoard(page, roll)
    await page.getByRole('link', { name: 'Analyze game' }).click()
    await page.waitForURL(/\/analysis/)
    await page.locator('.uplot').waitFor()
    await page.getByRole('button', { name: 'Review again' }).waitFor() // the review has finished
    await shoot(page, 'analysis-game')
    assert.deepEqual(await axe(page), [])
    assert.ok((await over(page)) === false)
    assert.deepEqual(page.faults, [])
    await page.context().close()
})
