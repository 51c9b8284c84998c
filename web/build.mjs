// Builds the page and writes it, compressed, as rows of C:
//
//   node build.mjs FOLDER [DEPFILE]
//   node build.mjs --site FOLDER ENGINE
//
// FOLDER/page.inc gets one struct jg_asset (src/web/assets.h) per file: {path, type, bytes, size, etag,
// immutable}. /index.html is the page; files below /assets/ have a hash of their content in their
// name and never change. An installed app uses the manifest, the icons and the service worker
// (src/sw.js). DEPFILE lists the sources, for ninja. Fails if a first visit loads more than LIMIT
// bytes.
//
// With --site FOLDER gets the files of a page without a server, for any host of files: src/site takes the place of the
// server, ENGINE is its program in WebAssembly, and all addresses are relative.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { png } from './icon.mjs'
import { replace } from './site_folder.mjs'
import { catalogue, files as catalogues } from './catalogue.mjs'

const LIMIT = 150_000 // bytes of the first load, compressed
const SITE_LIMIT = 740_000 // bytes of a page without a server, with brotli
const TYPES = {
    css: 'text/css; charset=utf-8',
    html: 'text/html; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    png: 'image/png',
    svg: 'image/svg+xml',
    webmanifest: 'application/manifest+json',
}

const web = dirname(fileURLToPath(import.meta.url))
const src = join(web, 'src')
const site = process.argv[2] === '--site'
const [folder, second] = process.argv.slice(site ? 3 : 2)
const depfile = site ? undefined : second,
    engine = site ? readFileSync(second) : null
if (!folder) fail('usage: node build.mjs FOLDER [DEPFILE] | --site FOLDER ENGINE')

function fail(text) {
    console.error(text)
    process.exit(1)
}

/** All folders and files of the sources: the files of a folder, then its folders, each by name. */
function tree(at) {
    const inside = readdirSync(at, { withFileTypes: true }).sort(
        (a, b) => a.isDirectory() - b.isDirectory() || (a.name < b.name ? -1 : 1),
    )
    return [at, ...inside.flatMap(e => (e.isDirectory() ? tree(join(at, e.name)) : [join(at, e.name)]))]
}

const hash = bytes => createHash('sha256').update(bytes).digest('base64url').slice(0, 10)

/** Puts src/site/transport.ts in the place of src/transport.ts. */
const withoutServer = {
    name: 'without server',
    setup(build) {
        build.onResolve({ filter: /\/transport\.js$/ }, () => ({ path: join(src, 'site/transport.ts') }))
    },
}

async function bundle(options) {
    const esbuild = await import('esbuild').catch(() =>
        fail('web/node_modules is missing: run "npm ci --ignore-scripts" in web/'),
    )
    const result = await esbuild
        .build({
            absWorkingDir: web,
            bundle: true,
            minify: true,
            write: false,
            metafile: true,
            legalComments: 'none',
            logLevel: 'warning',
            charset: 'utf8',
            plugins: site ? [catalogue, withoutServer] : [catalogue],
            outdir: 'assets',
            entryNames: '[name]-[hash]',
            chunkNames: '[name]-[hash]',
            assetNames: '[name]-[hash]',
            ...options,
        })
        .catch(() => process.exit(1))
    const files = result.outputFiles.map(f => ({ path: '/' + relative(web, f.path), bytes: Buffer.from(f.contents) }))
    return { files, meta: result.metafile }
}

/** The output of an entry and its static imports. */
function reachable(meta, entry) {
    const outputs = Object.entries(meta.outputs)
    const first = outputs.find(([, o]) => o.entryPoint === entry)[0]
    const seen = new Set([first])
    for (const name of seen)
        for (const i of meta.outputs[name].imports) if (i.kind === 'import-statement') seen.add(i.path)
    return [...seen].map(name => '/' + name)
}

const sources = tree(src)
// In this order: the general look, what boards share, the style of each game, the views.
const sheet = sources
    .filter(f => f.endsWith('.css'))
    .map(f => `@import ${JSON.stringify('./' + relative(src, f))};`)
    .join('\n')
const enginePath = engine && `/assets/engine-${hash(engine)}.wasm`
const workers = site
    ? await bundle({
          entryPoints: ['src/site/worker.ts'],
          format: 'iife',
          target: 'es2022',
          define: { ENGINE: JSON.stringify('.' + enginePath.slice('/assets'.length)) },
      })
    : { files: [] }
const code = await bundle({
    entryPoints: ['src/main.ts'],
    format: 'esm',
    splitting: true,
    target: 'es2022',
    define: site ? { WORKER: JSON.stringify('.' + workers.files[0].path.slice('/assets'.length)) } : {},
})
const first = await bundle({ entryPoints: ['src/first.js'], format: 'iife', target: 'es2022' })
const style = await bundle({
    stdin: { contents: sheet, resolveDir: src, loader: 'css', sourcefile: 'style.css' },
    target: ['chrome100', 'firefox100', 'safari15.4'],
})
const icon = readFileSync(join(src, 'icon.svg'))

const assets = [...code.files, ...first.files, ...workers.files]
if (site) assets.push({ path: enginePath, bytes: engine })
const sheetPath = `/assets/style-${hash(style.files[0].bytes)}.css`
const iconPath = `/assets/icon-${hash(icon)}.svg`
assets.push({ path: sheetPath, bytes: style.files[0].bytes }, { path: iconPath, bytes: icon })

const icons = [
    { size: 192, purpose: 'any' },
    { size: 512, purpose: 'any' },
    { size: 512, purpose: 'maskable' },
].map(({ size, purpose }) => {
    const bytes = png(icon.toString(), size, purpose === 'maskable')
    return { path: `/assets/icon-${size}-${hash(bytes)}.png`, size, purpose, bytes }
})
const manifest = JSON.stringify({
    name: 'jogada',
    short_name: 'jogada',
    id: site ? '../' : '/', // addresses in a manifest begin at its folder
    start_url: site ? '../' : '/',
    scope: site ? '../' : '/',
    display: 'standalone',
    background_color: '#f5eee2',
    theme_color: '#7a4a24',
    icons: icons.map(i => ({
        src: site ? i.path.slice('/assets/'.length) : i.path,
        sizes: `${i.size}x${i.size}`,
        type: 'image/png',
        purpose: i.purpose,
    })),
})
const manifestPath = `/assets/manifest-${hash(manifest)}.webmanifest`
assets.push({ path: manifestPath, bytes: Buffer.from(manifest) }, ...icons.map(({ path, bytes }) => ({ path, bytes })))

const [main, ...preloads] = reachable(code.meta, 'src/main.ts')
const POLICY =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src 'self' data: blob:; " +
    "style-src 'self' 'unsafe-inline'; manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"
let page = readFileSync(join(src, 'index.html'), 'utf8')
    .replace('ICON', iconPath)
    .replace('MANIFEST', manifestPath)
    .replace('TOUCH', icons[0].path)
    .replace('STYLE', sheetPath)
    .replace('FIRST', first.files[0].path)
    .replace('MAIN', main)
    .replace('PRELOADS', preloads.map(p => `<link rel="modulepreload" href="${p}">\n`).join(''))
if (site)
    page = page
        .replaceAll('"/assets/', '"assets/')
        .replace('<meta charset="utf-8">', `$&\n<meta http-equiv="content-security-policy" content="${POLICY}">`)
const shell = ['/', main, ...preloads, sheetPath, first.files[0].path, iconPath]
const files = ['./', ...assets.map(a => a.path.slice(1))]
const worker = await bundle({
    entryPoints: [site ? 'src/site/sw.js' : 'src/sw.js'],
    format: 'iife',
    target: 'es2022',
    define: { SHELL: JSON.stringify(site ? files : shell), VERSION: JSON.stringify(hash(page)) },
})
assets.push({ path: '/index.html', bytes: Buffer.from(page) }, { path: '/sw.js', bytes: worker.files[0].bytes })

if (site) {
    writeSite()
    process.exit(0)
}

/** Writes the files of the site, and prints what a host that compresses them sends. */
function writeSite() {
    const lost = readFileSync(join(src, 'site/404.html'), 'utf8').replace('MAIN', main.slice(1)),
        script = lost.match(/<script>([^]*)<\/script>/)[1],
        allowed = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
    assets.push({ path: '/404.html', bytes: Buffer.from(lost.replace('ALLOWED', allowed)) })
    let all = 0
    for (const { path, bytes } of assets) {
        const png = path.endsWith('.png')
        all += png ? bytes.length : brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }).length
    }
    try {
        replace(
            folder,
            assets.map(({ path, bytes }) => [path.slice(1), bytes]),
        )
    } catch (why) {
        fail('jogada: ' + why.message)
    }
    console.log(`site: ${assets.length} files, ${(all / 1000).toFixed(1)} kB with brotli`)
    if (all > SITE_LIMIT) fail(`the site has more than ${SITE_LIMIT / 1000} kB`)
}

let loaded = 0,
    all = 0
const rows = assets.map(({ path, bytes }) => {
    const packed = gzipSync(bytes, { level: 9 })
    all += packed.length
    if ([main, ...preloads, sheetPath, first.files[0].path, '/index.html', iconPath].includes(path))
        loaded += packed.length
    const type = TYPES[path.split('.').pop()]
    // Three octal digits each, so that an escape cannot run into the next character.
    const text = [...packed]
        .map(b => '\\' + b.toString(8).padStart(3, '0'))
        .join('')
        .replace(/.{1,4000}/g, '"$&"\n')
    const immutable = path.startsWith('/assets/')
    return `{"${path}", "${type}",\n(const void *)\n${text}, ${packed.length}, "\\"${hash(bytes)}\\"", ${immutable}},\n`
})

mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'page.inc'), rows.join(''))
const kb = n => (n / 1000).toFixed(1) + ' kB'
console.log(`page: ${assets.length} files, ${kb(all)} compressed, ${kb(loaded)} of them on the first visit`)
if (loaded > LIMIT) fail(`the first visit loads ${kb(loaded)}: more than ${kb(LIMIT)}`)

if (depfile) {
    const packages = ['package.json', 'package-lock.json', 'tsconfig.json', 'build.mjs', 'catalogue.mjs', 'icon.mjs']
        .map(f => join(web, f))
        .concat(catalogues)
    const bundled = [code, first, style]
        .flatMap(b => Object.keys(b.meta.inputs))
        .map(f => resolve(web, f))
        .filter(f => f.includes('node_modules'))
    const escape = f => f.replace(/[ #]/g, '\\$&')
    writeFileSync(depfile, `page.inc: ${[...sources, ...packages, ...new Set(bundled)].map(escape).join(' ')}\n`)
}
