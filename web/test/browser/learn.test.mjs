// The search, analysis, rules and lab views: search trees of all games, variations, reviews, runs.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { GAMES, Server, axe, browse, shoot, test, visitor } from './helper.mjs'

const LARGE = 'magic' // a game whose positions the server sends one at a time
const PRESSES = 200
let server, browser

/** Runs a command on the server's store and returns its output. */
const run = (...args) =>
    execFileSync(process.env.JOGADA, [...args, '--db', join(server.folder, 'store.db')], { encoding: 'utf8' })

before(async () => {
    server = new Server('--hurry', '--lab')
    const match = (...args) => run('match', ...args, '-n', '2', '--opening-plies', '0', '-j', '1')
    match('kalah', 'greedy', 'random')
    match('tictactoe', 'ab:depth=3', 'ab:depth=2', '--annotate') // games 3 and 4
    if (GAMES.includes(LARGE)) match(LARGE, 'random', 'random', '--seed', '1') // game 5 is long
    await server.start()
    browser = await browse()
})
after(async () => {
    await browser?.close()
    assert.equal(await server?.stop(), 0, server?.said)
})

async function end(page) {
    assert.deepEqual(page.faults, [])
    await page.context().close()
}

/** Presses a button and returns the text that it copies. */
async function copied(page, name) {
    await page.evaluate(() => {
        window.copied = new Promise(done => (navigator.clipboard.writeText = async text => done(text)))
    })
    await page.getByRole('button', { name }).click()
    return page.evaluate(() => window.copied)
}

const caption = page => page.locator('.caption').innerText()

test('the search plays by itself, forwards and backwards', async () => {
    const page = await visitor(browser, server, { motion: true })
    await page.goto('/search?game=coins&agent=alphabeta:depth=6')
    await page.locator('.step-bar').waitFor()
    await page.locator('.speed select').selectOption({ label: 'very fast' })
    await page.locator('.tree-host').focus()
    await page.keyboard.press(' ')
    await page.getByText('Search finished: the value of a is 100.').first().waitFor()
    const forwards = [],
        last = 36
    await page.keyboard.press('Home')
    for (let i = 0; i < last; i++) {
        forwards.push(await caption(page))
        await page.keyboard.press('ArrowRight')
    }
    for (let i = last - 1; i >= 0; i--) {
        await page.keyboard.press('ArrowLeft')
        assert.equal(await caption(page), forwards[i], `step ${i} backwards`)
    }
    assert.ok(forwards.some(text => text.startsWith('Alpha cutoff: c is at most 100')))
    await end(page)
})

test('a position is rolled out in the analysis', async () => {
    const page = await visitor(browser, server)
    await page.goto('/analysis?game=tictactoe')
    const panel = page.getByRole('region', { name: 'Rollout' }),
        rows = panel.locator('tbody tr'),
        facts = panel.locator('p.small')
    const rollOut = async () => {
        await panel.getByRole('button', { name: 'Roll out', exact: true }).click()
        await panel.getByRole('button', { name: 'Roll out again' }).waitFor()
    }
    await panel.getByLabel('Agent').selectOption('random')
    await panel.getByLabel('Trials').selectOption('500')
    await rollOut()
    // Every move has a chance to win with its standard error, and all but the first a difference with one.
    const cells = await rows.evaluateAll(all => all.map(row => [...row.cells].slice(1).map(cell => cell.innerText)))
    assert.equal(cells.length, 9)
    for (const [i, [chance, difference]] of cells.entries()) {
        assert.match(chance, /^\d\d\.\d\s% ± \d\.\d$/)
        assert.match(difference, i ? /^.?\d+\.\d ± \d\.\d$/ : /^$/)
    }
    assert.match(await facts.innerText(), / · 500 trials · best move/)
    await axe(page)
    await shoot(page, 'analysis-rollout')

    // Its first move is the best one found. The result belongs to the position: after a move there is none.
    await rows.first().getByRole('button').click()
    await rows.first().waitFor({ state: 'detached' })
    assert.match(page.url(), /moves=\d/)

    // Square 3 wins: the rollout ends when that is known, long before all trials.
    await page.goto('/analysis?game=tictactoe&moves=1+4+2+5&ply=4')
    await panel.getByLabel('Agent').selectOption('random')
    await panel.getByLabel('Trials').selectOption('10000')
    await rollOut()
    assert.match(await rows.first().innerText(), /square 3\s+100/)
    assert.match(await facts.innerText(), / · \d{1,3} trials · best move known with 99\s% confidence/)
    await end(page)
})

test('five coins fit their frame at every step, on a phone too', async () => {
    for (const size of [
        { width: 1280, height: 860 },
        { width: 1920, height: 1080 },
        { width: 360, height: 740 },
    ]) {
        const page = await visitor(browser, server, size)
        await page.goto('/search')
        await page.getByRole('button', { name: 'Play search' }).waitFor()
        await page.locator('.tree-host').focus()
        for (let i = 0; i <= 36; i++) {
            const out = await page.evaluate(
                () =>
                    new Promise(yes =>
                        requestAnimationFrame(() =>
                            requestAnimationFrame(() => {
                                const frame = document.querySelector('.tree-host').getBoundingClientRect()
                                yes(
                                    [...document.querySelectorAll('.tree-host .node')]
                                        .filter(node => {
                                            const box = node.getBoundingClientRect()
                                            return (
                                                box.left < frame.left ||
                                                box.right > frame.right ||
                                                box.top < frame.top ||
                                                box.bottom > frame.bottom
                                            )
                                        })
                                        .map(node => node.textContent.trim()),
                                )
                            }),
                        ),
                    ),
            )
            assert.deepEqual(out, [], `step ${i} at ${size.width}`)
            await page.keyboard.press('ArrowRight')
        }
        await end(page)
    }
})

test('trees of other games, of large ones too, and the list of one', async () => {
    const page = await visitor(browser, server)
    for (const spec of [
        'game=numbers&agent=negamax',
        'game=pig&agent=expectiminimax:depth=2',
        'game=loa&agent=alphabeta:depth=2',
        'game=kalah&agent=minimax:depth=6',
    ].filter(spec => GAMES.includes(spec.match(/game=(\w+)/)[1]))) {
        await page.goto('/search?' + spec)
        await page.locator('.step-bar').waitFor()
        await page.locator('.tree-host').focus()
        for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight')
        await page.keyboard.press('End')
        assert.match(await caption(page), /^Search finished/, spec)
        const [name] = spec.match(/(?<=agent=)\w+/),
            agent = page.locator('.summary span[title]')
        assert.equal(await agent.innerText(), name, 'the spec is a detail')
        assert.match((await agent.getAttribute('title')) ?? '', new RegExp('^' + name))
        await page.getByRole('button', { name: 'Expand all' }).click()
        await page.locator('svg.tree .node').nth(10).waitFor({ state: 'attached' })
    }
    await page.getByText('Tree as list').click()
    await page.locator('.tree-list li').nth(99).waitFor()
    assert.deepEqual(await axe(page), [])
    await page.goto('/search?game=kalah&agent=minimax:depth=20')
    await page.locator('.notice.bad').waitFor()
    assert.match(await page.locator('.notice.bad').innerText(), /more than 1000000 nodes/)
    await end(page)
})

test('a position that cannot be is refused, with the reason', async () => {
    const page = await visitor(browser, server)
    await page.goto('/search')
    await page.locator('.step-bar').waitFor()
    await page.getByLabel('Position').fill('99 1')
    await page.getByRole('button', { name: 'Start search' }).click()
    await page.locator('#s-wrong').waitFor()
    assert.equal(await page.getByLabel('Position').getAttribute('aria-invalid'), 'true')
    await page.getByLabel('Position').fill('4 2')
    await page.getByRole('button', { name: 'Start search' }).click()
    await page.locator('.node-panel code', { hasText: '4 2' }).waitFor()
    assert.equal(await page.locator('#s-wrong').count(), 0)
    // A game without a search tree is reported; a button resets a depth that is too large.
    await page.goto('/search?game=domino')
    await page.getByText('has hidden information').waitFor()
    await page.locator('.step-bar').waitFor()
    await page.goto('/search?game=kalah&agent=minimax:depth=20')
    await page.getByRole('button', { name: 'Use depth 3' }).click()
    await page.locator('.step-bar').waitFor()
    await end(page)
})

test('a stored game is reviewed: graph, mistakes, best moves', async () => {
    const page = await visitor(browser, server)
    await page.goto('/log')
    // The user's own games come first; those of the command line are behind a filter. The search follows the typing.
    await page.getByText('You have not finished a game yet.').waitFor()
    await page.getByRole('button', { name: 'All, with lab and command line' }).click()
    await page
        .getByRole('link', { name: /^Tic-tac-toe/ })
        .first()
        .waitFor()
    await page.getByLabel('Player or agent').pressSequentially('Greed')
    await page
        .getByRole('link', { name: /^Tic-tac-toe/ })
        .first()
        .waitFor({ state: 'detached' })
    await page
        .getByRole('link', { name: /^Kalah/ })
        .first()
        .waitFor()
    // Agents are found by the names that the list shows, in the user's language.
    const search = page.getByLabel('Player or agent')
    await search.fill('Beginner')
    await page.waitForFunction(() => location.search.includes('agent=Beginner'))
    await page
        .getByRole('link', { name: /^Kalah.* Computer, beginner/ })
        .first()
        .waitFor()
    await search.fill('Computer, hard')
    await page.getByText('No games found.').waitFor()
    await search.fill('greed')
    await page
        .getByRole('link', { name: /^Kalah/ })
        .first()
        .waitFor()
    const brazilian = await visitor(browser, server, { lang: 'pt-BR' })
    await brazilian.goto('/log?from=all&agent=computador, inic')
    await brazilian
        .getByRole('link', { name: /^Kalah.* Computador, iniciante/ })
        .first()
        .waitFor()
    await end(brazilian)
    await shoot(page, 'log')
    assert.ok(
        await page.locator('.learn').evaluate(e => e.scrollHeight <= e.clientHeight + 1),
        'the list is as long as the page',
    )
    await page
        .getByRole('link', { name: /^Kalah/ })
        .first()
        .click()
    await page.locator('.analysis-board svg').first().waitFor()
    // The review starts automatically, with little time per move; a repeated one uses the chosen time.
    await page.locator('.mistakes li').first().waitFor()
    await page.getByLabel('Time').selectOption('300')
    await page.locator('.review').getByRole('button', { name: 'Review again' }).click()
    await page.locator('.review').getByRole('button', { name: 'Stop' }).waitFor()
    await page.locator('.review').getByRole('button', { name: 'Review again' }).waitFor()
    // Pressing a mistake shows the position before it; the played move is marked among the best ones.
    await page.locator('.mistakes button').first().click()
    const played = await page.locator('.mistakes b').first().innerText(),
        at = Number(played.match(/^\d+/)[0]) - 1
    assert.match(await page.locator('.bar .count').innerText(), new RegExp(`^move ${at} of`))
    await page.locator('table.top tr').nth(1).waitFor()
    assert.match(
        await page.getByRole('img', { name: /Winning chances of/ }).getAttribute('aria-label'),
        /lowest \d+ %, highest \d+ %/,
    )
    await page.locator('.graph .u-over').click({ position: { x: 2, y: 20 } })
    assert.match(await page.locator('.bar .count').innerText(), /^move 0 of/)
    await page.getByText('View as table').click()
    assert.deepEqual(await axe(page), [])
    await shoot(page, 'analysis-review')
    await end(page)
})

test('the evaluations that are stored with a game are shown without computing any', async () => {
    const page = await visitor(browser, server),
        requests = []
    page.on('websocket', socket => socket.on('framesent', frame => requests.push(JSON.parse(frame.payload).do)))
    await page.goto('/analysis?game=3&ply=2')
    await page.locator('.analysis-board svg').first().waitFor()
    await page.getByText('Stored with the game').waitFor()
    assert.match(await page.locator('.evaluation').innerText(), /Move played: .*depth 3/s)
    await page.getByRole('img', { name: /Winning chances of .*: first 73 %/ }).waitFor()
    await shoot(page, 'analysis-annotated')
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight')
    assert.deepEqual([...new Set(requests)].sort(), ['hello', 'help', 'state'])
    // The user's own analysis is shown above the stored evaluation.
    await page.getByLabel('Live analysis').check()
    await page.locator('.evaluation .stored').waitFor()
    assert.ok(requests.includes('analyze'))
    assert.deepEqual(await axe(page), [])
    await end(page)
})

test('a held arrow key goes through a long game, and the position at its end is right', async t => {
    if (!GAMES.includes(LARGE)) return t.skip(`without ${LARGE}`)
    const page = await visitor(browser, server),
        requests = []
    page.on('websocket', socket => socket.on('framesent', frame => requests.push(JSON.parse(frame.payload).do)))
    await page.goto('/analysis?game=5')
    const count = page.locator('.bar .count'),
        drawn = page.locator('.analysis-board > :not(.waiting)').first()
    await count.filter({ hasText: /^move 0 of/ }).waitFor()
    await drawn.waitFor()
    const before = requests.length
    // Not one after another: faster than any keyboard repeats.
    await Promise.all(Array.from({ length: PRESSES }, () => page.keyboard.down('ArrowRight')))
    await page.keyboard.up('ArrowRight')
    await count.filter({ hasText: `move ${PRESSES} of` }).waitFor()
    await drawn.waitFor()
    assert.ok(requests.slice(before).includes('state'), 'positions are fetched')
    assert.equal(await page.locator('.bad').count(), 0, 'no error')
    const [right] = JSON.parse(run('replay', '5', '--to', String(PRESSES), '--json')).positions
    assert.equal(await copied(page, 'Copy position'), right.position)
    await end(page)
})

test('variations can start at any position, form a tree, survive a reload and are deleted', async () => {
    const page = await visitor(browser, server)
    await page.goto('/analysis?game=tictactoe&moves=5+1+9&ply=1')
    await page.locator('table.top button').first().waitFor()
    const before = await page.locator('.ply-list').first().innerText(),
        count = page.locator('.bar .count')
    await page.locator('table.top tr:not(.played) button').first().click()
    await count.filter({ hasText: 'variation, move 2' }).waitFor()
    assert.equal(await page.locator('.ply-list').first().innerText(), before)
    await page.getByPlaceholder('Name').fill('Corner')
    await page.getByPlaceholder('Name').press('Enter')
    // A second variation at another move; the first one keeps its name.
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Start of the game' }).click()
    await page.locator('table.top tr:not(.played) button').first().click()
    await count.filter({ hasText: 'variation, move 1' }).waitFor()
    await page.reload()
    await count.filter({ hasText: 'variation, move 1' }).waitFor()
    await page
        .locator('.variations')
        .getByRole('button', { name: /Corner/ })
        .click()
    await count.filter({ hasText: 'variation, move 2' }).waitFor()
    await shoot(page, 'variations')
    await page.getByRole('button', { name: 'Make main line' }).click()
    await count.filter({ hasText: 'move 2 of 2' }).waitFor()
    await page.locator('.variations button').last().click()
    await page.getByRole('button', { name: 'Delete variation' }).click()
    await page.locator('.variations > li').nth(1).waitFor({ state: 'detached' })
    await end(page)
})

/** Presses a button and returns the name and the text of the file that it downloads. */
async function downloaded(page, name) {
    const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click(),
    ])
    return [file.suggestedFilename(), readFileSync(await file.path(), 'utf8')]
}

test('variations are exported, and imported by somebody else', async () => {
    const page = await visitor(browser, server)
    await page.goto('/analysis?game=3&ply=1')
    const count = page.locator('.bar .count')
    await page.getByLabel('Live analysis').check()
    await page.locator('table.top tr:not(.played) button').first().click()
    await count.filter({ hasText: 'variation, move 2' }).waitFor()
    await page.getByPlaceholder('Name').fill('Corner "1"')
    await page.getByPlaceholder('Name').press('Enter')
    const [name, text] = await downloaded(page, 'Export TXT')
    assert.equal(name, 'jogada-3.txt')
    assert.match(text, /^\[Game "tictactoe"\][^]*\[Seat1 "ab:depth=3"\][^]*\("Corner \\"1\\"" \d\)/)
    assert.equal(await copied(page, 'Copy game'), text)
    await end(page)
    // From the file: players, annotations and variations are there, also after a reload.
    const other = await visitor(browser, server)
    await other.goto('/analysis')
    await other.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    const variation = other.locator('.variations').getByRole('button', { name: /Corner "1"/ })
    await variation.waitFor()
    await other.locator('.lead', { hasText: /ab/ }).waitFor()
    assert.equal((await downloaded(other, 'Export TXT'))[1], text)
    await other.reload()
    await variation.click()
    await other.locator('.bar .count').filter({ hasText: 'variation, move 2' }).waitFor()
    await other.locator('.analysis-board svg').first().waitFor()
    await end(other)
})

test('SGF with variations is pasted and exported; errors name line and column', async () => {
    const page = await visitor(browser, server),
        moves = ';B[b1-b3]\n(;W[a2-c2])\n(;W[a4-c4]N[Wing];B[d1-d3]))\n',
        field = page.getByLabel('Position, moves or file')
    await page.goto('/analysis')
    await page.getByText('Choose or import game').click()
    await field.fill('(;FF[4]GM[9]' + moves.replace('a4-c4', 'a4-d4'))
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.locator('#a-wrong', { hasText: 'Line 3, column 5: ' }).waitFor()
    await field.fill('(;FF[4]GM[9]' + moves)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.locator('.variations').getByRole('button', { name: /Wing/ }).waitFor()
    assert.deepEqual(await axe(page), [])
    await shoot(page, 'import-variations')
    const [name, text] = await downloaded(page, 'Export SGF')
    assert.equal(name, 'jogada-loa.sgf')
    assert.ok(text.endsWith(moves), text)
    await end(page)
})

test('every move of a small board has its value on it', async () => {
    const page = await visitor(browser, server)
    await page.goto('/analysis?game=tictactoe')
    await page.locator('table.top tbody tr').nth(8).waitFor()
    assert.equal(await page.locator('.analysis-board .verdict').count(), 9)
    await end(page)
})

test('the suggested match starts with one press', async () => {
    const page = await visitor(browser, server)
    await page.goto('/lab')
    await page.getByRole('button', { name: 'Start match' }).click()
    await page.locator('.run .state.done').waitFor()
    assert.match(await page.locator('.run').innerText(), /Computer, medium – Computer, easy/)
    await page
        .locator('.past')
        .getByRole('button', { name: /^Show report: #/ })
        .first()
        .click()
    await page.frameLocator('.past iframe.report').getByRole('heading', { name: 'Settings' }).waitFor()
    await end(page)
})

test('a report has the theme of the page, not of the system', async () => {
    const page = await visitor(browser, server, { lang: 'pt-BR' })
    await page.goto('/lab')
    await page.evaluate(() => localStorage.setItem('jogada.theme', 'dark'))
    await page.reload()
    await page
        .locator('.past')
        .getByRole('button', { name: /^Mostrar relatório: #/ })
        .last()
        .click()
    const body = page.frameLocator('.past iframe.report').locator('body')
    await body.waitFor()
    assert.equal(await body.evaluate(e => getComputedStyle(e).backgroundColor), 'rgb(22, 25, 29)')
    assert.equal(await page.frameLocator('.past iframe.report').locator('html').getAttribute('lang'), 'pt-BR')
    await end(page)
})

test('a solved position is shown as proven', async () => {
    const page = await visitor(browser, server)
    await page.goto('/analysis?game=coins')
    await page.getByText('proven win').waitFor()
    assert.match(await page.locator('.best-move').innerText(), /takes 1 coin/)
    await end(page)
})

test('exact margins are shown beside the moves, and lost points in the review', async () => {
    const page = await visitor(browser, server)
    await page.goto('/analysis?game=kalah&moves=2&position=' + encodeURIComponent('0,1,2,0,1,0,20,1,0,2,1,0,1,19 1'))
    await page.getByRole('button', { name: 'Review game' }).last().click()
    await page.getByText('blunder, lost 2 points').waitFor()
    await page.keyboard.press('Home')
    await page.getByText('proven draw, 0 with best play').waitFor()
    assert.deepEqual(await page.locator('.top tbody tr td:nth-child(2)').allInnerTexts(), ['0', '-2', '-4'])
    await shoot(page, 'analysis-exact')
    await end(page)
})

test('game files, SGF, positions and moves can be pasted; invalid text is refused', async () => {
    const page = await visitor(browser, server)
    await page.goto('/analysis?game=loa')
    await page.locator('.analysis-board svg').first().waitFor()
    const paste = async (game, text) => {
        if (!((await page.locator('.paste').getAttribute('open')) !== null))
            await page.getByText('Choose or import game').click()
        await page.locator('#a-game').selectOption(game)
        await page.locator('#a-text').fill(text)
        await page.locator('.paste').getByRole('button', { name: 'Open', exact: true }).click()
    }
    await paste('kalah', '(;GM[9]FF[4];B[d8b6];W[a3c3])')
    await page.getByRole('heading', { name: 'Analysis of Lines of Action' }).waitFor()
    await page.getByText('move 0 of 2').waitFor()
    await paste('coins', '4 2')
    await page.getByRole('heading', { name: 'Analysis of Coins' }).waitFor()
    await page.getByText('player 2 to move').first().waitFor()
    await paste('kalah', '3 6 8')
    await page.getByRole('heading', { name: 'Analysis of Kalah' }).waitFor()
    await page.getByText('move 0 of 3').waitFor()
    const wrong = page.locator('#a-wrong')
    for (const [game, text, said] of [
        ['kalah', 'this is nothing', /expected/i],
        ['kalah', '3 6 99', /99|house|move/i],
        ['tictactoe', '(;GM[9]FF[4];B[zz])', /./],
        ['coins', '9 1', /pile/i],
    ]) {
        await paste(game, text)
        await wrong.filter({ hasText: said }).waitFor()
        assert.equal(await page.locator('#a-text').getAttribute('aria-invalid'), 'true')
    }
    await paste('coins', '3 1')
    await page.getByRole('heading', { name: 'Analysis of Coins' }).waitFor()
    await wrong.waitFor({ state: 'detached' })
    await end(page)
})

test('rules pages have examples and working links', async () => {
    const page = await visitor(browser, server, { lang: 'pt-BR' })
    await page.goto('/rules')
    await page.getByRole('link', { name: 'Kalah' }).click()
    await page.getByRole('heading', { name: 'Posições de exemplo' }).waitFor()
    await page.locator('figure svg').nth(1).waitFor()
    const figure = page.locator('.figures figure').first()
    await figure.getByText('O jogador 1 semeou da casa 3.').waitFor()
    await figure.getByRole('link', { name: 'Analisar' }).click()
    await page.getByRole('heading', { name: 'Análise: Kalah' }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('position'), '4,4,0,5,5,5,1,4,4,4,4,4,4,0 1')
    await page.goBack()
    await page.getByRole('link', { name: 'Fontes' }).click()
    assert.ok(await page.getByRole('heading', { name: 'Fontes' }).isVisible())
    await page.getByRole('link', { name: 'Ver árvore de busca' }).click()
    await page.getByRole('heading', { name: 'Árvore de busca' }).waitFor()
    assert.equal(await page.locator('#s-game').inputValue(), 'kalah')
    await end(page)
})

test('the first study shows its report, and its texts name no options of the command', async () => {
    const page = await visitor(browser, server)
    await page.goto('/studies')
    const first = page.locator('.study').first()
    await first.getByRole('button', { name: 'Hide report' }).waitFor()
    await first.locator('iframe').waitFor()
    assert.equal(await page.locator('.study iframe').count(), 1)
    assert.doesNotMatch(await page.locator('.studies').innerText(), /--\w/)
    await first.getByRole('button', { name: 'Hide report' }).click()
    await first.locator('iframe').waitFor({ state: 'detached' })
    await end(page)
})

test('the board of an analysis is in sight', async () => {
    const page = await visitor(browser, server, { width: 1280, height: 800 })
    for (const game of ['', ...GAMES]) {
        await page.goto(game ? '/analysis?game=' + game : '/analysis')
        await page.locator('.analysis-board svg').first().waitFor()
        const board = page.locator('.analysis-board .board').first()
        if (!(await board.count())) continue // of rows of cards or tiles
        const { top, bottom } = await board.evaluate(e => ({
            top: e.getBoundingClientRect().top,
            bottom: e.getBoundingClientRect().bottom,
        }))
        assert.ok(top > 0 && bottom <= 800, `${game}: ${top} to ${bottom}`)
    }
    await end(page)
})

test('studies open with results, and run again in the lab', async () => {
    const page = await visitor(browser, server)
    await page.goto('/studies?study=domino-complexity')
    const study = page.locator('#domino-complexity')
    await study.getByText(/^Results shipped with the program: version [\d.]+, \d{4}-\d\d-\d\d$/).waitFor()
    await study.locator('iframe').waitFor()
    await study.getByRole('button', { name: 'Run quick version' }).click()
    await page.locator('.run .state.done').waitFor()
    await page.locator('.run').getByRole('link', { name: 'Show report' }).click()
    await study.getByText('Results of this server').waitFor()
    await shoot(page, 'studies')
    await end(page)
})

test('a tournament and a tuning are run and watched', async () => {
    const page = await visitor(browser, server)
    await page.goto('/lab')
    await page.getByLabel('Agent 1', { exact: true }).selectOption({ label: 'Custom agent…' })
    await page.getByLabel('Agent 1: agent spec').fill('ab:nodes=500')
    await page.getByLabel('Agent 2').selectOption('greedy')
    await page.getByRole('button', { name: 'Add agent' }).click()
    await page.getByLabel('Agent 3').selectOption({ label: 'Computer, beginner' })
    await page.getByLabel('Games per pair').fill('20')
    await page.getByRole('button', { name: 'Start match' }).click()
    await page.locator('.run .state.done').waitFor()
    assert.equal(await page.locator('.run tbody tr').count(), 3)
    assert.match(
        await page
            .locator('.run')
            .getByRole('img', { name: /after 40 games/ })
            .getAttribute('aria-label'),
        /confidence interval/,
    )
    assert.deepEqual(await axe(page), [])
    await shoot(page, 'lab-match')
    await page.locator('.run').getByRole('button', { name: 'Show report' }).click()
    await page.frameLocator('iframe.report').getByText('Ratings').first().waitFor()
    await page.getByRole('tab', { name: 'Tuning' }).click()
    await page.getByLabel('Generations').fill('1000')
    await page.getByRole('button', { name: 'Start tuning' }).click()
    await page
        .getByText(/^Generation \d+: best/)
        .first()
        .waitFor()
    await page.locator('.run').getByRole('button', { name: 'Stop' }).click()
    await page.locator('.run .state.stopped').waitFor()
    await shoot(page, 'lab-tuning')
    await page.getByLabel('Agent', { exact: true }).selectOption({ label: 'Custom agent…' })
    await page.getByLabel('Agent: agent spec').fill('nobody')
    await page.getByRole('button', { name: 'Start tuning' }).click()
    await page.locator('.notice.bad').waitFor()
    await end(page)
})
