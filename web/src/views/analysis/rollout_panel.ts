// The rollout panel: chances to win after every move, estimated by simulated games, with their standard errors.
import { html, nothing, type TemplateResult } from 'lit-html'
import { num, t } from '../../lang.js'
import { select } from '../../learn/widgets.js'
import { agentName, agentNames } from '../../names.js'
import type { Game, Rollout, RolledMove } from '../../types.js'
import type { Actions } from './render.js'
import { nameOf, type State } from './state.js'

const TRIALS = [100, 500, 2000, 10000]
const TOP = 12

const percent = (c: number) => num(100 * c, 1) + '\u00a0%'

export function rolloutPanel(s: State, game: Game, act: Actions): TemplateResult {
  const r = s.rollout
  return html`<section class="panel rollout" aria-label=${t('Rollout')}>
    <div class="row">
      <h2>${t('Rollout')}</h2>
      <span class="gap"></span>
      <button type="button" class="slim" @click=${act.rollOut}>
        ${r.running ? t('Stop') : r.found ? t('Roll out again') : t('Roll out')}
      </button>
    </div>
    ${fields(s, game, act)} ${r.refused ? html`<p class="notice bad" role="alert">${r.refused}</p>` : nothing}
    ${r.running ? progress(r.found) : nothing} ${r.found ? results(s, game, r.found, act) : nothing}
    ${
      r.found || r.running || r.refused
        ? nothing
        : html`<p class="small dim">
            ${t(
              'After every move an agent plays the game to its end many times, ' +
                'with the same dice and deals for all moves. ' +
                'The chances are those of this agent against itself.',
            )}
          </p>`
    }
  </section>`
}

function fields(s: State, game: Game, act: Actions): TemplateResult {
  const r = s.rollout,
    agent = r.agent || game.rollout
  // Fast agents: the strongest opponent would take minutes for a trial.
  const levels = game.levels.map(l => l.agent).filter(spec => spec !== game.opponent),
    agents = [...new Set([game.rollout, 'random', ...levels])],
    titles = agentNames(game, agents)
  return html`<div class="fields">
    ${select(
      'r-agent',
      t('Agent'),
      agents.map((value, i) => ({ value, text: titles[i] })),
      agent,
      act.setRolloutAgent,
    )}
    ${select(
      'r-trials',
      t('Trials'),
      TRIALS.map(n => ({ value: String(n), text: num(n) })),
      r.trials,
      act.setTrials,
    )}
  </div>`
}

const progress = (found: Rollout | null) =>
  html`<progress max="1" .value=${found ? found.trials / found.most : 0} aria-label=${t('Rollout')}></progress>`

function results(s: State, game: Game, found: Rollout, act: Actions): TemplateResult {
  return html`<table class="rows top">
      <caption class="spoken">
        ${t('Move values')}
      </caption>
      <thead>
        <tr>
          <th scope="col">${found.seat === null ? t('position') : t('move')}</th>
          <th scope="col" class="right">${t('chance to win')}</th>
          <th scope="col" class="right">${t('difference')}</th>
        </tr>
      </thead>
      <tbody>
        ${found.moves.slice(0, TOP).map((m, i) => row(s, m, i, act))}
      </tbody>
    </table>
    <p class="small dim">${facts(game, found, s.rollout.running)}</p>`
}

function row(s: State, m: RolledMove, i: number, act: Actions): TemplateResult {
  const { move } = m
  const name =
    move === null
      ? t('for {0}', nameOf(s, 0))
      : html`<button type="button" class="quiet slim" @click=${() => act.play([move])}>${m.words || move}</button>`
  const title = t('{0} trials, mean score {1}', num(m.trials), scoreText(m))
  return html`<tr class=${m.out ? 'out' : ''} title=${title}>
    <td>${name}</td>
    <td class="right">${percent(m.win)} ${m.same ? oneGame() : errorText(m.win_error)}</td>
    <td class="right">${i ? html`${num(-100 * m.loss, 1)} ${errorText(m.loss_error)}` : nothing}</td>
  </tr>`
}

/** A standard error, if there is one. */
const errorText = (error: number | null) => (error ? html`<span class="dim">± ${num(100 * error, 1)}</span>` : nothing)

/** All trials were the same game: there is no error to show. */
const oneGame = () => html`<span class="dim small">${t('(always the same game)')}</span>`

const scoreText = (m: RolledMove) => num(m.score, 2) + (m.score_error ? ' ± ' + num(m.score_error, 2) : '')

function facts(game: Game, found: Rollout, running: boolean): string {
  const parts = [agentName(game, found.agent), t('{0} trials', num(found.trials))]
  if (found.settled) parts.push(t('best move known with {0} confidence', num(100 * found.confidence) + '\u00a0%'))
  else if (!running && found.moves.length > 1) parts.push(t('best move not known yet'))
  return parts.join(' · ')
}
