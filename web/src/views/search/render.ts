// The page of the search view: form, controls, tree and selected node.
import { html, nothing, type TemplateResult } from 'lit-html'
import { at } from '../../address.js'
import { checkedOf, openOf, valueOf } from '../../events.js'
import { num, t, word } from '../../lang.js'
import type { Trace, Tree } from '../../learn/trace.js'
import { treeLegend, treeList } from '../../learn/tree_legend.js'
import { icon, iconButton } from '../../learn/widgets.js'
import { agentName } from '../../names.js'
import { form } from './form.js'
import { gameNote, readableDepth } from './games.js'
import { nodePanel } from './node_panel.js'
import { agentInfo, gameOf, type State } from './state.js'
import { captionOf, valueOf as valueIn } from './texts.js'

/** The actions of the user. */
export interface Actions {
  draw: () => void
  chooseGame: (name: string) => void
  chooseAgent: (name: string) => void
  setAgentOption: (name: string, value: string) => void
  setGameOption: (name: string, value: string) => void
  setPosition: (text: string) => void
  resetDepth: () => void
  search: () => void
  searchFrom: (position: string) => void
  stop: () => void
  stepTo: (step: number) => void
  slideTo: (step: number) => void
  playOrPause: () => void
  setSpeed: (milliseconds: number) => void
  select: (node: number) => void
  showTrace: (which: number) => void
  setListOpen: (open: boolean) => void
  setGhosts: (on: boolean) => void
  expandAll: () => void
  collapseAll: () => void
  showBest: () => void
  zoom: (factor: number) => void
  fit: () => void
}

const ZOOM = 1.25
const SPEEDS = [
  { value: 2000, text: word('slow') },
  { value: 900, text: word('medium') },
  { value: 300, text: word('fast') },
  { value: 80, text: word('very fast') },
]
const ABOUT: Record<string, string | undefined> = {
  minimax: word(
    'Minimax searches every sequence of moves to the given depth. A MAX node takes the greatest value of its ' +
      'children, a MIN node the least, and the values move up to the root.',
  ),
  negamax: word(
    'Negamax is minimax with a single rule: values are for the side to move, and every node takes the greatest ' +
      'negated value of its children.',
  ),
  alphabeta: word(
    'Alpha-beta finds the minimax value without searching branches that cannot change it. Alpha is the value that ' +
      'MAX is sure of, beta the value that MIN is sure of. When a value falls outside this window, the remaining ' +
      'moves are cut off.',
  ),
  expectiminimax: word(
    'Expectiminimax is minimax for games of chance: the value of a chance node is the mean of its outcomes, weighted ' +
      'by their probabilities.',
  ),
}

export function page(s: State, act: Actions): TemplateResult {
  const head = html`<h1 tabindex="-1">${t('Search tree')}</h1>`
  if (!s.games.length)
    return html`${head}
    ${s.problem ? html`<p class="notice bad">${s.problem}</p>` : html`<p class="waiting">${t('Loading…')}</p>`}`
  return html`<div class="learn search">
    ${head}${lead(s)}${s.problem ? problem(s, act) : nothing}${s.searching ? searching(act) : nothing}
    <div class="two">
      ${form(s, act)}${stage(s, act)}
      <div class="beside">${s.trace ? nodePanel(s, s.trace, act) : nothing}</div>
    </div>
    ${s.trace ? details(s, s.trace, act) : nothing}
  </div>`
}

function lead(s: State): TemplateResult {
  const about = ABOUT[s.agent.name],
    note = gameNote(s.game.name),
    game = gameOf(s)
  return html`<p class="lead">
    ${about ? t(about) : (agentInfo(s)?.summary ?? nothing)}
    <a href=${at(`/rules/${game.name}`)}>${t('Rules of {0}', game.title)}</a>${note ? html` · ${note}` : nothing}
  </p>`
}

function problem(s: State, act: Actions): TemplateResult {
  const depth = readableDepth(s.game.name)
  return html`<p class="notice bad row" role="alert">
    <span>${s.problem}</span>${
      Number(s.agent.values.depth) > Number(depth)
        ? html`<button type="button" class="slim" @click=${act.resetDepth}>${t('Use depth {0}', depth)}</button>`
        : nothing
    }
  </p>`
}

const searching = (act: Actions) =>
  html`<p class="notice row">
    ${t('Searching…')} <button type="button" class="slim" @click=${act.stop}>${t('Stop')}</button>
  </p>`

// ---- The tree and its controls ---------------------------------------------------------------

// The frame of the tree stays in the page: its picture is drawn by TreeView.
function stage(s: State, act: Actions): TemplateResult {
  const label = t(
    'Search tree. The left and right arrows step through the search, up and down select a node, Enter expands or ' +
      'collapses it.',
  )
  return html`<section class="stage" ?hidden=${!s.trace} aria-label=${t('Search, step by step')}>
    ${s.trace ? stepBar(s, s.trace, act) : nothing}
    <p class="caption" aria-hidden="true">${captionOf(s)}</p>
    <div class="tree-frame">
      <div class="tree-host" tabindex="0" role="group" aria-label=${label}></div>
      ${s.trace && !s.step && !s.playing ? playButton(act) : nothing}
    </div>
    ${s.tree && s.trace ? html`${tools(s, s.tree, act)}${summary(s, s.tree)}` : nothing}
  </section>`
}

const playButton = (act: Actions) =>
  html`<button type="button" class="main begin" @click=${act.playOrPause}>${icon('play')} ${t('Play search')}</button>`

function stepBar(s: State, p: Trace, act: Actions): TemplateResult {
  const last = p.steps.length,
    { step, playing } = s
  const to = (n: number) => () => act.stepTo(n)
  return html`<div class="bar step-bar" role="group" aria-label=${t('Search steps')}>
    ${iconButton('begin', t('First step'), to(0), { disabled: step === 0 })}
    ${iconButton('back', t('Previous step'), to(step - 1), { disabled: step === 0 })}
    ${iconButton(playing ? 'pause' : 'play', playing ? t('Pause') : t('Play steps'), act.playOrPause, { main: true })}
    ${iconButton('on', t('Next step'), to(step + 1), { disabled: step >= last })}
    ${iconButton('end', t('Last step'), to(last), { disabled: step >= last })}
    <input
      class="slider"
      type="range"
      min="0"
      max=${last}
      step="1"
      .value=${String(step)}
      aria-label=${t('Step')}
      aria-valuetext=${captionOf(s)}
      @input=${(e: Event) => act.slideTo(Number(valueOf(e)))}
    />
    <span class="count">${t('step {0} of {1}', num(step), num(last))}</span>
    <label class="speed"
      ><span class="spoken">${t('Speed')}</span
      ><select @change=${(e: Event) => act.setSpeed(Number(valueOf(e)))}>
        ${SPEEDS.map(o => html`<option value=${o.value} ?selected=${o.value === s.speed}>${t(o.text)}</option>`)}
      </select></label
    >
  </div>`
}

function tools(s: State, tree: Tree, act: Actions): TemplateResult {
  const button = (label: string, run: () => void) =>
    html`<button type="button" class="slim" @click=${run}>${label}</button>`
  return html`<div class="bar tools" role="group" aria-label=${t('Tree controls')}>
    ${tree.trees.length > 1 ? tree.trees.map((one, n) => traceButton(s, n, one.depth, act)) : nothing}
    ${button(t('Expand all'), act.expandAll)}${button(t('Collapse all'), act.collapseAll)}
    ${button(t('Show best line'), act.showBest)}
    <label class="check slim"
      ><input type="checkbox" .checked=${s.ghosts} @change=${(e: Event) => act.setGhosts(checkedOf(e))} />${t(
        'Show unvisited nodes',
      )}</label
    >
    <span class="gap"></span>
    ${iconButton('minus', t('Zoom out'), () => act.zoom(1 / ZOOM))}
    ${iconButton('plus', t('Zoom in'), () => act.zoom(ZOOM))} ${iconButton('fit', t('Fit to window'), act.fit)}
  </div>`
}

const traceButton = (s: State, n: number, depth: number, act: Actions) =>
  html`<button type="button" class="slim" aria-pressed=${n === s.which} @click=${() => act.showTrace(n)}>
    ${n ? t('search {0}, depth {1}', n + 1, depth) : t('first search')}
  </button>`

function summary(s: State, tree: Tree): TemplateResult {
  const parts = [
    t('best move: {0}', tree.move),
    t('nodes visited: {0}', num(tree.nodes)),
    t('leaves: {0}', num(tree.leaves)),
    t('cutoffs: {0}', num(tree.cuts)),
    tree.unseen_more ? t('not visited: at least {0}', num(tree.unseen)) : t('not visited: {0}', num(tree.unseen)),
  ]
  return html`<p class="small dim summary">
    <span title=${tree.agent}>${agentName(gameOf(s), tree.agent)}</span> ·
    ${parts.join(' · ')}${s.note ? html`<br />${s.note}` : nothing}
  </p>`
}

// ---- Below the tree ----------------------------------------------------------------------------

function details(s: State, p: Trace, act: Actions): TemplateResult {
  return html`<details class="panel keys">
      <summary>${t('Legend')}</summary>
      ${treeLegend(p)}
      <p class="small dim">
        ${t(
          'Keys: ← and → step, Home and End go to the start and the end, Space plays. In the tree, ↑ and ↓ select a ' +
            'node, Shift+← and Shift+→ its siblings, Enter expands or collapses it, + and − zoom.',
        )}
      </p>
    </details>
    <details class="panel as-list" @toggle=${(e: Event) => act.setListOpen(openOf(e))}>
      <summary>${t('Tree as list')}</summary>
      ${s.listOpen ? treeList(p, s.step, s.chosen, valueIn(s), act.select) : nothing}
    </details>`
}
