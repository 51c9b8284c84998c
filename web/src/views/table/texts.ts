// Texts of a table: names of players, clocks, whose turn it is, results, announcements for screen readers.
import { capital, num, t } from '../../lang.js'
import { agentName } from '../../names.js'
import type { Game, Move, Seat, Table } from '../../types.js'
import { myTurn } from './state.js'

/** Names of all seats on the board. Free seats are named by their title, and so are agents if there are several, and
 *  people who share the device. */
export function seatNames(table: Table, game: Game | undefined): string[] {
  const several = table.seats.filter(s => s.kind === 'agent').length > 1
  return table.seats.map(s =>
    s.kind === 'open' || (several && s.kind === 'agent') || (table.shared && s.you)
      ? capital(s.title)
      : seatName(s, game),
  )
}

/** The name of the player or agent in a seat. */
export function seatName(seat: Seat, game: Game | undefined): string {
  if (seat.you) return seat.name || t('You')
  if (seat.kind === 'open') return t('Free seat')
  if (seat.kind === 'agent') return seat.name || agentName(game, seat.agent ?? seat.title)
  return seat.name || t('Guest ({0})', capital(seat.title))
}

/** Minutes and seconds; with tenths below 20 seconds. */
export function clockText(ms: number): string {
  if (ms < 20000) return `0:${num(Math.floor(ms / 100) / 10, 1).padStart(4, '0')}`
  const whole = Math.ceil(ms / 1000)
  const hours = Math.floor(whole / 3600),
    minutes = Math.floor(whole / 60) % 60,
    seconds = String(whole % 60).padStart(2, '0')
  if (hours) return `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`
  return `${minutes}:${seconds}`
}

/** The URL of the analysis of a game at a ply: by its number if it is stored, by its moves if nothing in it is
 *  hidden. */
export function analysisOf(table: Table, game: Game | undefined, ply?: number): string | null {
  const q = new URLSearchParams()
  if (table.game_id !== null) q.set('game', String(table.game_id))
  else if (!game || game.traits.includes('hidden')) return null
  else {
    q.set('game', table.game)
    if (table.start) q.set('position', table.start)
    if (table.moves.length) q.set('moves', table.moves.map(m => m.move).join(' '))
  }
  if (ply !== undefined) q.set('ply', String(ply))
  return '/analysis?' + q.toString()
}

/** The result from the viewer's point of view; null for spectators, and for a viewer that plays both sides. */
export function resultFor({ seat, seats, over }: Table): 'win' | 'loss' | 'draw' | null {
  const own = seats.filter(s => s.you)
  if (seat === null || !over || own.some(s => s.team !== own[0].team)) return null
  const winner = over.result === '1-0' ? 0 : over.result === '0-1' ? 1 : null
  return winner === null ? 'draw' : seats[seat].team === winner ? 'win' : 'loss'
}

/** The same in words; "" for no result. */
export function outcomeOf(table: Table): string {
  const result = resultFor(table)
  return result === null ? '' : result === 'draw' ? t('Draw.') : result === 'win' ? t('You win!') : t('You lose.')
}

/** The final score with best play, where it is proven. */
export const marginText = (margin: number) =>
  margin > 0
    ? t('you win by {0} with best play', margin)
    : margin < 0
      ? t('you lose by {0} with best play', -margin)
      : t('a draw with best play')

/** Between the turns of people who share the device: who shall have it. */
export const passText = ({ seat, seats }: Table): string =>
  t('Pass the device to {0}.', capital(seat === null ? '' : seats[seat].title))

/** Whose turn it is; `pending`: the viewer's move is on its way, and `next` waits for it. */
export function turnTitle(table: Table, game: Game | undefined, pending = false, next = ''): string {
  if (table.over) return t('Game over')
  if (pending && myTurn(table)) return next ? t('Move sent. Next: {0}', next) : t('Move sent…')
  if (myTurn(table) && !table.shared) return t('Your turn')
  if (table.seats.some(s => s.kind === 'open')) return t('Waiting for players')
  const turn = table.state.turn
  if (typeof turn !== 'number') return t('Chance move')
  const name = seatNames(table, game)[turn]
  return table.thinking !== null ? t('{0} is thinking', name) : t("{0}'s turn", name)
}

/** The announcements of a new snapshot: its moves, the result, the player's turn with `task`, offers. `now`: interrupts
 *  current speech. */
export function spoken(
  table: Table,
  news: Move[],
  before: Table | null,
  task: () => string,
): { text: string; now: boolean }[] {
  const texts = news.map(move => capital(move.words))
  if (table.over && !before?.over) texts.push(`${outcomeOf(table)} ${capital(table.over.text)}`.trim())
  else if (myTurn(table) && (!before || !myTurn(before) || news.length))
    texts.push(`${t('Your turn.')} ${task()}`.trim())
  const offers = newOffers(table, before).map(() => ({ text: t('New request above the board.'), now: true }))
  return [...texts.map(text => ({ text, now: false })), ...offers]
}

/** The offers to the viewer that the snapshot before did not have. */
function newOffers({ offers, seat }: Table, before: Table | null): Table['offers'] {
  const known = before?.offers ?? []
  return offers.filter(
    o => seat !== null && o.asked.includes(seat) && !known.some(old => old.what === o.what && old.by === o.by),
  )
}

/** Whether a page of this host was opened on the server's own machine. */
export const isOwnMachine = (hostname: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** The origins at which others find this page: the addresses of the machine if the page was opened as localhost. */
export function originsOf(own: { origin: string; hostname: string }, links: string[]): string[] {
  return isOwnMachine(own.hostname) && links.length ? links : [own.origin]
}
