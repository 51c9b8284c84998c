// How long the first visit to the page without a server takes on this machine: milliseconds until the home page shows its
// games, and until the board of the first game can be pressed, several times. Each visit has an empty cache.
//
//   JOGADA_SITE=build/dist node bench/site_start.mjs [TIMES]
import { Host, browse } from "../web/test/browser/helper.mjs";

const host = await new Host().start(),
    browser = await browse(),
    times = [];
for (let i = 0; i < Number(process.argv[2] ?? 9); i++) {
    const context = await browser.newContext({ baseURL: host.url, locale: "en-GB", reducedMotion: "reduce" }),
        page = await context.newPage(),
        begin = performance.now();
    await context.addInitScript(() => window === window.top && localStorage.setItem("jogada.asked", "yes"));
    await page.goto("/");
    const play = page.locator("#card-tictactoe button.main");
    await play.waitFor();
    const home = performance.now() - begin;
    await play.click();
    await page.locator(".play:has(> .stage:not([aria-busy])) .whose.mine").waitFor();
    times.push([home, performance.now() - begin]);
    console.log(`home ${Math.round(home)} ms, first move possible ${Math.round(times.at(-1)[1])} ms`);
    await context.close();
}
const middle = (i) => Math.round(times.map((t) => t[i]).sort((a, b) => a - b)[times.length >> 1]);
console.log(`median: home ${middle(0)} ms, first move possible ${middle(1)} ms`);
await browser.close();
await host.stop();
