// Copies text: by the clipboard API where the browser allows it, otherwise from a selected field.
import { announce } from './announce.js'
import { t } from './lang.js'

export async function copyText(text: string): Promise<boolean> {
  const done =
    (await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )) ?? byField(text)
  announce(done ? t('Copied.') : t('Could not copy to the clipboard.'))
  return done
}

function byField(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'spoken'
  const before = document.activeElement as HTMLElement | null
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy') // works without HTTPS, where there is no clipboard API
  field.remove()
  before?.focus()
  return done
}
