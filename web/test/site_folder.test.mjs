// The folder of a page without a server: nothing but files of a site is ever removed or overwritten.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
    existsSync,
    mkdirSync,
    mkdtempSync,
    readdirSync,
    readFileSync,
    rmSync,
    symlinkSync,
    writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LIST, check, replace } from '../site_folder.mjs'

const root = mkdtempSync(join(tmpdir(), 'jogada-'))
after(() => rmSync(root, { recursive: true }))
let made = 0
const fresh = () => join(root, String(++made))
const FIRST = [
    ['index.html', 'one'],
    ['assets/a-1.js', 'a'],
]
const SECOND = [
    ['index.html', 'two'],
    ['sub/b.js', 'b'],
]

test('a site replaces the files of the site before and leaves all others', () => {
    const folder = fresh()
    replace(folder, FIRST)
    mkdirSync(join(folder, '.git'))
    writeFileSync(join(folder, '.git/config'), 'mine')
    writeFileSync(join(folder, 'CNAME'), 'example.edu')
    replace(folder, SECOND)
    assert.deepEqual(readdirSync(folder).sort(), ['.git', LIST, 'CNAME', 'index.html', 'sub'])
    assert.equal(readFileSync(join(folder, 'index.html'), 'utf8'), 'two')
    assert.equal(readFileSync(join(folder, '.git/config'), 'utf8'), 'mine')
})

test('a folder with other files is refused, whatever they are called', () => {
    const folder = fresh()
    mkdirSync(folder)
    replace(folder, []) // an empty folder is fine
    const other = fresh()
    mkdirSync(join(other, '.git'), { recursive: true })
    writeFileSync(join(other, 'sw.js'), 'of another site')
    assert.throws(() => check(other), /not of a site/)
    assert.throws(() => replace(other, FIRST), /not of a site/)
    assert.deepEqual(readdirSync(other).sort(), ['.git', 'sw.js'])
    writeFileSync(join(root, 'file'), '')
    assert.throws(() => check(join(root, 'file')), /not a folder/)
})

test('a file that somebody put in the way is left', () => {
    const folder = fresh()
    replace(folder, FIRST)
    mkdirSync(join(folder, 'sub'))
    writeFileSync(join(folder, 'sub/b.js'), 'mine')
    assert.throws(() => replace(folder, SECOND), /sub\/b\.js is not of a site/)
    assert.equal(readFileSync(join(folder, 'index.html'), 'utf8'), 'one')
    assert.equal(readFileSync(join(folder, 'sub/b.js'), 'utf8'), 'mine')
})

test('a list never leads out of its folder', () => {
    const folder = fresh(),
        victim = join(root, 'victim')
    writeFileSync(victim, 'mine')
    mkdirSync(join(root, 'elsewhere'))
    writeFileSync(join(root, 'elsewhere/x'), 'mine')
    replace(folder, FIRST)
    symlinkSync(join(root, 'elsewhere'), join(folder, 'link'))
    const title = readFileSync(join(folder, LIST), 'utf8').split('\n')[0]
    writeFileSync(join(folder, LIST), [title, '../victim', victim, 'link/x', './../victim', ''].join('\n'))
    assert.throws(() => replace(folder, FIRST), /not of a site/) // they are listed no more
    rmSync(join(folder, 'index.html'))
    rmSync(join(folder, 'assets'), { recursive: true })
    replace(folder, FIRST)
    assert.ok(existsSync(victim) && existsSync(join(root, 'elsewhere/x')))
})

const output = (program, ...args) => {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
    return { status, stdout, stderr }
}

test('wrong arguments are refused before anything is installed or built', () => {
    const jogada = new URL('../../jogada', import.meta.url).pathname
    for (const args of [['-o'], ['-o', ''], ['--output='], ['--elsewhere'], ['folder']]) {
        const { status, stderr } = output(jogada, 'site', ...args)
        assert.equal(status, 2, args.join(' '))
        assert.match(stderr, /^jogada: .*see '.\/jogada site --help'\n$/)
    }
    assert.match(output(jogada, 'site', '--help').stdout, /^Usage: jogada site/)
})

test('a wrong folder is reported', () => {
    const other = fresh()
    mkdirSync(other)
    writeFileSync(join(other, 'sw.js'), '')
    const script = new URL('../site_folder.mjs', import.meta.url).pathname
    const { status, stderr } = output(process.execPath, script, other)
    assert.equal(status, 1)
    assert.match(stderr, /^jogada: .*choose an empty folder\n$/)
    assert.equal(output(process.execPath, script, fresh()).status, 0)
})
