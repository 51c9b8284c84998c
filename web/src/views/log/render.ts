// The page of past games: filters, the list, and the user's results by game and opponent.
import { html, nothing, type TemplateResult } from 'lit-html'
import { at } from '../../address.js'
import { apiAddress } from '../../api.js'
import { art } from '../../art.js'
import { valueOf } from '../../events.js'
import { num, t, tn, word } from '../../lang.js'
import { select } from '../../learn/widgets.js'
import { playerNames } from '../../names.js'
import { when, type StoredGame } from '../../stored_game.js'
import { byGame, gameOf, games, others, outcome, share, type Source, type State, type Tally } from './state.js'

/** The actions of the user. */
export interface Actions {
  chooseFrom: (from: Source) => void
  chooseGame: (game: string) => void
  type: (text: string) => void
  showMore: () => void
}

const FROM: Record<Source, string> = {
  mine: word('My games'),
  tables: word('All tables'),
  all: word('All, with lab and command line'),
}
const OUTCOMES = { won: word('Victory'), drawn: word('Draw game'), lost: word('Defeat') }

export function page(s: State, act: Actions): TemplateResult {
  return html`<div class="learn past-games">
    <h1 tabindex="-1">${t('Past games')}</h1>
    ${filters(s, act)} ${s.problem ? html`<p class="notice bad" role="alert">${s.problem}</p>` : nothing}
    <div class="past-grid">
      <section aria-label=${t('Past games')}>${list(s, act)}</section>
      ${s.from === 'mine' && s.history.length ? results(s) : nothing}
    </div>
  </div>`
}

function filters(s: State, act: Actions): TemplateResult {
  const source = (from: Source) =>
    html`<button type="button" aria-pressed=${s.from === from} @click=${() => act.chooseFrom(from)}>
      ${t(FROM[from])}
    </button>`
  const all = [{ value: '', text: t('all games') }, ...s.games.map(g => ({ value: g.name, text: g.title }))]
  return html`<form class="fields" role="search" @submit=${(e: Event) => e.preventDefault()}>
    <div class="sources" role="group" aria-label=${t('Show')}>${source('mine')}${source('tables')}${source('all')}</div>
    ${select('l-game', t('Game'), all, s.game, act.chooseGame)}
    <div class="field wide">
      <label for="l-agent">${t('Player or agent')}</label
      ><input
        id="l-agent"
        type="search"
        autocomplete="off"
        spellcheck="false"
        .value=${s.text}
        @input=${(e: Event) => act.type(valueOf(e))}
      />
    </div>
  </form>`
}

// ---- The list ---------------------------------------------------------------------------------

function list(s: State, act: Actions): TemplateResult {
  const { rows } = s
  if (!rows) return s.problem ? html`` : html`<p class="waiting">${t('Loading…')}</p>`
  if (!rows.length) return none(s, act)
  return html`<ul class="plain stored-games">
      ${rows.map(g => item(s, g))}
    </ul>
    ${
      rows.length >= s.limit
        ? html`<p><button type="button" @click=${act.showMore}>${t('Show more')}</button></p>`
        : html`<p class="small dim">${tn(rows.length, '{0} game', '{0} games')}</p>`
    }`
}

function none(s: State, act: Actions): TemplateResult {
  if (s.from !== 'mine' || s.game || s.text.trim()) return html`<p class="dim">${t('No games found.')}</p>`
  return html`<p>${t('You have not finished a game yet.')}</p>
    <p class="row">
      <a class="button main" href=${at('/')}>${t('Play')}</a>
      <button type="button" @click=${() => act.chooseFrom('tables')}>${t(FROM.tables)}</button>
    </p>`
}

function item(s: State, g: StoredGame): TemplateResult {
  const game = gameOf(s, g.game),
    result = outcome(g),
    all = playerNames(game, g.seats, g.names, g.mine),
    names = others(g)
      .map(seat => all[seat])
      .join(result === null ? ' – ' : ' & ')
  return html`<li>
    <a href=${at(`/analysis?game=${g.id}`)}>
      <span class="thumb">${art(g.game.split(':')[0])}</span>
      <span class="what"
        ><strong>${game?.title ?? g.game}</strong>
        <span title=${g.seats.join(' – ')}>${result === null ? names : t('against {0}', names)}</span></span
      >
      <span class="outcome ${result ?? ''}">${result === null ? g.result : t(OUTCOMES[result])}</span>
      <span class="when small dim">${when(g.date)} · ${tn(g.plies, '{0} move', '{0} moves')} · #${g.id}</span>
    </a>
    <a
      class="button slim quiet"
      href=${apiAddress(`export/${g.id}`, { as: 'text' })}
      download=${`jogada-${g.id}.txt`}
      aria-label=${t('Export game {0}', g.id)}
      >${t('Export')}</a
    >
  </li>`
}

// ---- The user's results -----------------------------------------------------------------------

const percent = (r: Tally) => {
  const part = share(r)
  return part === null ? '–' : num(100 * part) + '\u00a0%'
}

const numbers = (r: Tally) =>
  html`<td class="right">${num(games(r))}</td>
    <td class="right">${num(r.wins)}</td>
    <td class="right">${num(r.draws)}</td>
    <td class="right">${num(r.losses)}</td>
    <td class="right">${percent(r)}</td>`

function results(s: State): TemplateResult {
  return html`<section class="panel my-results" aria-labelledby="my-results">
    <h2 id="my-results">${t('My results')}</h2>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="my-results">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">${t('Opponents')}</th>
            <th scope="col" class="right">${t('Games')}</th>
            <th scope="col" class="right"><abbr title=${t('Wins')}>${t('W')}</abbr></th>
            <th scope="col" class="right"><abbr title=${t('Draws')}>${t('D')}</abbr></th>
            <th scope="col" class="right"><abbr title=${t('Losses')}>${t('L')}</abbr></th>
            <th scope="col" class="right">${t('Score')}</th>
          </tr>
        </thead>
        ${byGame(s).map(
          ({ game, all, entries }) =>
            html`<tbody>
              <tr class="of-game">
                <th scope="rowgroup">${gameOf(s, game)?.title ?? game}</th>
                ${numbers(all)}
              </tr>
              ${entries.map(
                e =>
                  html`<tr>
                    <td title=${e.opponents.join(' – ')}>${e.names.join(' & ')}</td>
                    ${numbers(e)}
                  </tr>`,
              )}
            </tbody>`,
        )}
      </table>
    </div>
  </section>`
}
