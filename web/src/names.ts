// Names of agents for people: "Computer, medium" if it is a level of the game, else the agent's own name. The spec is a
// detail, for a tooltip. The server names the agents at its tables in the same way (src/agents/agent_title.c).
import { capital, t } from './lang.js'
import { readSpec, type Values } from './spec.js'
import type { Game } from './types.js'

/** The options that make an agent what it is: a server may add threads and sizes that fit its memory. */
function choices(game: Game, spec: string): Values {
  const { name, values } = readSpec(spec),
    options = game.agents.find(a => a.name === name)?.options ?? []
  const kept = Object.entries(values).filter(
    ([key]) => key !== 'threads' && options.find(o => o.name === key)?.type !== 'size',
  )
  return Object.fromEntries(kept)
}

function same(game: Game, a: string, b: string): boolean {
  if (a === b) return true
  const text = (spec: string) => JSON.stringify(Object.entries(choices(game, spec)).sort())
  return readSpec(a).name === readSpec(b).name && text(a) === text(b)
}

/** The name of an agent, or of a person: stored games have either. */
export function agentName(game: Game | undefined, spec: string): string {
  const level = game && (game.levels.find(l => l.agent === spec) ?? game.levels.find(l => same(game, l.agent, spec)))
  if (level) return t('Computer, {0}', level.title.toLowerCase())
  if (spec === 'human') return t('Guest')
  const { name } = readSpec(spec)
  return spec === name || !/^[\w.]+:\w+=/.test(spec) ? spec : name
}

/** The names of the players of a stored game by seat. A person without a name is the viewer, or a guest known by the
 *  seat; one person in all seats is named by the seats. */
export function playerNames(game: Game | undefined, seats: string[], names: string[], mine: number[]): string[] {
  return seats.map((who, seat) => {
    if (who !== 'human') return names[seat] || who
    const title = capital(game?.seats[seat] ?? String(seat + 1))
    if (mine.length === seats.length) return title
    return mine.includes(seat) ? t('You') : t('Guest ({0})', title)
  })
}

/** The names of several agents. Those that would be equal get the options in which they differ: "ab, depth 5". */
export function agentNames(game: Game | undefined, specs: string[]): string[] {
  const names = specs.map(spec => agentName(game, spec))
  return names.map((name, i) => {
    const rivals = specs.filter((spec, j) => names[j] === name && spec !== specs[i])
    if (!rivals.length) return name
    const own = Object.entries(readSpec(specs[i]).values),
      unlike = own.filter(([key, value]) => rivals.some(other => readSpec(other).values[key] !== value))
    return [name, ...unlike.map(([key, value]) => `${key} ${value}`)].join(', ')
  })
}
