// A module of the page for a test: bundled as the browser gets it, imported here.
import { build } from 'esbuild'

export async function bundled(path) {
  const out = await build({
    entryPoints: [new URL('../src/' + path, import.meta.url).pathname],
    bundle: true, format: 'esm', target: 'es2022', write: false, logLevel: 'error',
  })
  return import('data:text/javascript;base64,' + Buffer.from(out.outputFiles[0].text).toString('base64'))
}
