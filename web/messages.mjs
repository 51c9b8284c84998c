// Lists the messages of the page as JSON, for tools/messages.py:
//
//   node messages.mjs [FOLDER]
//
// A message is a literal, or a sum of literals, that t(), p.t(), tn() or word() is called with in a TypeScript source
// of FOLDER (src). Each comes with its file and line, and with its place in the file (UTF-16 units).
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

function filesIn(folder) {
    return readdirSync(folder, { withFileTypes: true })
        .flatMap(e => (e.isDirectory() ? filesIn(join(folder, e.name)) : [join(folder, e.name)]))
        .filter(f => f.endsWith('.ts'))
        .sort()
}

/** The text of a literal, or of a sum of literals; undefined: it is neither. */
function textOf(node) {
    if (ts.isStringLiteralLike(node)) return node.text
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined
    const left = textOf(node.left),
        right = textOf(node.right)
    return left === undefined || right === undefined ? undefined : left + right
}

/** The literals that an argument can be, as { text, start, end }: one, or both of a choice. */
function literals(node) {
    const text = textOf(node)
    if (text !== undefined) return [{ text, start: node.getStart(), end: node.getEnd() }]
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
                for (const literal of messagesOf(node))
                    found.push({
                        file: relative(folder, file),
                        line: source.getLineAndCharacterOfPosition(literal.start).line + 1,
                        ...literal,
                    })
            ts.forEachChild(node, visit)
        }
        visit(source)
    }
    return found
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(JSON.stringify(messages(process.argv[2] ?? 'src')))
