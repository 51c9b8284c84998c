// Combat in a Magic duel on a real server: several attackers and blockers are selected together, declared one after another
// and shown by arrows. Automatic moves in between lose none of them.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { Server, browse, shoot, test, visitor } from './helper.mjs'

let server, browser

before(async () => {
  server = await new Server('--hurry').start()
  browser = await browse()
})
after(async () => {
  await browser?.close()
  assert.equal(await server?.stop(), 0, server?.said)
})

/** Two players at a table with a custom position. */
async function duel(position, options = {}) {
  const a = await visitor(browser, server, options), b = await visitor(browser, server, options)
  await a.goto('/')
  await a.getByRole('button', { name: /^Customize…: Magic/ }).click()
  await a.locator('#seat1').selectOption('open')
  await a.getByText('Starting position').click()
  await a.getByLabel('Position').fill(position)
  await a.getByRole('button', { name: 'Open table' }).click()
  await a.waitForURL(/\/table\//)
  await b.goto(a.url())
  await b.getByRole('button', { name: 'Sit here' }).click()
  await a.locator('.whose.mine').waitFor()
  return [a, b]
}

async function end(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.faults, [])
    await page.context().close()
  }
}

const creature = (page, id) => page.locator(`[data-at="creature:${id}"]`)
const word = (page, name) => page.locator(`[data-word=${name}]`)

/** Waits until the board has n arrows, and checks their lengths. */
async function arrows(page, n) {
  await page.waitForFunction(want => document.querySelectorAll('.mag-arrows > *').length === want, n)
    .catch(async () => assert.equal(await page.locator('.mag-arrows > *').count(), n))
  const boxes = await page.locator('.mag-arrows > *').evaluateAll(all => all.map(a => a.getBoundingClientRect()).map(r => r.width + r.height))
  assert.ok(boxes.every(size => size > 20), `arrows with a length: ${boxes}`)
}

/** Waits for a step of the turn. */
const step = (page, name) => page.locator('.mag-steps [aria-current=step]', { hasText: name }).waitFor()

for (const motion of [false, true])
  test(`several attack and several block${motion ? ', on their way' : ''}`, async () => {
    const [a, b] = await duel('24 main1 1 2 - 28 / 13 6 2M SG.20,LH.22,FR.24,NR.26 - / 11 9 2P GS.14,FA.16,SM.18 -', { motion })
    await word(a, 'pass').click()
    await step(a, 'Attack')
    for (const id of [26, 20, 22]) await creature(a, id).click() // in any order
    await arrows(a, 3)
    assert.equal(await creature(a, 20).getAttribute('aria-pressed'), 'true')
    assert.equal(await creature(a, 24).getAttribute('aria-pressed'), 'false')
    await shoot(a, `magic-attack${motion ? '-motion' : ''}`)
    await word(a, 'done').click()
    await step(b, 'Block')
    await b.locator('.whose.mine').waitFor()
    await arrows(b, 3)
    await arrows(a, 3)
    for (const id of [20, 22, 26]) assert.equal(await creature(b, id).getAttribute('aria-pressed'), 'true', String(id))
    assert.equal(await creature(b, 24).getAttribute('aria-pressed'), 'false') // stays at home

    for (const [blocker, attacker] of [[18, 22], [14, 20], [16, 22]]) {
      await creature(b, blocker).click()
      await creature(b, attacker).click()
    }
    await arrows(b, 4) // three block, one is not blocked
    await shoot(b, `magic-block${motion ? '-motion' : ''}`)
    await word(b, 'done').click()
    await a.locator('.whose.mine').waitFor() // in which order are two blockers hit
    await a.getByText(/the next creature for Lightning Hounds/i).first().waitFor()
    await arrows(a, 4)
    await creature(a, 18).click()
    await step(a, 'Main 2')
    const life = await a.locator('[data-at="player:1"]').innerText()
    assert.equal(Number(life), 9) // Nest Robber alone came through
    await arrows(b, 0)
    await end(a, b)
  })

test('two block the only attacker, though whom they block is not asked', async () => {
  const [a, b] = await duel('24 attack 1 2 - 28 / 13 6 2M SG.20,NR.26t - / 11 9 2P GS.14,FA.16,SM.18 -')
  await creature(a, 20).click()
  await word(a, 'done').click()
  await b.locator('.whose.mine').waitFor()
  await creature(b, 14).click()
  await creature(b, 18).click()
  await arrows(b, 2)
  await word(b, 'done').click()
  await a.getByText(/the next creature for Skyraker Giant/i).first().waitFor()
  await arrows(a, 2)
  assert.equal(await creature(a, 14).getAttribute('aria-pressed'), 'true')
  assert.equal(await creature(a, 18).getAttribute('aria-pressed'), 'true')
  assert.equal(await creature(a, 16).getAttribute('aria-pressed'), 'false')
  await end(a, b)
})

test('all attack: what has been declared ends by itself, and nothing is left over for later', async () => {
  const [a, b] = await duel('24 attack 1 2 - 28 / 13 6 2M SG.20,LH.22,NR.26 - / 11 9 2P - -')
  for (const id of [20, 22, 26]) await creature(a, id).click()
  await word(a, 'done').click()
  await step(a, 'Main 2') // nobody blocks
  await a.waitForFunction(() => document.querySelector('[data-at="player:1"]').textContent.trim() === '2')
  await a.waitForTimeout(300)
  await step(a, 'Main 2') // and no move of the old choice is made now
  assert.equal(await a.locator('.notice.bad').count(), 0)
  await end(a, b)
})
