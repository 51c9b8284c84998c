// The rules of a game with boards that the page draws: for the rules page and for the panel beside a board.
import { html, nothing, type TemplateResult } from 'lit-html'
import { at } from '../address.js'
import { get, getText } from '../api.js'
import { t } from '../lang.js'
import { request } from '../socket.js'
import type { Example, Game, State } from '../types.js'
import { markdown, type Block } from './markdown.js'
import { markdownView } from './markdown_view.js'
import { playersRules } from './rules_text.js'
import { board, loadedDrawing } from './widgets.js'

export interface LoadedRules {
  page: Block[]
  examples: Example[]
  start: State | null // the initial position; null: chance decides it
}

/** Loads the rules of a game; a missing picture is left out. */
export async function loadRules(spec: string): Promise<LoadedRules> {
  const name = encodeURIComponent(spec.split(':')[0])
  const [text, examples, start] = await Promise.all([
    getText(`rules/${name}`),
    get<{ examples: Example[] }>(`examples/${name}`).then(
      found => found.examples,
      () => [],
    ),
    request<{ states: State[] }>('state', { game: spec, ply: 0 }).then(
      found => found.states[0],
      () => null,
    ),
  ])
  return { page: markdown(text), examples, start: start && typeof start.turn === 'number' ? start : null }
}

/** A board to look at. */
function picture(game: Game, one: Omit<Example, 'caption'>, draw: () => void): TemplateResult | typeof nothing {
  const drawing = loadedDrawing(game.name, draw)
  if (!drawing) return nothing
  return html`<div class="figure-board">
    ${board(drawing, game, one.state, {
      seat: one.seat,
      picked: one.picked ?? null,
      last: one.last === undefined ? null : { seat: one.seat, move: one.last },
    })}
  </div>`
}

// A finished game has nothing to analyze.
const analysis = ({ state: { game, position, turn } }: Example) =>
  turn === 'over'
    ? nothing
    : html`<a href=${at(`/analysis?${new URLSearchParams({ game, position }).toString()}`)}>${t('Analyze')}</a>`

/** The rules as templates; `links`: with links to the analysis of the examples, and with sources. */
export function rulesBody(rules: LoadedRules, game: Game, links: boolean, draw: () => void): TemplateResult {
  const { before, after, rest } = playersRules(rules.page, links),
    [first] = rules.examples,
    start = rules.start ? { state: rules.start, seat: 0 } : first
  return html`${markdownView(before)}
  ${start ? html`<figure class="panel rules-board">${picture(game, start, draw)}</figure>` : nothing}
  ${markdownView(after)}
  ${
    rules.examples.length
      ? html`<section class="examples" aria-labelledby="drawn">
          <h2 id="drawn">${t('Example positions')}</h2>
          <div class="figures">
            ${rules.examples.map(
              one =>
                html`<figure class="panel">
                  ${picture(game, one, draw)}
                  <figcaption>${one.caption} ${links ? analysis(one) : nothing}</figcaption>
                </figure>`,
            )}
          </div>
        </section>`
      : nothing
  }
  ${markdownView(rest)}`
}
