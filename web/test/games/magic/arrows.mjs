// Arrows and text on the table of a duel, as a player sees them: pixels that arrows change, inside the boxes of text.

const VISIBLE = 24 // of 255: the smallest difference of a colour that counts

/** The boxes of all text on the table that is not only spoken, and of the table. */
const boxes = page =>
    page.evaluate(() => {
        const table = document.querySelector('.mag-table'),
            walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT),
            range = document.createRange(),
            found = []
        while (walker.nextNode()) {
            const text = walker.currentNode.data.trim(),
                drawn = walker.currentNode.parentElement.closest('text')
            if (!text || walker.currentNode.parentElement.closest('.spoken')) continue
            if (drawn) {
                // Cards may be tilted: the box in the card's own coordinates, and the way there.
                const { a, b, c, d, e, f } = drawn.getScreenCTM().inverse(),
                    { x, y, width, height } = drawn.getBBox(),
                    air = 0.16 * height
                const box = { left: x, right: x + width, top: y + air, bottom: y + height - air }
                found.push({ text, ...box, way: [a, b, c, d, e, f] })
                continue
            }
            range.selectNodeContents(walker.currentNode)
            for (const { left, right, top, bottom } of range.getClientRects()) {
                const air = 0.16 * (bottom - top) // of a line, above and below its letters
                const box = { left: left + 1, right: right - 1, top: top + air, bottom: bottom - air }
                found.push({ text, ...box, way: [1, 0, 0, 1, 0, 0] })
            }
        }
        const { x, y, width, height } = table.getBoundingClientRect()
        return {
            table: { x: Math.ceil(x), y: Math.ceil(y), width: Math.floor(width), height: Math.floor(height) },
            found,
        }
    })

/** Two pictures of the same clip: with arrows and without. */
async function pictures(page, clip) {
    const shown = visibility =>
        page.evaluate(async v => {
            document.querySelector('.mag-arrows').style.visibility = v
            await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
        }, visibility)
    const withArrows = await page.screenshot({ clip })
    await shown('hidden')
    const without = await page.screenshot({ clip })
    await shown('')
    return [withArrows, without].map(png => png.toString('base64'))
}

/** Counts the pixels that arrows show, and lists the text that they cross, with their number in its box. */
export async function arrowsAndText(page) {
    const { table, found } = await boxes(page),
        images = await pictures(page, table),
        reader = await page.context().newPage() // without the page's policy
    const seen = await reader.evaluate(
        async ([images, table, found, visible]) => {
            const [one, other] = await Promise.all(
                images.map(async data => {
                    const bytes = Uint8Array.from(atob(data), c => c.charCodeAt(0)),
                        bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' })),
                        canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
                    canvas.drawImage(bitmap, 0, 0)
                    return canvas.getImageData(0, 0, bitmap.width, bitmap.height)
                }),
            )
            const crossed = {}
            let pixels = 0
            for (let i = 0; i < one.data.length; i += 4) {
                if ([0, 1, 2].every(c => Math.abs(one.data[i + c] - other.data[i + c]) < visible)) continue
                pixels++
                const x = table.x + ((i / 4) % one.width) + 0.5,
                    y = table.y + Math.floor(i / 4 / one.width) + 0.5
                for (const { text, left, right, top, bottom, way } of found) {
                    const across = way[0] * x + way[2] * y + way[4],
                        down = way[1] * x + way[3] * y + way[5]
                    if (across > left && across < right && down > top && down < bottom)
                        crossed[text] = (crossed[text] ?? 0) + 1
                }
            }
            return { pixels, crossed }
        },
        [images, table, found, VISIBLE],
    )
    await reader.close()
    return seen
}
