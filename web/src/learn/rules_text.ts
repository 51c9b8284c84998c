// The rules of a game for players: which parts of its page are shown, and where boards replace pictures made of text.
// Pure functions.
import { plain, type Block } from './markdown.js'

const EXAMPLES = /exampl|exempl|ejempl/i, // headings in every language
  SOURCES = /sourc|fonte|fuente/i

interface Section {
  title: string // '': what precedes the first heading
  blocks: Block[]
}

export interface PlayersRules {
  before: Block[] // the introduction, up to the board
  after: Block[] // what follows it, up to the examples
  rest: Block[] // what follows the examples
}

function sections(page: Block[]): Section[] {
  const all: Section[] = [{ title: '', blocks: [] }]
  for (const block of page) {
    if (block.kind === 'heading' && block.level === 2) all.push({ title: plain(block.body), blocks: [block] })
    else all[all.length - 1].blocks.push(block)
  }
  return all
}

const drawn = ({ blocks }: Section) => blocks.some(b => b.kind === 'code')

/** Splits a page: the first picture of text becomes a board, examples made of text give way to example positions, and
 *  without `sources` there are none. */
export function playersRules(page: Block[], sources: boolean): PlayersRules {
  const all = sections(page),
    first = all.findIndex(s => EXAMPLES.test(s.title)),
    end = first < 0 ? all.length : first,
    flat = (list: Section[]) => list.flatMap(s => s.blocks),
    rules = flat(all.slice(0, end)),
    board = rules.findIndex(b => b.kind === 'code'),
    rest = all
      .slice(end)
      .filter(s => !(EXAMPLES.test(s.title) && drawn(s)))
      .filter(s => sources || !SOURCES.test(s.title))
  const kept = (blocks: Block[]) => (sources ? blocks : blocks.filter(b => !(b.kind === 'heading' && b.level === 1)))
  return board < 0
    ? { before: kept(rules), after: [], rest: flat(rest) }
    : { before: kept(rules.slice(0, board)), after: rules.slice(board + 1), rest: flat(rest) }
}
