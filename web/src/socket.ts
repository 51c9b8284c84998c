// The one WebSocket: requests as promises, what the server says on its own by kind.
// It comes back by itself after it was lost, and asks again for what it was following.
import { lang, t } from './lang.js'

export class Refusal extends Error {
  constructor(readonly code: string, text: string, readonly at: number | null = null) {
    super(text)
  }
}

export interface Hello { name: string; lang: string; version: string; lab: boolean; think: number }

type Members = Record<string, unknown>
interface Waiting {
  id: number
  what: string
  members: Members
  yes(ok: any): void
  no(why: Error): void
  /** What comes before the answer of a job. */
  news?: (message: any) => void
}

const SIGNED_OUT = 4001, RELOAD = 2000 // the close code of a session that is over; milliseconds for its new cookie to come
const FIRST_PAUSE = 250, LONGEST_PAUSE = 8000 // milliseconds between attempts

let line: WebSocket | null = null
let ready = false // hello was answered
let used = 0 // the last id
let pause = FIRST_PAUSE
let retry: ReturnType<typeof setTimeout> | undefined
let said: Hello | null = null
let failed = false // an attempt did
let name: string | undefined
let waiting = new Map<number, Waiting>()
let queue: Waiting[] = [] // asked for while away
const followed = new Set<{ what: string; members: Members; lost?: (why: Error) => void }>()
const listeners = new Map<string, Set<(message: any) => void>>()
const watchers = new Set<() => void>()

/** Whether the server can be reached: 'new' until the first attempt has ended. */
export function state(): 'new' | 'open' | 'away' {
  return ready ? 'open' : failed ? 'away' : 'new'
}

/** What hello was answered, or null before. */
export function hello(): Hello | null {
  return said
}

/** Called when state() or hello() changes, until what it returns is called. */
export function onState(fn: () => void): () => void {
  watchers.add(fn)
  return () => watchers.delete(fn)
}

/** Called with messages of the server's own, by their `on`. */
export function on(kind: string, fn: (message: any) => void): () => void {
  const set = listeners.get(kind) ?? new Set()
  listeners.set(kind, set.add(fn))
  return () => set.delete(fn)
}

/** Asks, and gives the `ok`; throws a Refusal. While away it waits for the connection. */
export function ask<T = any>(what: string, members: Members = {}): Promise<T> {
  return job<T>(what, members).done
}

/** Asks for something that takes long: `news` is called with what comes before the answer. */
export function job<T = any>(what: string, members: Members = {}, news?: (message: any) => void) {
  const w: Waiting = { id: 0, what, members, yes: () => {}, no: () => {}, news }
  const done = new Promise<T>((yes, no) => {
    w.yes = yes
    w.no = no
  })
  if (ready) send(w)
  else queue.push(w)
  const stop = () => {
    if (waiting.has(w.id)) ask('stop', { job: w.id }).catch(() => {})
    else if (queue.includes(w)) {
      queue = queue.filter(other => other !== w)
      w.no(new Refusal('stopped', t('Stopped.')))
    }
  }
  return { done, stop }
}

/** Asks now and again after every reconnection, until the cleanup is called: `open` of a table, `watch` of a run.
 *  `lost` is told when it is refused. */
export function follow(what: string, members: Members, lost?: (why: Error) => void): () => void {
  const f = { what, members, lost }
  followed.add(f)
  if (ready) askFollowed(f)
  return () => followed.delete(f)
}

/** Says who we are, and in which language texts are wanted; remembered for reconnections. */
export async function introduce(newName?: string): Promise<void> {
  if (newName !== undefined) name = newName
  if (!ready) return connect()
  said = await ask<Hello>('hello', introduction())
  tell()
}

function introduction(): Members {
  return name === undefined ? { lang: lang() } : { lang: lang(), name }
}

export function connect(): void {
  if (line) return
  clearTimeout(retry)
  const own = new WebSocket(location.origin.replace(/^http/, 'ws') + '/api/v1/socket', 'jogada.v1')
  line = own
  own.onopen = () => greet(own)
  own.onmessage = event => heard(JSON.parse(event.data))
  own.onclose = event => event.code === SIGNED_OUT ? reload() : lost(own)
}

/** Does not connect again: the page will be left. */
export function hold(): void {
  const own = line
  line = null
  ready = false
  clearTimeout(retry)
  own?.close()
}

function reload() {
  if (line) setTimeout(() => location.reload(), RELOAD)
}

function greet(own: WebSocket) {
  const yes = (ok: Hello) => {
    said = ok
    ready = true
    pause = FIRST_PAUSE
    for (const f of followed) askFollowed(f)
    const late = queue
    queue = []
    for (const w of late) send(w)
    tell()
  }
  send({ id: 0, what: 'hello', members: introduction(), yes, no: () => own.close() })
}

function askFollowed(f: { what: string; members: Members; lost?: (why: Error) => void }) {
  ask(f.what, f.members).catch(why => {
    if (why.code !== 'away') f.lost?.(why)
  })
}

function send(w: Waiting) {
  w.id = ++used
  waiting.set(w.id, w)
  line?.send(JSON.stringify({ id: w.id, do: w.what, ...w.members }))
}

function heard(message: any) {
  if (message.on === 'job') return waiting.get(message.job)?.news?.(message)
  if (message.on) {
    for (const fn of [...(listeners.get(message.on) ?? [])]) fn(message)
    return
  }
  const w = waiting.get(message.id)
  if (!w) return
  waiting.delete(message.id)
  if (message.error) w.no(new Refusal(message.error.code, message.error.text, message.error.at ?? null))
  else w.yes(message.ok)
}

function lost(own: WebSocket) {
  if (line !== own) return
  line = null
  ready = false
  failed = true
  const unanswered = waiting
  waiting = new Map()
  for (const w of unanswered.values()) w.no(new Refusal('away', t('The connection was lost.')))
  tell()
  retry = setTimeout(connect, pause * (0.75 + Math.random() / 2))
  pause = Math.min(pause * 2, LONGEST_PAUSE)
}

function tell() {
  for (const fn of [...watchers]) fn()
}

// Whoever comes back to the page or to the network need not wait for the next attempt.
if (typeof window !== 'undefined') {
  const hurry = () => {
    if (!line && failed) {
      pause = FIRST_PAUSE
      connect()
    }
  }
  window.addEventListener('online', hurry)
  document.addEventListener('visibilitychange', () => document.hidden || hurry())
}
