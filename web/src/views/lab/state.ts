// The state of the lab and its changes: the form of a new run, the runs of the server, the stored ones. Pure functions.
import { agentName } from '../../names.js'
import type { Evaluator, Game, Run } from '../../types.js'

export type Mode = 'match' | 'tune'

/** The form of a new run. Numbers stay as they were typed. */
export interface Form {
  mode: Mode
  game: string
  agents: string[]
  custom: boolean[] // whether the agent is a spec that the user types
  count: string // games per pair
  seed: string
  evaluator: string // '': the first
  method: string
  generations: string
  tuned: { agent: string; custom: boolean } // the agent that plays in a tuning run; '': a fast one
}

export interface StoredRun {
  id: number
  kind: string
  game: string
  games: number
  state: string
  begun: string
  parameters?: { agents?: string[] }
}

export interface State {
  games: Game[] // empty until they are loaded
  form: Form
  starting: boolean
  refused: string // the error of the form
  problem: string
  runs: Run[]
  watched: number // the run on display; 0: none
  report: number // the stored run whose report is shown below it; 0: none
  stored: StoredRun[] | null // null until they are loaded
  storedReport: number // the one whose report is shown below the list; 0: none
}

export const AGENTS_MOST = 8
const SUGGESTED = [2, 1, 0] // indices of the suggested levels: neighbours make an interesting match

export function initial(query: URLSearchParams, firstGame: string): State {
  const form: Form = {
    mode: 'match',
    game: query.get('game') ?? firstGame,
    agents: [],
    custom: [],
    count: '50',
    seed: '',
    evaluator: '',
    method: 'genetic',
    generations: '20',
    tuned: { agent: '', custom: false },
  }
  return {
    games: [],
    form,
    starting: false,
    refused: '',
    problem: '',
    runs: [],
    watched: Number(query.get('run') ?? 0),
    report: 0,
    stored: null,
    storedReport: 0,
  }
}

// ---- The form -----------------------------------------------------------------------------

export const gameOf = (s: State): Game => s.games.find(g => g.name === s.form.game) ?? s.games[0]
export const tunable = (game: Game): Evaluator[] => game.evaluators.filter(e => e.features.length)
export const titleOf = (s: State, spec: string): string => gameNamed(s, spec)?.title ?? spec

export const gameNamed = (s: State, spec: string): Game | undefined => s.games.find(g => g.name === spec.split(':')[0])

/** The name of a run: that of its report, from the moment it is stored. */
export const numberText = (id: number | null): string => (id === null ? '' : ` #${id}`)

/** The levels, then the other agents. */
export function offered(game: Game): { value: string; text: string }[] {
  const levels = game.levels.map(l => ({ value: l.agent, text: agentName(game, l.agent) })),
    others = game.agents.filter(a => !levels.some(l => l.value === a.name))
  return [...levels, ...others.map(a => ({ value: a.name, text: a.name }))]
}

function suggested(game: Game, i: number): string {
  const list = offered(game)
  return list.at(Math.min(list.length - 1, SUGGESTED.at(i) ?? i))?.value ?? 'random'
}

export const setForm = (s: State, form: Partial<Form>): State => ({ ...s, form: { ...s.form, ...form } })

/** Another game: agents and evaluator are those suggested for it. */
export function chooseGame(s: State, name: string): State {
  const next = setForm(s, { game: name }),
    game = gameOf(next)
  return {
    ...setForm(next, {
      agents: [suggested(game, 0), suggested(game, 1)],
      custom: [],
      evaluator: '',
      tuned: { agent: '', custom: false },
    }),
    refused: '',
  }
}

export const withGames = (s: State, games: Game[]): State => chooseGame({ ...s, games }, s.form.game)

/** Tuning needs a game with weights. */
export function chooseMode(s: State, mode: Mode): State {
  const other = mode === 'tune' && !tunable(gameOf(s)).length && s.games.find(g => tunable(g).length)
  return setForm(other ? chooseGame(s, other.name) : s, { mode })
}

export const addAgent = (s: State): State =>
  s.form.agents.length < AGENTS_MOST
    ? setForm(s, { agents: [...s.form.agents, suggested(gameOf(s), s.form.agents.length)] })
    : s

export const removeAgent = (s: State): State =>
  s.form.agents.length > 2
    ? setForm(s, { agents: s.form.agents.slice(0, -1), custom: s.form.custom.slice(0, s.form.agents.length - 1) })
    : s

/** Sets agent number `i`; `custom`: it is typed, and starts with the spec that was chosen before. */
export function setAgent(s: State, i: number, agent: string, custom: boolean): State {
  const put = <T>(list: T[], value: T, none: T) => s.form.agents.map((_, k) => (k === i ? value : (list.at(k) ?? none)))
  return setForm(s, { agents: put(s.form.agents, agent, ''), custom: put(s.form.custom, custom, false) })
}

/** The request that starts the run of the form. */
export function startRequest(s: State): { what: Mode; members: Record<string, unknown> } {
  const { form } = s,
    game = gameOf(s).name,
    seed = form.seed.trim() ? { seed: Number(form.seed) } : {},
    agent = form.tuned.agent.trim()
  if (form.mode === 'match')
    return {
      what: 'match',
      members: { game, agents: form.agents.map(a => a.trim()), games: Number(form.count), ...seed },
    }
  return {
    what: 'tune',
    members: {
      game,
      ...(agent ? { agent } : {}),
      ...(form.evaluator ? { evaluator: form.evaluator } : {}),
      method: form.method,
      generations: Number(form.generations),
      ...seed,
    },
  }
}

export const begin = (s: State): State => ({ ...s, starting: true, problem: '', refused: '' })
export const refuse = (s: State, refused: string): State => ({ ...s, starting: false, refused })

// ---- Runs -----------------------------------------------------------------------------------

export const isGoing = (run: Run): boolean => run.state === 'waiting' || run.state === 'running'
export const watchedRun = (s: State): Run | undefined => s.runs.find(r => r.run === s.watched)

/** Merges new points into the known ones: a reconnection may repeat some. */
export function addPoints<P extends object>(known: P[], more: P[], by: keyof P): P[] {
  if (!more.length) return known
  const all = new Map([...known, ...more].map(p => [p[by], p]))
  return [...all.values()].sort((a, b) => Number(a[by]) - Number(b[by]))
}

/** A run after a message about it, which carries only the new points of its curves. */
function merged(known: Run | undefined, message: Run): Run {
  if (message.kind === 'tune') {
    const old = known?.kind === 'tune' ? known : undefined
    return { ...old, ...message, points: addPoints(old?.points ?? [], message.points, 'generation') }
  }
  if (message.kind === 'study') return message
  const old = known && known.kind !== 'tune' && known.kind !== 'study' ? known : undefined
  return { ...old, ...message, points: addPoints(old?.points ?? [], message.points, 'games') }
}

/** The server has sent news of a run. */
export function withRun(s: State, message: Run): State {
  const known = s.runs.find(r => r.run === message.run),
    next = merged(known, message)
  return { ...s, runs: known ? s.runs.map(r => (r === known ? next : r)) : [next, ...s.runs] }
}

/** Whether `now` is where the watched run has ended. */
export function hasEnded(before: State, now: State): boolean {
  const was = watchedRun(before),
    is = watchedRun(now)
  return was !== undefined && is?.run === was.run && was.state !== is.state && !isGoing(is)
}

export const watch = (s: State, run: number): State => ({ ...s, watched: run, starting: false })

/** The run to show when the URL names none: one that is running; 0: none. */
export const interesting = (s: State): number => s.watched || (s.runs.find(r => r.state === 'running')?.run ?? 0)

export const toggleReport = (s: State, id: number): State => ({ ...s, report: s.report === id ? 0 : id })
export const toggleStoredReport = (s: State, id: number): State => ({
  ...s,
  storedReport: s.storedReport === id ? 0 : id,
})
