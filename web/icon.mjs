// Draws icon.svg, which consists of rectangles and circles, as PNG files for the home screens of phones.
import { deflateSync } from 'node:zlib'

const SAMPLES = 4 // per pixel, in each direction

const attribute = (tag, name, other = 0) => Number(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? other)

/** The shapes of an SVG: whether a point is inside, and the colour. */
function shapes(svg) {
    return [...svg.matchAll(/<(rect|circle)\s[^>]*>/g)].map(([tag, kind]) => {
        const get = (name, other) => attribute(tag, name, other),
            fill = /fill="#([0-9a-f]{6})"/.exec(tag)[1],
            colour = [0, 2, 4].map(i => parseInt(fill.slice(i, i + 2), 16))
        if (kind === 'circle') {
            const [cx, cy, r] = [get('cx'), get('cy'), get('r')]
            return { colour, has: (x, y) => Math.hypot(x - cx, y - cy) <= r }
        }
        const [left, top, width, height, r] = [get('x'), get('y'), get('width'), get('height'), get('rx')]
        const has = (x, y) => {
            const dx = Math.max(left + r - x, x - (left + width - r), 0),
                dy = Math.max(top + r - y, y - (top + height - r), 0)
            return Math.hypot(dx, dy) <= r && x >= left && x <= left + width && y >= top && y <= top + height
        }
        return { colour, has }
    })
}

/** A PNG of size by size pixels. `full`: the first shape fills the square, for icons that the system cuts to shape. */
export function png(svg, size, full = false) {
    const unit = /viewBox="0 0 (\d+)/.exec(svg)[1] / size,
        all = shapes(svg)
    const rows = []
    for (let row = 0; row < size; row++) {
        const line = Buffer.alloc(1 + 4 * size)
        for (let col = 0; col < size; col++) line.set(pixel(all, col, row, unit, full), 1 + 4 * col)
        rows.push(line)
    }
    const head = Buffer.alloc(13)
    head.writeUInt32BE(size, 0)
    head.writeUInt32BE(size, 4)
    head.set([8, 6, 0, 0, 0], 8) // bits, RGBA
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    const data = deflateSync(Buffer.concat(rows), { level: 9 })
    return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function pixel(all, col, row, unit, full) {
    const sum = [0, 0, 0, 0]
    for (let i = 0; i < SAMPLES * SAMPLES; i++) {
        const x = (col + ((i % SAMPLES) + 0.5) / SAMPLES) * unit,
            y = (row + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES) * unit
        const top = all.findLast(shape => shape.has(x, y)) ?? (full ? all[0] : null)
        if (!top) continue
        top.colour.forEach((c, k) => (sum[k] += c))
        sum[3]++
    }
    const alpha = sum[3] || 1
    return [...sum.slice(0, 3).map(c => Math.round(c / alpha)), Math.round((255 * sum[3]) / (SAMPLES * SAMPLES))]
}

const CRC = Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1
    return n
})

function chunk(type, data) {
    const body = Buffer.concat([Buffer.from(type), data]),
        size = Buffer.alloc(4),
        sum = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE((body.reduce((c, byte) => CRC[(c ^ byte) & 255] ^ (c >>> 8), -1) ^ -1) >>> 0)
    return Buffer.concat([size, body, sum])
}
