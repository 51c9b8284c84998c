// Pictures of the games, for their cards.
import { html, type TemplateResult } from 'lit-html'
import { roomOf } from './games/index.js'

export const art = (game: string): TemplateResult =>
  html`<svg class="art" viewBox="0 0 200 106" aria-hidden="true">${roomOf(game).art()}</svg>`
