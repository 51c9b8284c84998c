// The input of the drawing of a table: what its viewer sees and may do.
import type { Picture } from '../../drawing.js'
import { lang, t } from '../../lang.js'
import type { Game, Table } from '../../types.js'
import type { TableContext } from './context.js'
import { seatNames } from './texts.js'

/** The input of the drawing. */
export function pictureOf(ctx: TableContext): Picture {
  const { table } = ctx,
    last = table.moves.at(-1)
  return {
    game: ctx.game ?? unknownGame(table),
    state: table.state,
    seat: table.seat,
    names: seatNames(table, ctx.game),
    moves: table.may.includes('move') ? (table.state.moves ?? []) : [],
    last: last ? { seat: last.seat, move: last.move } : null,
    past: table.moves.map(m => m.move),
    log: table.moves,
    picked: ctx.state.picked,
    pick: ctx.pick,
    play: move => void ctx.play(move),
    playAll: ctx.playSeries,
    hint: ctx.hint?.move ?? null,
    evaluated: [],
    box: ctx.box,
    t,
    lang: lang(),
  }
}

function unknownGame(table: Table): Game {
  const name = table.game.split(':')[0]
  const none = {
    summary: '',
    traits: [],
    opponent: '',
    rollout: '',
    options: [],
    levels: [],
    agents: [],
    evaluators: [],
    formats: [],
  }
  return { ...none, name, title: table.title, seats: table.seats.map(s => s.title) }
}
