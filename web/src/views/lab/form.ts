// The form of a new run: a match, a tournament or a tuning.
import { html, nothing, type TemplateResult } from 'lit-html'
import { valueOf } from '../../events.js'
import { t } from '../../lang.js'
import { select } from '../../learn/widgets.js'
import { served } from '../../transport.js'
import type { Game } from '../../types.js'
import type { Actions } from './render.js'
import { AGENTS_MOST, gameOf, offered, tunable, type Mode, type State } from './state.js'

const METHODS = ['genetic', 'spsa', 'cma', 'q']
const CUSTOM = '*' // the choice of an agent that is typed

export function newRun(s: State, act: Actions): TemplateResult {
  const { mode } = s.form
  const submit = (e: Event) => {
    e.preventDefault()
    act.start()
  }
  const about =
    mode === 'match'
      ? t(
          'Two agents play a match, more play a round-robin tournament. Each pair plays the given number of games ' +
            'and swaps seats.',
        )
      : t('Tuning improves the weights of an evaluator by playing games, generation by generation.')
  return html`<section class="panel lab-new" aria-label=${t('New run')}>
    ${served ? tabs(mode, act) : nothing}
    <div id="lab-form" role=${served ? 'tabpanel' : nothing} aria-labelledby=${served ? `tab-${mode}` : nothing}>
      <form @submit=${submit}>
        <p class="small dim">${about}</p>
        <div class="fields">
          ${gameField(s, act)} ${mode === 'match' ? matchFields(s, act) : tuneFields(s, act)}
          ${number('lab-seed', t('Seed'), s.form.seed, seed => act.setForm({ seed }), 0, t('random seed'))}
        </div>
        ${s.refused ? html`<p class="notice bad" role="alert">${s.refused}</p>` : nothing}
        <p class="row">
          <button class="main" type="submit" ?disabled=${s.starting}>
            ${mode === 'match' ? t('Start match') : t('Start tuning')}
          </button>
        </p>
      </form>
    </div>
  </section>`
}

const tabs = (mode: Mode, act: Actions) =>
  html`<div class="row lab-tabs" role="tablist" aria-label=${t('Run type')}>
    ${tab(mode, 'match', t('Match or tournament'), act)}${tab(mode, 'tune', t('Tuning'), act)}
  </div>`

function tab(now: Mode, mode: Mode, text: string, act: Actions): TemplateResult {
  const arrows = (e: KeyboardEvent) => {
    if (e.key === 'ArrowRight' || e.key === 'ArrowLeft') act.switchMode()
  }
  return html`<button
    type="button"
    role="tab"
    id=${`tab-${mode}`}
    aria-selected=${now === mode}
    aria-controls="lab-form"
    tabindex=${now === mode ? 0 : -1}
    @click=${() => act.chooseMode(mode)}
    @keydown=${arrows}
  >
    ${text}
  </button>`
}

function gameField(s: State, act: Actions): TemplateResult {
  const list = s.form.mode === 'match' ? s.games : s.games.filter(g => tunable(g).length),
    choices = list.map(g => ({ value: g.name, text: g.title }))
  return select('lab-game', t('Game'), choices, gameOf(s).name, act.chooseGame)
}

function matchFields(s: State, act: Actions): TemplateResult {
  const choices = offered(gameOf(s)),
    { agents, custom, count } = s.form
  return html`${agents.map((agent, i) =>
      agentField(
        `lab-agent-${i}`,
        t('Agent {0}', i + 1),
        choices,
        { agent, custom: custom.at(i) ?? false },
        (value, own) => act.setAgent(i, value, own),
      ),
    )}
    <div class="field">
      <span class="label" aria-hidden="true">&nbsp;</span>
      <div class="row">
        ${agents.length < AGENTS_MOST ? agentButton(t('Add agent'), act.addAgent) : nothing}
        ${agents.length > 2 ? agentButton(t('Remove agent'), act.removeAgent) : nothing}
      </div>
    </div>
    ${number('lab-games', t('Games per pair'), count, v => act.setForm({ count: v }), 2)}`
}

const agentButton = (text: string, act: () => void) => html`<button type="button" @click=${act}>${text}</button>`

/** Agents that use an evaluator, whose weights are tuned. */
const tunedAgents = (game: Game) => game.agents.filter(a => a.options.some(o => o.name === 'eval'))
const named = (names: string[]) => names.map(name => ({ value: name, text: name }))

function tuneFields(s: State, act: Actions): TemplateResult {
  const game = gameOf(s),
    { evaluator, method, tuned, generations } = s.form,
    evaluators = named(tunable(game).map(e => e.name)),
    choices = [{ value: '', text: t('fast default') }, ...named(tunedAgents(game).map(a => a.name))],
    set = act.setForm
  return html`${
    evaluators.length
      ? select('lab-eval', t('Evaluator'), evaluators, evaluator || evaluators[0].value, v => set({ evaluator: v }))
      : nothing
  }
  ${select('lab-method', t('Method'), named(METHODS), method, v => set({ method: v }))}
  ${agentField('lab-tuned', t('Agent'), choices, tuned, (agent, custom) => set({ tuned: { agent, custom } }))}
  ${number('lab-generations', t('Generations'), generations, v => set({ generations: v }), 1)}`
}

function number(
  id: string,
  label: string,
  value: string,
  set: (v: string) => void,
  min: number,
  placeholder = '',
): TemplateResult {
  return html`<div class="field narrow">
    <label for=${id}>${label}</label
    ><input
      id=${id}
      type="number"
      min=${min}
      .value=${value}
      placeholder=${placeholder}
      @input=${(e: Event) => set(valueOf(e))}
    />
  </div>`
}

/** A choice of agents, with a field for a spec of one's own. */
function agentField(
  id: string,
  label: string,
  choices: { value: string; text: string }[],
  now: { agent: string; custom: boolean },
  set: (agent: string, custom: boolean) => void,
): TemplateResult {
  const choose = (e: Event) => {
    const chosen = valueOf(e),
      custom = chosen === CUSTOM
    set(custom ? now.agent : chosen, custom)
    if (custom) document.getElementById(`${id}-spec`)?.focus()
  }
  return html`<div class="field agent">
    <label for=${id}>${label}</label
    ><select id=${id} @change=${choose}>
      ${choices.map(
        c => html`<option value=${c.value} ?selected=${!now.custom && c.value === now.agent}>${c.text}</option>`,
      )}
      <option value=${CUSTOM} ?selected=${now.custom}>${t('Custom agent…')}</option>
    </select>
    ${now.custom ? specField(id, label, now.agent, agent => set(agent, true)) : nothing}
  </div>`
}

const specField = (id: string, label: string, value: string, set: (spec: string) => void) =>
  html`<input
    id=${`${id}-spec`}
    class="mono"
    type="text"
    autocomplete="off"
    spellcheck="false"
    aria-label=${t('{0}: agent spec', label)}
    .value=${value}
    @input=${(e: Event) => set(valueOf(e))}
  />`
