// The catalogues of po/ as modules of the page, for esbuild. 'jogada:catalogue' lists the languages; the
// messages of each are a module of their own, which the browser fetches when that language is chosen.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The files that the catalogues are made of. */
export const files = ['tools/po.py', 'po', ...readdirSync(join(root, 'po')).map(f => 'po/' + f)].map(f => join(root, f))

/** { tag, title, words } of each language of po/LINGUAS, with the messages of the page. */
export function read() {
    const run = spawnSync('python3', [join(root, 'tools/po.py'), join(root, 'po')], {
        encoding: 'utf8',
        maxBuffer: 1 << 26,
    })
    if (run.status !== 0) throw new Error(run.stderr || 'python3 is missing')
    return JSON.parse(run.stdout)
}

/** The esbuild plugin. */
export const catalogue = {
    name: 'catalogue',
    setup(build) {
        const languages = read()
        build.onResolve({ filter: /^jogada:/ }, args => ({
            path: args.path.slice('jogada:'.length),
            namespace: 'catalogue',
        }))
        build.onLoad({ filter: /^catalogue$/, namespace: 'catalogue' }, () => {
            const row = (tag, title, words) =>
                `{tag: ${JSON.stringify(tag)}, title: ${JSON.stringify(title)}, load: async () => ${words}}`
            const rows = languages.map(({ tag, title }) => row(tag, title, `(await import("jogada:po-${tag}")).words`))
            return { contents: `export const languages = [${[row('en', 'English', '({})'), ...rows].join()}]` }
        })
        build.onLoad({ filter: /^po-/, namespace: 'catalogue' }, args => ({
            contents: `export const words = ${JSON.stringify(languages.find(l => 'po-' + l.tag === args.path).words)}`,
        }))
    },
}
