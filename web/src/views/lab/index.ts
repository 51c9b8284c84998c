// The lab: starts matches, tournaments and tuning runs, plots them live, and lists the stored runs. Here are the
// effects of the view: requests, the subscription to the watched run, plots and focus.
import { render } from 'lit-html'
import { announce } from '../../announce.js'
import { games, get } from '../../api.js'
import { rooms } from '../../games/index.js'
import { t } from '../../lang.js'
import { errorText } from '../../learn/widgets.js'
import { hello, on, onState, request, subscribe } from '../../socket.js'
import { openStore } from '../../store.js'
import type { Run } from '../../types.js'
import type { View } from '../../view.js'
import { openPlots } from './plots.js'
import { kindText, page, STATES, type Actions } from './render.js'
import * as update from './state.js'
import type { State, StoredRun } from './state.js'

const FIRST_GAME = Object.keys(rooms)[0] // the game of the form when the URL names none

export const view: View = (root, route) => {
  const store = openStore(update.initial(route.query, FIRST_GAME), draw),
    plots = openPlots(root)
  let unwatch: (() => void) | null = null,
    listed = false // the current runs were requested

  function draw(s: State): void {
    render(page(s, hello()?.lab ?? null, actions), root)
    plots.draw(update.watchedRun(s))
  }

  const fail = (why: unknown) => store.change(s => ({ ...s, problem: errorText(why) }))

  // ---- Runs ------------------------------------------------------------------------------

  function receiveRun(message: Run): void {
    const before = store.state
    store.change(s => update.withRun(s, message))
    if (!update.hasEnded(before, store.state)) return
    announce(`${kindText(message.kind)}: ${t(STATES[message.state])}. ${message.text}`)
    loadStoredRuns()
  }

  function leaveRun(): void {
    if (!unwatch) return
    unwatch()
    unwatch = null
    request('unwatch', { run: store.state.watched }).catch(() => {})
  }

  function watch(run: number): void {
    leaveRun()
    store.change(s => update.watch(s, run))
    if (!store.open) return
    route.remember(`/lab?run=${run}`)
    unwatch = subscribe('watch', { run }, fail)
  }

  async function start(): Promise<void> {
    store.change(update.begin)
    const { what, members } = update.startRequest(store.state)
    try {
      watch((await request<{ run: number }>(what, members)).run)
    } catch (why) {
      store.change(s => update.refuse(s, errorText(why)))
      if (store.open) announce(errorText(why), true)
    }
  }

  /** Requests the current runs, once the server has said that it has a lab. */
  async function listRuns(): Promise<void> {
    if (listed || !hello()?.lab) return
    listed = true
    try {
      const { runs } = await request<{ runs: Run[] }>('lab')
      for (const run of runs) receiveRun(run)
      const next = update.interesting(store.state)
      if (next && next !== store.state.watched) watch(next)
    } catch (why) {
      fail(why)
    }
  }

  function loadStoredRuns(): void {
    get<{ runs: StoredRun[] }>('runs').then(
      ({ runs }) => store.change(s => ({ ...s, stored: runs })),
      () => store.change(s => ({ ...s, stored: [] })),
    )
  }

  const scrollTo = (what: string) => root.querySelector(what)?.scrollIntoView({ block: 'nearest' })

  const actions: Actions = {
    start: () => void start(),
    cancel: run => void request('cancel', { run }).catch(fail),
    watch,
    chooseMode: mode => store.change(s => update.chooseMode(s, mode)),
    switchMode() {
      store.change(s => update.chooseMode(s, s.form.mode === 'match' ? 'tune' : 'match'))
      root.querySelector<HTMLElement>(`#tab-${store.state.form.mode}`)?.focus()
    },
    chooseGame: name => store.change(s => update.chooseGame(s, name)),
    setForm: form => store.change(s => update.setForm(s, form)),
    setAgent: (i, agent, custom) => store.change(s => update.setAgent(s, i, agent, custom)),
    addAgent: () => store.change(update.addAgent),
    removeAgent: () => store.change(update.removeAgent),
    toggleReport(id) {
      store.change(s => update.toggleReport(s, id))
      scrollTo('.run iframe')
    },
    toggleStoredReport(id) {
      store.change(s => update.toggleStoredReport(s, id))
      scrollTo('.past iframe')
    },
  }

  route.title(t('Lab'))
  const redraw = () => store.draw()
  addEventListener('jogada-theme', redraw)
  store.draw()
  const offs = [
    on('run', receiveRun),
    onState(() => {
      void listRuns()
      store.draw()
    }),
  ]
  games().then(list => {
    store.change(s => update.withGames(s, list))
    void listRuns()
    if (store.state.watched) watch(store.state.watched)
  }, fail)
  loadStoredRuns()

  return () => {
    leaveRun()
    store.close()
    for (const off of offs) off()
    removeEventListener('jogada-theme', redraw)
    plots.close()
  }
}
