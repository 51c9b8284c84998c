// The form of the search view: game, algorithm, depth, evaluator, position and further options.
import { html, nothing, type TemplateResult } from 'lit-html'
import { valueOf } from '../../events.js'
import { fieldError } from '../../field_error.js'
import { t } from '../../lang.js'
import { optionField, select, typableOptions } from '../../learn/widgets.js'
import type { AgentInfo, Game } from '../../types.js'
import type { Actions } from './render.js'
import { agentInfo, evaluatorOf, gameOf, tracers, type State } from './state.js'

const SHOWN = ['depth', 'eval', 'ms', 'nodes', 'model'] // options with a field of their own, or without use here

export function form(s: State, act: Actions): TemplateResult {
  const game = gameOf(s),
    info = agentInfo(s)
  const submit = (e: Event) => {
    e.preventDefault()
    act.search()
  }
  return html`<form class="panel search-form" @submit=${submit}>
    <div class="fields">
      ${select('s-game', t('Game'), gameChoices(s), game.name, act.chooseGame)}
      ${select('s-agent', t('Algorithm'), named(tracers(game)), s.agent.name, act.chooseAgent)}
      ${depthField(s, info, act)}
      ${
        game.evaluators.length > 1
          ? select('s-eval', t('Evaluator'), named(game.evaluators), evaluatorOf(s).name, v =>
              act.setAgentOption('eval', v),
            )
          : nothing
      }
      ${positionField(s, act)}
      <div class="field act"><button type="submit" class="main">${t('Start search')}</button></div>
    </div>
    ${moreOptions(s, game, info, act)}
  </form>`
}

const gameChoices = (s: State) =>
  s.games.filter(game => tracers(game).length).map(game => ({ value: game.name, text: game.title }))
const named = (list: { name: string }[]) => list.map(one => ({ value: one.name, text: one.name }))

function depthField(s: State, info: AgentInfo | undefined, act: Actions): TemplateResult | typeof nothing {
  const depth = info?.options.find(o => o.name === 'depth')
  if (!depth) return nothing
  return html`<div class="field narrow">
    <label for="s-depth">${t('Depth')}</label
    ><input
      id="s-depth"
      type="number"
      min="1"
      max="40"
      .value=${s.agent.values.depth || depth.default}
      @change=${(e: Event) => act.setAgentOption('depth', valueOf(e))}
    />
  </div>`
}

function positionField(s: State, act: Actions): TemplateResult {
  return html`<div class="field wide">
    <label for="s-position">${t('Position')}</label>
    <input
      id="s-position"
      class="mono"
      type="text"
      autocomplete="off"
      spellcheck="false"
      placeholder=${t('initial position')}
      aria-invalid=${s.fieldError ? 'true' : nothing}
      aria-describedby=${s.fieldError ? 's-wrong' : nothing}
      .value=${s.position}
      @change=${(e: Event) => act.setPosition(valueOf(e).trim())}
    />${fieldError('s-wrong', s.fieldError, s.position)}
  </div>`
}

function moreOptions(s: State, game: Game, info: AgentInfo | undefined, act: Actions): TemplateResult | typeof nothing {
  const others = typableOptions(info?.options ?? []).filter(o => !SHOWN.includes(o.name))
  if (!others.length && !game.options.length) return nothing
  return html`<details class="more-options">
    <summary>${t('More options')}</summary>
    <div class="fields">
      ${typableOptions(game.options).map(o =>
        optionField(o, s.game.values[o.name] ?? '', v => act.setGameOption(o.name, v), 'sg'),
      )}
      ${others.map(o =>
        optionField(o, s.agent.values[o.name] ?? '', v => act.setAgentOption(o.name, v), 'sa', game.evaluators),
      )}
    </div>
  </details>`
}
