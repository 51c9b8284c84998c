// Lists the messages of the page as JSON, for tools/messages.py:
//
//   node messages.mjs [FOLDER]
//
// A message is a literal that t(), p.t(), tn() or word() is called with in a TypeScript source of FOLDER (src). Each comes
// with its file and line, and with the place of its literal in the file (UTF-16 units).
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap(e => (e.isDirectory() ? filesIn(join(folder, e.name)) : [join(folder, e.name)]))
    .filter(f => f.endsWith('.ts')).sort()
}

/** The literals that an argument can be: one, or both of a choice. */
function literals(node) {
  if (ts.isStringLiteralLike(node)) return [node]
  if (ts.isConditionalExpression(node)) return [...literals(node.whenTrue), ...literals(node.whenFalse)]
  if (ts.isParenthesizedExpression(node)) return literals(node.expression)
  return []
}

/** The messages of a call. word() marks a literal that reaches t() through a variable or a table. */
function messagesOf(call) {
  const f = call.expression
  const name = ts.isPropertyAccessExpression(f) ? f.name.text : ts.isIdentifier(f) ? f.text : ''
  if (name === 't' || name === 'word') return call.arguments.slice(0, 1).flatMap(literals)
  if (name === 'tn') return call.arguments.slice(1, 3).flatMap(literals)
  return []
}

/** All messages of a folder, in the order of the sources: { text, file, line, start, end }. */
export function messages(folder) {
  const found = []
  for (const file of filesIn(folder)) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
    const visit = node => {
      if (ts.isCallExpression(node))
        for (const { text, ...at } of messagesOf(node).map(l => ({ text: l.text, start: l.getStart(), end: l.getEnd() })))
          found.push({ text, file: relative(folder, file), line: source.getLineAndCharacterOfPosition(at.start).line + 1, ...at })
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return found
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(JSON.stringify(messages(process.argv[2] ?? 'src')))
