// No line of the page's sources is longer than 120 columns: Prettier leaves long texts and templates alone.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const COLUMNS = 120

const web = fileURLToPath(new URL('..', import.meta.url))

function filesIn(folder) {
    return readdirSync(join(web, folder), { withFileTypes: true }).flatMap(entry =>
        entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
    )
}

test(`no line is longer than ${COLUMNS} columns`, () => {
    const sources = [...filesIn('src'), ...filesIn('test')].filter(path => /\.(ts|js|mjs|css)$/.test(path))
    assert.ok(sources.length > 80)
    const wide = sources.flatMap(path => {
        const lines = readFileSync(join(web, path), 'utf8').split('\n')
        return lines.flatMap((line, i) => ([...line].length > COLUMNS ? [`${path}:${i + 1}`] : []))
    })
    assert.deepEqual(wide, [])
})
