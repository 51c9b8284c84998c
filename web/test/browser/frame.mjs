// The frame of a table, measured: which parts are outside of the window, and what is too small for a finger.
import assert from 'node:assert/strict'
import { axe, shoot } from './helper.mjs'
import { PRESSABLE } from './table.mjs'

const SIZES = [
    [390, 844],
    [360, 640],
    [844, 390],
    [768, 1024],
    [1280, 800],
]
const PHONES = [SIZES[2], SIZES[0]]
const FINGER = 44 // pixels
const SOME = 1.5 // pixels that borders and rounding may cost

/** What is outside of the window or of the board's room, in this size. */
async function outside(page, [width, height]) {
    await page.setViewportSize({ width, height })
    // The board is drawn again for its new room.
    await page.waitForFunction(() => !document.querySelector('.stage[aria-busy]'))
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    return page.evaluate(some => {
        const wrong = []
        const name = e => e.getAttribute('aria-label') ?? (e.textContent.trim().slice(0, 30) || e.className)
        const check = (e, room, what) => {
            const b = e.getBoundingClientRect()
            if (!b.width || !b.height) wrong.push(`${what} ${name(e)} is not shown`)
            else if (b.left < room.left - some || b.top < room.top - some) wrong.push(`${what} ${name(e)} is cut off`)
            else if (b.right > room.right + some || b.bottom > room.bottom + some)
                wrong.push(`${what} ${name(e)} is outside: ${b.right} ${b.bottom}, not ${room.right} ${room.bottom}`)
        }
        const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
        const page = document.documentElement
        if (page.scrollHeight > innerHeight + some || page.scrollWidth > innerWidth) wrong.push('the page scrolls')
        const stage = document.querySelector('.stage'),
            room = stage.getBoundingClientRect()
        if (stage.scrollHeight > stage.clientHeight + some) wrong.push('the board scrolls')
        check(stage, window, 'the board')
        for (const e of document.querySelectorAll('.status, .players, .actions')) check(e, window, e.className)
        for (const e of document.querySelectorAll('.actions > *'))
            if (getComputedStyle(e).display !== 'none') check(e, window, 'the action')
        const on = ':not([aria-disabled=true]):not([disabled])'
        for (const e of stage.querySelectorAll(`[role=button]${on}, button${on}`))
            check(e.querySelector('.board-hit') ?? e, room, 'on the board')
        return wrong
    }, SOME)
}

/** The buttons that are too small for a finger. Squares and pieces of a board have the size that the board allows. */
export const small = page =>
    page.evaluate(finger => {
        const buttons = [...document.querySelectorAll('button, a.button, summary, select, .head a')].filter(
            e => !e.closest('svg, dialog') && e.getClientRects().length && !e.closest('.spoken'),
        )
        return buttons.flatMap(e => {
            const b = e.getBoundingClientRect()
            if (b.bottom < 0 || (b.height >= finger - 0.5 && b.width >= finger - 0.5)) return []
            return [`${e.className} ${e.textContent.trim()}: ${b.width.toFixed()} x ${b.height.toFixed()}`]
        })
    }, FINGER)

/** Gives the middle one of what can be pressed on the board the focus that the Tab key would give it. */
async function focusBoard(page) {
    await page.keyboard.press('Tab')
    await page.$$eval(PRESSABLE, all => all[all.length >> 1]?.focus())
}

/** Asserts that board, hand and actions are inside the window together in every size and large enough for a finger, and
 *  that axe finds nothing on a phone, upright and on its side. */
export async function inSight(page, phase) {
    for (const size of SIZES) {
        const where = `${phase}, ${size.join('x')}`
        assert.deepEqual(await outside(page, size), [], where)
        assert.deepEqual(await small(page), [], where)
        await shoot(page, `frame-${where.replace(/\W+/g, '-')}`)
    }
    await focusBoard(page)
    for (const [width, height] of PHONES) {
        await page.setViewportSize({ width, height })
        assert.deepEqual(await axe(page), [], `${phase}, ${width}x${height}`)
    }
}
