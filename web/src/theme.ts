// The chosen theme: light, dark, or that of the system. first.js applies it.
import { read, save } from './lang.js'

export type Theme = 'auto' | 'light' | 'dark'

export function theme(): Theme {
  const stored = read('jogada.theme')
  return stored === 'light' || stored === 'dark' ? stored : 'auto'
}

export function setTheme(theme: Theme): void {
  save('jogada.theme', theme)
  dispatchEvent(new Event('jogada-theme'))
}
