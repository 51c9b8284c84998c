// The languages of the page. A message is English in the source, and English is its key in the
// catalogue (po/LANGUAGE.po), which is fetched when its language is chosen: see catalogue.mjs.
import { languages } from 'jogada:catalogue'

/** The tag of a language, such as pt-BR. */
export type Lang = string

export { languages }

let now: Lang = 'en'
let words: Record<string, string> = {}

/** The language of the page. */
export function lang(): Lang {
  return now
}

/** Translates a message; {0}, {1}... stand for the values. */
export function t(english: string, ...values: (string | number)[]): string {
  return (words[english] ?? english).replace(/\{(\d)\}/g, (_, i) => String(values[Number(i)] ?? ''))
}

/** Translates a message that has a singular and a plural: {0} is the count, the values follow. */
export function tn(count: number, one: string, many: string, ...values: (string | number)[]): string {
  return t(count === 1 ? one : many, num(count), ...values)
}

/** The language of the page that a browser's language tag asks for: the same, or another region's. */
function matching(tag: string): Lang | undefined {
  const wanted = tag.toLowerCase(),
    base = wanted.split('-')[0]
  return (languages.find(l => l.tag.toLowerCase() === wanted) ?? languages.find(l => l.tag.split('-')[0] === base))?.tag
}

/** The language chosen last, else the first of the browser's that the page speaks. */
export function wantedLang(): Lang {
  const stored = read('jogada.lang')
  if (stored && languages.some(l => l.tag === stored)) return stored
  for (const tag of navigator.languages) {
    const found = matching(tag)
    if (found) return found
  }
  return 'en'
}

export async function setLang(lang: Lang, remember = true): Promise<void> {
  words = await languages.find(l => l.tag === lang)!.load()
  now = lang
  document.documentElement.lang = lang
  if (remember) save('jogada.lang', lang)
}

/** A number as the language of the page writes it. */
export function num(value: number, digits = 0): string {
  return value.toLocaleString(now, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** Reads a setting stored by the browser; null where there is none, as in some private windows. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a setting in the browser, where the browser allows it. */
export function save(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Storage is disabled: the setting lasts until the page is closed.
  }
}

/** Marks a message in a table that t() translates when it is shown. */
export function word(english: string): string {
  return english
}

/** Begins a message of the server with a capital letter; squares such as e8 stay as they are. */
export function capital(text: string): string {
  if (/^[a-z]\d/.test(text)) return text
  return text.charAt(0).toLocaleUpperCase(now) + text.slice(1)
}
