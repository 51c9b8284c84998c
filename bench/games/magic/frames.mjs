// Frames per second of a Magic table with 20 creatures a side, in a browser whose processor is throttled:
//
//     JOGADA=build/plain/jogada node bench/games/magic/frames.mjs [THROTTLE]
//
// First all creatures move at once, as in an attack of everybody: frames drawn and dropped come from the browser's
// trace.
// Then attackers are chosen and dropped, which splits and joins piles: the trace has the time that a press takes.
import assert from "node:assert/strict";
import { Server, browse, visitor } from "../../../web/test/browser/helper.mjs";
import { atPosition } from "../../../web/test/browser/table.mjs";

const THROTTLE = Number(process.argv[2] ?? 4),
    PRESSES = 24,
    BETWEEN = 160; // milliseconds between presses: as long as a card moves
/** Twenty creatures of a side, four of each card. Counters make all of them differ, so that none lie in piles. */
const twenty = (cards, first) =>
    cards.flatMap((card, i) => [0, 1, 2, 3].map((n) => `${card}.${first + 4 * i + n}${n ? "c" + n : ""}`)).join();
const POSITION =
    `30 attack 1 2 - 60 / 13 6/8 2M,FK,VH ${twenty(["SG", "LH", "FR", "NR", "BS"], 21)} - / ` +
    `11 9 2P ${twenty(["GS", "FA", "SM", "AM", "GP"], 1)} -`;

/** Runs `work` and returns the events of the browser's trace. */
async function traced(client, work) {
    const events = [];
    const collect = ({ value }) => events.push(...value);
    client.on("Tracing.dataCollected", collect);
    const complete = new Promise((yes) => client.once("Tracing.tracingComplete", yes));
    await client.send("Tracing.start", {
        transferMode: "ReportEvents",
        traceConfig: {
            includedCategories: [
                "toplevel",
                "devtools.timeline",
                "disabled-by-default-devtools.timeline.frame",
                "devtools.timeline.frame",
            ],
        },
    });
    await work();
    await client.send("Tracing.end");
    await complete;
    client.off("Tracing.dataCollected", collect);
    return events;
}

const server = await new Server("--hurry").start(),
    browser = await browse(),
    page = await visitor(browser, server, { width: 1280, height: 800, motion: true });
await atPosition(page, "magic", POSITION);
await page.locator(".mag-own .mag-can").first().waitFor();
const CREATURES = await page.locator(".mag-row .mag-card").count();
assert.equal(CREATURES, 40, "cards on the table");
const client = await page.context().newCDPSession(page);
await client.send("Emulation.setCPUThrottlingRate", { rate: THROTTLE });

/** All cards of both battlefields move for some seconds; returns how long it took. */
const moveAll = () =>
    page.evaluate(async () => {
        const start = performance.now();
        await Promise.all(
            [...document.querySelectorAll(".mag-row .mag-card")].map(
                (card) =>
                    card.animate([{ transform: "none" }, { transform: "translateY(-12px) rotate(6deg)" }], {
                        duration: 380,
                        iterations: 8,
                        direction: "alternate",
                    }).finished,
            ),
        );
        return (performance.now() - start) / 1000;
    });

/** Attackers are chosen and dropped again. */
const press = () =>
    page.evaluate(
        async ([presses, between]) => {
            for (let i = 0; i < presses; i++) {
                const cards = document.querySelectorAll(".mag-row.mag-own .mag-card");
                cards[(i * 5) % cards.length].click();
                await new Promise((done) => setTimeout(done, between));
            }
        },
        [PRESSES, BETWEEN],
    );

let seconds = 0;
const frames = await traced(client, async () => {
    seconds = await moveAll();
});
const tasks = (await traced(client, press))
    .filter((e) => e.name === "EventDispatch" && e.args?.data?.type === "click")
    .map((e) => e.tdur / 1000) // processor time
    .sort((a, b) => a - b);
const count = (name) => frames.filter((e) => e.name === name).length;
/** Milliseconds of processor time per drawn frame by thread: also on a busy machine, where frames are dropped because
 *  others compute. A thread that takes less than 16.7 can draw 60 frames/s; the main thread has to be multiplied by the
 *  throttle, which pauses it. */
function perFrame() {
    const names = new Map(
            frames.filter((e) => e.name === "thread_name").map((e) => [`${e.pid} ${e.tid}`, e.args.name]),
        ),
        spent = {};
    for (const e of frames)
        if (e.name === "ThreadControllerImpl::RunTask" || e.name === "RunTask") {
            const name = names.get(`${e.pid} ${e.tid}`) ?? "other";
            spent[name] = (spent[name] ?? 0) + (e.tdur ?? 0) / 1000;
        }
    return Object.fromEntries(
        Object.entries(spent)
            .map(([name, ms]) => [name, Number((ms / count("DrawFrame")).toFixed(2))])
            .filter(([, ms]) => ms >= 0.1)
            .sort((a, b) => b[1] - a[1]),
    );
}
console.log(
    JSON.stringify({
        throttle: THROTTLE,
        cards: CREATURES,
        drawn: count("DrawFrame"),
        dropped: count("DroppedFrame"),
        frames_per_second: Number((count("DrawFrame") / seconds).toFixed(1)),
        cpu_ms_per_frame: perFrame(),
        press_cpu_ms: { median: tasks[tasks.length >> 1], longest: tasks.at(-1) },
    }),
);
await browser.close();
await server.stop();
