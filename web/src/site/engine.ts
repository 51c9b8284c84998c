// The engine in WebAssembly (src/site) and the few services of an operating system that it needs: a clock, random
// numbers, and no files.
export interface Host {
  /** A message for the page. */
  send(text: string): void
  /** Stores a row, or deletes it (null). */
  put(key: string, value: string | null): void
}

export interface Response {
  status: number
  type: string
  file: string // name of a download; '': to be shown
  body: string
}

interface Exports {
  memory: WebAssembly.Memory
  _initialize(): void
  jg_site_text(size: number): number
  jg_site_restore(key: number, value: number): number
  jg_site_open(hurry: number): number
  jg_site_receive(text: number, size: number): void
  jg_site_turn(): number
  jg_site_waits(): number
  jg_site_work(): void
  jg_site_get(text: number, size: number): void
}

const BAD_FILE = 8,
  NO_FILE = 44,
  NO_FUNCTION = 52 // errors of WASI
const LIMIT = 65536 // bytes of random numbers in one call

export class Engine {
  private readonly exports: Exports
  private responded: Response | null = null

  private constructor(
    module: WebAssembly.Module,
    private readonly host: Host,
  ) {
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: this.system(WebAssembly.Module.imports(module)),
      jogada: {
        send: (at: number, size: number) => this.host.send(this.text(at, size)),
        put: (key: number, keySize: number, at: number, size: number) =>
          this.host.put(this.text(key, keySize), at ? this.text(at, size) : null),
        respond: (status: number, ...parts: number[]) => {
          const [type, file, body] = [0, 2, 4].map(i => this.text(parts[i], parts[i + 1]))
          this.responded = { status, type, file, body }
        },
      },
    })
    this.exports = instance.exports as unknown as Exports
    this.exports._initialize()
  }

  /** Opens an engine with stored rows. `hurry`: agents move at once. */
  static open(module: WebAssembly.Module, host: Host, rows: Iterable<[string, string]>, hurry = false): Engine {
    const engine = new Engine(module, host)
    for (const [key, value] of rows) engine.exports.jg_site_restore(engine.give(key)[0], engine.give(value)[0])
    if (!engine.exports.jg_site_open(Number(hurry))) throw new Error('the browser has no more memory')
    return engine
  }

  receive(text: string): void {
    this.exports.jg_site_receive(...this.give(text))
  }

  /** Milliseconds until it is due again; -1: never by itself. */
  turn(): number {
    return this.exports.jg_site_turn()
  }

  waits(): boolean {
    return this.exports.jg_site_waits() !== 0
  }

  work(): void {
    this.exports.jg_site_work()
  }

  /** A GET request of docs/api.md: its path below /api/v1/ and its query. */
  get(query: Record<string, string>): Response {
    this.exports.jg_site_get(...this.give(JSON.stringify(query)))
    return this.responded!
  }

  private text(at: number, size: number): string {
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at, size))
  }

  /** Copies a text into the engine's memory, which takes it. */
  private give(text: string): [number, number] {
    const bytes = new TextEncoder().encode(text),
      at = this.exports.jg_site_text(bytes.length)
    if (!at) throw new Error('the browser has no more memory')
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes)
    return [at, bytes.length]
  }

  private system(imports: WebAssembly.ModuleImportDescriptor[]): Record<string, (...args: never[]) => number> {
    const view = () => new DataView(this.exports.memory.buffer)
    const known: Record<string, (...args: never[]) => number> = {
      clock_time_get(clock: number, _precision: bigint, out: number) {
        const now = clock ? performance.now() : Date.now()
        view().setBigUint64(out, BigInt(Math.round(now * 1e6)), true)
        return 0
      },
      random_get: (at: number, size: number) => {
        for (let i = 0; i < size; i += LIMIT)
          crypto.getRandomValues(new Uint8Array(this.exports.memory.buffer, at + i, Math.min(LIMIT, size - i)))
        return 0
      },
      environ_sizes_get(count: number, size: number) {
        view().setUint32(count, 0, true)
        view().setUint32(size, 0, true)
        return 0
      },
      environ_get: () => 0,
      sched_yield: () => 0,
      proc_exit(code: number) {
        throw new Error(`the engine ended (${code})`)
      },
    }
    const missing = (name: string) =>
      name.startsWith('fd_') ? BAD_FILE : name.startsWith('path_') ? NO_FILE : NO_FUNCTION
    return Object.fromEntries(
      imports
        .filter(i => i.module === 'wasi_snapshot_preview1')
        .map(({ name }) => [name, known[name] ?? (() => missing(name))]),
    )
  }
}
