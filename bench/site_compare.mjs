// Compares the games of every agent in the native program and in WebAssembly, one test (TAP) for each agent and game:
//
//   site_compare.mjs NATIVE WASM, such as build/plain/bench/site_games build/site_games.wasm
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const [native, wasm] = process.argv.slice(2);
const run = promisify(execFile);
const runner = fileURLToPath(new URL("site_run.mjs", import.meta.url));
const rows = async (...command) => {
    const { stdout } = await run(command[0], command.slice(1), { maxBuffer: 1 << 26 });
    return new Map(stdout.trimEnd().split("\n").map((row) => row.split(/: (.*)/s, 2)));
};
const [here, there] = await Promise.all([
    rows(native, "games"),
    rows(process.execPath, runner, wasm, "games"),
]);
const names = [...new Set([...here.keys(), ...there.keys()])];
if (names.length < 80) throw new Error(`only ${names.length} games were played`);
names.forEach((name, i) => {
    const same = here.get(name) === there.get(name);
    console.log(`${same ? "ok" : "not ok"} ${i + 1} - ${name} plays the same`);
    if (!same) console.log(`# native: ${here.get(name)}\n# WebAssembly: ${there.get(name)}`);
});
console.log(`1..${names.length}`);
