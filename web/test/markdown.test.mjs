// The Markdown parser of the rules pages.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import test from 'node:test'
import { bundled } from './bundle.mjs'

const { markdown, inline, plain, isSafe } = await bundled('learn/markdown.ts')

test('blocks', () => {
    const [h, p, l, c, tb, q] = markdown(
        '# One *two*\n\nA line\nand more.\n\n- a\n  goes on\n- b\n\n  - c\n\n```c\nx  y\n\n# no\n```\n\n' +
            '| a | b |\n|---|--:|\n| 1 | `x\\|y` |\n\n> said',
    )
    assert.deepEqual([h.kind, h.level, h.id, plain(h.body)], ['heading', 1, 'one-two', 'One two'])
    assert.equal(plain(p.body), 'A line and more.')
    assert.equal(l.items.length, 2)
    assert.equal(plain(l.items[0][0].body), 'a goes on')
    assert.equal(l.items[1][1].kind, 'list')
    assert.deepEqual([c.kind, c.language, c.text], ['code', 'c', 'x  y\n\n# no'])
    assert.deepEqual(tb.align, ['', 'right'])
    assert.equal(plain(tb.rows[0][1]), 'x|y')
    assert.equal(q.kind, 'quote')
})

test('numbered lists start at their number, equal headings get different ids', () => {
    const [l, a, b] = markdown('3. x\n4. y\n\n## A\n\n## A')
    assert.deepEqual([l.ordered, l.start, l.items.length], [true, 3, 2])
    assert.deepEqual([a.id, b.id], ['a', 'a-2'])
    assert.equal(plain(markdown('The team scores\n20. A pass is free.')[0].body), 'The team scores 20. A pass is free.')
})

test('inline formatting', () => {
    const kinds = text => inline(text).map(part => part.kind + ':' + ('text' in part ? part.text : plain(part.body)))
    assert.deepEqual(kinds('a `b*c*` *d* **e**'), ['text:a ', 'code:b*c*', 'text: ', 'em:d', 'text: ', 'strong:e'])
    assert.deepEqual(kinds('jg_game_json and 2 * 3 * 4'), ['text:jg_game_json and 2 * 3 * 4'])
    assert.deepEqual(kinds('see https://example.org/a.html, or not'), [
        'text:see ',
        'link:https://example.org/a.html',
        'text:, or not',
    ])
    assert.deepEqual(kinds('\\*x\\*'), ['text:*x*'])
})

test('unsafe links are dropped, and HTML stays text', () => {
    for (const to of [
        'javascript:alert(1)',
        'data:text/html,x',
        '//evil.example',
        'java\nscript:x',
        'JaVaScRiPt:x',
        'vbscript:x',
    ])
        assert.ok(!isSafe(to), to)
    for (const to of ['https://example.org/', '#part', 'kalah.md', '../api.md', '/rules/kalah'])
        assert.ok(isSafe(to), to)
    assert.deepEqual(inline('[x](javascript:alert(1))'), [{ kind: 'text', text: 'x' }])
    assert.deepEqual(markdown('<script>alert(1)</script>')[0].body, [
        { kind: 'text', text: '<script>alert(1)</script>' },
    ])
})

/** Removes the numbers of list items, but not numbers that begin a line of a paragraph. */
function withoutNumbers(text) {
    let inList = false,
        before = ''
    return text
        .split('\n')
        .map(line => {
            const item = line.match(/^(\d+)\. /),
                starts = item && (inList || before === '' || item[1] === '1')
            inList = Boolean(starts) || (inList && /^ /.test(line))
            before = line.trim()
            return starts ? line.slice(item[0].length) : line
        })
        .join('\n')
}

test('no letter of the rules pages is lost', () => {
    const folder = new URL('../../docs/games/', import.meta.url)
    const letters = text => text.replace(/[^\p{L}\p{N}]/gu, '')
    const all = block =>
        block.kind === 'list'
            ? block.items.flat().map(all).join('')
            : block.kind === 'table'
              ? [block.head, ...block.rows].flat().map(plain).join('')
              : block.kind === 'code'
                ? block.text
                : block.kind === 'quote'
                  ? block.body.map(all).join('')
                  : block.kind === 'line'
                    ? ''
                    : plain(block.body)
    for (const name of readdirSync(folder)) {
        const text = readFileSync(new URL(name, folder), 'utf8')
        const source = withoutNumbers(text.replace(/^```\w*$/gm, '')).replace(/\]\([^)]*\)/g, ']')
        assert.equal(letters(markdown(text).map(all).join('')), letters(source), name)
    }
})
