// A worker of a page without a server: it runs the engine, whose rows it stores before it sends the messages that
// report them. One worker has the tables; another one analyses, and has no store.
import { Engine, type Host } from './engine.js'
import { Rows, type Changes } from './rows.js'
import type { FromWorker, ToWorker } from './messages.js'

declare const ENGINE: string // the engine's file beside this one, written by build.mjs
const LOCK = 'jogada.tables'
const LOST = '{"on":"lost"}' // instead of a message for which there was no memory

const post = (message: FromWorker) => self.postMessage(message)
const rows = new Rows({
  saved: why => post({ on: 'saved', why }),
  taken: leave,
  joined: () => post({ on: 'again', why: 'joined' }),
})
let analysis = false
let engine: Engine | null = null
let changes: Changes = new Map()
let out: string[] = []
let lost = false // a message
let timer: ReturnType<typeof setTimeout> | undefined

const host: Host = {
  send(text) {
    if (text === LOST) lost = true
    else if (analysis) post({ on: 'said', text })
    else out.push(text)
  },
  put(key, value) {
    if (!analysis) changes.set(key, value)
  },
}

// A search begins after the messages of the turn before it have left.
const later = new MessageChannel()
later.port1.onmessage = () => {
  engine?.work()
  turn()
}

function turn(): void {
  if (!engine) return
  clearTimeout(timer)
  const due = engine.turn()
  deliver()
  if (engine.waits()) later.port2.postMessage(null)
  else if (due >= 0) timer = setTimeout(turn, due)
}

function deliver(): void {
  const messages = out,
    saved = changes,
    again = lost
  out = []
  changes = new Map()
  if (again) engine = null
  if (!messages.length && !saved.size && !again) return
  void rows.put(saved).then(good => {
    if (!good) return
    for (const text of messages) post({ on: 'said', text })
    if (again) post({ on: 'again', why: 'memory' })
  })
}

/** Another tab has taken the tables. */
function leave(): void {
  engine = null
  rows.stop()
  post({ on: 'elsewhere' })
}

async function compile(): Promise<WebAssembly.Module> {
  const address = new URL(ENGINE, self.location.href)
  const fetched = await fetch(address)
  if (!fetched.ok) throw new Error(`${address.pathname}: ${fetched.status}`)
  return WebAssembly.compile(await fetched.arrayBuffer())
}

/** Whether this worker may have the tables, which one tab has at a time. `take`: takes them from another tab. */
function lock(take: boolean): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true)
  return new Promise(yes => {
    const hold = (held: Lock | null) => {
      yes(held !== null)
      return held ? new Promise(() => {}) : Promise.resolve()
    }
    navigator.locks.request(LOCK, take ? { steal: true } : { ifAvailable: true }, hold).catch(leave)
  })
}

async function start(hurry: boolean, take: boolean): Promise<void> {
  const compiling = compile()
  if (!analysis && !(await lock(take))) return post({ on: 'elsewhere' })
  if (!analysis) await rows.open()
  engine = Engine.open(await compiling, host, rows.all, hurry)
  post({ on: 'ready' })
  turn()
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.do === 'start') {
    analysis = data.analysis
    start(data.hurry, data.take).catch((why: unknown) => post({ on: 'failed', text: String((why as Error).message) }))
  } else if (data.do === 'say') {
    for (const text of data.texts) engine?.receive(text)
    turn()
  } else if (data.do === 'get') {
    if (engine) post({ on: 'got', id: data.id, response: engine.get(data.query) })
  } else if (data.do === 'rows') post({ on: 'rows', id: data.id, rows: [...rows.all] })
  else {
    engine = null // the page loads again
    const all: Changes = new Map([...rows.all.keys()].map(key => [key, null]))
    for (const [key, value] of data.rows) all.set(key, value)
    void rows.put(all).then(() => post({ on: 'rows', id: data.id, rows: [...rows.all] }))
  }
}
