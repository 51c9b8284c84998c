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

/** Sets the size of the window and waits until the board is drawn for its new room. */
export async function resize(page, [width, height]) {
    await page.setViewportSize({ width, height })
    await page.waitForFunction(() => !document.querySelector('.stage[aria-busy]'))
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** What is outside of the window or of the board's room, in this size. */
async function outside(page, size) {
    await resize(page, size)
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
        if (page.scrollHeight > innerHeight + some) wrong.push(`the page is ${page.scrollHeight} px high`)
        if (page.scrollWidth > innerWidth) wrong.push(`the page is ${page.scrollWidth} px wide`)
        const stage = document.querySelector('.stage'),
            room = stage.getBoundingClientRect()
        if (stage.scrollHeight > stage.clientHeight + some) wrong.push('the board scrolls')
        check(stage, window, 'the board')
        for (const e of document.querySelectorAll('.status, .notices > *, .players, .seat, .actions'))
            check(e, window, e.className)
        for (const e of document.querySelectorAll('.actions > *'))
            if (getComputedStyle(e).display !== 'none') check(e, window, 'the action')
        const on = ':not([aria-disabled=true]):not([disabled])'
        for (const e of stage.querySelectorAll(`[role=button]${on}, button${on}`))
            check(e.querySelector('.board-hit') ?? e, room, 'on the board')
        return wrong
    }, SOME)
}

/** What can be pressed and is too small for a finger: buttons, and the hit areas of squares and pieces. */
export const small = page =>
    page.evaluate(finger => {
        const wanted = 'button, a.button, summary, select, .head a, .stage [role=button]:not([aria-disabled=true])'
        const buttons = [...document.querySelectorAll(wanted)].filter(
            e => e.getClientRects().length && !e.closest('.spoken'),
        )
        return buttons.flatMap(e => {
            const b = (e.querySelector('.board-hit') ?? e).getBoundingClientRect()
            if (b.bottom < 0 || (b.height >= finger - 0.5 && b.width >= finger - 0.5)) return []
            // A hit area drawn as a stroke is not part of the rectangle: the edges of a finger's square are tried.
            const [x, y, reach] = [b.x + b.width / 2, b.y + b.height / 2, (finger - 1) / 2]
            const edges = [
                [x - reach, y],
                [x + reach, y],
                [x, y - reach],
                [x, y + reach],
            ]
            const covers = edges.map(at => document.elementFromPoint(...at)).filter(on => !e.contains(on))
            if (!covers.length) return []
            const name = e.getAttribute('aria-label') ?? e.textContent.trim()
            const below = covers.map(on => on?.outerHTML.slice(0, 60) ?? 'outside').join(', ')
            return [`${e.getAttribute('class')} ${name}: ${b.width.toFixed()} x ${b.height.toFixed()}, below ${below}`]
        })
    }, FINGER)

/** Gives the middle one of what can be pressed on the board the focus that the Tab key would give it. Without one, no
 *  link to skip the header covers it. */
async function focusBoard(page) {
    await page.keyboard.press('Tab')
    await page.$$eval(PRESSABLE, all => (all.length ? all[all.length >> 1].focus() : document.activeElement.blur()))
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
    for (const size of PHONES) {
        await resize(page, size)
        assert.deepEqual(await axe(page), [], `${phase}, ${size.join('x')}`)
    }
}
