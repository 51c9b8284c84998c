// The page's languages. English text is the key; a catalogue that is fetched when
// it is needed has the Portuguese. check_words.mjs sees that none is missing.

export type Lang = 'en' | 'pt-BR'

let now: Lang = 'en'
let words: Record<string, string> = {}

/** The language that is shown. */
export function lang(): Lang {
  return now
}

/** A text in the language that is shown; {0}, {1}... stand for the values. */
export function t(english: string, ...values: (string | number)[]): string {
  return (words[english] ?? english).replace(/\{(\d)\}/g, (_, i) => String(values[Number(i)] ?? ''))
}

/** Like t, of one and of many: {0} is the count, the values follow. */
export function tn(count: number, one: string, many: string, ...values: (string | number)[]): string {
  return t(count === 1 ? one : many, num(count), ...values)
}

/** What was chosen last, or what the browser asks for. */
export function wantedLang(): Lang {
  const kept = read('jogada.lang')
  if (kept === 'en' || kept === 'pt-BR') return kept
  return navigator.languages.some(l => l.toLowerCase().startsWith('pt')) ? 'pt-BR' : 'en'
}

export async function setLang(lang: Lang, remember = true): Promise<void> {
  words = lang === 'pt-BR' ? (await import('./pt.js')).words : {}
  now = lang
  document.documentElement.lang = lang
  if (remember) keep('jogada.lang', lang)
}

/** A number as it is written in the language that is shown. */
export function num(value: number, digits = 0): string {
  return value.toLocaleString(now, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** What the browser keeps for us; without it (private windows) nothing is remembered. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Not remembered, then.
  }
}

/** Marks a text in a table that is handed to t when it is shown. */
export function word(english: string): string {
  return english
}

/** A text of the server's, which are written to stand in lists, as it begins a line. Squares (e8) stay as they are. */
export function capital(text: string): string {
  if (/^[a-z]\d/.test(text)) return text
  return text.charAt(0).toLocaleUpperCase(now) + text.slice(1)
}
