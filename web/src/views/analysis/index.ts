// Analysis of a stored, pasted or new game: an agent evaluates each position and reviews the whole game. Here are the
// effects of the view: requests, jobs of the server, the keyboard and the graph.
import { render } from 'lit-html'
import { announce } from '../../announce.js'
import { games, getText } from '../../api.js'
import { copyText } from '../../clipboard.js'
import { download } from '../../download.js'
import { num, t } from '../../lang.js'
import { chanceGraph, type Graph } from '../../learn/chance_graph.js'
import {
  chances,
  goTo,
  graphed,
  lastMove,
  movesSoFar,
  plyFromStart,
  stateOf,
  stepBy,
  type AnalyzedGame,
} from '../../learn/variation.js'
import { errorText, handlesKey, isCancelled } from '../../learn/widgets.js'
import { job, request, RequestError } from '../../socket.js'
import { located } from '../../spec.js'
import { openStore } from '../../store.js'
import type { Evaluation, Move, Rollout, State as Position } from '../../types.js'
import type { View } from '../../view.js'
import { fromMoves, fromQuery, fromText } from './load.js'
import { page, type Actions } from './render.js'
import * as rolling from './rollout.js'
import { loadVariations, saveVariations } from './session.js'
import * as update from './state.js'
import type { LoadedGame, State } from './state.js'
import { statusText } from './texts.js'

const TEXT_MOST = 60000 // maximal length of a file, in characters
const PAUSE = 200 // milliseconds before a position is analyzed

/** A message of a review about one position. */
interface ReviewProgress {
  ply?: number
  judgement?: Evaluation
}

/** Adds the table where the user plays a game of this kind against people: until it is over, engine help is off. */
async function withOpponents(found: LoadedGame): Promise<LoadedGame> {
  const { table } = await request<{ table: string | null }>('help', { game: found.game })
  return { ...found, opposedTable: table ?? '' }
}

export const view: View = (root, route) => {
  const store = openStore(update.initial(route.query), draw)
  let analysis: { stop(): void } | null = null,
    review: { stop(): void } | null = null,
    rollout: { stop(): void } | null = null,
    timer: number | undefined,
    fetching = false,
    graph: { host: Element; plot: Graph } | null = null

  // ---- Loading games -------------------------------------------------------------------------

  async function open(load: Promise<LoadedGame>, pasted: boolean): Promise<boolean> {
    store.change(update.load)
    const own = store.state.loads
    try {
      const found = await withOpponents(await load)
      if (own !== store.state.loads) return false // the user has opened another game meanwhile
      stopJobs()
      store.change(s => update.open(s, found))
      if (pasted) store.change(s => update.setPaste(s, { open: false }))
      think()
      return store.open
    } catch (why) {
      if (own !== store.state.loads) return false
      const plain = { text: errorText(why), at: why instanceof RequestError ? why.at : null },
        error = pasted ? located(plain, store.state.paste.text) : plain
      store.change(s => update.failToLoad(s, error, pasted))
      if (store.open) announce(error.text, true)
      return false
    }
  }

  async function openPasted(): Promise<void> {
    const { text, game } = store.state.paste
    const done = await open(text.trim() ? fromText(text, game) : fromMoves(game), true)
    if (done) {
      route.remember(update.address(store.state))
      saveVariations(store.state)
      reviewAtOnce()
    }
    if (store.open) root.querySelector<HTMLElement>(done ? 'h1' : '#a-text')?.focus()
  }

  async function upload(file: File): Promise<void> {
    const text = await file.text()
    if (text.length > TEXT_MOST) {
      const error = { text: t('The file is too long. The limit is {0} characters.', num(TEXT_MOST)), at: null }
      store.change(s => update.setPaste(s, { error }))
      return
    }
    store.change(s => update.setPaste(s, { text }))
    await openPasted()
  }

  /** Makes the file of the game with its variations and hands it to `use`. */
  async function exportGame(as: string, use: (text: string) => void): Promise<void> {
    const { current, gameId, source } = store.state
    if (!current) return
    try {
      const file = gameId === null ? source : await getText(`export/${gameId}`, { as: 'text' }),
        members = update.fileRequest(current, as, file)
      if (JSON.stringify(members).length > TEXT_MOST)
        throw new Error(t('The file is too long. The limit is {0} characters.', num(TEXT_MOST)))
      const { text } = await request<{ text: string }>('write', members)
      if (store.open) use(text)
    } catch (why) {
      store.change(s => ({ ...s, refused: errorText(why) }))
      if (store.open) announce(errorText(why), true)
    }
  }

  // ---- Navigation ----------------------------------------------------------------------------

  function move(next: AnalyzedGame, spoken = true): void {
    store.change(s => update.move(s, next))
    moved(spoken)
  }

  /** The state is at another position: shows it in the URL and to screen readers, and analyzes it. */
  function moved(spoken: boolean): void {
    const s = store.state
    rollout?.stop()
    if (!s.current || !store.open) return
    route.remember(update.address(s))
    saveVariations(s)
    if (spoken)
      announce(lastMove(s.current) ? `${plyFromStart(s.current)}. ${statusText(s, s.current)}` : t('Start of the game'))
    think()
    root.querySelector('.ply-list [aria-current="true"]')?.scrollIntoView({ block: 'nearest' })
  }

  /** Plays a move on the board; false: it is illegal, or the user has gone elsewhere. */
  async function play(word: string): Promise<boolean> {
    const { current: at, opened } = store.state
    if (!at) return false
    const here = () => {
      const { current, opened: now } = store.state
      return store.open && current && now === opened && movesSoFar(current) === movesSoFar(at) ? current : null
    }
    try {
      const found = await request<{ states: Position[]; moves: Move[] }>('state', {
        ...update.from(at),
        moves: [movesSoFar(at), word].filter(m => m).join(' '),
        ply: plyFromStart(at) + 1,
      })
      const still = here()
      if (!still) return false
      const last = <T>(list: T[]) => list[list.length - 1]
      store.change(s => update.played(s, still, last(found.moves), last(found.states)))
      moved(true)
      return true
    } catch (why) {
      if (!here()) return false
      store.change(s => update.refuse(s, errorText(why)))
      announce(errorText(why), true)
      return false
    }
  }

  async function playAll(words: string[]): Promise<void> {
    for (const word of words) if (!(await play(word))) return
  }

  /** Fetches the shown position of a long game: the server sends those one at a time. While a key is held, positions
   *  that were passed meanwhile are skipped. */
  async function loadPosition(at: AnalyzedGame, opened: number): Promise<void> {
    if (fetching) return
    fetching = true
    try {
      const { states } = await request<{ states: Position[] }>('state', {
        ...update.from(at),
        moves: movesSoFar(goTo(at, Infinity)),
        ply: plyFromStart(at),
      })
      fetching = false
      store.change(s => update.fetched(s, opened, movesSoFar(at), states[0]))
      think()
    } catch (why) {
      fetching = false
      store.change(s => ({ ...s, refused: errorText(why) }))
    }
  }

  // ---- Agents ----------------------------------------------------------------------------------

  function stopJobs(): void {
    clearTimeout(timer)
    analysis?.stop()
    review?.stop()
    rollout?.stop()
    analysis = review = rollout = null
  }

  /** Analyzes the current position after a pause, unless its analysis has begun. */
  function think(): void {
    clearTimeout(timer)
    const s = store.state
    if (!s.current || s.nowKey || !store.open) return
    analysis?.stop()
    analysis = null
    if (!stateOf(s.current)) void loadPosition(s.current, s.opened)
    if (update.wantsAnalysis(s)) timer = window.setTimeout(() => void analyze(), PAUSE)
  }

  async function analyze(): Promise<void> {
    store.change(update.think)
    const { current: at, analysis: own, opened, ms } = store.state
    if (!at) return
    const moves = movesSoFar(at)
    const running = job<Evaluation, { best?: Evaluation }>(
      'analyze',
      { ...update.from(at), ...(moves ? { moves } : {}), agent: update.agentOf(store.state), ms: Number(ms) },
      ({ best }) => best && store.change(s => update.progress(s, own, best)),
    )
    analysis = running
    try {
      const found = await running.done
      store.change(s => update.evaluated(s, own, opened, at, found))
    } catch (why) {
      store.change(s => update.failToEvaluate(s, own, isCancelled(why) ? '' : errorText(why)))
    }
  }

  /** Reviews short games automatically, with little time per move. */
  function reviewAtOnce(): void {
    const ms = update.automaticReview(store.state)
    if (ms) void reviewGame(ms)
  }

  async function reviewGame(ms: number): Promise<void> {
    const { current: at } = store.state
    if (!at) return
    store.change(update.beginReview)
    const own = store.state.review
    const running = job<{ plies?: (Evaluation | null)[] }, ReviewProgress>(
      'review',
      {
        ...update.from(at),
        moves: at.main.moves.map(m => m.move).join(' '),
        agent: update.agentOf(store.state),
        ms,
      },
      ({ judgement: found, ply }) =>
        found && store.change(s => update.reviewedPly(s, own, { ...found, ply: ply ?? found.ply })),
    )
    review = running
    try {
      const { plies = [] } = await running.done
      store.change(s => plies.reduce((all, found) => (found ? update.reviewedPly(all, own, found) : all), s))
      store.change(s => update.endReview(s, own))
      if (store.open && own === store.state.review) announce(t('Review finished.'))
    } catch (why) {
      const refused = isCancelled(why) ? '' : errorText(why)
      if (refused && store.open && own === store.state.review) announce(refused, true)
      store.change(s => update.endReview(s, own, refused))
    }
  }

  const setRollout = (change: (r: rolling.RolloutState) => rolling.RolloutState) =>
    store.change(s => ({ ...s, rollout: change(s.rollout) }))

  async function rollOut(): Promise<void> {
    const { current: at } = store.state
    if (!at) return
    rollout?.stop()
    setRollout(rolling.begun)
    const { number: own, agent, trials } = store.state.rollout,
      moves = movesSoFar(at)
    const running = job<Rollout, { rollout?: Rollout }>(
      'rollout',
      { ...update.from(at), ...(moves ? { moves } : {}), ...(agent ? { agent } : {}), trials: Number(trials) },
      ({ rollout: found }) => found && setRollout(r => rolling.rolled(r, own, found)),
    )
    rollout = running
    try {
      const found = await running.done
      setRollout(r => rolling.ended(rolling.rolled(r, own, found), own))
      if (store.open && own === store.state.rollout.number) announce(t('Rollout finished.'))
    } catch (why) {
      const refused = isCancelled(why) ? '' : errorText(why)
      if (refused && store.open && own === store.state.rollout.number) announce(refused, true)
      setRollout(r => rolling.ended(r, own, refused))
    }
  }

  // ---- The page -----------------------------------------------------------------------------------

  const setting = (change: (s: State) => State) => {
    store.change(change)
    think()
  }

  const actions: Actions = {
    draw: () => store.draw(),
    move: next => move(next),
    edit(next) {
      store.change(s => ({ ...s, current: next }))
      saveVariations(store.state)
    },
    promote(variation) {
      store.change(s => update.promoted(s, variation))
      moved(true)
    },
    play: moves => void playAll(moves),
    pick: picked => store.change(s => ({ ...s, picked })),
    flip: () => store.change(update.flip),
    review: () => (store.state.reviewing ? review?.stop() : void reviewGame(Number(store.state.ms))),
    chooseWhose: whose => store.change(s => ({ ...s, whose })),
    playFrom(ply, moves) {
      goToGame(ply)
      void playAll(moves)
    },
    setAgent(agent) {
      store.change(s => update.setAgent(s, agent))
      route.remember(update.address(store.state))
      think()
    },
    setTime: ms => setting(s => update.setTime(s, ms)),
    rollOut: () => (store.state.rollout.running ? rollout?.stop() : void rollOut()),
    setRolloutAgent: agent => setRollout(r => ({ ...r, agent })),
    setTrials: trials => setRollout(r => ({ ...r, trials })),
    setLive: live => setting(s => update.setLive(s, live)),
    copy: text => void copyText(text),
    copyFile: () => void exportGame(update.fileFormat(store.state), text => void copyText(text)),
    saveFile: as => void exportGame(as, text => download(update.fileName(store.state, as), text)),
    setPaste: paste => store.change(s => update.setPaste(s, paste)),
    openPasted: () => void openPasted(),
    upload: file => void upload(file),
  }

  function draw(s: State): void {
    render(page(s, actions), root)
    const host = root.querySelector<HTMLElement>('.graph')
    if (host !== (graph?.host ?? null)) {
      graph?.plot.close()
      graph = host && { host, plot: chanceGraph(host, ply => goToGame(ply)) }
    }
    if (s.current && graph) drawGraph(graph.plot, s, s.current)
  }

  const goToGame = (ply: number) => {
    const { current } = store.state
    if (current) move(goTo(current, ply, false))
  }

  function onKey(e: KeyboardEvent): void {
    const g = store.state.current
    if (!g || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey || handlesKey(e.target, e.key)) return
    const keys: Record<string, (() => AnalyzedGame) | undefined> = {
      ArrowLeft: () => stepBy(g, -1),
      ArrowRight: () => stepBy(g, 1),
      Home: () => goTo(g, 0, false),
      End: () => goTo(g, Infinity),
    }
    const next = keys[e.key]
    // The drawing may have handled the arrow keys itself.
    if (!next || e.defaultPrevented) return
    e.preventDefault()
    move(next())
  }

  async function start(): Promise<void> {
    try {
      const list = await games()
      store.change(s => update.withGames(s, list, route.query.get('game') ?? ''))
    } catch (why) {
      store.change(s => ({ ...s, problem: errorText(why) }))
      return
    }
    if (!store.open || !(await open(fromQuery(route.query, store.state.paste.game), false))) return
    const ply = Number(route.query.get('ply')) || 0,
      { opened } = store.state,
      kept = await loadVariations(store.state, ply)
    if (!store.open || opened !== store.state.opened) return
    if (kept) {
      store.change(s => update.move(s, kept))
      moved(false)
    } else if (ply) {
      store.change(s => update.goToPly(s, ply))
      moved(false)
    }
    reviewAtOnce()
  }

  route.title(t('Analysis'))
  document.addEventListener('keydown', onKey)
  store.draw()
  void start()

  return () => {
    store.close()
    stopJobs()
    graph?.plot.close()
    document.removeEventListener('keydown', onKey)
  }
}

/** Sets the curve, the mistakes and the current move of the graph. */
function drawGraph(plot: Graph, s: State, g: AnalyzedGame): void {
  const marks = new Map([...s.reviewed].flatMap(([ply, { mark }]) => (mark ? [[ply, mark] as const] : []))),
    at = g.inVariation && g.variation ? g.variation.from : g.ply
  plot.set(graphed(g.main, chances(g.main, update.evaluations(s)), s.stored.size > 0), marks, at)
}
