// The page without a server: what ../transport.ts is, over workers that run the engine.
import { download } from '../download.js'
import { read, t, word } from '../lang.js'
import type { Channel, Data } from '../transport.js'
import { Jobs } from './jobs.js'
import { LAB, Lab } from './lab.js'
import type { Response as Got } from './engine.js'
import type { FromWorker, ToWorker } from './messages.js'

declare const WORKER: string // the worker's file beside this one, written by build.mjs

export const base = new URL('..', import.meta.url).pathname
export const served = false

const api = base + 'api/v1/'
const hurry = read('jogada.hurry') !== null // for tests: agents move at once

// 404.html and links to any host: ?go=PATH is the address of that path.
const wanted = new URLSearchParams(location.search).get('go')
if (wanted !== null) history.replaceState(null, '', base + wanted.replace(/^\/+/, '') + location.hash)

// ---- Workers -------------------------------------------------------------------------------

function worker(analysis: boolean, take: boolean, hear: (message: FromWorker) => void) {
  const own = new Worker(new URL(WORKER, import.meta.url))
  own.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data)
  own.onerror = event => hear({ on: 'failed', text: event.message || 'worker' })
  const send = (message: ToWorker) => own.postMessage(message)
  send({ do: 'start', analysis, hurry, take })
  return { send, end: () => own.terminate() }
}

let tables: ReturnType<typeof worker> | null = null
let channel: LocalChannel | null = null
let ready = false
let take = false // the next worker takes the tables from another one
let losses = 0 // of messages for which there was no memory
let lastId = 0
const LOSSES = 3 // after which the page gives up
const waiting = new Map<number, { request: ToWorker; yes: (got: Got) => void }>()
const rowsWaiting = new Map<number, (rows: [string, string][]) => void>()
let early: ToWorker[] = [] // before the engine has started

function begin(): void {
  ready = false
  const own = worker(false, take, message => own === tables && hear(message))
  tables = own
  take = false
}

function toTables(message: ToWorker): void {
  if (!tables) begin()
  if (ready) tables!.send(message)
  else early.push(message)
}

function hear(message: FromWorker): void {
  if (message.on === 'ready') {
    ready = true
    const all = early
    early = []
    for (const one of all) tables!.send(one)
    channel?.opened()
  } else if (message.on === 'said') {
    channel?.hear(message.text)
  } else if (message.on === 'got') {
    waiting.get(message.id)?.yes(message.response)
    waiting.delete(message.id)
  } else if (message.on === 'rows') {
    rowsWaiting.get(message.id)?.(message.rows)
    rowsWaiting.delete(message.id)
  } else if (message.on === 'saved') {
    unsaved = message.why
    changed()
  } else if (message.on === 'again' && (message.why === 'joined' || ++losses <= LOSSES)) {
    take = true // from the worker that ends here
    stop()
  } else if (message.on === 'elsewhere') {
    elsewhere = true
    stop()
  } else {
    failed = message.on === 'failed' ? message.text : 'the browser has no more memory'
    stop()
  }
}

function stop(): void {
  tables?.end()
  tables = null
  ready = false
  early = [...waiting.values()].map(({ request }) => request) // for the next worker
  channel?.lost()
  changed()
}

// ---- The channel ---------------------------------------------------------------------------

const JOBS = ['analyze', 'review', 'rollout', 'tree']

/** Acts like a WebSocket. Requests that analyze, and matches, go to workers of their own. */
class LocalChannel implements Channel {
  readyState: number = WebSocket.CONNECTING
  onopen: Channel['onopen'] = null
  onmessage: Channel['onmessage'] = null
  onclose: Channel['onclose'] = null
  private readonly jobs = new Jobs(
    (hear: (message: FromWorker) => void) => worker(true, false, hear),
    text => this.hear(text),
  )
  private readonly lab = new Lab(
    (hear: (message: FromWorker) => void) => worker(true, false, hear),
    text => this.hear(text),
  )

  opened(): void {
    this.readyState = WebSocket.OPEN
    this.onopen?.call(this as never, new Event('open'))
  }

  hear(text: string): void {
    if (this.readyState === WebSocket.OPEN)
      this.onmessage?.call(this as never, new MessageEvent('message', { data: text }))
  }

  lost(): void {
    this.jobs.end()
    this.lab.end()
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    if (elsewhere || failed) return // connecting again does not help
    this.onclose?.call(this as never, new CloseEvent('close'))
  }

  send(text: string): void {
    const request = JSON.parse(text) as { id: number; do: string; job?: number; run?: number; lang?: string }
    if (request.do === 'create') persist()
    if (request.do === 'hello') this.jobs.lang = this.lab.lang = request.lang ?? 'en'
    if (JOBS.includes(request.do)) this.jobs.begin(request.id, request.do, text)
    else if (request.do === 'stop' && this.jobs.stop(request.job ?? 0))
      this.hear(JSON.stringify({ id: request.id, ok: {} }))
    else if (LAB.includes(request.do)) this.lab.handle(request, text)
    else toTables({ do: 'say', texts: [text] })
  }

  close(): void {
    this.readyState = WebSocket.CLOSED
    this.jobs.end()
    this.lab.end()
  }
}

export function open(): Channel {
  channel = new LocalChannel()
  const own = channel
  if (ready) queueMicrotask(() => own.opened())
  else if (!tables && !elsewhere && !failed) begin()
  return own
}

let asked = false

/** Asks the browser not to delete the games when its disk fills up, once there is one. */
function persist(): void {
  if (!asked) void navigator.storage?.persist?.().catch(() => {})
  asked = true
}

// ---- The HTTP API --------------------------------------------------------------------------

function get(address: string): Promise<Got> {
  const url = new URL(address, location.origin),
    id = ++lastId
  const query = { path: decodeURIComponent(url.pathname.slice(api.length)), ...Object.fromEntries(url.searchParams) },
    request: ToWorker = { do: 'get', id, query }
  return new Promise(yes => {
    waiting.set(id, { request, yes })
    toTables(request)
  })
}

export async function fetchApi(address: string, method: string): Promise<Response> {
  if (method === 'POST') {
    if (address.includes('forget')) await replaceRows([])
    return new Response('{}')
  }
  const got = await get(address)
  return new Response(got.body, { status: got.status, headers: { 'content-type': got.type } })
}

const frames = new Map<string, Promise<string>>()

export function frameOf(address: string): { src?: string; srcdoc?: Promise<string> } {
  const known = frames.get(address) ?? get(address).then(got => got.body)
  frames.clear() // only the report that is shown
  frames.set(address, known)
  return { srcdoc: known }
}

// Links to files of the API.
document.addEventListener(
  'click',
  event => {
    const a = (event.target as Element).closest?.('a')
    if (!a?.href || !new URL(a.href).pathname.startsWith(api)) return
    event.preventDefault()
    void get(a.href).then(got => download(got.file || 'jogada.txt', got.body))
  },
  true,
)

// ---- All data as a file --------------------------------------------------------------------

const rowsOf = (message: (id: number) => ToWorker): Promise<[string, string][]> => {
  const id = ++lastId
  return new Promise(yes => {
    rowsWaiting.set(id, yes)
    toTables(message(id))
  })
}

const replaceRows = (rows: [string, string][]) => rowsOf(id => ({ do: 'replace', id, rows }))

const FORMAT = 'jogada-site'

export const data: Data | null = {
  async read() {
    const rows = await rowsOf(id => ({ do: 'rows', id }))
    return JSON.stringify({ format: FORMAT, version: 1, rows }) + '\n'
  },
  async replace(text) {
    const read = JSON.parse(text) as { format?: string; version?: number; rows?: [string, string][] }
    const row = (r: unknown) => Array.isArray(r) && r.length === 2 && r.every(x => typeof x === 'string')
    if (read.format !== FORMAT || read.version !== 1 || !read.rows?.every(row)) throw new SyntaxError(FORMAT)
    await replaceRows(read.rows)
  },
}

/** What workers report, which have no languages; other reasons are the browser's own. */
const KNOWN = [
  word('the browser has no more memory'),
  word("the browser's storage does not open"),
  word('the stored games are from a newer version of jogada'),
]
const reason = (text: string) => (KNOWN.includes(text) ? t(text) : text)

// ---- Notices -------------------------------------------------------------------------------

let unsaved: string | null = null
let elsewhere = false
let failed: string | null = null
let update: (() => void) | null = null
let changed = () => {}

export function notice(): { text: string; action?: string; act?: () => void } | null {
  if (elsewhere) {
    const act = () => {
      elsewhere = false
      take = true
      begin()
      changed()
    }
    return { text: t('jogada is open in another tab.'), action: t('Use it here'), act }
  }
  if (failed !== null)
    return {
      text: t('The games cannot start: {0}', reason(failed)),
      action: t('Try again'),
      act: () => location.reload(),
    }
  if (unsaved !== null) return { text: t('This browser cannot save your games: {0}', reason(unsaved)) }
  if (update) return { text: t('A new version is ready.'), action: t('Update'), act: update }
  return null
}

export const onNotice = (fn: () => void): void => {
  changed = fn
}

// Scripts may use the API by its addresses, too: the service worker passes their requests on.
navigator.serviceWorker?.addEventListener('message', event => {
  void get(event.data as string).then(got => event.ports[0].postMessage(got))
})

if ('serviceWorker' in navigator)
  void navigator.serviceWorker
    .register(base + 'sw.js', { updateViaCache: 'none' })
    .then(registration => {
      const offer = (next: ServiceWorker | null) => {
        if (!next || !navigator.serviceWorker.controller) return
        update = () => {
          navigator.serviceWorker.addEventListener('controllerchange', () => location.reload())
          next.postMessage('update')
        }
        changed()
      }
      offer(registration.waiting)
      registration.addEventListener('updatefound', () => {
        const next = registration.installing
        next?.addEventListener('statechange', () => next.state === 'installed' && offer(next))
      })
    })
    .catch(() => {})
