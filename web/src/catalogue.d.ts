// The languages of po/LINGUAS, English first. Made by web/catalogue.mjs.
declare module 'jogada:catalogue' {
  export const languages: { tag: string; title: string; load(): Promise<Record<string, string>> }[]
}
