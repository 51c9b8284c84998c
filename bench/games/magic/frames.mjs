// Frames per second of a Magic table with 20 creatures a side, in a browser whose processor is throttled:
//
//     JOGADA=build/plain/jogada node bench/games/magic/frames.mjs [THROTTLE]
//
// First all creatures move at once, as in an attack of everybody: frames drawn and dropped come from the browser's
// trace.
// Then attackers are chosen and dropped, which splits and joins piles: the trace has the time that a press takes.
import { Server, browse, visitor } from '../../../web/test/browser/helper.mjs'
import { atPosition } from '../../../web/test/browser/table.mjs'

const THROTTLE = Number(process.argv[2] ?? 4),
    PRESSES = 24,
    BETWEEN = 160 // milliseconds between presses: as long as a card moves
const POSITION =
    '30 attack 1 2 - 60 / 13 6/8 2M,FK,VH SG.20,SG.21,SG.22,SG.23,LH.24,LH.25,LH.26,LH.27,FR.28,FR.29,FR.30,FR.31,' +
    'NR.32,NR.33,NR.34,NR.35,BS.36,BS.37,BS.38,BS.39 - / 11 9 2P GS.1,GS.2,GS.3,GS.4,FA.5,FA.6,FA.7,FA.8,SM.9,SM.10,' +
    'SM.11,SM.12,AM.13,AM.14,AM.15,AM.16,GP.17,GP.18,GP.19,CA.40 -'

/** Runs `work` and returns the events of the browser's trace. */
async function traced(client, work) {
    const events = []
    client.on('Tracing.dataCollected', ({ value }) => events.push(...value))
    const complete = new Promise(yes => client.once('Tracing.tracingComplete', yes))
    await client.send('Tracing.start', {
        transferMode: 'ReportEvents',
        traceConfig: {
            includedCategories: [
                'toplevel',
                'devtools.timeline',
                'disabled-by-default-devtools.timeline.frame',
                'devtools.timeline.frame',
            ],
        },
    })
    await work()
    await client.send('Tracing.end')
    await complete
    return events
}

const server = await new Server('--hurry').start(),
    browser = await browse(),
    page = await visitor(browser, server, { width: 1280, height: 800, motion: true })
await atPosition(page, 'magic', POSITION)
await page.locator('.mag-own .mag-can').first().waitFor()
const client = await page.context().newCDPSession(page)
await client.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })

/** All cards of both battlefields move for some seconds; returns how long it took. */
const moveAll = () =>
    page.evaluate(async () => {
        const start = performance.now()
        await Promise.all(
            [...document.querySelectorAll('.mag-row .mag-card')].map(
                card =>
                    card.animate([{ transform: 'none' }, { transform: 'translateY(-12px) rotate(6deg)' }], {
                        duration: 380,
                        iterations: 8,
                        direction: 'alternate',
                    }).finished,
            ),
        )
        return (performance.now() - start) / 1000
    })

/** Attackers are chosen and dropped again. */
const press = () =>
    page.evaluate(
        async ([presses, between]) => {
            for (let i = 0; i < presses; i++) {
                const cards = document.querySelectorAll('.mag-row.mag-own .mag-card')
                cards[(i * 5) % cards.length].click()
                await new Promise(done => setTimeout(done, between))
            }
        },
        [PRESSES, BETWEEN],
    )

let seconds = 0
const frames = await traced(client, async () => {
    seconds = await moveAll()
})
const tasks = (await traced(client, press))
    .filter(e => e.name === 'EventDispatch' && e.args?.data?.type === 'click')
    .map(e => e.dur / 1000)
    .sort((a, b) => a - b)
const count = name => frames.filter(e => e.name === name).length
console.log(
    JSON.stringify({
        throttle: THROTTLE,
        cards: await page.locator('.mag-row .mag-card').count(),
        drawn: count('DrawFrame'),
        dropped: count('DroppedFrame'),
        frames_per_second: Number((count('DrawFrame') / seconds).toFixed(1)),
        press_ms: { median: tasks[tasks.length >> 1], longest: tasks.at(-1) },
    }),
)
await browser.close()
await server.stop()
