// Specs of games and agents: name:option=value,option=value.
import { t } from './lang.js'
import type { AgentInfo, Option } from './types.js'

/** The values of options by name; an option that is missing has its default. */
export type Values = Partial<Record<string, string>>
export interface Spec {
  name: string
  values: Values
}

/** An error in the input of a field; `at`: its position, if it is known. */
export interface FieldError {
  text: string
  at: number | null
}

const SHORT = 200 // characters of a text that is shown with its error

/** An error in a text of many lines: its message names the line and the column. `at` counts bytes of UTF-8. */
export function located(m: FieldError, text: string): FieldError {
  if (m.at === null || (text.length < SHORT && !text.trim().includes('\n'))) return m
  const before = new TextDecoder().decode(new TextEncoder().encode(text).slice(0, m.at)).split('\n')
  return {
    text: t('Line {0}, column {1}: {2}', before.length, [...before[before.length - 1]].length + 1, m.text),
    at: null,
  }
}

/** The spec with the values that differ from the defaults. */
export function printSpec(name: string, options: Option[], values: Values): string {
  const parts = options
    .filter(o => values[o.name] !== undefined && values[o.name] !== o.default)
    .map(o => `${o.name}=${values[o.name]}`)
  return parts.length ? `${name}:${parts.join(',')}` : name
}

/** The values of a choice or a flag, in words where it has any. */
export function choicesOf(option: Option): { value: string; text: string }[] {
  const labels = option.type === 'flag' ? [t('no'), t('yes')] : option.labels
  return option.range.split('|').map((value, i) => ({ value, text: labels?.[i] ?? value }))
}

/** What an option does; for a flag, without the value that specs give it. */
export const helpOf = (option: Option): string => option.help.replace(/^1: /, '')

/** The name and the values of a spec. */
export function readSpec(spec: string): Spec {
  const [name, ...rest] = spec.split(':')
  const values: Values = {}
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
  if (!agent)
    return { text: t('Unknown agent "{0}". Choose one of: {1}', name, agents.map(a => a.name).join(', ')), at: 0 }
  let at = name.length + 1
  for (const part of spec.slice(at).split(',')) {
    const key = part.split('=')[0]
    if (part && !agent.options.some(o => o.name === key))
      return {
        text: t('{0} has no option "{1}". Its options are: {2}', name, key, agent.options.map(o => o.name).join(', ')),
        at,
      }
    at += part.length + 1
  }
  return null
}
