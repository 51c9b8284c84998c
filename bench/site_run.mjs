// Runs a program in WebAssembly as the page does, with a clock, random numbers and standard output (node:wasi of Node 20
// crashes): site_run.mjs FILE ARGUMENT...
import { readFileSync, writeSync } from "node:fs";

const [file, ...args] = process.argv.slice(2);
const texts = ["program", ...args].map((text) => new TextEncoder().encode(text + "\0"));
const END = Symbol("end");
const PROCESSOR = 2; // the clock of the process
let memory;
const view = () => new DataView(memory.buffer);

function put(numbers, at) {
    numbers.forEach((n, i) => view().setUint32(at + 4 * i, n, true));
    return 0;
}

const known = {
    args_sizes_get: (count, size) => put([texts.length], count) || put([texts.reduce((n, t) => n + t.length, 0)], size),
    args_get(list, at) {
        for (const [i, text] of texts.entries()) {
            put([at], list + 4 * i);
            new Uint8Array(memory.buffer).set(text, at);
            at += text.length;
        }
        return 0;
    },
    environ_sizes_get: (count, size) => put([0], count) || put([0], size),
    environ_get: () => 0,
    clock_time_get(clock, precision, out) {
        const { user, system } = process.cpuUsage(); // microseconds, with those of the compiler's threads
        const now = clock === PROCESSOR ? (user + system) / 1000 : clock ? performance.now() : Date.now();
        view().setBigUint64(out, BigInt(Math.round(now * 1e6)), true);
        return 0;
    },
    random_get(at, size) {
        crypto.getRandomValues(new Uint8Array(memory.buffer, at, size));
        return 0;
    },
    fd_fdstat_get(fd, out) {
        new Uint8Array(memory.buffer, out, 24).fill(0);
        view().setUint8(out, 2); // a terminal
        return fd > 2 ? 8 : 0;
    },
    fd_write(fd, list, n, out) {
        let written = 0;
        for (let i = 0; i < n; i++) {
            const at = view().getUint32(list + 8 * i, true),
                size = view().getUint32(list + 8 * i + 4, true);
            for (let done = 0; done < size;)
                done += writeSync(fd, new Uint8Array(memory.buffer, at + done, size - done));
            written += size;
        }
        return put([written], out);
    },
    proc_exit(code) {
        process.exitCode = code;
        throw END;
    },
};

const module = await WebAssembly.compile(readFileSync(file));
const system = Object.fromEntries(
    WebAssembly.Module.imports(module).map(({ name }) => [
        name,
        known[name] ?? (() => (name.startsWith("fd_") ? 8 : 52)),
    ]),
);
const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: system });
memory = exports.memory;
try {
    exports._start();
} catch (why) {
    if (why !== END) throw why;
}
