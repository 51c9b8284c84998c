// The search view: replays the tree of an algorithm at a position, step by step. Here are its effects: requests, the
// timer, the keyboard, and the drawing of the tree.
import { render } from 'lit-html'
import { announce } from '../../announce.js'
import { games } from '../../api.js'
import { num, t } from '../../lang.js'
import { TreeView } from '../../learn/tree_view.js'
import { errorText, handlesKey, isCancelled } from '../../learn/widgets.js'
import { job, request, RequestError } from '../../socket.js'
import { openStore } from '../../store.js'
import type { Tree } from '../../learn/trace.js'
import type { State as Position } from '../../types.js'
import type { View } from '../../view.js'
import { FIRST, readableDepth } from './games.js'
import { page, type Actions } from './render.js'
import * as update from './state.js'
import type { State } from './state.js'
import { captionOf, nodeSummary, treeText } from './texts.js'

const FLOW = 450 // milliseconds of the animation of one step

export const view: View = (root, route) => {
  const store = openStore(update.initial(route.query, FIRST), draw),
    asked = new Set<string>() // positions that were requested
  let picture: TreeView | null = null,
    running: { stop(): void } | null = null,
    timer: number | undefined

  function draw(s: State): void {
    render(page(s, actions), root)
    const host = root.querySelector<HTMLElement>('.tree-host')
    if (host) picture ??= new TreeView(host, actions.select)
  }

  // ---- Searching ---------------------------------------------------------------------------

  async function search(): Promise<void> {
    running?.stop()
    running = null
    clearTimeout(timer)
    store.change(update.begin)
    const { search: own } = store.state
    if (!update.agentInfo(store.state) || !(await checkStart(own)) || own !== store.state.search || !store.open) return
    const s = store.state,
      from = s.position ? { position: s.position } : {},
      work = job<Tree>('tree', { game: update.gameText(s), agent: update.agentText(s), ...from })
    running = work
    store.change(now => update.working(now, own))
    try {
      const tree = await work.done
      if (own === store.state.search) show(now => update.withTree(now, own, tree))
    } catch (why) {
      const problem = isCancelled(why) ? '' : errorText(why)
      if (problem && own === store.state.search && store.open) announce(problem, true)
      store.change(now => update.fail(now, own, problem))
    }
  }

  /** Lets the server check the position and the moves; false: they are invalid. */
  async function checkStart(own: number): Promise<boolean> {
    const { position, moves } = store.state
    if (!position && !moves) return true
    try {
      const { states } = await request<{ states: Position[] }>('state', {
        game: update.gameText(store.state),
        ...(position ? { position } : {}),
        ...(moves ? { moves } : {}),
      })
      store.change(s => update.startAt(s, own, states[states.length - 1].position))
      return true
    } catch (why) {
      const at = why instanceof RequestError && !moves ? why.at : null
      store.change(s => update.refuse(s, own, { text: errorText(why), at }))
      if (own === store.state.search && store.open) announce(errorText(why), true)
      return false
    }
  }

  /** Shows another trace. The picture needs its frame on the page before it can fit it. */
  function show(change: (s: State) => State): void {
    store.change(change)
    const s = store.state
    if (!s.trace || !store.open) return
    picture?.set(s.trace, treeText(s))
    reached(s)
  }

  // ---- Steps ---------------------------------------------------------------------------------

  /** The state is at another step: shows it in the picture, in the URL and to screen readers. */
  function reached(s: State, spoken = true): void {
    picture?.goTo(s.step, s.playing ? Math.min(700, s.speed * 0.6) : FLOW)
    if (spoken && update.isSpoken(s)) announce(captionOf(s))
    route.remember(update.address(s))
    store.draw()
    loadPosition()
  }

  function goTo(step: number, spoken = true): void {
    if (!store.state.trace) return
    clearTimeout(timer)
    store.change(s => update.goTo(update.pause(s), step))
    reached(store.state, spoken)
  }

  function playOn(): void {
    const { step } = store.state
    store.change(update.tick)
    const s = store.state
    if (s.step !== step) reached(s)
    if (s.playing) timer = window.setTimeout(playOn, s.speed)
  }

  function playOrPause(): void {
    clearTimeout(timer)
    const { step, playing } = store.state
    store.change(playing ? update.pause : update.play)
    const s = store.state
    if (s.step !== step) reached(s)
    if (s.playing) timer = window.setTimeout(playOn, Math.min(300, s.speed))
  }

  /** Requests the position of the selected node for its board. */
  function loadPosition(): void {
    const at = update.missingPosition(store.state),
      key = JSON.stringify(at)
    if (!at || asked.has(key)) return
    asked.add(key)
    request<{ states: Position[] }>('state', at).then(
      ({ states }) => store.change(s => update.withPosition(s, at, states[states.length - 1])),
      () => store.change(s => update.withPosition(s, at, null)),
    )
  }

  const changeAndSearch = (change: (s: State) => State) => {
    store.change(change)
    void search()
  }
  const inTree = (run: (tree: TreeView) => void) => () => {
    if (picture) run(picture)
    store.draw()
  }

  const actions: Actions = {
    draw: () => store.draw(),
    chooseGame: name => changeAndSearch(s => update.chooseGame(s, name, readableDepth(name))),
    chooseAgent: name => changeAndSearch(s => update.chooseAgent(s, name)),
    setAgentOption: (name, value) => changeAndSearch(s => update.setAgentOption(s, name, value)),
    setGameOption: (name, value) => changeAndSearch(s => update.setGameOption(s, name, value)),
    setPosition: position => store.change(s => ({ ...s, position })),
    resetDepth: () => changeAndSearch(s => update.resetDepth(s, readableDepth(s.game.name))),
    search: () => void search(),
    searchFrom: position => changeAndSearch(s => ({ ...s, position })),
    stop: () => running?.stop(),
    stepTo: step => goTo(step),
    slideTo: step => goTo(step, false),
    playOrPause,
    setSpeed: speed => store.change(s => ({ ...s, speed })),
    select(node) {
      if (node < 0) return
      clearTimeout(timer)
      picture?.choose(node)
      store.change(s => update.select(s, node))
      announce(nodeSummary(store.state, store.state.chosen))
      loadPosition()
    },
    showTrace: which => show(s => update.showTrace(update.pause(s), which)),
    setListOpen: listOpen => store.change(s => ({ ...s, listOpen })),
    setGhosts(ghosts) {
      if (picture) picture.ghosts = ghosts
      picture?.draw()
      store.change(s => ({ ...s, ghosts }))
    },
    expandAll() {
      const open = picture?.openAll() ?? 0,
        all = store.state.trace?.nodes.length ?? 0
      const note = open < all ? t('{0} of {1} nodes are shown. Press a node to expand it.', num(open), num(all)) : ''
      if (note) announce(note)
      store.change(s => ({ ...s, note }))
    },
    collapseAll: inTree(tree => tree.closeAll()),
    showBest: inTree(tree => tree.openBest()),
    zoom: factor => picture?.zoom(factor),
    fit: () => picture?.fit(),
  }

  // ---- Keyboard ----------------------------------------------------------------------------------

  /** The effect of a key; undefined: none. Up, down and Enter keep their usual effect outside the tree. */
  function keyAction(e: KeyboardEvent, s: State): (() => void) | undefined {
    const inside = e.target instanceof Element && e.target.closest('.tree-host') !== null,
      select = () => actions.select(update.neighbour(s, e.key, e.shiftKey))
    const keys: Record<string, (() => void) | undefined> = {
      ArrowRight: e.shiftKey ? select : () => goTo(s.step + 1),
      ArrowLeft: e.shiftKey ? select : () => goTo(s.step - 1),
      ArrowDown: inside ? select : undefined,
      ArrowUp: inside ? select : undefined,
      Enter: inside ? inTree(tree => tree.toggle(s.chosen)) : undefined,
      Home: () => goTo(0),
      End: () => goTo(s.trace?.steps.length ?? 0),
      ' ': playOrPause,
      '+': () => actions.zoom(1.25),
      '-': () => actions.zoom(1 / 1.25),
      '0': actions.fit,
    }
    return keys[e.key]
  }

  function onKey(e: KeyboardEvent): void {
    if (!store.state.trace || e.ctrlKey || e.metaKey || e.altKey || handlesKey(e.target, e.key)) return
    const act = keyAction(e, store.state)
    if (!act) return
    e.preventDefault()
    act()
  }

  /** Starts with what the URL asks for, and explains what is shown instead of it. */
  async function start(): Promise<void> {
    try {
      const list = await games(),
        wanted = store.state
      store.change(s => update.withGames(s, list, FIRST, readableDepth))
      const other = update.replaced(wanted, store.state)
      const done = search(),
        own = store.state.search
      await done
      if (other && own === store.state.search) store.change(s => ({ ...s, problem: replacedText(other, s) }))
    } catch (why) {
      store.change(s => ({ ...s, problem: errorText(why) }))
    }
  }

  route.title(t('Search tree'))
  document.addEventListener('keydown', onKey)
  store.draw()
  void start()

  return () => {
    store.close()
    clearTimeout(timer)
    running?.stop()
    picture?.close()
    document.removeEventListener('keydown', onKey)
  }
}

function replacedText(other: NonNullable<ReturnType<typeof update.replaced>>, now: State): string {
  return 'game' in other
    ? t(
        '{0} has hidden information, so it has no single search tree. Showing {1} instead.',
        other.game.title,
        update.gameOf(now).title,
      )
    : t('{0} cannot show its search tree here. Showing {1} instead.', other.agent, now.agent.name)
}
