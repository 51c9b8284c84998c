// Bundles a module of the page as for the browser and imports it into a test.
import { build } from 'esbuild'
import { catalogue } from '../catalogue.mjs'

export async function bundled(path) {
    const out = await build({
        entryPoints: [new URL('../src/' + path, import.meta.url).pathname],
        bundle: true,
        format: 'esm',
        target: 'es2022',
        write: false,
        logLevel: 'error',
        plugins: [catalogue],
    })
    return import('data:text/javascript;base64,' + Buffer.from(out.outputFiles[0].text).toString('base64'))
}
