// Specs of games and agents: name:option=value,option=value.
import { html, nothing, type TemplateResult } from 'lit-html'
import { t } from './lang.js'
import type { AgentInfo, Option } from './types.js'

export interface FieldError { text: string; at: number | null }

/** The spec with the values that differ from the defaults. */
export function printSpec(name: string, options: Option[], values: Record<string, string>): string {
  const parts = options.filter(o => values[o.name] !== undefined && values[o.name] !== o.default).map(o => `${o.name}=${values[o.name]}`)
  return parts.length ? `${name}:${parts.join(',')}` : name
}

/** The name and the values of a spec. */
export function readSpec(spec: string): { name: string; values: Record<string, string> } {
  const [name, ...rest] = spec.split(':')
  const values: Record<string, string> = {}
  for (const part of rest.join(':').split(',')) {
    const [key, value] = part.split('=')
    if (key) values[key] = value ?? '1'
  }
  return { name, values }
}

/** Checks the name of an agent and of its options; the server checks the values. */
export function checkAgent(spec: string, agents: AgentInfo[]): FieldError | null {
  const name = spec.split(':')[0]
  const agent = agents.find(a => a.name === name)
  if (!name) return { text: t('No agent given. Choose one of: {0}', agents.map(a => a.name).join(', ')), at: 0 }
  if (!agent) return { text: t('Unknown agent "{0}". Choose one of: {1}', name, agents.map(a => a.name).join(', ')), at: 0 }
  let at = name.length + 1
  for (const part of spec.slice(at).split(',')) {
    const key = part.split('=')[0]
    if (part && !agent.options.some(o => o.name === key))
      return { text: t('{0} has no option "{1}". Its options are: {2}', name, key, agent.options.map(o => o.name).join(', ')), at }
    at += part.length + 1
  }
  return null
}

/** An error below its field, with the wrong part of the input marked. */
export function fieldError(id: string, m: FieldError | null | undefined, text: string): TemplateResult | typeof nothing {
  if (!m) return nothing
  const place = m.at !== null && m.at <= text.length && text !== ''
  return html`<p class="error" id=${id}>${m.text}${place
    ? html`<br><code>${text.slice(0, m.at!)}<mark>${text.slice(m.at!) || '␣'}</mark></code>` : nothing}</p>`
}
