// The lab of a page without a server. Every match has a worker of its own, which hears nothing while it plays: this
// side has the list of the runs, answers all other requests, and ends the worker to stop a match.
import { t } from '../lang.js'
import type { FromWorker, ToWorker } from './messages.js'

interface Own {
  send(message: ToWorker): void
  end(): void
}
interface Run {
  number: number
  own: Own | null // null: it has ended
  message: Message | null // the last one, with all points
}
interface Message {
  id?: number
  on?: string
  ok?: unknown
  run?: number
  state?: string
  left?: number | null
  points?: unknown[]
}
interface Request {
  id: number
  do: string
  run?: number
}

export const LAB = ['match', 'tune', 'study', 'lab', 'watch', 'unwatch', 'cancel']
const MOST = 2, // matches at a time
  ENDED_MOST = 20 // in the list

export class Lab {
  lang = 'en'
  private last = 0
  private readonly runs = new Map<number, Run>()
  private readonly watched = new Set<number>()

  constructor(
    private readonly start: (hear: (message: FromWorker) => void) => Own,
    private readonly tell: (text: string) => void,
  ) {}

  handle(request: Request, text: string): void {
    const run = this.runs.get(request.run ?? 0),
      { id } = request
    if (['match', 'tune', 'study'].includes(request.do)) return this.begin(id, text)
    if (request.do === 'lab') return this.reply(id, { runs: this.list() })
    if (!run) return this.refuse(id, 'missing', t('This match is over; matches are not stored here.'))
    this.watched.delete(run.number)
    if (request.do === 'watch') this.watched.add(run.number)
    this.reply(id, {})
    if (request.do === 'watch') queueMicrotask(() => run.message && this.send(run.message))
    if (request.do === 'cancel') {
      this.watched.add(run.number)
      this.stop(run)
    }
  }

  end(): void {
    for (const run of this.runs.values()) run.own?.end()
    this.runs.clear()
    this.watched.clear()
  }

  private begin(id: number, text: string): void {
    if ([...this.runs.values()].filter(run => run.own).length >= MOST)
      return this.refuse(id, 'limit', t('Two matches are running; wait or stop one.'))
    const run: Run = { number: ++this.last, own: null, message: null }
    this.runs.set(run.number, run)
    run.own = this.start(message => {
      if (run.own) this.hear(run, id, text, message)
    })
  }

  private hear(run: Run, id: number, text: string, message: FromWorker): void {
    if (message.on === 'ready') {
      const hello = { id: 0, do: 'hello', lang: this.lang },
        watch = { id: id + 1, do: 'watch', run: 1 }
      run.own?.send({ do: 'say', texts: [JSON.stringify(hello), text, JSON.stringify(watch)] })
    } else if (message.on === 'said') this.pass(run, id, JSON.parse(message.text) as Message)
    else if (message.on === 'failed' || message.on === 'again') this.fail(run, id)
  }

  private pass(run: Run, id: number, message: Message): void {
    if (message.id === id && !message.ok) {
      this.remove(run)
      this.tell(JSON.stringify(message))
    } else if (message.id === id) {
      this.reply(id, { run: run.number })
    } else if (message.on === 'run') {
      const points = [...(run.message?.points ?? []), ...(message.points ?? [])]
      run.message = { ...message, run: run.number, points }
      if (this.watched.has(run.number)) this.send({ ...message, run: run.number })
      if (!['waiting', 'running'].includes(message.state ?? '')) this.close(run)
    }
  }

  /** The worker has failed, for want of memory for example. */
  private fail(run: Run, id: number): void {
    if (!run.message) {
      this.remove(run)
      this.refuse(id, 'failed', t('the browser has no more memory'))
    } else this.close(run, 'failed')
  }

  private stop(run: Run): void {
    if (run.own) this.close(run, 'stopped')
  }

  /** Ends the worker of a run. `state`: that in which it ends early. */
  private close(run: Run, state?: string): void {
    run.own?.end()
    run.own = null
    if (state && run.message) {
      run.message = { ...run.message, state, left: null }
      if (this.watched.has(run.number)) this.send({ ...run.message, points: [] })
    }
    const ended = [...this.runs.values()].filter(one => !one.own && !this.watched.has(one.number))
    for (const old of ended.slice(0, Math.max(0, ended.length - ENDED_MOST))) this.runs.delete(old.number)
  }

  private remove(run: Run): void {
    run.own?.end()
    run.own = null
    this.runs.delete(run.number)
  }

  private list(): Message[] {
    return [...this.runs.values()]
      .filter(run => run.message)
      .map(run => ({ ...run.message, on: undefined, points: [] }))
      .reverse()
  }

  private send(message: Message): void {
    this.tell(JSON.stringify(message))
  }

  private reply(id: number, ok: unknown): void {
    queueMicrotask(() => this.tell(JSON.stringify({ id, ok })))
  }

  private refuse(id: number, code: string, text: string): void {
    queueMicrotask(() => this.tell(JSON.stringify({ id, error: { code, text: text } })))
  }
}
