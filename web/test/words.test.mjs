// That the check of the catalogue can fail: a text without Portuguese, one that nobody uses, values that differ.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { check } from '../check_words.mjs'

/** What the check says of a page with one source and one catalogue. */
function checked(source, catalogue) {
  const folder = mkdtempSync(join(tmpdir(), 'words-'))
  writeFileSync(join(folder, 'page.ts'), source)
  writeFileSync(join(folder, 'all.pt.ts'), `export const words: Record<string, string> = {${catalogue}}`)
  const { problems } = check(folder)
  rmSync(folder, { recursive: true })
  return problems
}

test('a catalogue in order', () => {
  const problems = checked("t('Yes'); p.t(a ? 'No' : 'Maybe'); tn(n, '{0} seed', '{0} seeds'); const x = word('Late')",
    "'Yes': 'Sim', 'No': 'Não', 'Maybe': 'Talvez', '{0} seed': '{0} semente', '{0} seeds': '{0} sementes', 'Late': 'Tarde'")
  assert.deepEqual(problems, [])
})

for (const [name, source, catalogue, said] of [
  ['a text without Portuguese', "t('Yes'); t('No')", "'Yes': 'Sim'", /"No" has no Portuguese/],
  ['one of a choice', "t(a ? 'Yes' : 'No')", "'Yes': 'Sim'", /"No" has no Portuguese/],
  ['the plural', "tn(n, '{0} seed', '{0} seeds')", "'{0} seed': '{0} semente'", /"\{0\} seeds" has no Portuguese/],
  ['a text that is used nowhere', "t('Yes')", "'Yes': 'Sim', 'No': 'Não'", /"No" is used nowhere/],
  ['values that differ', "t('{0} and {1}', a, b)", "'{0} and {1}': '{0} e'", /differ in their values/],
  ['a text twice', "t('Yes')", "'Yes': 'Sim', 'Yes': 'Sim'", /"Yes" is there twice/],
])
  test(name, () => {
    const problems = checked(source, catalogue)
    assert.equal(problems.length, 1)
    assert.match(problems[0], said)
  })
