// A test reporter that prints TAP for Meson. Errors of failed tests follow as comments:
//   node --test --test-reporter=./test/tap.mjs FILE
import { inspect } from 'node:util'

/** The original error: the runner wraps it. */
function trouble(error) {
    const thrown = error?.code === 'ERR_TEST_FAILURE' && error.cause ? error.cause : error
    return thrown instanceof Error || typeof thrown === 'object' ? (thrown?.stack ?? inspect(thrown)) : String(thrown)
}

export const plain = text => text.replace(/\x1b\[[0-9;]*m/g, '')

export default async function* tap(events) {
    let n = 0
    for await (const { type, data } of events) {
        if (type === 'test:stderr' || type === 'test:stdout') yield comment(data.message)
        if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0) continue
        const mark = data.skip !== undefined ? ` # SKIP ${data.skip === true ? '' : data.skip}` : ''
        yield `${type === 'test:pass' ? 'ok' : 'not ok'} ${++n} - ${data.name.replace(/[#\n]/g, ' ')}${mark}\n`
        if (type === 'test:fail') yield comment(trouble(data.details.error))
    }
    yield `1..${n}\n`
}

const comment = text =>
    plain(text)
        .trimEnd()
        .split('\n')
        .map(line => `# ${line}\n`)
        .join('')
