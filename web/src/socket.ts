// The WebSocket client of /api/v1/socket (docs/api.md): requests as promises, server events by kind. It reconnects with
// exponential backoff and then sends its subscriptions again.
import { lang, t } from './lang.js'
import * as transport from './transport.js'

/** A request that the server refused: its error code, its text, and the position of the error in the input. */
export class RequestError extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly at: number | null = null,
  ) {
    super(text)
  }
}

export interface Hello {
  name: string
  lang: string
  version: string
  lab: boolean
  think: number
  local: boolean // only the server's own machine can reach it
  links: string[] // origins by which other machines can, if this is the server's own machine
}

type Members = Record<string, unknown>
type Listener = (message: unknown) => void
interface Pending {
  id: number
  what: string
  members: Members
  resolve: (ok: unknown) => void
  reject: (why: Error) => void
  /** Called with the progress messages of a job. */
  progress?: (message: unknown) => void
}
interface Subscription {
  what: string
  members: Members
  failed?: (why: RequestError) => void
}
/** A message of the server: an event, the progress of a job, or a reply. */
interface Message {
  on?: string
  job?: number
  id?: number
  ok?: unknown
  error?: { code: string; text: string; at?: number }
}

const SIGNED_OUT = 4001,
  RELOAD = 2000 // close code of an ended session; milliseconds until its new cookie has arrived
const FIRST_PAUSE = 250,
  LONGEST_PAUSE = 8000 // milliseconds between attempts to connect

let connection: transport.Channel | null = null
let ready = false // the server has replied to hello
let lastId = 0
let pause = FIRST_PAUSE
let retry: ReturnType<typeof setTimeout> | undefined
let helloReply: Hello | null = null
let lost = false // an attempt to connect has failed, or a connection was closed
let name: string | undefined
let pending = new Map<number, Pending>()
let queue: Pending[] = [] // requests made while offline
const subscriptions = new Set<Subscription>()
const listeners = new Map<string, Set<Listener>>()
const stateListeners = new Set<() => void>()

/** The state of the connection; 'connecting' until the first attempt has ended. */
export function state(): 'connecting' | 'open' | 'offline' {
  return ready ? 'open' : lost ? 'offline' : 'connecting'
}

/** The server's reply to hello, or null before it. */
export function hello(): Hello | null {
  return helloReply
}

/** Calls `fn` when state() or hello() changes. Returns the function that unsubscribes. */
export function onState(fn: () => void): () => void {
  stateListeners.add(fn)
  return () => stateListeners.delete(fn)
}

/** Calls `fn` with server events whose `on` is `kind`. Returns the function that unsubscribes. */
export function on<T>(kind: string, fn: (message: T) => void): () => void {
  const set = listeners.get(kind) ?? new Set<Listener>()
  listeners.set(kind, set.add(fn as Listener))
  return () => set.delete(fn as Listener)
}

/** Sends a request and resolves with its `ok`; rejects with a RequestError. Waits for the connection while offline. */
export function request<T = unknown>(what: string, members: Members = {}): Promise<T> {
  return job<T>(what, members).done
}

/** Starts a long request that can be stopped; `progress` is called with the messages that precede its result. */
export function job<T = unknown, Progress = unknown>(
  what: string,
  members: Members = {},
  progress?: (message: Progress) => void,
): { done: Promise<T>; stop: () => void } {
  const p: Pending = { id: 0, what, members, resolve: () => {}, reject: () => {}, progress: progress as Listener }
  const done = new Promise<T>((resolve, reject) => {
    p.resolve = resolve as Listener
    p.reject = reject
  })
  if (ready) send(p)
  else queue.push(p)
  const stop = () => {
    if (pending.has(p.id)) request('stop', { job: p.id }).catch(() => {})
    else if (queue.includes(p)) {
      queue = queue.filter(other => other !== p)
      p.reject(new RequestError('stopped', t('Stopped.')))
    }
  }
  return { done, stop }
}

/** Sends a request now and again after every reconnection: `open` of a table, `watch` of a run. Returns the function
 *  that unsubscribes. `failed` is called when the server refuses it. */
export function subscribe(what: string, members: Members, failed?: (why: RequestError) => void): () => void {
  const s = { what, members, failed }
  subscriptions.add(s)
  if (ready) sendSubscription(s)
  return () => subscriptions.delete(s)
}

/** Sends the user's name and language to the server; reconnections send them again. */
export async function identify(newName?: string): Promise<void> {
  if (newName !== undefined) name = newName
  if (!ready) return connect()
  helloReply = await request<Hello>('hello', identity())
  stateChanged()
}

function identity(): Members {
  return name === undefined ? { lang: lang() } : { lang: lang(), name }
}

export function connect(): void {
  if (connection) return
  clearTimeout(retry)
  const own = transport.open()
  connection = own
  own.onopen = () => sendHello(own)
  own.onmessage = (event: MessageEvent<string>) => receive(JSON.parse(event.data) as Message)
  own.onclose = event => (event.code === SIGNED_OUT ? reload() : closed(own))
}

/** Closes the connection for good: the page is about to be left. */
export function disconnect(): void {
  const own = connection
  connection = null
  ready = false
  clearTimeout(retry)
  own?.close()
}

function reload() {
  if (connection) setTimeout(() => location.reload(), RELOAD)
}

function sendHello(own: transport.Channel) {
  const resolve = (ok: unknown) => {
    helloReply = ok as Hello
    ready = true
    pause = FIRST_PAUSE
    for (const s of subscriptions) sendSubscription(s)
    const queued = queue
    queue = []
    for (const p of queued) send(p)
    stateChanged()
  }
  send({ id: 0, what: 'hello', members: identity(), resolve, reject: () => own.close() })
}

function sendSubscription(s: Subscription) {
  request(s.what, s.members).catch((why: unknown) => {
    if (why instanceof RequestError && why.code !== 'offline') s.failed?.(why)
  })
}

function send(p: Pending) {
  p.id = ++lastId
  pending.set(p.id, p)
  // A connection that is closing takes no more: closed() rejects what is pending, or the page is about to reload.
  if (connection?.readyState === WebSocket.OPEN) connection.send(JSON.stringify({ id: p.id, do: p.what, ...p.members }))
}

function receive(message: Message) {
  if (message.on === 'job') return pending.get(message.job ?? 0)?.progress?.(message)
  if (message.on) {
    for (const fn of [...(listeners.get(message.on) ?? [])]) fn(message)
    return
  }
  const p = pending.get(message.id ?? 0)
  if (!p) return
  pending.delete(p.id)
  if (message.error) p.reject(new RequestError(message.error.code, message.error.text, message.error.at ?? null))
  else p.resolve(message.ok)
}

function closed(own: transport.Channel) {
  if (connection !== own) return
  connection = null
  ready = false
  lost = true
  const unanswered = pending
  pending = new Map()
  for (const p of unanswered.values()) p.reject(new RequestError('offline', t('Connection lost.')))
  stateChanged()
  retry = setTimeout(connect, pause * (0.75 + Math.random() / 2))
  pause = Math.min(pause * 2, LONGEST_PAUSE)
}

function stateChanged() {
  for (const fn of [...stateListeners]) fn()
}

// A user who returns to the page or to the network does not wait for the next attempt.
if (typeof window !== 'undefined') {
  const reconnect = () => {
    if (!connection && lost) {
      pause = FIRST_PAUSE
      connect()
    }
  }
  window.addEventListener('online', reconnect)
  document.addEventListener('visibilitychange', () => document.hidden || reconnect())
}
