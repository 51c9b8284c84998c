// A player at a table: opens tables and presses the board.

/** A seeded random number generator. */
export function dice(seed) {
    let s = seed >>> 0
    return n => {
        s = (Math.imul(s, 1664525) + 1013904223) >>> 0
        return Math.floor((s / 2 ** 32) * n)
    }
}

/** The card of a game on the home page. */
export async function cardOf(page, game) {
    if (page.url() === 'about:blank') await page.goto('/')
    else await page.locator('.brand').click()
    return page
        .locator('article, li')
        .filter({ has: page.locator(`a[href="/rules/${game}"]`) })
        .last()
}

/** Opens a table by the setup dialog, with rule options and the players of all seats but the first. */
export async function withOptions(page, game, rules, others) {
    await (await cardOf(page, game)).getByRole('button', { name: 'Customize' }).click()
    const dialog = page.getByRole('dialog')
    for (const seat of (await dialog.locator('.seat-choice select').all()).slice(1))
        if (others) await seat.selectOption(others)
    await dialog.getByText('Rule options').click()
    for (const [name, value] of Object.entries(rules)) await dialog.locator('#option-' + name).fill(String(value))
    await dialog.getByRole('button', { name: 'Open table' }).click()
    await page.waitForURL(/\/table\//)
    await page.locator('.stage > *').first().waitFor()
}

/** Opens a table that starts at a position, with a player for the second seat: an agent by its level, as in
 *  "=beginner", or "open". */
export async function atPosition(page, game, position, other = '=beginner') {
    await (await cardOf(page, game)).getByRole('button', { name: 'Customize' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('#seat1').selectOption(other)
    await dialog.getByText('Starting position').click()
    await dialog.locator('#position').fill(position)
    await dialog.getByRole('button', { name: 'Open table' }).click()
    await page.waitForURL(/\/table\//)
    await page.locator('.stage > *').first().waitFor()
}

/** Opens a table by the "Play now" button of the home page. */
export async function playNow(page, game, level) {
    const card = await cardOf(page, game)
    if (level) await card.locator('select').selectOption(level)
    await card.locator('button.main').click()
    await page.waitForURL(/\/table\//)
    await page.locator('.stage > *').first().waitFor()
}

// It is the player's turn, and no move is being sent or animated.
const MINE = '.play:has(> .stage:not([aria-busy])) .whose.mine'
export const mine = page => page.locator(MINE).isVisible()
export const over = page => page.locator('.notice.end').isVisible()

// The moves of a table as list entries; those of a deal are inside it.
export const PLIES = '.moves > li:not(.deal), .moves > .deal li'
export const plies = page => page.locator(PLIES).count()

/** Waits until the game has advanced beyond this number of plies, or is over. */
export const advanced = (page, before) =>
    page.waitForFunction(
        ([n, list]) => document.querySelectorAll(list).length !== n || document.querySelector('.notice.end'),
        [before, PLIES],
    )

/** Waits until it is this player's turn; false: the game is over. */
export async function turn(page) {
    await page.locator(`${MINE}, .notice.end`).first().waitFor()
    return !(await over(page))
}

/** What can be pressed on the board. */
export const PRESSABLE = '.stage [role=button]:not([aria-disabled=true]), .stage button:not([disabled])'

/** Makes one move by pressing random parts of the board, those first that were pressed least, until the game has
 *  advanced. Returns the number of presses, or 0 if the list of legal moves was needed. */
export async function moveOnBoard(page, roll, most = 25) {
    const before = await plies(page)
    const presses = {} // by name
    for (let i = 1; i <= most; i++) {
        const names = await page.$$eval(PRESSABLE, things =>
            things.map(t => t.getAttribute('aria-label') ?? t.textContent),
        )
        const least = Math.min(...names.map(name => presses[name] ?? 0))
        const fresh = names.flatMap((name, at) => ((presses[name] ?? 0) === least ? at : []))
        if (fresh.length) {
            const at = fresh[roll(fresh.length)]
            presses[names[at]] = least + 1
            await pressThing(page, at)
        }
        if (await settled(page, before)) return i
    }
    await moveByName(page, roll)
    return 0
}

/** Waits for the effect of a press; true: the game has advanced. */
async function settled(page, before) {
    const found = await page.waitForFunction(
        ([n, list]) => {
            if (document.querySelector('.notice.end') || document.querySelectorAll(list).length !== n) return 'on'
            return document.querySelector('.stage[aria-busy]') ? '' : 'still'
        },
        [before, PLIES],
    )
    return (await found.jsonValue()) === 'on'
}

/** Presses the middle of the hit area of the n-th pressable element, not its decorations, if it is still there. */
async function pressThing(page, n) {
    const middle = await page.$$eval(
        PRESSABLE,
        (things, at) => {
            const area = things[at]?.querySelector('.board-hit') ?? things[at]
            area?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
            const box = area?.getBoundingClientRect()
            return box && [box.x + box.width / 2, box.y + box.height / 2]
        },
        n,
    )
    if (middle) await page.mouse.click(...middle)
}

/** Makes one move by the list of legal moves. */
export async function moveByName(page, roll) {
    const before = await plies(page)
    const list = page.locator('details.entry')
    if (!(await list.isVisible())) await page.locator('#open-moves').click()
    if (!(await list.getAttribute('open').then(v => v !== null))) await list.locator('summary').click()
    const buttons = list.locator('.legal button')
    await buttons.nth(roll(await buttons.count())).click()
    await advanced(page, before)
    if (await page.locator('#open-moves').isVisible()) await page.keyboard.press('Escape') // the list is a sheet
}
