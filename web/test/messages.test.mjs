// Which literals of the sources are messages, and that the page gets their translations.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { read } from '../catalogue.mjs'
import { messages } from '../messages.mjs'
import { bundled } from './bundle.mjs'

/** The messages of a page with one source. */
function found(source) {
    const folder = mkdtempSync(join(tmpdir(), 'messages-'))
    writeFileSync(join(folder, 'page.ts'), source)
    const all = messages(folder)
    rmSync(folder, { recursive: true })
    return all
}

for (const [name, source, texts] of [
    ['a call', "t('Yes')", ['Yes']],
    ['a call of a member', "p.t('Yes')", ['Yes']],
    ['a choice', "t(a ? 'Yes' : (b ? 'No' : 'Maybe'))", ['Yes', 'No', 'Maybe']],
    ['a sum of literals', "t('Yes, ' + 'no, ' + `maybe`); t('Yes' + no)", ['Yes, no, maybe']],
    ['a plural', "tn(n, '{0} seed', '{0} seeds', 'not this')", ['{0} seed', '{0} seeds']],
    ['a marked literal', "const x = word('Late')", ['Late']],
    ['quotes', "t(\"Don't\"); t(`Back`); t('It\\'s')", ["Don't", 'Back', "It's"]],
    ['values', "t('{0} and {1}', 'not this', t('inside'))", ['{0} and {1}', 'inside']],
    ['no message', "t(text); u('Yes'); 't(\"Yes\")' // t('Yes')", []],
])
    test(name, () =>
        assert.deepEqual(
            found(source).map(m => m.text),
            texts,
        ),
    )

test('the place of a message', () => {
    const source = "// é 🂡\n  t('Yes')\n",
        [one] = found(source)
    assert.equal(one.file, 'page.ts')
    assert.equal(one.line, 2)
    assert.equal(source.slice(one.start, one.end), "'Yes'")
})

test('every language has the messages of the page alone', () => {
    const portuguese = read().find(l => l.tag === 'pt-BR')
    assert.equal(portuguese.title, 'Português')
    assert.equal(portuguese.words['Language'], 'Idioma')
    assert.ok(!('out of memory' in portuguese.words))
})

test('a language is fetched when it is chosen', async () => {
    globalThis.document = { documentElement: {} }
    const { lang, languages, setLang, t, tn, num } = await bundled('lang.ts')
    assert.deepEqual(
        languages.slice(0, 2).map(l => l.tag),
        ['en', 'pt-BR'],
    )
    await setLang('pt-BR', false)
    assert.equal(lang(), 'pt-BR')
    assert.equal(document.documentElement.lang, 'pt-BR')
    assert.equal(t('Language'), 'Idioma')
    assert.equal(t('no such message {0}', 5), 'no such message 5')
    assert.equal(tn(2, '{0} one', '{0} many'), '2 many')
    assert.equal(num(1234.5, 1), '1.234,5')
    await setLang('en', false)
    assert.equal(t('Language'), 'Language')
})
