// An error below its form field.
import { html, nothing, type TemplateResult } from 'lit-html'
import { capital } from './lang.js'
import type { FieldError } from './spec.js'

/** An error below its field, with the wrong part of the input marked. */
export function fieldError(
  id: string,
  m: FieldError | null | undefined,
  text: string,
): TemplateResult | typeof nothing {
  if (!m) return nothing
  const place = m.at !== null && m.at <= text.length && text !== ''
  return html`<p class="error" id=${id}>
    ${capital(m.text)}${
      place ? html`<br /><code>${text.slice(0, m.at!)}<mark>${text.slice(m.at!) || '␣'}</mark></code>` : nothing
    }
  </p>`
}
