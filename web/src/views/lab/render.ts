// The page of the lab: the form of a new run, the watched run, the current and the stored runs.
import { html, nothing, type TemplateResult } from 'lit-html'
import { capital, num, t, tn, word } from '../../lang.js'
import { agentNames } from '../../names.js'
import { reportAddress, reportFrame } from '../../learn/widgets.js'
import { served } from '../../transport.js'
import type { Run } from '../../types.js'
import { when } from '../../stored_game.js'
import { newRun } from './form.js'
import { runPanel } from './run_panel.js'
import {
  gameNamed,
  numberText,
  titleOf,
  watchedRun,
  type Form,
  type Mode,
  type State,
  type StoredRun,
} from './state.js'

/** The actions of the user. */
export interface Actions {
  start: () => void
  cancel: (run: number) => void
  watch: (run: number) => void
  chooseMode: (mode: Mode) => void
  switchMode: () => void
  chooseGame: (name: string) => void
  setForm: (form: Partial<Form>) => void
  setAgent: (i: number, agent: string, custom: boolean) => void
  addAgent: () => void
  removeAgent: () => void
  toggleReport: (id: number) => void
  toggleStoredReport: (id: number) => void
}

export const STATES: Record<Run['state'], string> = {
  waiting: word('queued'),
  running: word('running'),
  done: word('done'),
  stopped: word('stopped'),
  failed: word('failed'),
}
const KINDS: Record<string, string | undefined> = {
  match: word('match'),
  tournament: word('tournament'),
  tune: word('tuning'),
  play: word('single game'),
  study: word('study'),
}

export function kindText(kind: string): string {
  const known = KINDS[kind]
  return known ? t(known) : kind
}

/** `lab`: whether the server lets users start runs; null before it has said so. */
export function page(s: State, lab: boolean | null, act: Actions): TemplateResult {
  const run = watchedRun(s)
  return html`<div class="learn lab">
    <h1 tabindex="-1">${t('Lab')}</h1>
    <p class="lead">
      ${t('Run matches and tournaments between agents, tune their weights, and follow the results live.')}
    </p>
    ${s.problem ? html`<p class="notice bad" role="alert">${s.problem}</p>` : nothing}
    ${
      !s.games.length || lab === null
        ? html`<p class="waiting">${t('Loading…')}</p>`
        : lab
          ? newRun(s, act)
          : html`<p class="notice">
              ${t('The lab is off on this server. Use it on your own machine:')}
              <code>jogada serve</code>, <code>jogada match</code>, <code>jogada tune</code>.
            </p>`
    }
    ${run ? runPanel(s, run, act) : nothing}${s.runs.length ? currentRuns(s, act) : nothing}
    ${served ? storedRuns(s, act) : needsServer()}
  </div>`
}

const needsServer = () =>
  html`<p class="small dim">
    ${t('Matches here end with the page. Long matches, tunings and studies need the program:')}
    <code>jogada serve</code>, <code>jogada match</code>, <code>jogada tune</code>.
  </p>`

/** The agents of a run by their names. */
export const players = (s: State, r: Run): string => agentNames(gameNamed(s, r.game), r.agents).join(' – ')

/** The time left, in words. */
export function leftText(r: Run): string {
  if (r.state !== 'running' || r.left === null) return ''
  if (r.left < 60) return t('less than a minute left')
  const minutes = Math.round(r.left / 60)
  return minutes < 60
    ? tn(minutes, 'about {0} minute left', 'about {0} minutes left')
    : tn(Math.round(minutes / 60), 'about {0} hour left', 'about {0} hours left')
}

// ---- Current runs ------------------------------------------------------------------------------

function currentRuns(s: State, act: Actions): TemplateResult {
  return html`<section aria-label=${t('Current runs')}>
    <h2>${t('Current runs')}</h2>
    <ul class="plain run-list">
      ${s.runs.map(r => currentRun(s, r, act))}
    </ul>
  </section>`
}

function currentRun(s: State, r: Run, act: Actions): TemplateResult {
  const state = `${t(STATES[r.state])}${r.state === 'running' ? ` ${num(100 * r.done)} %` : ''}`
  return html`<li>
    <button
      type="button"
      class="quiet"
      aria-current=${r.run === s.watched ? 'true' : nothing}
      @click=${() => act.watch(r.run)}
    >
      <b>${titleOf(s, r.game)}: ${kindText(r.kind)}${numberText(r.kept)}</b>
      <span title=${r.agents.join(' – ')}>${players(s, r)}</span>
      <span class=${`state ${r.state}`}>${state}</span>
    </button>
  </li>`
}

// ---- Stored runs -------------------------------------------------------------------------------

function storedRuns(s: State, act: Actions): TemplateResult {
  return html`<section class="past" aria-label=${t('Stored runs')}>
    <h2>${t('Stored runs')}</h2>
    ${
      s.stored === null
        ? html`<p class="waiting">${t('Loading…')}</p>`
        : s.stored.length
          ? storedTable(s, s.stored, act)
          : html`<p class="dim">${t('No stored runs yet.')}</p>`
    }
  </section>`
}

function storedTable(s: State, list: StoredRun[], act: Actions): TemplateResult {
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${t('Stored runs')}>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">${t('Run')}</th>
            <th scope="col">${t('Agents')}</th>
            <th scope="col" class="right">${capital(t('games'))}</th>
            <th scope="col">${t('Date')}</th>
            <th scope="col"><span class="spoken">${t('Actions')}</span></th>
          </tr>
        </thead>
        <tbody>
          ${list.map(run => storedRow(s, run, act))}
        </tbody>
      </table>
    </div>
    ${s.storedReport ? reportFrame(`runs/${s.storedReport}`, t('Report of run {0}', s.storedReport)) : nothing}
    <p class="small dim">
      ${tn(
        list.length,
        '{0} run. Its name opens the report in a new tab.',
        '{0} runs. Their names open the reports in new tabs.',
      )}
    </p>`
}

function storedRow(s: State, run: StoredRun, act: Actions): TemplateResult {
  const agents = run.parameters?.agents ?? [],
    shown = s.storedReport === run.id,
    label = shown ? t('Hide report') : t('Show report')
  return html`<tr>
    <td>
      <a href=${reportAddress(`runs/${run.id}`)} target="_blank" rel="noopener"
        >${titleOf(s, run.game)}: ${kindText(run.kind)} #${run.id}</a
      >
    </td>
    <td class="small" title=${agents.join(' – ')}>${agentNames(gameNamed(s, run.game), agents).join(' – ')}</td>
    <td class="right">${run.games ? num(run.games) : '–'}</td>
    <td class="when">${when(run.begun)}</td>
    <td>
      <button
        type="button"
        class="slim"
        aria-expanded=${shown}
        aria-label=${`${label}: #${run.id}`}
        @click=${() => act.toggleStoredReport(run.id)}
      >
        ${label}
      </button>
    </td>
  </tr>`
}
