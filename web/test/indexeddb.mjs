// As much of IndexedDB as web/src/site/rows.ts uses, in memory: transactions of one store that run one after the other,
// and faults on demand.
const later = fn => void setImmediate(fn)

class Request {
    finish(result, error = null) {
        this.result = result
        this.error = error
        if (error) this.onerror?.()
        else this.onsuccess?.()
    }
}

class Transaction {
    error = null
    steps = []
    changes = []
    constructor(disk) {
        this.disk = disk
        this.rows = disk.rows
    }
    objectStore() {
        const step = run => {
            const request = new Request()
            this.steps.push(() => request.finish(run()))
            return request
        }
        return {
            get: key => step(() => this.rows.get(key)),
            getAllKeys: () => step(() => [...this.rows.keys()]),
            getAll: () => step(() => [...this.rows.values()]),
            put: (value, key) => step(() => void this.changes.push([key, value])),
            delete: key => step(() => void this.changes.push([key])),
        }
    }
    abort() {
        this.ended = true
        this.steps = []
        later(() => this.onabort?.())
    }
    /** Runs its steps, one per task, and commits unless the disk is full. */
    async run() {
        await new Promise(setImmediate)
        for (let step; (step = this.steps.shift());) {
            step()
            await new Promise(setImmediate)
        }
        if (this.ended) return
        if (this.changes.length && this.disk.full) {
            this.error = new Error('the disk is full')
            return this.onabort?.()
        }
        for (const [key, value] of this.changes)
            if (value === undefined) this.rows.delete(key)
            else this.rows.set(key, value)
        this.oncomplete?.()
    }
}

/** A browser's storage. `locked`: databases do not open; `full`: nothing can be written; `silent`: requests to open
 *  stay without a reply until `answer()`. */
export class Disk {
    rows = new Map()
    exists = false
    locked = false
    full = false
    silent = false
    waiting = []
    connections = new Set()
    queue = Promise.resolve()

    constructor(rows = []) {
        this.rows = new Map(rows)
        this.exists = this.rows.size > 0
    }

    /** What scripts see as `indexedDB`. */
    get indexedDB() {
        return { open: () => this.open() }
    }

    open() {
        const request = new Request()
        const reply = () => {
            if (this.locked) return request.finish(undefined, new Error('the storage is locked'))
            request.result = this.connection()
            if (!this.exists) request.onupgradeneeded?.()
            this.exists = true
            request.finish(request.result)
        }
        if (this.silent) this.waiting.push(reply)
        else later(reply)
        return request
    }

    answer() {
        this.silent = false
        for (const reply of this.waiting.splice(0)) reply()
    }

    connection() {
        const database = {
            createObjectStore() {},
            close: () => this.connections.delete(database),
            transaction: () => {
                const transaction = new Transaction(this)
                this.queue = this.queue.then(() => transaction.run())
                return transaction
            },
        }
        this.connections.add(database)
        return database
    }

    /** The user deletes everything. */
    clear() {
        this.rows = new Map()
        this.exists = false
        for (const database of [...this.connections]) {
            this.connections.delete(database)
            database.onclose?.()
        }
    }
}
