// Checks that every English text of the page has its Portuguese:
//
//   node check_words.mjs [FOLDER]
//
// reads the sources in FOLDER (src) for t('...') and tn(n, '...', '...') and the catalogues *.pt.ts. Prints a
// line per problem and fails, or prints one line in all if there is none.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap(e => (e.isDirectory() ? filesIn(join(folder, e.name)) : [join(folder, e.name)]))
    .filter(f => f.endsWith('.ts')).sort()
}

/** The texts that an argument can be: a literal, or both of a choice. */
function texts(node) {
  if (ts.isStringLiteralLike(node)) return [node]
  if (ts.isConditionalExpression(node)) return [...texts(node.whenTrue), ...texts(node.whenFalse)]
  if (ts.isParenthesizedExpression(node)) return texts(node.expression)
  return []
}

/** Calls of t, p.t and tn. A word() marks a text that is handed to t later, from a table. */
function english(call) {
  const f = call.expression
  const name = ts.isPropertyAccessExpression(f) ? f.name.text : ts.isIdentifier(f) ? f.text : ''
  if (name === 't' || name === 'word') return call.arguments.slice(0, 1).flatMap(texts)
  if (name === 'tn') return call.arguments.slice(1, 3).flatMap(texts)
  return []
}

const values = text => [...new Set(text.match(/\{\d\}/g))].sort().join()

/** What is wrong with the texts of a folder, a line each, and how many there are. */
export function check(root) {
  const used = new Map(), known = new Map(), problems = []
  const enter = (file, place, node) => {
    const key = node.name.text, portuguese = node.initializer.text, other = known.get(key)
    if (other && other.file === file) problems.push(`${place}: "${key}" is there twice`)
    else if (other && other.portuguese !== portuguese) problems.push(`${place}: "${key}" is "${other.portuguese}" in ${other.place}`)
    if (values(key) !== values(portuguese)) problems.push(`${place}: "${key}" and its Portuguese differ in their values`)
    known.set(key, { place, file, portuguese })
  }
  for (const file of filesIn(root)) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
    const place = node => `${relative('.', file)}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    const visit = node => {
      if (ts.isCallExpression(node))
        for (const text of english(node)) if (!used.has(text.text)) used.set(text.text, place(text))
      if (file.endsWith('.pt.ts') && ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer)) enter(file, place(node), node)
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  for (const [text, place] of used) if (!known.has(text)) problems.push(`${place}: "${text}" has no Portuguese`)
  for (const [text, { place }] of known) if (!used.has(text)) problems.push(`${place}: "${text}" is used nowhere`)
  return { problems, count: known.size }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { problems, count } = check(process.argv[2] ?? 'src')
  for (const problem of problems) console.log(problem)
  if (problems.length === 0) console.log(`${count} texts of the page, each with its Portuguese`)
  process.exitCode = problems.length ? 1 : 0
}
