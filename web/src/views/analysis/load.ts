// Loads the game of an analysis: from the log, from a table, from a pasted text or from moves.
import { get } from '../../api.js'
import { on, request, RequestError } from '../../socket.js'
import type { Move, State as Position, Table } from '../../types.js'
import type { StoredGame } from '../../stored_game.js'
import type { LoadedGame } from './state.js'

/** The game that the URL asks for; `game` is the one without a name in it. */
export function fromQuery(query: URLSearchParams, game: string): Promise<LoadedGame> {
  const wanted = query.get('game') ?? '',
    table = query.get('table')
  if (table) return fromTable(table)
  if (/^\d+$/.test(wanted)) return fromLog(Number(wanted))
  return fromMoves(wanted || game, query.get('position') ?? '', query.get('moves') ?? '')
}

export async function fromMoves(game: string, position = '', moves = ''): Promise<LoadedGame> {
  const found = await request<{ states: (Position | null)[]; moves: Move[] }>('state', {
    game,
    ...(position ? { position } : {}),
    ...(moves ? { moves } : {}),
  })
  return { game, start: position, ...found }
}

async function fromLog(id: number): Promise<LoadedGame> {
  const stored = await get<StoredGame>(`log/${id}`),
    moves = Array.isArray(stored.moves) ? stored.moves.join(' ') : (stored.moves ?? '')
  return {
    ...(await fromMoves(stored.game, stored.start, moves)),
    names: stored.seats.map((who, seat) => (who === 'human' ? who : stored.names[seat])),
    result: stored.result,
    id,
    mine: stored.mine,
    evaluations: stored.evaluations,
  }
}

async function fromTable(id: string): Promise<LoadedGame> {
  const table = await snapshotOf(id)
  if (table.game_id !== null) return fromLog(table.game_id)
  const names = table.seats.map(s => s.name ?? s.title)
  const mine = table.seats.flatMap((s, seat) => (s.you ? [seat] : []))
  return { ...(await fromMoves(table.game, table.start, table.moves.map(m => m.move).join(' '))), names, mine }
}

/** The first snapshot of a table, which is left again. */
function snapshotOf(id: string): Promise<Table> {
  return new Promise((resolve, reject) => {
    const off = on<Table>('table', table => {
      if (table.table !== id) return
      off()
      request('leave', { table: id }).catch(() => {})
      resolve(table)
    })
    request('open', { table: id }).catch((why: unknown) => {
      off()
      reject(why instanceof Error ? why : new Error(String(why)))
    })
  })
}

/** Reads a game file or SGF; otherwise a position of the chosen game, or its moves. If all fail, throws the error of
 *  the reader that came furthest. */
export async function fromText(whole: string, game: string): Promise<LoadedGame> {
  const text = whole.trim(),
    isFile = /^(\(\s*;|\[)/.test(text) || text.includes('\n\n'),
    errors: RequestError[] = []
  for (const read of [
    async () => ({ ...(await request<LoadedGame>('read', { text: whole })), source: whole }),
    () => fromMoves(game, text),
    () => fromMoves(game, '', text.replace(/\s+/g, ' ')),
  ])
    try {
      return await read()
    } catch (why) {
      if (!(why instanceof RequestError) || isFile) throw why
      errors.push(why)
    }
  throw errors.slice(1).reduce((a, b) => ((b.at ?? 0) > (a.at ?? 0) ? b : a))
}
