// The store of a page without a server: rows of text by key, in IndexedDB. Everything is in memory as well, so that a
// database that the user deletes is written again. Only the worker whose token is stored may write: every transaction
// compares it, since a tab that lost its tables may still be in the middle of a search.
import { FORMAT, migrate } from './format.js'
import { join } from './join.js'

const NAME = 'jogada',
  STORE = 'rows',
  VERSION = 1,
  OWNER = 'owner', // the row with the token of the worker that may write
  FORMAT_ROW = 'format', // the row with the number of the format of all others
  PATIENCE = 10_000, // milliseconds until the page starts without a database that does not open
  SLOW = "the browser's storage does not open",
  RETRY = 2000 // milliseconds until rows that could not be saved are tried again

export type Changes = Map<string, string | null>

export interface Listener {
  /** Called with the reason when changes cannot be saved, and with null when all are saved again. */
  saved(why: string | null): void
  /** Another worker writes now; this one has stopped. */
  taken(): void
  /** Rows that could be read only now have joined those in memory: the engine must open again. */
  joined(): void
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((yes, no) => {
    request.onsuccess = () => yes(request.result)
    request.onerror = () => no(request.error ?? new Error('IndexedDB'))
  })

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((yes, no) => {
    transaction.oncomplete = () => yes()
    transaction.onabort = () => no(transaction.error ?? new Error('IndexedDB'))
  })

/** The changes that make one of the other. */
function difference(from: Map<string, string>, to: Map<string, string>): Changes {
  const changes: Changes = new Map()
  for (const key of from.keys()) if (!to.has(key)) changes.set(key, null)
  for (const [key, value] of to) if (from.get(key) !== value) changes.set(key, value)
  return changes
}

const reason = (why: unknown) => String((why as Error).message || why)

/** Rows of a newer version, which this one must not touch. */
export class Newer extends Error {}

export class Rows {
  all: Map<string, string> = new Map()
  private readonly token = [...crypto.getRandomValues(new Uint32Array(4))].join('.')
  private database: IDBDatabase | null = null
  private attached = false // what is stored has been read
  private owns = false // the token is stored
  private joining = false // a transaction joins what was stored with the rows in memory
  private started = false // the engine has the rows
  private stopped = false
  private unsaved: Changes = new Map()
  private saving: Promise<boolean> = Promise.resolve(true)
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly listener: Listener) {}

  /** Reads what is stored. Without a database (a private window, for example) the page starts empty and tries again. */
  async open(): Promise<void> {
    const reading = this.attach()
    this.saving = reading.then(
      () => true,
      () => true,
    )
    const late = new Promise<never>((_, no) => setTimeout(() => no(new Error(SLOW)), PATIENCE))
    try {
      await Promise.race([reading, late])
    } catch (why) {
      if (why instanceof Newer) throw why
      this.fail(why)
    }
    this.started = true
  }

  /** Resolves when the changes are stored, or could not be: then the listener hears why, and they are tried again.
   *  False: another worker writes now, and they are dropped. */
  put(changes: Changes): Promise<boolean> {
    for (const [key, value] of changes) {
      if (value === null) this.all.delete(key)
      else this.all.set(key, value)
      this.unsaved.set(key, value)
    }
    this.saving = this.saving.then(() => this.save())
    return this.attached || this.joining ? this.saving : Promise.resolve(!this.stopped)
  }

  /** Writes nothing from now on. */
  stop(): void {
    this.stopped = true
    clearTimeout(this.timer)
  }

  private async connect(): Promise<IDBDatabase> {
    if (this.database) return this.database
    const opening = indexedDB.open(NAME, VERSION)
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
    const database = await done(opening)
    const lose = () => {
      this.database = null
      this.unsaved = new Map([...this.all, ...this.unsaved])
      this.again(0)
    }
    database.onclose = lose
    database.onversionchange = () => {
      database.close()
      lose()
    }
    return (this.database = database)
  }

  /** Reads the rows and becomes their writer. If the engine has started without them, they join its rows. */
  private async attach(): Promise<void> {
    const transaction = (await this.connect()).transaction(STORE, 'readwrite', { durability: 'strict' }),
      store = transaction.objectStore(STORE),
      finished = ended(transaction)
    finished.catch(() => {})
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]),
      found = new Map(keys.map((key, i) => [key as string, values[i] as string])),
      format = Number(found.get(FORMAT_ROW) ?? 1)
    if (format > FORMAT) {
      transaction.abort()
      throw new Newer('the stored games are from a newer version of jogada')
    }
    for (const own of [OWNER, FORMAT_ROW]) found.delete(own)
    const late = this.started,
      read = migrate(found, format),
      all = late ? join(read, this.all) : read
    this.joining = late
    this.unsaved = new Map()
    this.write(store, difference(found, all))
    try {
      await finished
      this.owns = true
    } catch (why) {
      if (late) throw why
      this.fail(why) // nothing can be written, but what is stored can be shown
    } finally {
      this.joining = false
    }
    if (late !== this.started) throw new Error(SLOW) // the engine has started in between
    this.attached = true
    if (!late) {
      this.all = all
      if (!this.owns) this.unsaved = difference(found, all)
    } else if (read.size && !this.stopped) {
      this.stop()
      this.listener.joined()
    }
  }

  private write(store: IDBObjectStore, changes: Changes): void {
    store.put(this.token, OWNER)
    store.put(String(FORMAT), FORMAT_ROW)
    for (const [key, value] of changes)
      if (value === null) store.delete(key)
      else store.put(value, key)
  }

  private async save(): Promise<boolean> {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.stopped) return false
    try {
      if (!this.attached) await this.attach()
      if (this.stopped) return false // the engine opens again
      if (this.unsaved.size && !(await this.writeUnsaved())) return false
      this.listener.saved(null)
    } catch (why) {
      this.fail(why)
    }
    return true
  }

  /** Writes what is unsaved in one transaction; false: another worker writes now. */
  private async writeUnsaved(): Promise<boolean> {
    const changes = this.unsaved
    this.unsaved = new Map()
    try {
      const transaction = (await this.connect()).transaction(STORE, 'readwrite', { durability: 'strict' }),
        store = transaction.objectStore(STORE),
        finished = ended(transaction),
        owner = store.get(OWNER)
      let foreign = false
      owner.onsuccess = () => {
        foreign = this.owns && owner.result !== undefined && owner.result !== this.token
        if (foreign) return transaction.abort()
        this.write(store, changes)
      }
      await finished.catch((why: unknown) => {
        if (!foreign) throw why
      })
      if (!foreign) return (this.owns = true)
    } catch (why) {
      this.unsaved = new Map([...changes, ...this.unsaved])
      throw why
    }
    this.stop()
    this.listener.taken()
    return false
  }

  private fail(why: unknown): void {
    this.listener.saved(reason(why))
    this.again(RETRY)
  }

  private again(after: number): void {
    if (!this.stopped) this.timer ??= setTimeout(() => void this.put(new Map()), after)
  }
}
