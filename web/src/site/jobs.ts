// Analysis jobs in a worker of their own. A search there hears nothing while it runs: to stop it, the worker is ended,
// the job replies with the last result that it has reported, and the other jobs start again in a new worker.
import type { FromWorker, ToWorker } from './messages.js'

interface Own {
  send(message: ToWorker): void
  end(): void
}
interface Job {
  text: string
  what: string
  last: unknown // the last result of its progress messages
  plies: Map<number, unknown> // of a review: evaluations by ply
}
interface Message {
  id?: number
  job?: number
  best?: unknown
  rollout?: unknown
  ply?: number
  judgement?: unknown
}

const STOPPED = 'stopped before a result was found'

export class Jobs {
  lang = 'en'
  private own: Own | null = null
  private ready = false
  private readonly jobs = new Map<number, Job>()

  constructor(
    private readonly start: (hear: (message: FromWorker) => void) => Own,
    private readonly tell: (text: string) => void,
  ) {}

  begin(id: number, what: string, text: string): void {
    this.jobs.set(id, { text, what, last: null, plies: new Map() })
    if (!this.own) this.open()
    else if (this.ready) this.own.send({ do: 'say', texts: [text] })
  }

  /** Stops a job; false: it is none of these. */
  stop(id: number): boolean {
    const job = this.jobs.get(id)
    if (!job) return false
    this.jobs.delete(id)
    this.own?.end()
    this.own = null
    const ok = job.what === 'review' ? { plies: [...job.plies.values()] } : job.last
    const reply = ok ? { id, ok } : { id, error: { code: 'off', text: STOPPED } }
    queueMicrotask(() => this.tell(JSON.stringify(reply)))
    if (this.jobs.size) this.open()
    return true
  }

  end(): void {
    this.own?.end()
    this.own = null
    this.jobs.clear()
  }

  private open(): void {
    this.ready = false
    const own: Own = this.start(message => {
      if (this.own === own) this.hear(message)
    })
    this.own = own
  }

  private hear(message: FromWorker): void {
    if (message.on === 'ready') {
      this.ready = true
      const hello = { id: 0, do: 'hello', lang: this.lang }
      this.own?.send({ do: 'say', texts: [JSON.stringify(hello), ...[...this.jobs.values()].map(job => job.text)] })
    } else if (message.on === 'said') this.pass(message.text)
    else if (message.on === 'again') this.fail('the browser has no more memory')
    else if (message.on === 'failed') this.fail(message.text)
  }

  private pass(text: string): void {
    const message = JSON.parse(text) as Message
    const job = this.jobs.get(message.job ?? message.id ?? -1)
    if (!job) return
    if (message.id !== undefined) this.jobs.delete(message.id)
    job.last = message.best ?? message.rollout ?? job.last
    if (message.judgement) {
      if (job.plies.has(message.ply ?? -1)) return // told before the worker started again
      job.plies.set(message.ply ?? -1, message.judgement)
    }
    this.tell(text)
  }

  private fail(text: string): void {
    const all = [...this.jobs.keys()]
    this.end()
    for (const id of all) this.tell(JSON.stringify({ id, error: { code: 'failed', text } }))
  }
}
