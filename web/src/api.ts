// What can be read over plain HTTP.
import { lang } from './lang.js'
import type { Game } from './types.js'

export class HttpError extends Error {
  constructor(readonly status: number, readonly code: string, text: string) {
    super(text)
  }
}

function address(path: string, query: Record<string, string | number | undefined>): string {
  const q = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') q.set(name, String(value))
  if (lang() !== 'en') q.set('lang', lang())
  const text = q.toString()
  return '/api/v1/' + path + (text ? '?' + text : '')
}

/** The address of an answer, to link to or to frame: exports, reports. */
export const apiAddress = (path: string, query: Record<string, string | number | undefined> = {}) => address(path, query)

async function fetched(path: string, query: Record<string, string | number | undefined>, method = 'GET'): Promise<Response> {
  const answer = await fetch(address(path, query), { method })
  if (answer.ok) return answer
  const said = await answer.json().catch(() => null)
  throw new HttpError(answer.status, said?.error?.code ?? 'failed', said?.error?.text ?? answer.statusText)
}

/** Asks for something that changes the session. */
export async function post(path: string): Promise<void> {
  await fetched(path, {}, 'POST')
}

/** A JSON answer of /api/v1/PATH. */
export async function get<T>(path: string, query: Record<string, string | number | undefined> = {}): Promise<T> {
  return (await fetched(path, query)).json()
}

/** A text of /api/v1/PATH. */
export async function getText(path: string, query: Record<string, string | number | undefined> = {}): Promise<string> {
  return (await fetched(path, query)).text()
}

let known: { lang: string; games: Promise<Game[]> } | null = null

/** All games, asked for once in each language. */
export function games(): Promise<Game[]> {
  if (known?.lang !== lang()) {
    const asked = { lang: lang(), games: get<{ games: Game[] }>('games').then(answer => answer.games) }
    asked.games.catch(() => {
      if (known === asked) known = null
    })
    known = asked
  }
  return known.games
}

/** The game of that name; a spec such as kalah:seeds=3 counts as kalah. */
export async function gameNamed(spec: string): Promise<Game | undefined> {
  const name = spec.split(':')[0]
  return (await games()).find(game => game.name === name)
}
