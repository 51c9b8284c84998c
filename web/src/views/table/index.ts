// The view of a table: board, players, actions and move list. Here are its effects: requests, announcements, focus,
// clocks and the animation of moves.
import { nothing, render } from 'lit-html'
import { announce } from '../../announce.js'
import { gameNamed } from '../../api.js'
import { copyText } from '../../clipboard.js'
import { confirmed } from '../../dialog.js'
import { drawingOf } from '../../games/index.js'
import { askName } from '../../guest.js'
import { capital, t } from '../../lang.js'
import { draggable } from '../../drag.js'
import * as sounds from '../../sound.js'
import { playsForced } from '../../preferences.js'
import * as socket from '../../socket.js'
import { openStore } from '../../store.js'
import type { Box } from '../../drawing.js'
import type { Evaluation, State as Position, Table } from '../../types.js'
import type { View } from '../../view.js'
import { openSetup } from '../setup.js'
import { contextOf, type Actions, type TableContext } from './context.js'
import { pictureOf } from './picture.js'
import { isCovered, uncover } from './cover.js'
import { cover, emptyPage, frame, PARTS } from './render.js'
import { soundsOf, clockTicks } from './sounds.js'
import { seats } from './seats.js'
import { openSession } from './session.js'
import * as update from './state.js'
import type { Sheet, State, Step } from './state.js'
import { summaryOf } from './summary.js'
import { passText, spoken } from './texts.js'

/** What gets the focus when a sheet opens. */
const FIRST_OF: Partial<Record<Sheet, string>> = {
  moves: '#log',
  more: '.sheet > *',
  invite: '.invite .about input',
}
const FORCED = 700 // milliseconds before a move without a choice is played
const EVALUATION = 200 // milliseconds for the evaluation of a position
const TICK = 200,
  AWAY_TICKS = 50 // milliseconds between drawings of the clocks, and ticks between those of absent players

export const view: View = (root, route) => {
  const id = route.parts[1] ?? ''
  const store = openStore(update.initial(), draw)
  const part = (name: string) => root.querySelector<HTMLElement>('.at-table .' + name)
  const receive = openSession(store, { board: () => part('stage')?.firstElementChild ?? null, shown })

  // ---- Drawing ---------------------------------------------------------------------------

  const contextNow = (s: State, table: Table): TableContext => contextOf(id, s, table, box, performance.now(), actions)

  let endDrags = (): void => {}

  // The room of the board. Another size draws the board again.
  let box: Box = { width: 0, height: 0 }
  const sizes = new ResizeObserver(() => {
    if (measure()) store.draw()
  })
  function measure(): boolean {
    const stage = part('stage')
    if (!stage) return false
    const style = getComputedStyle(stage),
      inset = parseFloat(style.paddingLeft) * 2
    const now = { width: Math.floor(stage.clientWidth - inset), height: Math.floor(stage.clientHeight - inset) }
    const other = now.width !== box.width || now.height !== box.height
    box = now
    return other
  }

  function draw(s: State): void {
    const { table } = s
    if (!table) {
      route.title(s.failure?.code === 'missing' ? t('Table not found') : t('Table'))
      render(emptyPage(s), root)
      return
    }
    const focused = root.contains(document.activeElement),
      byName = document.activeElement?.closest('.entry') != null
    if (!part('stage')) {
      render(frame(table), root)
      const stage = part('stage')!
      sizes.observe(stage)
      endDrags = draggable(stage)
    }
    route.title(`${update.myTurn(table) && !update.movePending(s) ? '● ' : ''}${table.title}`)
    if (s.drawing) measure()
    drawParts(s, contextNow(s, table))
    // When the focused button disappears, the focus moves to the turn indicator or to the list of moves.
    if (focused && !root.contains(document.activeElement))
      root.querySelector<HTMLElement>(byName ? '.entry > summary' : '.whose')?.focus({ preventScroll: true })
  }

  function drawParts(s: State, ctx: TableContext): void {
    for (const [name, content] of Object.entries(PARTS)) {
      const element = part(name)
      if (element) render(content(ctx), element)
    }
    part('past')?.classList.toggle('open', s.sheet === 'moves')
    const stage = part('stage')
    if (!stage) return
    const button = stage.querySelector('.cover button')
    if (ctx.covered) render(cover(ctx), stage)
    else if (!s.animating && s.drawing) render(s.drawing.draw(pictureOf(ctx)), stage)
    else if (!s.animating) render(nothing, stage)
    if (!button) stage.querySelector<HTMLElement>('.cover button')?.focus({ preventScroll: true })
    if (update.movePending(s)) stage.setAttribute('aria-busy', 'true')
    else stage.removeAttribute('aria-busy')
  }

  // ---- Snapshots -------------------------------------------------------------------------

  function shown(step: Step, before: Table | null): void {
    const { table, gameName } = store.state
    if (!table) return
    if (table.game !== gameName) void loadGame(table.game)
    if (table.over && !before?.over) void reviewGame(table)
    const news = update.addedMoves(before, step),
      covered = isCovered(store.state, table)
    if (!covered) for (const { text, now } of spoken(table, news, before, newTask)) announce(text, now)
    else if (update.myTurn(table)) announce(passText(table))
    const scores = (state: Position | undefined) => (state && store.state.drawing?.score?.(state)) ?? null
    for (const sound of soundsOf(table, news, before, scores(before?.state), scores(table.state))) sounds.play(sound)
    if (!covered) void playNext().then(() => playForced(before))
    void evaluate()
    const list = root.querySelector('.log')
    if (list && news.length) list.scrollTop = list.scrollHeight
  }

  /** The player's current task; empty if it was announced already. */
  function newTask(): string {
    const { table, drawing, task } = store.state,
      now = (table && drawing?.status?.(pictureOf(contextNow(store.state, table)))) ?? ''
    if (now === task) return ''
    store.change(s => ({ ...s, task: now }))
    return now
  }

  async function loadGame(name: string): Promise<void> {
    store.change(s => update.loadGame(s, name))
    const [game, drawing] = await Promise.all([
      gameNamed(name).catch(() => undefined),
      drawingOf(name.split(':')[0]).catch(() => null),
    ])
    store.change(s => update.withGame(s, name, game, drawing))
  }

  // ---- Requests --------------------------------------------------------------------------

  function showError(why: string): void {
    const text = capital(why)
    if (text && text !== store.state.refused) announce(text, true)
    store.change(s => update.refuse(s, text))
  }

  /** Sends a request about this table; null: the server has refused it, and the error is shown. */
  async function ask<T>(what: string, members: Record<string, unknown> = {}): Promise<T | null> {
    showError('')
    try {
      return await socket.request<T>(what, { table: id, ...members })
    } catch (why) {
      if (store.open) showError((why as Error).message)
      return null
    }
  }

  async function play(move: string): Promise<boolean> {
    const { table } = store.state
    if (!table || isCovered(store.state, table)) return false
    if (update.movePending(store.state)) {
      store.change(s => update.queueMove(s, move))
      return false
    }
    store.change(s => update.send(s, move))
    const done = (await ask('move', { ply: table.ply, move })) !== null
    store.change(s => update.sent(s, table.ply, done))
    return done
  }

  async function playNext(): Promise<void> {
    const waiting = store.state.queued ? store.state.series.at(0) : undefined
    const { state, move } = update.takeNext(store.state)
    store.change(() => state)
    if (move === null) {
      if (waiting && !state.series.length && !state.table?.over)
        showError(t('{0} was not played: it is no longer legal.', waiting))
      return
    }
    if (!(await play(move))) store.change(update.dropSeries)
    return playNext()
  }

  /** Plays a move without a choice, after a moment in which it can be seen, if the user wants that. */
  function playForced(before: Table | null): void {
    const move = playsForced() ? update.forcedMove(store.state, before) : null,
      ply = store.state.table?.ply
    if (move === null) return
    setTimeout(() => {
      if (store.open && store.state.table?.ply === ply && update.forcedMove(store.state, before) === move)
        void play(move)
    }, FORCED)
  }

  /** The person who has the device now hears their turn and what to do, and a move without a choice is played. */
  function showHand(): void {
    const { table } = store.state
    if (!table) return
    store.change(uncover)
    for (const { text, now } of spoken(table, [], null, newTask)) announce(text, now)
    playForced(null)
  }

  async function sit(seat: number): Promise<void> {
    await askName()
    await ask('sit', { seat, set: store.state.table?.set || undefined })
  }

  async function requestHint(): Promise<void> {
    const ply = store.state.table?.ply ?? 0
    store.change(s => ({ ...s, hint: null }))
    announce(t('Searching for a good move…'))
    const hint = await ask<Evaluation>('hint')
    if (!hint || ply !== store.state.table?.ply) return
    announce(t('Hint: {0}', hint.words))
    store.change(s => update.withHint(s, ply, hint))
  }

  async function resign(): Promise<void> {
    if (await confirmed(t('Resign?'), t('You will lose this game.'), t('Resign'))) await ask('resign')
  }

  async function stand(): Promise<void> {
    const running = store.state.table && !store.state.table.over
    const sure = () => confirmed(t('Leave your seat?'), t('Somebody else can take it.'), t('Leave seat'))
    if (!running || (await sure())) await ask('stand')
  }

  /** Leaving a game in which others wait is confirmed. */
  async function mayLeave(): Promise<boolean> {
    if (!update.isAwaited(store.state)) return true
    const clock = store.state.table?.left !== null
    const text = clock
      ? t('Your clock keeps running.')
      : t('Your opponents are waiting. You can return from the home page.')
    return confirmed(t('Leave this game?'), text, t('Leave'))
  }
  const unload = (event: Event): void => {
    if (update.isAwaited(store.state)) event.preventDefault()
  }

  function openSheet(sheet: Sheet): void {
    const was = store.state.sheet
    store.change(s => update.openSheet(s, sheet))
    const now = store.state.sheet
    const focus = FIRST_OF[now] ?? (was ? '#open-' + was : '')
    if (focus && root.contains(document.activeElement)) root.querySelector<HTMLElement>(focus)?.focus()
  }
  const escape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && store.state.sheet) openSheet('')
  }

  async function copy(text: string): Promise<void> {
    if (!(await copyText(text))) showError(t('Could not copy to the clipboard.'))
  }

  /** Reviews the game that has just ended, for its summary. A failure leaves it out. */
  async function reviewGame(table: Table): Promise<void> {
    const ms = update.reviewOf(store.state)
    if (!ms) return
    store.change(update.beginReview)
    const own = store.state.reviews
    const plies = await summaryOf(table, ms).catch(() => [])
    store.change(s => update.endReview(s, own, plies))
  }

  /** Evaluates the positions of a game that is watched, one after another; those that passed meanwhile are left out. */
  let evaluating = false
  async function evaluate(): Promise<void> {
    const { table } = store.state
    if (evaluating || !table || !store.open || document.hidden || !update.isEvaluated(store.state)) return
    evaluating = true
    const moves = table.moves.map(m => m.move).join(' ')
    const members = { game: table.game, ...(table.start ? { position: table.start } : {}), ...(moves ? { moves } : {}) }
    const found = await socket
      .job<Evaluation, unknown>('analyze', { ...members, ms: EVALUATION }, () => {})
      .done.catch(() => null)
    evaluating = false
    if (!found) return
    store.change(s => update.evaluated(s, table.ply, found))
    void evaluate()
  }

  let rules: { close(): void } | null = null
  async function showRules(): Promise<void> {
    const { table, game } = store.state
    if (!table || !game) return
    const { openRules } = await import('../../learn/rules_panel.js')
    rules?.close()
    if (store.open) rules = openRules(game, table.game)
  }

  const actions: Actions = {
    send: (what, members) => void ask(what, members),
    play,
    playSeries(moves) {
      store.change(s => update.playSeries(s, moves))
      void playNext()
    },
    pick: picked => store.change(s => ({ ...s, picked })),
    resign: () => void resign(),
    stand: () => void stand(),
    sit: seat => void sit(seat),
    requestHint: () => void requestHint(),
    uncover: showHand,
    explain: showError,
    copy: text => void copy(text),
    newTable() {
      const { table, game } = store.state
      if (!table || !game) return
      const whole = table.over || !game.traits.includes('hidden')
      const from = { spec: table.game, position: whole ? table.state.position : '' }
      openSetup(game, created => route.go('/table/' + created), from)
    },
    showRules: () => void showRules(),
    setSpeed: speed => store.change(s => ({ ...s, speed })),
    chooseTab: tab => store.change(s => ({ ...s, tab })),
    openSheet,
    toggleSound() {
      sounds.setSound(!sounds.soundOn())
      sounds.play('move')
      store.draw()
    },
  }

  function openFailed(why: socket.RequestError): void {
    if (store.state.table) showError(why.message)
    else store.change(s => update.fail(s, why.code, why.message))
  }

  let ticks = 0,
    lastLeft = Infinity // on the viewer's running clock
  function soundClock(s: State): void {
    const { table } = s,
      mine = table && table.seat !== null && table.running === table.seat && !table.over
    const now = (mine && update.left(s, table.seat!, performance.now())) || Infinity
    if (clockTicks(lastLeft, now)) sounds.play('clock')
    lastLeft = now
  }
  function tick(): void {
    const s = store.state,
      players = part('players'),
      absent = ++ticks % AWAY_TICKS === 0 && update.someoneAway(s)
    soundClock(s)
    if (s.table && players && (update.clockRuns(s) || absent)) render(seats(contextNow(s, s.table)), players)
  }

  document.documentElement.classList.add('table-page')
  root.addEventListener('keydown', escape)
  addEventListener('beforeunload', unload)
  route.guard(mayLeave)
  store.draw()
  const off = [
    socket.on<Table>('table', message => {
      if (message.table === id) receive(message)
    }),
    socket.subscribe('open', { table: id }, openFailed),
  ]
  const ticking = setInterval(tick, TICK)
  return () => {
    store.close()
    document.documentElement.classList.remove('table-page')
    root.removeEventListener('keydown', escape)
    removeEventListener('beforeunload', unload)
    sizes.disconnect()
    rules?.close()
    endDrags()
    clearInterval(ticking)
    for (const end of off) end()
    if (socket.state() === 'open') socket.request('leave', { table: id }).catch(() => {})
  }
}
