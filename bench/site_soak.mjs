// Plays many games in one tab of the page without a server, offline, and prints the memory after every tenth of them: the
// engine's WebAssembly memory, the JavaScript heaps of page and worker after a garbage collection, and the stored rows,
// which grow with the games. Games and tables that were played in the last hour are in memory, too. Fails if a game adds more
// than PER_GAME bytes, from the second tenth to the last.
//
//   JOGADA_SITE=build/dist node bench/site_soak.mjs [GAMES]
import { Host, browse, cutOff } from "../web/test/browser/helper.mjs";
import { dice, moveByName, over, playNow, turn } from "../web/test/browser/table.mjs";

const games = Number(process.argv[2] ?? 200),
    KINDS = ["tictactoe", "numbers", "coins", "connect4"],
    PER_GAME = 20_000; // bytes, of the WebAssembly memory as of the heaps

/** Sends commands of the DevTools protocol to the targets of a browser. */
async function devtools(browser) {
    const session = await browser.newBrowserCDPSession(),
        waiting = new Map();
    let last = 0;
    session.on("Target.receivedMessageFromTarget", ({ message }) => {
        const { id, result, error } = JSON.parse(message);
        if (error) console.error(error);
        waiting.get(id)?.(result);
        waiting.delete(id);
    });
    return {
        targets: async () => (await session.send("Target.getTargets", { filter: [{}] })).targetInfos,
        attach: async (targetId) => {
            const { sessionId } = await session.send("Target.attachToTarget", { targetId, flatten: false });
            return (method, params = {}) =>
                new Promise((yes) => {
                    const id = ++last;
                    waiting.set(id, yes);
                    void session.send("Target.sendMessageToTarget", {
                        sessionId,
                        message: JSON.stringify({ id, method, params }),
                    });
                });
        },
    };
}

/** Bytes of a target's heap and of its WebAssembly memories. */
async function memory(send) {
    await send("HeapProfiler.collectGarbage");
    const { usedSize } = await send("Runtime.getHeapUsage");
    const { result } = await send("Runtime.evaluate", { expression: "WebAssembly.Memory.prototype" });
    const { objects } = await send("Runtime.queryObjects", { prototypeObjectId: result.objectId });
    const sum = await send("Runtime.callFunctionOn", {
        objectId: objects.objectId,
        functionDeclaration: "function () { return this.reduce((n, m) => n + m.buffer.byteLength, 0) }",
        returnByValue: true,
    });
    return { heap: usedSize, wasm: sum.result.value };
}

const rows = (page) =>
    page.evaluate(
        () =>
            new Promise((yes) => {
                const opening = indexedDB.open("jogada");
                opening.onsuccess = () => {
                    const all = opening.result.transaction("rows").objectStore("rows").getAll();
                    all.onsuccess = () => yes(all.result.reduce((n, row) => n + row.length, 0));
                    opening.result.close();
                };
            }),
    );

const host = await new Host().start(),
    browser = await browse(),
    context = await browser.newContext({ baseURL: host.url, locale: "en-GB", reducedMotion: "reduce" }),
    page = await context.newPage(),
    roll = dice(1),
    samples = [];
page.setDefaultTimeout(600_000);
await context.addInitScript(() => window === window.top && localStorage.setItem("jogada.asked", "yes"));
await cutOff(page);
const tools = await devtools(browser);
for (let i = 0; i <= games; i++) {
    if (i % Math.ceil(games / 10) === 0) {
        const targets = await tools.targets();
        const sizes = [];
        for (const type of ["page", "worker"])
            for (const { targetId } of targets.filter((t) => t.type === type && t.url.startsWith(host.url)))
                sizes.push(await memory(await tools.attach(targetId)));
        const all = (what) => sizes.reduce((n, size) => n + size[what], 0);
        samples.push({ games: i, heap: all("heap"), wasm: all("wasm"), rows: await rows(page) });
        console.log(
            `${String(i).padStart(4)} games  WebAssembly ${all("wasm")}  heaps ${all("heap")}  rows ${samples.at(-1).rows}`,
        );
    }
    if (i === games) break;
    await playNow(page, KINDS[i % KINDS.length], "beginner");
    while (await turn(page)) await moveByName(page, roll);
    if (!(await over(page))) throw new Error("the game is not over");
}
await browser.close();
await host.stop();
const first = samples[2],
    last = samples.at(-1),
    growth = (what) => Math.round((last[what] - first[what]) / (last.games - first.games));
console.log(`a game adds ${growth("wasm")} bytes of WebAssembly memory, ${growth("heap")} of heaps, ${growth("rows")} of rows`);
process.exit(growth("wasm") > PER_GAME || growth("heap") > PER_GAME ? 1 : 0);
