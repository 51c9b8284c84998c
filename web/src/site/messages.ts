// What the page and its workers say to each other.
import type { Response } from './engine.js'

export type ToWorker =
  | { do: 'start'; analysis: boolean; hurry: boolean; take: boolean }
  | { do: 'say'; texts: string[] } // requests of docs/api.md, before any search
  | { do: 'get'; id: number; query: Record<string, string> } // of the HTTP API
  | { do: 'rows'; id: number } // all stored rows
  | { do: 'replace'; id: number; rows: [string, string][] } // they become the stored rows

export type FromWorker =
  | { on: 'ready' }
  | { on: 'said'; text: string } // a reply or an event of docs/api.md
  | { on: 'got'; id: number; response: Response }
  | { on: 'rows'; id: number; rows: [string, string][] }
  | { on: 'saved'; why: string | null } // why changes cannot be saved; null: all are
  | { on: 'again'; why: 'joined' | 'memory' } // the engine must start again: it has more rows, or no more memory
  | { on: 'elsewhere' } // another tab has the table
  | { on: 'failed'; text: string }
