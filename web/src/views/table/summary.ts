// The summary of a game that has ended: an agent reviews its moves.
import { html, nothing, type TemplateResult } from 'lit-html'
import { get } from '../../api.js'
import { t } from '../../lang.js'
import { mistakes, playerReviews } from '../../learn/review.js'
import { summaryText } from '../../learn/review_texts.js'
import { job } from '../../socket.js'
import type { StoredGame } from '../../stored_game.js'
import type { Evaluation, Table } from '../../types.js'
import type { TableContext } from './context.js'
import { seatNames } from './texts.js'

/** Reviews a finished game with `ms` milliseconds per move. In the log all its moves are known. */
export async function summaryOf(table: Table, ms: number): Promise<Evaluation[]> {
  const stored = table.game_id === null ? null : await get<StoredGame>(`log/${table.game_id}`),
    moves = stored?.moves ?? table.moves.map(m => m.move),
    start = stored?.start ?? table.start
  const found = await job<{ plies?: (Evaluation | null)[] }, unknown>(
    'review',
    {
      game: table.game,
      ...(start ? { position: start } : {}),
      moves: Array.isArray(moves) ? moves.join(' ') : moves,
      ms,
    },
    () => {},
  ).done
  return (found.plies ?? []).filter((e): e is Evaluation => e !== null)
}

/** One line on the accuracy of the players and the biggest mistake. */
export function summary(ctx: TableContext): TemplateResult | typeof nothing {
  const { reviewing, reviewed } = ctx.state
  if (reviewing) return html`<p class="small dim summary">${t('Reviewing the game…')}</p>`
  const players = playerReviews(reviewed)
  if (!players.length) return nothing
  const names = seatNames(ctx.table, ctx.game)
  return html`<p class="small summary">
    ${summaryText(players, mistakes(reviewed, ctx.table.moves), seat => names[seat])}
  </p>`
}
