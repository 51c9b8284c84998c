// The search made visible: the tree that an algorithm goes through at a position, step by step.
import { html, nothing, render, type TemplateResult } from 'lit-html'
import { announce } from '../announce.js'
import { games } from '../api.js'
import { lang, num, t, word } from '../lang.js'
import { ask, job, Refusal } from '../socket.js'
import { mistake, printSpec, readSpec, type Mistake } from '../spec.js'
import type { AgentInfo, Game, Option, State } from '../types.js'
import type { Route } from '../view.js'
import { board, drawingNow, failure, given, icon, iconButton, optionField, ownsKeys, select, wasStopped } from '../learn/parts.js'
import { came, gone, here, isOver, judged, prepare, reason, type Pass, type Tree } from '../learn/tree.js'
import { caption, nodeText, probabilityText, reasonText, valueText, whose, windowText } from '../learn/tree_words.js'
import { TreeView } from '../learn/tree_view.js'
import { treeKeys, treeList } from '../learn/tree_parts.js'

const FIRST = { game: 'coins', agent: 'alphabeta' }
const DEPTHS: Record<string, string> = { coins: '6', numbers: '6', tictactoe: '2', kalah: '3', loa: '2', pig: '2' }  // whose trees can be looked at
const SPEEDS = [{ value: '2000', text: word('slow') }, { value: '900', text: word('medium') }, { value: '300', text: word('fast') }, { value: '80', text: word('very fast') }]
const ABOUT: Record<string, string> = {
  minimax: word('Minimax looks at every line of play down to the depth. MAX takes the greatest of the values below, MIN the least, and so the values come up to the top.'),
  negamax: word('Negamax is minimax in one rule: each value is for the side to move, and every node takes the greatest of the negatives of the values below.'),
  alphabeta: word('Alpha-beta finds the value of minimax and skips what cannot matter: alpha is what MAX has for certain, beta what MIN will not let it exceed. Where a value falls outside of them, the rest is cut off.'),
  expectiminimax: word('Expectiminimax is minimax for games with dice: at a node of chance the value is the mean of the outcomes, each by its probability.'),
}

export function view(root: HTMLElement, route: Route): () => void {
  let alive = true, all: Game[] = [], problem = '', working: { stop(): void } | null = null
  let gameSpec: ReturnType<typeof readSpec> = readSpec(route.query.get('game') || FIRST.game), agent: ReturnType<typeof readSpec> = readSpec(route.query.get('agent') || FIRST.agent)
  let position = route.query.get('position') ?? '', moves = route.query.get('moves') ?? ''
  let tree: Tree | null = null, pass: Pass | null = null, which = 0, step = 0, wanted = Number(route.query.get('step') ?? 0)
  let picture: TreeView | null = null, playing = 0, speed = '900', chosen = 0, listOpen = false, said = '', opened = '', wrong: Mistake | null = null
  const states = new Map<string, State | 'none'>()
  let asking = ''

  const game = () => all.find(g => g.name === gameSpec.name) ?? all[0]
  const tracers = (g: Game) => g.agents.filter(a => a.traces)
  const agentInfo = (): AgentInfo | undefined => tracers(game()).find(a => a.name === agent.name)
  const evaluator = () => game().evaluators.find(e => e.name === agent.values.eval) ?? game().evaluators[0]
  // What is shown may still be of the game before: its tree says.
  const shownGame = () => all.find(g => g.name === readSpec(tree?.game ?? '').name) ?? game()
  const shownBy = () => shownGame().evaluators.find(e => e.name === readSpec(tree?.agent ?? '').values.eval) ?? shownGame().evaluators[0]
  const scale = () => ({ unit: shownBy()?.unit ?? 1, chance: shownBy()?.chance ?? false })
  const value = (v: number) => valueText(v, scale(), lang(), t)
  const why = (i: number) => {
    const r = pass && reason(pass, i)
    return r ? reasonText(pass!, r, value, t) : ''
  }
  const full = (spec: ReturnType<typeof readSpec>, options: Option[]) =>
    printSpec(spec.name, options, Object.fromEntries(Object.entries(spec.values).filter(([, v]) => v !== '')))
  const fullGame = () => full(gameSpec, game().options)
  const fullAgent = () => full(agent, agentInfo()?.options ?? [])

  // ---- What is asked for ------------------------------------------------------------------

  function choose(name: string): void {
    gameSpec = { name, values: {} }
    position = moves = ''
    const list = tracers(game())
    const dice = game().traits.includes('chance')
    if (!list.some(a => a.name === agent.name) || dice !== (agent.name === 'expectiminimax')) agent = { name: preferred(list), values: {} }
    suit()
    void search()
  }
  const preferred = (list: AgentInfo[]) => (list.find(a => a.name === (game().traits.includes('chance') ? 'expectiminimax' : 'alphabeta')) ?? list[0])?.name ?? ''

  const suited = () => DEPTHS[gameSpec.name] ?? '3'

  // A depth whose tree can be looked at, until another is asked for.
  function suit(): void {
    const { eval: by, ...values } = agent.values
    agent.values = { ...values, depth: suited(), ...(game().evaluators.some(e => e.name === by) ? { eval: by } : {}) }
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
      if (!wasStopped(why)) {
        problem = failure(why)
        announce(problem, true)
      }
      draw()
    }
  }

  // The position to search from, '' for the first one; null: what was written is none.
  async function start(): Promise<string | null> {
    if (!position && !moves) return ''
    try {
      const { states: line } = await ask<{ states: State[] }>('state', { game: fullGame(), ...(position ? { position } : {}), ...(moves ? { moves } : {}) })
      if (moves) position = line[line.length - 1].position
      moves = ''
      return position
    } catch (why) {
      wrong = { text: failure(why), at: moves ? null : why instanceof Refusal ? why.at : null }
      announce(wrong.text, true)
      return null
    }
  }

  function show(found: Tree): void {
    tree = found
    shownBoard = nothing
    which = 0
    showPass(0)
    goTo(Math.min(wanted, pass!.steps.length))
    wanted = 0
  }

  function showPass(n: number): void {
    which = n
    pass = prepare(tree!, n)
    step = chosen = 0
    opened = ''
    draw()
    picture?.set(pass, {
      value, why, number: n => n === Infinity ? '…' : num(n), title: t('The tree'),
      label: i => {
        const node = pass!.nodes[i]
        return node.probability === undefined ? node.move ?? '' : `${node.move} (${probabilityText(node.probability, lang())})`
      },
    })
    draw()
  }

  // ---- Steps ---------------------------------------------------------------------------------

  function goTo(n: number, spoken = true): void {
    if (!pass) return
    const next = Math.max(0, Math.min(pass.steps.length, n))
    picture?.goTo(next, playing ? Math.min(700, Number(speed) * 0.6) : 450)
    step = next
    const at = here(pass, step)
    chosen = Math.max(0, at)
    said = caption(pass, step, value, t)
    if (spoken && (!playing || Number(speed) >= 900)) announce(said)
    route.remember(address())
    draw()
  }

  function play(): void {
    if (!pass) return
    if (playing) return pause()
    if (step >= pass.steps.length) goTo(0)
    const on = () => {
      if (!pass || step >= pass.steps.length) return pause()
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

  function byHand(n: number): void {
    if (playing) pause()
    goTo(n)
  }

  function pick(i: number): void {
    if (!pass || i < 0 || i >= pass.nodes.length) return
    if (playing) pause()
    picture?.choose(i)
    chosen = i
    draw()
    announce(nodeSaid(i))
  }

  function onKey(e: KeyboardEvent): void {
    if (!pass || e.ctrlKey || e.metaKey || e.altKey || ownsKeys(e.target, e.key)) return
    const kids = pass.kids[chosen], siblings = chosen ? pass.kids[pass.parent[chosen]] : [0], at = siblings.indexOf(chosen)
    const keys: Record<string, () => void> = {
      ArrowRight: () => e.shiftKey ? at + 1 < siblings.length && pick(siblings[at + 1]) : byHand(step + 1),
      ArrowLeft: () => e.shiftKey ? at > 0 && pick(siblings[at - 1]) : byHand(step - 1),
      ArrowDown: () => kids.length && pick(kids[0]), ArrowUp: () => chosen && pick(pass!.parent[chosen]),
      Home: () => byHand(0), End: () => byHand(pass!.steps.length), ' ': play,
      Enter: () => { picture?.toggle(chosen); draw() },
      '+': () => picture?.zoom(1.25), '-': () => picture?.zoom(1 / 1.25), '0': () => picture?.fit(),
    }
    // Up and down scroll the page unless the tree has the focus.
    if ((e.key === 'ArrowDown' || e.key === 'ArrowUp' || e.key === 'Enter') && !(e.target as Element).closest?.('.tree-host')) return
    if (!keys[e.key]) return
    e.preventDefault()
    keys[e.key]()
  }

  // ---- What is said of a node ------------------------------------------------------------------

  function nodeSaid(i: number): string {
    const p = pass!, text = nodeText(p, i, step, value)
    return `${p.nodes[i].name}: ${whose(p, i, t)}${text && text !== '…' ? ', ' + t('value {0}', text) : ''}`
  }

  function stateOf(at: string): State | null {
    const key = `${tree!.game} ${at}`, known = states.get(key)
    if (known) return known === 'none' ? null : known
    if (asking === key) return null
    asking = key
    ask<{ states: State[] }>('state', { game: tree!.game, position: at }).then(
      ok => states.set(key, ok.states[ok.states.length - 1]), () => states.set(key, 'none'))
      .finally(() => {
        if (asking === key) asking = ''
        if (alive) draw()
      })
    return null
  }

  let shownBoard: TemplateResult | typeof nothing = nothing
  function boardOf(i: number): TemplateResult | typeof nothing {
    const g = shownGame(), state = stateOf(pass!.nodes[i].position), drawing = drawingNow(g.name, draw)
    if (state && drawing) shownBoard = board(drawing, g, state, { last: lastMove(i) })
    return shownBoard
  }
  function lastMove(i: number): { seat: number | null; move: string } | null {
    const node = pass!.nodes[i], up = pass!.parent[i]
    if (up < 0 || node.move === undefined) return null
    const turn = pass!.nodes[up].turn, max = tree!.max - 1
    return { seat: turn === 'chance' ? null : turn === 'max' ? max : 1 - max, move: node.move }
  }

  function aside(): TemplateResult {
    const p = pass!, i = chosen, node = p.nodes[i], text = nodeText(p, i, step, value), range = windowText(p, i, step, value)
    const cut = p.cutAt[i] && p.cutAt[i] <= step ? why(i) : node.cut && gone(p, i, step) ? why(p.parent[i]) : ''
    const row = (name: string, what: string | TemplateResult) => html`<dt>${name}</dt><dd>${what}</dd>`
    return html`<section class="panel node-panel" aria-label=${t('The node {0}', node.name)}>
      <h2><i>${node.name}</i> · ${whose(p, i, t)}</h2>
      <div class=${`node-board ${shownGame().name}`}>${boardOf(i)}</div>
      <dl class="facts">
        ${i ? row(t('move'), node.move ?? '') : nothing}
        ${came(p, i, step) ? row(t('value'), text || '?') : row(t('value'), node.visit ? t('not visited yet') : t('never visited'))}
        ${range ? row(t('window'), range.join(', ')) : nothing}
        ${node.visit ? row(t('visit'), '#' + num(node.visit)) : nothing}
        ${p.total[i] ? row(t('nodes below'), p.total[i] === Infinity ? '…' : num(p.total[i])) : nothing}
        ${row(t('position'), html`<code>${node.position}</code>`)}
      </dl>
      ${judged(p, i) && came(p, i, step) ? html`<p class="small dim">${t('The depth ends here: the evaluator {0} judged the position.', shownBy()?.name ?? '')}</p>` : nothing}
      ${cut ? html`<p class="why">${cut}</p>` : nothing}
      ${isOver(node.turn) ? nothing : html`<p class="row"><a class="button slim" href=${link('/search', node.position)} @click=${(e: Event) => begin(e, node.position)}>${t('Search from here')}</a>
        <a class="button slim quiet" href=${link('/analysis', node.position)}>${t('Analyse')}</a></p>`}
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
    const others = given(info?.options ?? []).filter(o => !['depth', 'eval', 'ms', 'nodes', 'model'].includes(o.name))
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
          <input id="s-position" class="mono" type="text" autocomplete="off" spellcheck="false" placeholder=${t('the beginning of the game')} aria-invalid=${wrong ? 'true' : nothing} aria-describedby=${wrong ? 's-wrong' : nothing}
            .value=${position} @change=${(e: Event) => { position = (e.target as HTMLInputElement).value.trim() }}>${mistake('s-wrong', wrong, position)}</div>
        <div class="field act"><button type="submit" class="main">${t('Search now')}</button></div>
      </div>
      ${others.length || g.options.length ? html`<details class="more-options"><summary>${t('More options')}</summary><div class="fields">
        ${given(g.options).map(o => optionField(o, gameSpec.values[o.name] ?? '', v => {
          gameSpec.values = { ...gameSpec.values, [o.name]: v }
          position = ''
          void search()
        }, 'sg'))}
        ${others.map(o => optionField(o, agent.values[o.name] ?? '', set(o.name), 'sa', g.evaluators))}</div></details>` : nothing}
    </form>`
  }

  function bar(): TemplateResult {
    const p = pass!, last = p.steps.length
    return html`<div class="bar step-bar" role="group" aria-label=${t('Steps of the search')}>
      ${iconButton('begin', t('To the beginning'), () => byHand(0), { disabled: step === 0 })}
      ${iconButton('back', t('One step back'), () => byHand(step - 1), { disabled: step === 0 })}
      ${iconButton(playing ? 'pause' : 'play', playing ? t('Pause') : t('Play'), play, { main: true })}
      ${iconButton('on', t('One step forwards'), () => byHand(step + 1), { disabled: step >= last })}
      ${iconButton('end', t('To the end'), () => byHand(last), { disabled: step >= last })}
      <input class="slider" type="range" min="0" max=${last} step="1" .value=${String(step)} aria-label=${t('Step')} aria-valuetext=${said}
        @input=${(e: Event) => { if (playing) pause(); goTo(Number((e.target as HTMLInputElement).value), false) }}>
      <span class="count">${t('step {0} of {1}', num(step), num(last))}</span>
      <label class="speed"><span class="spoken">${t('Speed')}</span><select @change=${(e: Event) => { speed = (e.target as HTMLSelectElement).value }}>
        ${SPEEDS.map(s => html`<option value=${s.value} ?selected=${s.value === speed}>${t(s.text)}</option>`)}</select></label>
    </div>`
  }

  function openAll(): void {
    const open = picture?.openAll() ?? 0
    opened = pass && open < pass.nodes.length ? t('{0} of {1} nodes are open: press one to open more.', num(open), num(pass.nodes.length)) : ''
    if (opened) announce(opened)
  }

  function tools(): TemplateResult {
    const act = (label: string, run: () => void) => html`<button type="button" class="slim" @click=${() => { run(); draw() }}>${label}</button>`
    return html`<div class="bar tools" role="group" aria-label=${t('The picture')}>
      ${tree!.trees.length > 1 ? tree!.trees.map((one, n) => html`<button type="button" class="slim" aria-pressed=${n === which}
        @click=${() => { showPass(n); goTo(0) }}>${n ? t('pass {0}, depth {1}', n + 1, one.depth) : t('first search')}</button>`) : nothing}
      ${act(t('Open all'), openAll)}${act(t('Close all'), () => picture?.closeAll())}${act(t('Best path only'), () => picture?.openBest())}
      <label class="check slim"><input type="checkbox" .checked=${picture?.ghosts ?? false} @change=${(e: Event) => {
        if (picture) picture.ghosts = (e.target as HTMLInputElement).checked
        picture?.draw()
      }}>${t('show what is to come')}</label>
      <span class="gap"></span>
      ${iconButton('minus', t('Smaller'), () => picture?.zoom(1 / 1.25))}${iconButton('plus', t('Larger'), () => picture?.zoom(1.25))}${iconButton('fit', t('Fit to the window'), () => picture?.fit())}
    </div>`
  }

  function summary(): TemplateResult {
    const found = tree!
    const parts = [t('move: {0}', found.move), t('nodes visited: {0}', num(found.nodes)), t('leaves: {0}', num(found.leaves)), t('cuts: {0}', num(found.cuts)),
      found.unseen_more ? t('never visited: at least {0}', num(found.unseen)) : t('never visited: {0}', num(found.unseen))]
    return html`<p class="small dim summary"><code>${found.agent}</code> · ${parts.join(' · ')}${opened ? html`<br>${opened}` : nothing}</p>`
  }

  function work(): TemplateResult {
    return html`<div class="two">${form()}
      <section class="stage" ?hidden=${!pass} aria-label=${t('The search, step by step')}>
        ${pass ? bar() : nothing}
        <p class="caption" aria-hidden="true">${said}</p>
        <div class="tree-frame"><div class="tree-host" tabindex="0" role="group" aria-label=${t('The tree. Right and left step through the search, up and down choose a node, Enter opens or closes its branches.')}></div>
          ${pass && !step && !playing ? html`<button type="button" class="main begin" @click=${play}>${icon('play')} ${t('Watch the tree grow')}</button>` : nothing}</div>
        ${pass ? html`${tools()}${summary()}` : nothing}
      </section>
      <div class="beside">${pass ? aside() : nothing}</div></div>
      ${pass ? html`<details class="panel keys"><summary>${t('How to read the picture')}</summary>${treeKeys(pass)}
          <p class="small dim">${t('Keys: ← and → step, Home and End go to the beginning and the end, the space bar plays. In the tree ↑ and ↓ choose a node, with Shift ← and → its neighbours, Enter opens and closes, + and − change the size.')}</p></details>
        <details class="panel as-list" @toggle=${(e: Event) => { listOpen = (e.target as HTMLDetailsElement).open; draw() }}><summary>${t('The tree as a list')}</summary>
          ${listOpen ? treeList(pass, step, chosen, value, pick) : nothing}</details>` : nothing}`
  }

  function page(): TemplateResult {
    if (problem && !all.length) return html`<h1 tabindex="-1">${t('The search made visible')}</h1><p class="notice bad">${problem}</p>`
    if (!all.length) return html`<h1 tabindex="-1">${t('The search made visible')}</h1><p class="waiting">${t('Loading…')}</p>`
    return html`<div class="learn search"><h1 tabindex="-1">${t('The search made visible')}</h1>
      <p class="lead">${ABOUT[agent.name] ? t(ABOUT[agent.name]) : agentInfo()?.summary ?? nothing}
        <a href=${`/rules/${game().name}`}>${t('Rules of {0}', game().title)}</a>${gameSpec.name === 'coins' ? html` · ${t('the five-coin game of the lecture')}` : nothing}</p>
      ${problem ? html`<p class="notice bad row" role="alert"><span>${problem}</span>${Number(agent.values.depth) > Number(suited()) ? html`<button type="button" class="slim" @click=${() => { suit(); void search() }}>${t('Search with depth {0}', suited())}</button>` : nothing}</p>` : nothing}
      ${working ? html`<p class="notice row">${t('Searching…')} <button type="button" class="slim" @click=${() => working?.stop()}>${t('Stop')}</button></p>` : nothing}
      ${work()}</div>`
  }

  function draw(): void {
    if (!alive) return
    render(page(), root)
    const host = root.querySelector<HTMLElement>('.tree-host')
    if (host && !picture) picture = new TreeView(host, i => pick(i))
  }

  route.title(t('The search made visible'))
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
    if (!known || !route.query.get('agent')) suit()
    void search().then(() => {
      if (hidden) problem = t('{0} hides something from its players: there is no single tree to show. Here is {1} instead.', hidden.title, game().title)
      else if (!known) problem = t('{0} does not show its tree here; {1} does.', wanted, agent.name)
      draw()
    })
  }, why => {
    problem = failure(why)
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
