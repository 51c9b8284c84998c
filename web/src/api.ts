// The HTTP API: GET requests below /api/v1/, and the POST requests that change the session.
import { inOrder } from './games/index.js'
import { lang } from './lang.js'
import { base, fetchApi } from './transport.js'
import type { Game } from './types.js'

export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
  ) {
    super(text)
  }
}

function address(path: string, query: Record<string, string | number | undefined>): string {
  const q = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') q.set(name, String(value))
  if (lang() !== 'en') q.set('lang', lang())
  const text = q.toString()
  return base + 'api/v1/' + path + (text ? '?' + text : '')
}

/** The URL of a response to link to or to embed: exports, reports. */
export const apiAddress = (path: string, query: Record<string, string | number | undefined> = {}) =>
  address(path, query)

async function fetched(
  path: string,
  query: Record<string, string | number | undefined>,
  method = 'GET',
): Promise<Response> {
  const response = await fetchApi(address(path, query), method)
  if (response.ok) return response
  const body = (await response.json().catch(() => null)) as { error?: { code?: string; text?: string } } | null
  throw new HttpError(response.status, body?.error?.code ?? 'failed', body?.error?.text ?? response.statusText)
}

/** Sends a request that changes the session. */
export async function post(path: string): Promise<void> {
  await fetched(path, {}, 'POST')
}

/** The JSON response of /api/v1/PATH. */
export async function get<T>(path: string, query: Record<string, string | number | undefined> = {}): Promise<T> {
  return (await fetched(path, query)).json() as Promise<T>
}

/** The text response of /api/v1/PATH. */
export async function getText(path: string, query: Record<string, string | number | undefined> = {}): Promise<string> {
  return (await fetched(path, query)).text()
}

let cached: { lang: string; games: Promise<Game[]> } | null = null

/** All games in the order of the home page, fetched once per language. */
export function games(): Promise<Game[]> {
  if (cached?.lang !== lang()) {
    const fetching = { lang: lang(), games: get<{ games: Game[] }>('games').then(r => inOrder(r.games)) }
    fetching.games.catch(() => {
      if (cached === fetching) cached = null
    })
    cached = fetching
  }
  return cached.games
}

/** The game of a spec: kalah for kalah:seeds=3. */
export async function gameNamed(spec: string): Promise<Game | undefined> {
  const name = spec.split(':')[0]
  return (await games()).find(game => game.name === name)
}
