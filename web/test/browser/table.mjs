// A player at a table of the page: finds what the board offers and presses it.

/** The same numbers for the same seed. */
export function dice(seed) {
  let s = seed >>> 0
  return n => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0
    return Math.floor((s / 2 ** 32) * n)
  }
}

/** The first page's card of a game. */
export async function cardOf(page, game) {
  if (page.url() === 'about:blank') await page.goto('/')
  else await page.locator('.brand').click()
  return page.locator('article, li').filter({ has: page.locator(`a[href="/rules/${game}"]`) }).last()
}

/** Fills in the dialog for a new table and opens it: options of the rules, and who sits on every seat but the first. */
export async function withOptions(page, game, rules, others) {
  await (await cardOf(page, game)).getByRole('button', { name: 'Options' }).click()
  const dialog = page.getByRole('dialog')
  for (const seat of (await dialog.locator('.seat-choice select').all()).slice(1)) if (others) await seat.selectOption(others)
  await dialog.getByText('Rules of the game').click()
  for (const [name, value] of Object.entries(rules)) await dialog.locator('#option-' + name).fill(String(value))
  await dialog.getByRole('button', { name: 'Open the table' }).click()
  await page.waitForURL(/\/table\//)
  await page.locator('.stage > *').first().waitFor()
}

/** Opens a table from the first page, by the button of a game's card. */
export async function playNow(page, game, level) {
  const card = await cardOf(page, game)
  if (level) await card.locator('select').selectOption(level)
  await card.locator('button.main').click()
  await page.waitForURL(/\/table\//)
  await page.locator('.stage > *').first().waitFor()
}

// Their turn, and no move of theirs is still on its way: to the server, or over the board.
const MINE = '.play:has(> .stage:not([aria-busy])) .whose.mine'
export const mine = page => page.locator(MINE).isVisible()
export const over = page => page.locator('.notice.end').isVisible()
export const plies = page => page.locator('.moves > li').count()

/** Waits until it is this player's turn; false: the game is over. */
export async function turn(page) {
  await page.locator(`${MINE}, .notice.end`).first().waitFor()
  return !(await over(page))
}

const PRESSABLE = '.stage [role=button]:not([aria-disabled=true]), .stage button:not([disabled])'

/** Makes one move by pressing the board, as somebody would who knows nothing but that things can be pressed: at
 *  random until the game has gone on. Gives the number of presses, 0 if only the list of moves helped. */
export async function moveOnBoard(page, roll, most = 25) {
  const before = await plies(page)
  for (let i = 1; i <= most; i++) {
    const things = page.locator(PRESSABLE)
    const n = await things.count()
    if (n) await pressThing(things.nth(roll(n)))
    if (await settled(page, before)) return i
  }
  await moveByName(page, roll)
  return 0
}

/** Waits until a press has done all that it does; true: the game has gone on. */
async function settled(page, before) {
  const found = await page.waitForFunction(n => {
    if (document.querySelector('.notice.end') || document.querySelectorAll('.moves > li').length !== n) return 'on'
    return document.querySelector('.stage[aria-busy]') ? '' : 'still'
  }, before)
  return (await found.jsonValue()) === 'on'
}

/** Where a thing is to be hit: what is drawn beside it (where a move would lead) is not. */
async function pressThing(thing) {
  const hit = thing.locator('.board-hit').first()
  await ((await hit.count()) ? hit : thing).click({ force: true, timeout: 3000 }).catch(() => {})
}

/** Makes one move by the list of moves; it is this player's turn. */
export async function moveByName(page, roll) {
  const before = await plies(page)
  const list = page.locator('details.entry')
  if (!(await list.getAttribute('open').then(v => v !== null))) await list.locator('summary').click()
  const buttons = list.locator('.legal button')
  await buttons.nth(roll(await buttons.count())).click()
  await page.waitForFunction(n => document.querySelectorAll('.moves > li').length !== n || document.querySelector('.notice.end'), before)
}
