// Joins the rows of a page that had to start without its database with those of the database, once it opens. The rows
// in memory then have a player of their own and games numbered from 1. They become those of the stored player, and
// their games and runs get the numbers after the stored ones.
type Rows = Map<string, string>

const SELF = 'meta/self'
const numberOf = (key: string) => Number(key.slice(key.indexOf('/') + 1))
const kindOf = (key: string) => key.slice(0, key.indexOf('/'))

const last = (rows: Rows, kind: string): number =>
  Math.max(0, ...[...rows.keys()].filter(key => kindOf(key) === kind).map(numberOf))

const playerOf = (rows: Rows): string => (JSON.parse(rows.get(SELF) ?? '{}') as { id?: string }).id ?? ''

// The numbers are changed in the text: a seed has 64 bits, which JSON.parse would round. A quote inside of a string is
// escaped, so that names cannot look like members. The state of a table is JSON inside a string.
const RUN_OF_GAME = /(?<!\\)("run":)(\d+)/
const GAME_OF_TABLE = /(?<!\\)(\\"game_id\\":)([1-9]\d*)/
const raise = (text: string, member: RegExp, by: number) =>
  text.replace(member, (_, name: string, n: string) => name + String(Number(n) + by))

/** The rows of both. */
export function join(stored: Rows, own: Rows): Rows {
  const all = new Map(stored),
    games = last(stored, 'game'),
    runs = last(stored, 'run'),
    [from, to] = [playerOf(own), playerOf(stored)],
    mine = (text: string) => (from && to ? text.replaceAll(from, to) : text)
  for (const [key, value] of own) {
    const kind = kindOf(key),
      text = mine(value)
    if (kind === 'game') all.set(`game/${numberOf(key) + games}`, raise(text, RUN_OF_GAME, runs))
    else if (kind === 'run') all.set(`run/${numberOf(key) + runs}`, text)
    else if (kind === 'table') all.set(key, raise(text, GAME_OF_TABLE, games))
    else if (kind === 'player') all.set(mine(key), text)
    else if (!all.has(key)) all.set(key, text)
  }
  return all
}
