// The board of Amazonas dominoes: the four arms of tiles, the hands, the numbers each player is known to lack, and the
// score. docs/games/domino.md describes the JSON of `board`.
import { html, nothing, render, svg, type SVGTemplateResult, type TemplateResult } from 'lit-html'
import { repeat } from 'lit-html/directives/repeat.js'
import type { Drawing, Picture } from '../../drawing.js'
import type { State } from '../../types.js'
import {
  layout,
  movesOf,
  neededBox,
  placeFor,
  parseMove,
  visibleBox,
  tileName,
  type Arm,
  type Halves,
  type Laid,
  type Tile,
} from './layout.js'
import { back, face } from './tile.js'

export interface Board {
  points: [number, number]
  scored: [number, number]
  round: number
  target: number
  rounds: number
  opening: Tile | null
  open: number[]
  arms: Arm[]
  sum: number
  passes: number
  announced: boolean
  sena: boolean
  hands: (Halves[] | null)[]
  left: number[]
  lacks: number[][]
  no_double: boolean[]
  opener: number | null
  next: number | null
  history: { seat: number; move: string; points: [number, number] }[]
  end: { how: 'out' | 'locked'; seat: number; team: number; out: number; garage: number; pips: [number, number] } | null
}
type P = Picture<Board>

const SIDES = ['bottom', 'right', 'top', 'left'] // in order of play, from the viewer's seat

function pair(p: P, team: number): string {
  return p.t('{0} and {1}', p.names[team], p.names[team + 2])
}

// ---- The table -------------------------------------------------------------------------------

/** The selected tile, and whether a galo is announced with it. */
function picked(p: P): { halves: Halves; announces: boolean } | null {
  const play = p.picked ? parseMove(p.picked) : null
  return play && p.moves.length ? { halves: play.halves, announces: play.announces } : null
}

function chanceOf(p: P, moves: string[]): string | null {
  const all = p.evaluated.filter(j => moves.includes(j.move)).map(j => j.chance)
  return all.length ? `${Math.round(100 * Math.max(...all))} %` : null
}

function onTable(tile: Laid, last: number): SVGTemplateResult {
  return svg`<g class="dom-laid" data-place=${tile.place}
    transform="translate(${tile.x} ${tile.y}) rotate(${tile.angle})">
    ${face(tile.halves, tile.place === last)}</g>`
}

/** A legal place for the selected tile. */
function ghost(p: P, at: Laid, arm: number, move: string): SVGTemplateResult {
  const name =
    arm < 0
      ? p.t('Open with {0}', tileName(at.halves))
      : p.t('Play {0} on arm {1}, at the {2}', tileName(at.halves), arm + 1, at.halves[0])
  const chance = chanceOf(p, [move])
  const key = (e: KeyboardEvent): void => {
    if (e.key !== 'Enter' && e.key !== ' ') return
    e.preventDefault()
    p.play(move)
  }
  return svg`<g class="dom-ghost ${p.hint === move ? 'dom-hinted' : ''}" role="button" tabindex="0" aria-label=${name}
      @click=${() => p.play(move)} @keydown=${key}>
    <g transform="translate(${at.x} ${at.y}) rotate(${at.angle})">
      <rect class="dom-hit" x="-1.4" y="-0.9" width="2.8" height="1.8" />
      <path class="dom-finger" d="M-0.01 0h0.02" />
      ${face(at.halves)}
      <rect class="dom-glow" x="-1" y="-0.5" width="2" height="1" rx="0.18" />
    </g>
    ${chance ? svg`<text class="dom-chance" x=${at.x} y=${at.y + 0.2}>${chance}</text>` : nothing}
  </g>`
}

function ghosts(p: P): SVGTemplateResult | typeof nothing {
  const up = picked(p),
    { opening, arms } = p.state.board
  if (!up) return nothing
  return svg`${movesOf(p.moves, up.halves, up.announces).map(({ move, arm }) =>
    ghost(p, placeFor(opening, arms, up.halves, Math.max(arm, 0)), arm, move),
  )}`
}

/** The value that each end adds to the sum. */
function ends(p: P, at: { x: number; y: number }[], taken: number[]): SVGTemplateResult {
  return svg`${p.state.board.arms.map((arm, i) =>
    arm.end === null || taken.includes(i) || p.state.board.end
      ? nothing
      : svg`
    <g class="dom-end ${arm.tiles.length ? '' : 'dom-free'}" transform="translate(${at[i].x} ${at[i].y})">
      <circle r=${arm.tiles.length ? 0.4 : 0.16} />
      ${arm.tiles.length ? svg`<text y="0.17">${arm.worth}</text>` : nothing}
    </g>`,
  )}`
}

function tableWords(p: P): string {
  const b = p.state.board
  if (!b.opening) return p.t('The table is empty.')
  const list = b.arms.flatMap((arm, i) =>
    arm.end === null ? [] : [p.t('arm {0}: tiles {1}, ends in {2}', i + 1, arm.tiles.length, arm.end)],
  )
  return [p.t('Opening {0}', tileName(b.opening.halves)), ...list, p.t('sum of the ends: {0}', b.sum)].join('; ')
}

function table(p: P): TemplateResult {
  const b = p.state.board,
    { tiles, ends: at, box } = layout(b.opening, b.arms),
    see = p.box ? neededBox(box) : visibleBox(box), // in a given room the tiles are as large as it allows
    up = picked(p)
  const last = tiles.length ? Math.max(...tiles.map(t => t.place)) : -1
  const taken = up ? movesOf(p.moves, up.halves, up.announces).map(m => m.arm) : []
  return html`<svg
    class="dom-table"
    viewBox="${see.left} ${see.top} ${see.right - see.left} ${see.bottom - see.top}"
    role="group"
    aria-label=${tableWords(p)}
  >
    <g aria-hidden="true">
      ${repeat(
        tiles,
        t => t.place,
        t => onTable(t, last),
      )}${ends(p, at, taken)}
    </g>
    ${ghosts(p)}
  </svg>`
}

// ---- The sum of the ends -----------------------------------------------------------------------

/** The terms of the sum, as in 5 + 1 + 4: the opening while it counts, then the arms. */
function terms(b: Board): number[] {
  const arms = b.arms.filter(a => a.tiles.length).map(a => a.worth)
  const rest = b.sum - arms.reduce((sum, n) => sum + n, 0)
  return rest > 0 || !arms.length ? [rest, ...arms] : arms
}

function sum(p: P): TemplateResult {
  const b = p.state.board,
    scores = b.sum > 0 && b.sum % 5 === 0,
    parts = terms(b)
  if (!b.opening) return html`<div class="dom-sum dom-quiet">${p.t('Round {0}', Math.max(1, b.round))}</div>`
  return html`<div class="dom-sum ${scores ? 'dom-five' : ''}">
    <span class="dom-what">${p.t('Ends')}</span>
    ${parts.length > 1 ? html`<span>${parts.join(' + ')} =</span>` : nothing}<b>${b.sum}</b>
    ${scores ? html`<span class="dom-star">${p.t('a multiple of five')}</span>` : nothing}
  </div>`
}

// ---- Hands -------------------------------------------------------------------------------------

function plays(b: Board): { tile: number; passes: Board['history'] } {
  let tile = b.history.length - 1
  while (tile >= 0 && b.history[tile].move === 'pass') tile--
  return { tile, passes: b.history.slice(tile + 1) }
}

/** A speech bubble: the player has passed, or the points of the tile just played. */
function bubble(p: P, seat: number): TemplateResult | typeof nothing {
  const b = p.state.board,
    { tile, passes } = plays(b),
    played = b.history[tile],
    team = seat % 2
  if (passes.some(h => h.seat === seat)) return html`<span class="dom-bubble dom-passed">${p.t('Passes')}</span>`
  if (!played || played.seat !== seat) return nothing
  if (passes.length === 3 && !b.end) {
    const points = passes.reduce((all, h) => all + h.points[team], 0)
    return html`<span class="dom-bubble dom-galo">${p.t('Galo!')} ${points > 0 ? `+${points}` : ''}</span>`
  }
  if (b.announced && !passes.length) return html`<span class="dom-bubble dom-galo">${p.t('Galo!')}</span>`
  const points = played.points[team] - (b.end && !passes.length ? b.end.garage + b.end.out : 0)
  return points > 0 && !b.end ? html`<span class="dom-bubble dom-plus">+${points}</span>` : nothing
}

/** Numbers that a player lacks, as passes have shown. */
function lacking(p: P, seat: number): TemplateResult | typeof nothing {
  const b = p.state.board,
    all = [...b.lacks[seat].map(String), ...(b.no_double[seat] ? [p.t('doubles')] : [])]
  if (!all.length || b.end) return nothing
  return html`<span class="dom-lacks" title=${p.t('{0} lacks: {1}', p.names[seat], all.join(', '))}>
    <span class="dom-what">${p.t('lacks')}</span>${all.map(n => html`<span class="dom-lack">${n}</span>`)}</span
  >`
}

function small(tile: Halves | null): TemplateResult {
  return html`<svg class="dom-small" viewBox="-0.5 -1 1 2.03" aria-hidden="true">
    <g transform="rotate(90)">${tile ? face(tile) : back()}</g>
  </svg>`
}

function seat(p: P, number: number, side: string): TemplateResult {
  const b = p.state.board,
    tiles = b.hands[number] ?? Array.from({ length: b.left[number] }, () => null)
  const words = b.hands[number]
    ? p.t('{0} has {1}', p.names[number], b.hands[number].map(tileName).join(', ') || p.t('no tile'))
    : p.t('{0}, tiles in hand: {1}', p.names[number], b.left[number])
  return html`<div
    class="dom-seat dom-${side} dom-team${number % 2} ${p.state.turn === number ? 'dom-turn' : ''}"
    data-seat=${number}
  >
    <div class="dom-name"><span class="dom-who">${p.names[number]}</span>${bubble(p, number)}</div>
    <div class="dom-tiles" role="img" aria-label=${words}>
      ${tiles.map(small)}<span class="dom-count" aria-hidden="true">${b.left[number]}</span>
    </div>
    ${lacking(p, number)}
  </div>`
}

/** A tile of the viewer's hand. The first press selects it and shows its places; the second plays it if there is only
 *  one place, or deselects it. Pressing a tile that does not fit shows the server's reason. */
function ownTile(p: P, halves: Halves): TemplateResult {
  const word = tileName(halves),
    up = picked(p),
    isUp = up !== null && tileName(up.halves) === word
  const all = [...movesOf(p.moves, halves), ...movesOf(p.moves, halves, true)],
    here = isUp ? movesOf(p.moves, halves, up.announces) : []
  const press = (): void => {
    if (!all.length) p.play(word)
    else if (!isUp) p.pick(word)
    else if (here.length === 1) p.play(here[0].move)
    else p.pick(null)
  }
  const fits = p.moves.length > 0 && all.length > 0,
    chance = chanceOf(
      p,
      all.map(m => m.move),
    )
  const hinted = p.hint !== null && all.some(m => m.move === p.hint)
  const state = fits ? 'dom-fits' : p.moves.length ? 'dom-cannot' : ''
  const name = !p.moves.length
    ? word
    : !fits
      ? p.t('{0}, does not fit', word)
      : here.length === 1
        ? p.t('{0}, press again to play it', word)
        : word
  return html`<button
    type="button"
    class="dom-tile ${isUp ? 'dom-up' : ''} ${state} ${hinted ? 'dom-hinted' : ''}"
    data-tile=${word}
    data-drag=${fits ? 'pick' : nothing}
    data-carry="svg"
    aria-pressed=${isUp ? 'true' : 'false'}
    ?disabled=${!p.moves.length}
    @click=${press}
  >
    <span class="spoken">${name}</span>
    <svg viewBox="-0.52 -1.02 1.04 2.06" aria-hidden="true"><g transform="rotate(90)">${face(halves)}</g></svg>
    ${chance ? html`<span class="dom-odds" aria-hidden="true">${chance}</span>` : nothing}
  </button>`
}

function announceButton(p: P): TemplateResult | typeof nothing {
  const up = picked(p)
  if (!up || !movesOf(p.moves, up.halves, true).length) return nothing
  const word = tileName(up.halves)
  return html`<button
    type="button"
    class="dom-action"
    aria-pressed=${up.announces ? 'true' : 'false'}
    @click=${() => p.pick(up.announces ? word : word + '!')}
  >
    ${p.t('Announce galo')}
  </button>`
}

function own(p: P, number: number): TemplateResult {
  const b = p.state.board,
    hand = b.hands[number]
  return html`<div
    class="dom-own dom-team${number % 2} ${p.state.turn === number ? 'dom-turn' : ''}"
    data-seat=${number}
  >
    <div class="dom-name">
      ${p.box ? nothing : html`<span class="dom-who">${p.names[number]}</span>`}
      ${bubble(p, number)}${lacking(p, number)}${passButton(p)}${announceButton(p)}
    </div>
    <div class="dom-hand">
      ${
        hand
          ? repeat(hand, tileName, tile => ownTile(p, tile))
          : Array.from({ length: b.left[number] }, () => small(null))
      }
    </div>
  </div>`
}

const passButton = (p: P): TemplateResult | typeof nothing =>
  p.moves.includes('pass')
    ? html`<button
        type="button"
        class="dom-action dom-main ${p.hint === 'pass' ? 'dom-hinted' : ''}"
        @click=${() => p.play('pass')}
      >
        ${p.t('Pass')}
      </button>`
    : nothing

// ---- Points ------------------------------------------------------------------------------------

function points(p: P, team: number): TemplateResult {
  const b = p.state.board,
    goal = b.target || Math.max(200, ...b.points),
    width = Math.min(100, Math.max(0, (100 * b.points[team]) / goal))
  return html`<div class="dom-points dom-team${team}">
    <span class="dom-pair">${pair(p, team)}</span>
    <b>${b.points[team]}</b>${
      b.scored[team] ? html`<span class="dom-scored" title=${p.t('in this round')}>+${b.scored[team]}</span>` : nothing
    }
    <svg class="dom-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect class="dom-way" width="100" height="4" />
      <rect class="dom-far" width=${width} height="4" />
    </svg>
  </div>`
}

function score(p: P): TemplateResult {
  const b = p.state.board
  return html`<div class="dom-score">
    ${points(p, 0)}
    <div class="dom-round">
      <span>${p.t('Round {0}', Math.max(1, b.round))}</span>
      <span class="dom-what">${b.rounds ? p.t('of {0}', b.rounds) : p.t('to {0}', b.target)}</span>
    </div>
    ${points(p, 1)}
  </div>`
}

/** The result of the round, shown over the table. */
function summary(p: P): TemplateResult | typeof nothing {
  const b = p.state.board,
    e = b.end
  if (!e) return nothing
  const { tile } = plays(b),
    played = b.history[tile],
    word = played ? parseMove(played.move) : null
  const title =
    e.how === 'locked'
      ? p.t('Locked: nobody can play')
      : p.t('{0} goes out with {1}', p.names[e.seat], word ? tileName(word.halves) : '')
  const away = p.picked === 'table',
    over = p.state.turn === 'over'
  const toggle = html`<button
    type="button"
    class="dom-action dom-see"
    aria-expanded=${away ? 'false' : 'true'}
    @click=${() => p.pick(away ? null : 'table')}
  >
    ${away ? p.t('Show result') : p.t('Show table')}
  </button>`
  if (away && over) return html`<div class="dom-summary dom-folded">${toggle}</div>`
  const winner = e.team >= 0 && e.garage + e.out > 0 ? pair(p, e.team) : null
  return html`<div class="dom-summary" role="status">
    <h3>${title}</h3>
    ${e.out ? html`<p>${p.t('Out with a double')} <b>+${e.out}</b></p>` : nothing}
    <p>${p.t('Pips in the hands')}: ${pair(p, 0)} <b>${e.pips[0]}</b>, ${pair(p, 1)} <b>${e.pips[1]}</b></p>
    ${
      winner
        ? html`<p class="dom-team${e.team}">
            <span class="dom-pair">${winner}</span> ${e.garage ? html`${p.t('garage')} <b>+${e.garage}</b>` : nothing}
          </p>`
        : html`<p>${p.t('No points for either team.')}</p>`
    }
    <p class="dom-total">
      <span class="dom-team0">${b.points[0]}</span> : <span class="dom-team1">${b.points[1]}</span>
      <small>${p.t('in this round')} +${b.scored[0]} : +${b.scored[1]}</small>
    </p>
    ${over ? toggle : nothing}
  </div>`
}

// ---- Animation ---------------------------------------------------------------------------------

const READ = 2400 // milliseconds to read the result of a round before the next deal

const wait = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms))

/** Moves a tile from the hand to its place; a pass is a short pause. */
async function animate(element: Element, _before: State<Board>, after: State<Board>, move: string): Promise<void> {
  const play = parseMove(move),
    table = element.querySelector<SVGSVGElement>('.dom-table')
  const who = after.board.history[after.board.history.length - 1]?.seat
  const hand = element.querySelector(`[data-seat="${who}"]`)
  if (!play || !table || !hand) return move === 'pass' ? wait(350) : undefined
  const from = (
    hand.querySelector(`[data-tile="${tileName(play.halves)}"]`) ??
    hand.querySelector('.dom-tiles') ??
    hand
  ).getBoundingClientRect()
  const tiles = layout(after.board.opening, after.board.arms).tiles
  const to = tiles.find(t => t.place === Math.max(...tiles.map(other => other.place)))
  const matrix = table.getScreenCTM()
  if (!to || !matrix) return
  const start = new DOMPoint(from.left + from.width / 2, from.top + from.height / 2).matrixTransform(matrix.inverse())
  const flying = document.createElementNS('http://www.w3.org/2000/svg', 'g')
  render(face(to.halves), flying)
  table.append(flying)
  const motion = flying.animate(
    [
      { transform: `translate(${start.x}px, ${start.y}px) rotate(90deg)` },
      { transform: `translate(${to.x}px, ${to.y}px) rotate(${to.angle}deg)` },
    ],
    { duration: 420, easing: 'cubic-bezier(.3, .1, .2, 1)' },
  )
  await motion.finished.catch(() => undefined)
  flying.remove()
}

// ---- The board ---------------------------------------------------------------------------------

function draw(p: P): TemplateResult {
  const first = p.seat ?? 0
  return html`<div class="domino ${p.box ? 'dom-fit' : ''}">
    ${score(p)}
    <div class="dom-felt">
      ${[1, 2, 3].map(i => seat(p, (first + i) % 4, SIDES[i]))}
      <div class="dom-middle">${table(p)}${sum(p)}${summary(p)}</div>
    </div>
    ${own(p, first)}
  </div>`
}

function status(p: P): string {
  const b = p.state.board,
    up = picked(p)
  if (!p.moves.length) return ''
  if (p.moves.includes('pass'))
    return b.opening ? p.t('None of your tiles fits: pass.') : p.t('You have no double to open with: pass.')
  if (up) {
    const places = movesOf(p.moves, up.halves, up.announces).length
    return places > 1
      ? p.t('Choose the end for {0}.', tileName(up.halves))
      : p.t('Press {0} again to play it.', tileName(up.halves))
  }
  if (!b.opening) return b.sena ? p.t('Open with the 6-6.') : p.t('Open with a double.')
  return p.t('Choose a tile that fits.')
}

export const drawing: Drawing<Board> = {
  draw,
  animate,
  status,
  score: state => state.board.points,
  pause: state => (state.board.end && state.turn !== 'over' ? READ : 0),
}
