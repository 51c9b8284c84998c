// The search view: replays the tree of an algorithm at a position, step by step.
import { html, nothing, render, type TemplateResult } from 'lit-html'
import { announce } from '../announce.js'
import { games } from '../api.js'
import { lang, num, t, word } from '../lang.js'
import { request, job, RequestError } from '../socket.js'
import { fieldError, printSpec, readSpec, type FieldError } from '../spec.js'
import type { AgentInfo, Game, Option, State } from '../types.js'
import type { Route } from '../view.js'
import { board, loadedDrawing, errorText, typableOptions, icon, iconButton, optionField, handlesKey, select, isCancelled } from '../learn/widgets.js'
import { entered, cutOff, currentNode, isOver, isHorizonLeaf, readTrace, cutReason, type Trace, type Tree } from '../learn/trace.js'
import { caption, nodeText, probabilityText, reasonText, valueText, turnText, windowText } from '../learn/tree_text.js'
import { TreeView } from '../learn/tree_view.js'
import { treeLegend, treeList } from '../learn/tree_legend.js'

const FIRST = { game: 'coins', agent: 'alphabeta' }
const DEPTHS: Record<string, string> = { coins: '6', numbers: '6', tictactoe: '2', kalah: '3', loa: '2', pig: '2' }  // depths with trees of readable size
const SPEEDS = [{ value: '2000', text: word('slow') }, { value: '900', text: word('medium') }, { value: '300', text: word('fast') }, { value: '80', text: word('very fast') }]
const ABOUT: Record<string, string> = {
  minimax: word('Minimax searches every sequence of moves to the given depth. A MAX node takes the greatest value of its children, a MIN node the least, and the values move up to the root.'),
  negamax: word('Negamax is minimax with a single rule: values are for the side to move, and every node takes the greatest negated value of its children.'),
  alphabeta: word('Alpha-beta finds the minimax value without searching branches that cannot change it. Alpha is the value that MAX is sure of, beta the value that MIN is sure of. When a value falls outside this window, the remaining moves are cut off.'),
  expectiminimax: word('Expectiminimax is minimax for games of chance: the value of a chance node is the mean of its outcomes, weighted by their probabilities.'),
}

export function view(root: HTMLElement, route: Route): () => void {
  let alive = true, all: Game[] = [], problem = '', working: { stop(): void } | null = null
  let gameSpec: ReturnType<typeof readSpec> = readSpec(route.query.get('game') || FIRST.game), agent: ReturnType<typeof readSpec> = readSpec(route.query.get('agent') || FIRST.agent)
  let position = route.query.get('position') ?? '', moves = route.query.get('moves') ?? ''
  let tree: Tree | null = null, trace: Trace | null = null, which = 0, step = 0, wanted = Number(route.query.get('step') ?? 0)
  let picture: TreeView | null = null, playing = 0, speed = '900', chosen = 0, listOpen = false, said = '', opened = '', wrong: FieldError | null = null
  const states = new Map<string, State | 'none'>()
  let asking = ''

  const game = () => all.find(g => g.name === gameSpec.name) ?? all[0]
  const tracers = (g: Game) => g.agents.filter(a => a.traces)
  const agentInfo = (): AgentInfo | undefined => tracers(game()).find(a => a.name === agent.name)
  const evaluator = () => game().evaluators.find(e => e.name === agent.values.eval) ?? game().evaluators[0]
  // The tree on display may still belong to the previous game.
  const shownGame = () => all.find(g => g.name === readSpec(tree?.game ?? '').name) ?? game()
  const shownBy = () => shownGame().evaluators.find(e => e.name === readSpec(tree?.agent ?? '').values.eval) ?? shownGame().evaluators[0]
  const scale = () => ({ unit: shownBy()?.unit ?? 1, chance: shownBy()?.chance ?? false })
  const value = (v: number) => valueText(v, scale(), lang(), t)
  const why = (i: number) => {
    const r = trace && cutReason(trace, i)
    return r ? reasonText(trace!, r, value, t) : ''
  }
  const full = (spec: ReturnType<typeof readSpec>, options: Option[]) =>
    printSpec(spec.name, options, Object.fromEntries(Object.entries(spec.values).filter(([, v]) => v !== '')))
  const fullGame = () => full(gameSpec, game().options)
  const fullAgent = () => full(agent, agentInfo()?.options ?? [])

  // ---- Starting a search ------------------------------------------------------------------

  function choose(name: string): void {
    gameSpec = { name, values: {} }
    position = moves = ''
    const list = tracers(game())
    const dice = game().traits.includes('chance')
    if (!list.some(a => a.name === agent.name) || dice !== (agent.name === 'expectiminimax')) agent = { name: preferred(list), values: {} }
    resetDepth()
    void search()
  }
  const preferred = (list: AgentInfo[]) => (list.find(a => a.name === (game().traits.includes('chance') ? 'expectiminimax' : 'alphabeta')) ?? list[0])?.name ?? ''

  const readableDepth = () => DEPTHS[gameSpec.name] ?? '3'

  // Resets the depth to one with a readable tree.
  function resetDepth(): void {
    const { eval: by, ...values } = agent.values
    agent.values = { ...values, depth: readableDepth(), ...(game().evaluators.some(e => e.name === by) ? { eval: by } : {}) }
  }

  function address(): string {
    const q = new URLSearchParams({ game: fullGame(), agent: fullAgent() })
    if (position) q.set('position', position)
    if (moves) q.set('moves', moves)
    if (step) q.set('step', String(step))
    return '/search?' + q
  }

  async function search(): Promise<void> {
    working?.stop()
    pause()
    problem = ''
    wrong = null
    if (!agentInfo()) return draw()
    const from = await start()
    if (from === null) return draw()
    try {
      const own = job<Tree>('tree', { game: fullGame(), agent: fullAgent(), ...(from ? { position: from } : {}) })
      working = own
      draw()
      const found = await own.done
      if (working !== own || !alive) return
      working = null
      show(found)
    } catch (why) {
      if (!alive) return
      working = null
      if (!isCancelled(why)) {
        problem = errorText(why)
        announce(problem, true)
      }
      draw()
    }
  }

  // The position to search from; '': the initial one; null: the input is invalid.
  async function start(): Promise<string | null> {
    if (!position && !moves) return ''
    try {
      const { states: line } = await request<{ states: State[] }>('state', { game: fullGame(), ...(position ? { position } : {}), ...(moves ? { moves } : {}) })
      if (moves) position = line[line.length - 1].position
      moves = ''
      return position
    } catch (why) {
      wrong = { text: errorText(why), at: moves ? null : why instanceof RequestError ? why.at : null }
      announce(wrong.text, true)
      return null
    }
  }

  function show(found: Tree): void {
    tree = found
    shownBoard = nothing
    which = 0
    showTrace(0)
    goTo(Math.min(wanted, trace!.steps.length))
    wanted = 0
  }

  function showTrace(n: number): void {
    which = n
    trace = readTrace(tree!, n)
    step = chosen = 0
    opened = ''
    draw()
    picture?.set(trace, {
      value, why, number: n => n === Infinity ? '…' : num(n), title: t('Search tree'),
      label: i => {
        const node = trace!.nodes[i]
        return node.probability === undefined ? node.move ?? '' : `${node.move} (${probabilityText(node.probability, lang())})`
      },
    })
    draw()
  }

  // ---- Steps ---------------------------------------------------------------------------------

  function goTo(n: number, spoken = true): void {
    if (!trace) return
    const next = Math.max(0, Math.min(trace.steps.length, n))
    picture?.goTo(next, playing ? Math.min(700, Number(speed) * 0.6) : 450)
    step = next
    const at = currentNode(trace, step)
    chosen = Math.max(0, at)
    said = caption(trace, step, value, t)
    if (spoken && (!playing || Number(speed) >= 900)) announce(said)
    route.remember(address())
    draw()
  }

  function play(): void {
    if (!trace) return
    if (playing) return pause()
    if (step >= trace.steps.length) goTo(0)
    const on = () => {
      if (!trace || step >= trace.steps.length) return pause()
      goTo(step + 1)
      playing = window.setTimeout(on, Number(speed))
    }
    playing = window.setTimeout(on, Math.min(300, Number(speed)))
    draw()
  }

  function pause(): void {
    clearTimeout(playing)
    playing = 0
    draw()
  }

  function stepTo(n: number): void {
    if (playing) pause()
    goTo(n)
  }

  function pick(i: number): void {
    if (!trace || i < 0 || i >= trace.nodes.length) return
    if (playing) pause()
    picture?.choose(i)
    chosen = i
    draw()
    announce(nodeSummary(i))
  }

  function onKey(e: KeyboardEvent): void {
    if (!trace || e.ctrlKey || e.metaKey || e.altKey || handlesKey(e.target, e.key)) return
    const children = trace.children[chosen], siblings = chosen ? trace.children[trace.parent[chosen]] : [0], at = siblings.indexOf(chosen)
    const keys: Record<string, () => void> = {
      ArrowRight: () => e.shiftKey ? at + 1 < siblings.length && pick(siblings[at + 1]) : stepTo(step + 1),
      ArrowLeft: () => e.shiftKey ? at > 0 && pick(siblings[at - 1]) : stepTo(step - 1),
      ArrowDown: () => children.length && pick(children[0]), ArrowUp: () => chosen && pick(trace!.parent[chosen]),
      Home: () => stepTo(0), End: () => stepTo(trace!.steps.length), ' ': play,
      Enter: () => { picture?.toggle(chosen); draw() },
      '+': () => picture?.zoom(1.25), '-': () => picture?.zoom(1 / 1.25), '0': () => picture?.fit(),
    }
    // Up, down and Enter keep their usual effect unless the tree has the focus.
    if ((e.key === 'ArrowDown' || e.key === 'ArrowUp' || e.key === 'Enter') && !(e.target as Element).closest?.('.tree-host')) return
    if (!keys[e.key]) return
    e.preventDefault()
    keys[e.key]()
  }

  // ---- The selected node -----------------------------------------------------------------------

  function nodeSummary(i: number): string {
    const p = trace!, text = nodeText(p, i, step, value)
    return `${p.nodes[i].name}: ${turnText(p, i, t)}${text && text !== '…' ? ', ' + t('value {0}', text) : ''}`
  }

  function stateOf(at: string): State | null {
    const key = `${tree!.game} ${at}`, known = states.get(key)
    if (known) return known === 'none' ? null : known
    if (asking === key) return null
    asking = key
    request<{ states: State[] }>('state', { game: tree!.game, position: at }).then(
      ok => states.set(key, ok.states[ok.states.length - 1]), () => states.set(key, 'none'))
      .finally(() => {
        if (asking === key) asking = ''
        if (alive) draw()
      })
    return null
  }

  let shownBoard: TemplateResult | typeof nothing = nothing
  function boardOf(i: number): TemplateResult | typeof nothing {
    const g = shownGame(), state = stateOf(trace!.nodes[i].position), drawing = loadedDrawing(g.name, draw)
    if (state && drawing) shownBoard = board(drawing, g, state, { last: lastMove(i) })
    return shownBoard
  }
  function lastMove(i: number): { seat: number | null; move: string } | null {
    const node = trace!.nodes[i], up = trace!.parent[i]
    if (up < 0 || node.move === undefined) return null
    const turn = trace!.nodes[up].turn, max = tree!.max - 1
    return { seat: turn === 'chance' ? null : turn === 'max' ? max : 1 - max, move: node.move }
  }

  function nodePanel(): TemplateResult {
    const p = trace!, i = chosen, node = p.nodes[i], text = nodeText(p, i, step, value), range = windowText(p, i, step, value)
    const cut = p.cutAt[i] && p.cutAt[i] <= step ? why(i) : node.cut && cutOff(p, i, step) ? why(p.parent[i]) : ''
    const row = (name: string, what: string | TemplateResult) => html`<dt>${name}</dt><dd>${what}</dd>`
    return html`<section class="panel node-panel" aria-label=${t('Node {0}', node.name)}>
      <h2><i>${node.name}</i> · ${turnText(p, i, t)}</h2>
      <div class=${`node-board ${shownGame().name}`}>${boardOf(i)}</div>
      <dl class="facts">
        ${i ? row(t('move'), node.move ?? '') : nothing}
        ${entered(p, i, step) ? row(t('value'), text || '?') : row(t('value'), node.visit ? t('not visited yet') : t('not visited'))}
        ${range ? row(t('window'), range.join(', ')) : nothing}
        ${node.visit ? row(t('visit'), '#' + num(node.visit)) : nothing}
        ${p.total[i] ? row(t('descendants'), p.total[i] === Infinity ? '…' : num(p.total[i])) : nothing}
        ${row(t('position'), html`<code>${node.position}</code>`)}
      </dl>
      ${isHorizonLeaf(p, i) && entered(p, i, step) ? html`<p class="small dim">${t('Depth limit: the value is the static evaluation by {0}.', shownBy()?.name ?? '')}</p>` : nothing}
      ${cut ? html`<p class="why">${cut}</p>` : nothing}
      ${isOver(node.turn) ? nothing : html`<p class="row"><a class="button slim" href=${link('/search', node.position)} @click=${(e: Event) => begin(e, node.position)}>${t('Search from here')}</a>
        <a class="button slim quiet" href=${link('/analysis', node.position)}>${t('Analyze')}</a></p>`}
    </section>`
  }
  const link = (path: string, at: string) => `${path}?${new URLSearchParams({ game: tree!.game, position: at })}`
  function begin(e: Event, at: string): void {
    e.preventDefault()
    position = at
    void search()
  }

  // ---- The page ------------------------------------------------------------------------------------

  function form(): TemplateResult {
    const g = game(), list = tracers(g), info = agentInfo(), playable = all.filter(one => tracers(one).length)
    const set = (name: string) => (v: string) => {
      agent.values = { ...agent.values, [name]: v }
      void search()
    }
    const depth = info?.options.find(o => o.name === 'depth')
    const others = typableOptions(info?.options ?? []).filter(o => !['depth', 'eval', 'ms', 'nodes', 'model'].includes(o.name))
    return html`<form class="panel search-form" @submit=${(e: Event) => { e.preventDefault(); void search() }}>
      <div class="fields">
        ${select('s-game', t('Game'), playable.map(one => ({ value: one.name, text: one.title })), g.name, choose)}
        ${select('s-agent', t('Algorithm'), list.map(a => ({ value: a.name, text: a.name })), agent.name, name => {
          agent = { name, values: agent.values.depth ? { depth: agent.values.depth, ...(agent.values.eval ? { eval: agent.values.eval } : {}) } : {} }
          void search()
        })}
        ${depth ? html`<div class="field narrow"><label for="s-depth">${t('Depth')}</label><input id="s-depth" type="number" min="1" max="40"
          .value=${agent.values.depth ?? depth.default} @change=${(e: Event) => set('depth')((e.target as HTMLInputElement).value)}></div>` : nothing}
        ${g.evaluators.length > 1 ? select('s-eval', t('Evaluator'), g.evaluators.map(e => ({ value: e.name, text: e.name })), evaluator().name, set('eval')) : nothing}
        <div class="field wide"><label for="s-position">${t('Position')}</label>
          <input id="s-position" class="mono" type="text" autocomplete="off" spellcheck="false" placeholder=${t('initial position')} aria-invalid=${wrong ? 'true' : nothing} aria-describedby=${wrong ? 's-wrong' : nothing}
            .value=${position} @change=${(e: Event) => { position = (e.target as HTMLInputElement).value.trim() }}>${fieldError('s-wrong', wrong, position)}</div>
        <div class="field act"><button type="submit" class="main">${t('Start search')}</button></div>
      </div>
      ${others.length || g.options.length ? html`<details class="more-options"><summary>${t('More options')}</summary><div class="fields">
        ${typableOptions(g.options).map(o => optionField(o, gameSpec.values[o.name] ?? '', v => {
          gameSpec.values = { ...gameSpec.values, [o.name]: v }
          position = ''
          void search()
        }, 'sg'))}
        ${others.map(o => optionField(o, agent.values[o.name] ?? '', set(o.name), 'sa', g.evaluators))}</div></details>` : nothing}
    </form>`
  }

  function bar(): TemplateResult {
    const p = trace!, last = p.steps.length
    return html`<div class="bar step-bar" role="group" aria-label=${t('Search steps')}>
      ${iconButton('begin', t('First step'), () => stepTo(0), { disabled: step === 0 })}
      ${iconButton('back', t('Previous step'), () => stepTo(step - 1), { disabled: step === 0 })}
      ${iconButton(playing ? 'pause' : 'play', playing ? t('Pause') : t('Play steps'), play, { main: true })}
      ${iconButton('on', t('Next step'), () => stepTo(step + 1), { disabled: step >= last })}
      ${iconButton('end', t('Last step'), () => stepTo(last), { disabled: step >= last })}
      <input class="slider" type="range" min="0" max=${last} step="1" .value=${String(step)} aria-label=${t('Step')} aria-valuetext=${said}
        @input=${(e: Event) => { if (playing) pause(); goTo(Number((e.target as HTMLInputElement).value), false) }}>
      <span class="count">${t('step {0} of {1}', num(step), num(last))}</span>
      <label class="speed"><span class="spoken">${t('Speed')}</span><select @change=${(e: Event) => { speed = (e.target as HTMLSelectElement).value }}>
        ${SPEEDS.map(s => html`<option value=${s.value} ?selected=${s.value === speed}>${t(s.text)}</option>`)}</select></label>
    </div>`
  }

  function openAll(): void {
    const open = picture?.openAll() ?? 0
    opened = trace && open < trace.nodes.length ? t('{0} of {1} nodes are shown. Press a node to expand it.', num(open), num(trace.nodes.length)) : ''
    if (opened) announce(opened)
  }

  function tools(): TemplateResult {
    const act = (label: string, run: () => void) => html`<button type="button" class="slim" @click=${() => { run(); draw() }}>${label}</button>`
    return html`<div class="bar tools" role="group" aria-label=${t('Tree controls')}>
      ${tree!.trees.length > 1 ? tree!.trees.map((one, n) => html`<button type="button" class="slim" aria-pressed=${n === which}
        @click=${() => { showTrace(n); goTo(0) }}>${n ? t('search {0}, depth {1}', n + 1, one.depth) : t('first search')}</button>`) : nothing}
      ${act(t('Expand all'), openAll)}${act(t('Collapse all'), () => picture?.closeAll())}${act(t('Show best line'), () => picture?.openBest())}
      <label class="check slim"><input type="checkbox" .checked=${picture?.ghosts ?? false} @change=${(e: Event) => {
        if (picture) picture.ghosts = (e.target as HTMLInputElement).checked
        picture?.draw()
      }}>${t('Show unvisited nodes')}</label>
      <span class="gap"></span>
      ${iconButton('minus', t('Zoom out'), () => picture?.zoom(1 / 1.25))}${iconButton('plus', t('Zoom in'), () => picture?.zoom(1.25))}${iconButton('fit', t('Fit to window'), () => picture?.fit())}
    </div>`
  }

  function summary(): TemplateResult {
    const found = tree!
    const parts = [t('best move: {0}', found.move), t('nodes visited: {0}', num(found.nodes)), t('leaves: {0}', num(found.leaves)), t('cutoffs: {0}', num(found.cuts)),
      found.unseen_more ? t('not visited: at least {0}', num(found.unseen)) : t('not visited: {0}', num(found.unseen))]
    return html`<p class="small dim summary"><code>${found.agent}</code> · ${parts.join(' · ')}${opened ? html`<br>${opened}` : nothing}</p>`
  }

  function content(): TemplateResult {
    return html`<div class="two">${form()}
      <section class="stage" ?hidden=${!trace} aria-label=${t('Search, step by step')}>
        ${trace ? bar() : nothing}
        <p class="caption" aria-hidden="true">${said}</p>
        <div class="tree-frame"><div class="tree-host" tabindex="0" role="group" aria-label=${t('Search tree. The left and right arrows step through the search, up and down select a node, Enter expands or collapses it.')}></div>
          ${trace && !step && !playing ? html`<button type="button" class="main begin" @click=${play}>${icon('play')} ${t('Play search')}</button>` : nothing}</div>
        ${trace ? html`${tools()}${summary()}` : nothing}
      </section>
      <div class="beside">${trace ? nodePanel() : nothing}</div></div>
      ${trace ? html`<details class="panel keys"><summary>${t('Legend')}</summary>${treeLegend(trace)}
          <p class="small dim">${t('Keys: ← and → step, Home and End go to the start and the end, Space plays. In the tree, ↑ and ↓ select a node, Shift+← and Shift+→ its siblings, Enter expands or collapses it, + and − zoom.')}</p></details>
        <details class="panel as-list" @toggle=${(e: Event) => { listOpen = (e.target as HTMLDetailsElement).open; draw() }}><summary>${t('Tree as list')}</summary>
          ${listOpen ? treeList(trace, step, chosen, value, pick) : nothing}</details>` : nothing}`
  }

  function page(): TemplateResult {
    if (problem && !all.length) return html`<h1 tabindex="-1">${t('Search tree')}</h1><p class="notice bad">${problem}</p>`
    if (!all.length) return html`<h1 tabindex="-1">${t('Search tree')}</h1><p class="waiting">${t('Loading…')}</p>`
    return html`<div class="learn search"><h1 tabindex="-1">${t('Search tree')}</h1>
      <p class="lead">${ABOUT[agent.name] ? t(ABOUT[agent.name]) : agentInfo()?.summary ?? nothing}
        <a href=${`/rules/${game().name}`}>${t('Rules of {0}', game().title)}</a>${gameSpec.name === 'coins' ? html` · ${t('the five-coin game of the lecture')}` : nothing}</p>
      ${problem ? html`<p class="notice bad row" role="alert"><span>${problem}</span>${Number(agent.values.depth) > Number(readableDepth()) ? html`<button type="button" class="slim" @click=${() => { resetDepth(); void search() }}>${t('Use depth {0}', readableDepth())}</button>` : nothing}</p>` : nothing}
      ${working ? html`<p class="notice row">${t('Searching…')} <button type="button" class="slim" @click=${() => working?.stop()}>${t('Stop')}</button></p>` : nothing}
      ${content()}</div>`
  }

  function draw(): void {
    if (!alive) return
    render(page(), root)
    const host = root.querySelector<HTMLElement>('.tree-host')
    if (host && !picture) picture = new TreeView(host, i => pick(i))
  }

  route.title(t('Search tree'))
  document.addEventListener('keydown', onKey)
  draw()
  games().then(list => {
    if (!alive) return
    all = list
    if (!all.some(g => g.name === gameSpec.name)) gameSpec = { name: all.find(g => g.name === FIRST.game)?.name ?? all[0].name, values: {} }
    const wanted = agent.name, hidden = tracers(game()).length ? null : game()
    if (hidden) {
      gameSpec = { name: FIRST.game, values: {} }
      position = moves = ''
    }
    const known = agentInfo()
    if (!known) agent = { name: preferred(tracers(game())), values: {} }
    if (!known || !route.query.get('agent')) resetDepth()
    void search().then(() => {
      if (hidden) problem = t('{0} has hidden information, so it has no single search tree. Showing {1} instead.', hidden.title, game().title)
      else if (!known && route.query.get('agent')) problem = t('{0} cannot show its search tree here. Showing {1} instead.', wanted, agent.name)
      draw()
    })
  }, why => {
    problem = errorText(why)
    draw()
  })

  return () => {
    alive = false
    clearTimeout(playing)
    working?.stop()
    picture?.close()
    document.removeEventListener('keydown', onKey)
  }
}
