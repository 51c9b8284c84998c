// Light, dark, or as the system says: what was chosen. first.js shows it.
import { keep, read } from './lang.js'

export type Theme = 'auto' | 'light' | 'dark'

export function theme(): Theme {
  const kept = read('jogada.theme')
  return kept === 'light' || kept === 'dark' ? kept : 'auto'
}

export function setTheme(theme: Theme): void {
  keep('jogada.theme', theme)
  dispatchEvent(new Event('jogada-theme'))
}
