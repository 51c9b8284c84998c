// The watched run: progress, curves, standings and report. Its plots are drawn by plots.ts into the frames here.
import { html, nothing, type TemplateResult } from 'lit-html'
import { at } from '../../address.js'
import { num, t } from '../../lang.js'
import { agentName, agentNames } from '../../names.js'
import { eloBars, eloText, SERIES } from '../../learn/run_plots.js'
import { reportAddress, reportFrame } from '../../learn/widgets.js'
import type { MatchPoint, MatchRun, Run, Standing, StudyRun, TunePoint, TuneRun } from '../../types.js'
import { kindText, leftText, players, STATES, type Actions } from './render.js'
import { gameNamed, isGoing, numberText, titleOf, type State } from './state.js'

export function runPanel(s: State, r: Run, act: Actions): TemplateResult {
  return html`<section class="panel run" aria-label=${t('Selected run')}>
    <div class="row">
      <h2>${titleOf(s, r.game)}: ${kindText(r.kind)}${numberText(r.kept)}</h2>
      <span class="gap"></span><span class=${`state ${r.state}`}>${t(STATES[r.state])}</span>
      ${isGoing(r) && r.mine ? stopButton(r, act) : nothing}
      ${r.kept !== null && !isGoing(r) ? reportButtons(r.kept, s.report === r.kept, act) : nothing}
    </div>
    <p class="small dim" title=${r.agents.join(' – ')}>
      ${[players(s, r), r.text, leftText(r)].filter(part => part).join(' · ')}
    </p>
    <progress max="1" .value=${r.done} aria-label=${t('Progress')}></progress>
    ${r.kind === 'tune' ? tuning(r) : r.kind === 'study' ? study(r) : match(s, r)}
    ${s.report && s.report === r.kept ? reportFrame(`runs/${s.report}`, t('Report')) : nothing}
  </section>`
}

const stopButton = (r: Run, act: Actions) =>
  html`<button type="button" class="slim danger" @click=${() => act.cancel(r.run)}>${t('Stop')}</button>`

const reportButtons = (id: number, shown: boolean, act: Actions) =>
  html`<button type="button" class="slim" aria-expanded=${shown} @click=${() => act.toggleReport(id)}>
      ${shown ? t('Hide report') : t('Show report')}
    </button>
    <a class="button slim quiet" href=${reportAddress(`runs/${id}`)} target="_blank" rel="noopener"
      >${t('Open in new tab')}</a
    >`

const study = (r: StudyRun) =>
  html`<p>
    ${r.title}${r.quick ? html` · ${t('quick')}` : nothing} ·
    <a href=${at(`/studies?study=${r.study}`)}>${r.state === 'done' ? t('Show report') : t('Studies')}</a>
  </p>`

// ---- Matches -----------------------------------------------------------------------------------

function scoreText(last: MatchPoint | undefined): string {
  if (!last) return t('No games yet')
  const percent = (part: number) => num(100 * part, 1)
  return t(
    '{1} % after {0} games, 95 % confidence interval {2} % to {3} %',
    num(last.games),
    percent(last.score),
    percent(last.low),
    percent(last.high),
  )
}

function match(s: State, r: MatchRun): TemplateResult {
  const text = scoreText(r.points.at(-1)),
    game = gameNamed(s, r.game),
    names = agentNames(game, r.agents),
    nameOf = (spec: string) => names.at(r.agents.indexOf(spec)) ?? agentName(game, spec)
  return html`<h3>${t('Score: {0}', names.at(0) ?? '')}</h3>
    <div class="plot match-plot" role="img" aria-label=${text}></div>
    <p class="small dim">${text}</p>
    ${r.standings.length ? standings(r.standings, nameOf) : nothing}`
}

function standings(list: Standing[], nameOf: (spec: string) => string): TemplateResult {
  const right = (text: string) => html`<th scope="col" class="right">${text}</th>`
  return html`<h3>${t('Ratings')}</h3>
    ${eloBars(list.map(one => ({ ...one, agent: nameOf(one.agent) })))}
    <div class="scroll" tabindex="0" role="group" aria-label=${t('Standings')}>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">${t('Agent')}</th>
            ${right('Elo')}${right(t('points'))}${right(t('games'))}${right(t('wins'))}${right(t('draws'))}
            ${right(t('losses'))}
          </tr>
        </thead>
        <tbody>
          ${list.map(one => standing(one, nameOf(one.agent)))}
        </tbody>
      </table>
    </div>`
}

const standing = (s: Standing, name: string) =>
  html`<tr>
    <td title=${s.agent}>${name}</td>
    <td class="right">${eloText(s)}</td>
    <td class="right">${num(s.points, 1)}</td>
    <td class="right">${num(s.games)}</td>
    <td class="right">${num(s.wins)}</td>
    <td class="right">${num(s.draws)}</td>
    <td class="right">${num(s.losses)}</td>
  </tr>`

// ---- Tunings -----------------------------------------------------------------------------------

function tuning({ points }: TuneRun): TemplateResult {
  const last = points.at(-1),
    even = points.length > 1 && points.every(p => p.mean === 0.5),
    note = even ? html`<br />${t('The candidates play each other, so their mean is always one half.')}` : nothing,
    text = last
      ? t('Generation {0}: best {1}, mean {2}', num(last.generation), num(last.best, 3), num(last.mean, 3))
      : t('No generations yet')
  return html`<h3>${t('Fitness')}</h3>
    <div class="plot fitness-plot" role="img" aria-label=${text}></div>
    <ul class="plain legend">
      ${[t('best'), t('mean')].map((name, i) => legendRow(name, i))}
    </ul>
    <p class="small dim">${text}${note}</p>
    ${last && Object.keys(last.weights).length ? weights(last) : nothing}
    ${last ? nothing : html`<p class="small dim">${t('Playing the first generation…')}</p>`}`
}

function weights(last: TunePoint): TemplateResult {
  const list = Object.entries(last.weights)
  return html`<h3>${t('Best weights')}</h3>
    <div
      class="plot weights-plot"
      role="img"
      aria-label=${list.map(([name, value]) => `${name} ${num(value, 1)}`).join(', ')}
    ></div>
    <ul class="plain legend">
      ${list.map(([name, value], i) => legendRow(name, i, num(value, 1)))}
    </ul>`
}

const legendRow = (name: string, i: number, value = '') =>
  html`<li>
    <svg width="18" height="10" aria-hidden="true">
      <rect class=${`series-${SERIES[i % SERIES.length]}`} y="3" width="18" height="4" rx="2"></rect></svg
    >${name}${value ? html` <b>${value}</b>` : nothing}
  </li>`
