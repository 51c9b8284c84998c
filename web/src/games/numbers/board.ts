// The board of the number tree: MAX nodes point up, MIN nodes down. A move chooses a branch of the root.
import { html, svg, nothing } from 'lit-html'
import type { SVGTemplateResult, TemplateResult } from 'lit-html'
import type { Drawing, Picture } from '../../drawing.js'
import type { State } from '../../types.js'
import { ref } from 'lit-html/directives/ref.js'
import { press } from '../../press.js'
import { finished, mayMove, named, nameOf, verdict, within } from '../common.js'
import { depth, place } from './tree.js'
import type { NumbersBoard, Placed, Tree } from './tree.js'

const STEP = 128
const TOP = 64
const NARROWEST = 620 // width of the board
const WIDEST = 130 // between the leaves of a small tree, for fingers

interface Sheet {
  column: number
  margin: number
  max: (level: number) => boolean
}

const xOf = (s: Sheet, n: Placed): number => s.margin + n.x * s.column
const yOf = (n: Placed): number => TOP + n.level * STEP

function node(s: Sheet, n: Placed): SVGTemplateResult {
  const [x, y] = [xOf(s, n), yOf(n)]
  if (typeof n.tree === 'number') {
    const width = 26 + 13 * String(n.tree).length
    return svg`<rect class="num-leaf" x=${x - width / 2} y=${y - 22} width=${width} height="44" rx="12"></rect>
      <text class="num-value" x=${x} y=${y + 9}>${String(n.tree).replace('-', '−')}</text>`
  }
  const max = s.max(n.level)
  const up = max ? -1 : 1 // the direction of the tip
  return svg`<path class=${max ? 'num-max' : 'num-min'}
      d="M${x} ${y + 38 * up}L${x + 40} ${y - 26 * up}H${x - 40}z"></path>
    <text class="num-kind" x=${x} y=${max ? y + 19 : y - 6}>${max ? 'MAX' : 'MIN'}</text>`
}

function edge(s: Sheet, from: Placed, to: Placed): SVGTemplateResult {
  const [a, b] = [
    { x: xOf(s, from), y: yOf(from) + (s.max(from.level) ? 27 : 38) },
    { x: xOf(s, to), y: yOf(to) - (typeof to.tree === 'number' ? 22 : s.max(to.level) ? 38 : 26) },
  ]
  return svg`<path class="num-edge" d="M${a.x} ${a.y}C${a.x} ${a.y + 34} ${b.x} ${b.y - 34} ${b.x} ${b.y}"></path>`
}

function subtree(s: Sheet, n: Placed): SVGTemplateResult {
  return svg`${n.children.map(c => svg`${edge(s, n, c)}${subtree(s, c)}`)}${node(s, n)}`
}

function branch(
  p: Picture<NumbersBoard>,
  s: Sheet,
  root: Placed,
  n: Placed,
  i: number,
  height: number,
): SVGTemplateResult {
  const move = String(i + 1)
  const legal = p.moves.includes(move)
  const [x0, x1] = [s.margin + (n.left - 0.5) * s.column, s.margin + (n.right + 0.5) * s.column]
  const evaluated = p.evaluated.find(j => j.move === move)
  const mid = { x: xOf(s, n), y: yOf(n) - 58 }
  const label =
    typeof n.tree === 'number' ? p.t('Branch {0}: {1}', move, n.tree) : p.t('Branch {0}: {1}', move, words(n.tree))
  return svg`<g data-branch=${move}>
    <g class="num-branch ${legal ? 'board-legal' : ''} ${p.hint === move ? 'num-hint' : ''}"
      ${press(named(p, label, move), legal ? () => p.play(move) : null)}>
      <rect class="num-hit board-hit" x=${x0 + 3} y=${yOf(n) - 40} width=${x1 - x0 - 6} height=${height - yOf(n) + 30}
        rx="16"></rect>
      <circle class="num-above" cx=${mid.x} cy=${mid.y} r="24"></circle></g>
    <g class="num-tree" aria-hidden="true">${edge(s, root, n)}${subtree(s, n)}
      <g class="num-label" transform="translate(${mid.x} ${mid.y})">
        <circle r="15"></circle><text y="6">${move}</text></g>
      ${evaluated ? verdict(evaluated.shown, evaluated.chance, mid.x, mid.y - 2, 20) : nothing}</g></g>`
}

/** The length of the longest number. */
const longest = (t: Tree): number => (typeof t === 'number' ? String(t).length : Math.max(...t.map(longest)))

/** Scrolls a tree that is too wide for the page to its root. */
function centre(frame?: Element): void {
  if (frame) requestAnimationFrame(() => (frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2))
}

/** A tree in the notation of positions, shortened. */
function words(t: Tree): string {
  const text = typeof t === 'number' ? String(t) : `(${t.map(words).join(' ')})`
  return text.length > 80 ? text.slice(0, 78) + '…' : text
}

function draw(p: Picture<NumbersBoard>): TemplateResult {
  const root = place(p.state.board.tree)
  const leaves = root.right + 1
  const tight = longest(p.state.board.tree) > 2 ? 82 : leaves > 8 ? 66 : 78
  const column = Math.max(tight, Math.min(WIDEST, Math.floor((NARROWEST - 40) / leaves)))
  const width = Math.max(NARROWEST, leaves * column + 40)
  const s: Sheet = {
    column,
    margin: (width - (leaves - 1) * column) / 2,
    max: level => (level % 2 === 0) === (p.state.turn !== 1),
  }
  const over = typeof root.tree === 'number'
  const height = over ? 190 : TOP + depth(root) * STEP + 50
  const wide = width > 1100
  return html`<div class="board-frame ${wide ? 'num-scroll' : ''}" ${ref(wide ? centre : undefined)}>
    <svg
      class="board board-middle numbers"
      viewBox="0 0 ${width} ${height}"
      width=${wide ? width * 0.75 : nothing}
      role="group"
      aria-label=${p.t('Tree of numbers')}
    >
      ${
        over
          ? result(p, root.tree as number, width, height)
          : svg`${root.children.map((c, i) => branch(p, s, root, c, i, height))}
        <g role="img" aria-label=${p.t("{0}'s turn", nameOf(p, p.state.turn === 1 ? 1 : 0))}>${node(s, root)}</g>`
      }
    </svg>
  </div>`
}

function result(p: Picture<NumbersBoard>, value: number, width: number, height: number): SVGTemplateResult {
  const text = value > 0 ? p.t('MAX wins by {0}', value) : value < 0 ? p.t('MIN wins by {0}', -value) : p.t('A draw')
  return svg`<g role="img" aria-label=${text}>
    <rect class="num-leaf num-end" x=${width / 2 - 70} y=${height / 2 - 64} width="140" height="84" rx="20"></rect>
    <text class="num-words" x=${width / 2} y=${height / 2 + 62}>${text}</text>
    <text class="num-value num-final" x=${width / 2} y=${height / 2 - 5}>${String(value).replace('-', '−')}</text></g>`
}

/** Fades the branches that were not chosen. */
async function animate(
  element: Element,
  _before: State<NumbersBoard>,
  _after: State<NumbersBoard>,
  move: string,
): Promise<void> {
  const board = within(element, 'svg.numbers')
  if (!board) return
  const others = Array.from(board.querySelectorAll<SVGGElement>('[data-branch]'))
  const running = others.map(b =>
    b.dataset.branch === move
      ? b.animate([{ opacity: 1 }, { opacity: 1 }], { duration: 420 })
      : b.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 380, easing: 'ease-out', fill: 'forwards' }),
  )
  await finished(running)
  for (const r of running) r.cancel()
}

export const drawing: Drawing<NumbersBoard> = {
  draw,
  animate,
  status: p =>
    !mayMove(p)
      ? ''
      : p.state.turn === 1
        ? p.t('Choose a branch. MIN wants a low number.')
        : p.t('Choose a branch. MAX wants a high number.'),
}
