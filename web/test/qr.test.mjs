// QR codes against those of another encoder: data/qr.json is the output of qrencode 4.1.1 (libqrencode), one or
// two texts of every version, made by: qrencode -8 -l M -m 0 -t ASCII TEXT
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { bundled } from './bundle.mjs'

const { qrCode, qrPath } = await bundled('qr.ts')
const known = JSON.parse(readFileSync(new URL('data/qr.json', import.meta.url), 'utf8'))
const rows = code => code.map(row => BigInt('0b' + row.map(m => (m ? 1 : 0)).join('')).toString(16))

test('every version is what libqrencode makes of it, with the same mask', () => {
    const sizes = new Set()
    for (const { text, size, rows: wanted } of known) {
        const all = [0, 1, 2, 3, 4, 5, 6, 7].map(mask => rows(qrCode(text, mask)))
        assert.equal(all[0].length, size, text)
        assert.equal(all.filter(own => own.join() === wanted.join()).length, 1, text)
        const best = rows(qrCode(text)).join()
        assert.ok(all.some(own => own.join() === best))
        sizes.add(size)
    }
    assert.deepEqual(
        [...sizes].sort((a, b) => a - b),
        [21, 25, 29, 33, 37, 41, 45, 49, 53, 57],
    )
})

test('texts that do not fit have no code', () => {
    assert.equal(qrCode('x'.repeat(213)).length, 57)
    assert.equal(qrCode('x'.repeat(214)), null)
    assert.equal(qrCode('é'.repeat(107)), null)
})

test('the path covers the dark modules inside a quiet zone', () => {
    const code = qrCode('jogada'),
        { path, size } = qrPath(code)
    const dark = [...path.matchAll(/h(\d+)v1/g)].reduce((sum, [, n]) => sum + Number(n), 0)
    assert.equal(dark, code.flat().filter(m => m).length)
    assert.equal(size, 29)
    assert.match(path, /^M4 4h7v1h-7z/)
})
