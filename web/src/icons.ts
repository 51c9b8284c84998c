// Small pictures for buttons, in the colour of their text.
import { svg, html, type SVGTemplateResult } from 'lit-html'

const icon = (inside: SVGTemplateResult) =>
  html`<svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    class="icon"
    fill="none"
    stroke="currentColor"
    stroke-width="1.9"
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    ${inside}
  </svg>`

export const menu = () => icon(svg`<path d="M4 7h16M4 12h16M4 17h16"/>`)
export const sun = () =>
  icon(
    svg`<circle cx="12" cy="12" r="4.2"/><path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2"/>
    <path d="M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4"/>`,
  )
export const moon = () => icon(svg`<path d="M20 14.5A8.3 8.3 0 0 1 9.5 4a8.3 8.3 0 1 0 10.5 10.5Z"/>`)
export const half = () =>
  icon(svg`<circle cx="12" cy="12" r="8.5"/><path d="M12 3.5v17a8.5 8.5 0 0 0 0-17Z" fill="currentColor"/>`)
export const person = () => icon(svg`<circle cx="12" cy="8" r="3.8"/><path d="M4.5 20c1-4 4-6 7.5-6s6.5 2 7.5 6"/>`)
export const link = () =>
  icon(
    svg`<path d="M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3"/>
    <path d="M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1"/>`,
  )
export const bulb = () =>
  icon(svg`<path d="M9 17.5h6M10 20.5h4M8.8 14.5a6 6 0 1 1 6.4 0c-.5.4-.7 1-.7 1.5h-5c0-.5-.2-1.1-.7-1.5Z"/>`)
export const back = () => icon(svg`<path d="M8 6 4 10l4 4M4.5 10H14a5.5 5.5 0 0 1 0 11h-3"/>`)
export const flag = () => icon(svg`<path d="M6 21V4M6 4.5c4-2.5 8 2.5 12 0v9c-4 2.5-8-2.5-12 0"/>`)
export const again = () => icon(svg`<path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4h-4"/>`)
export const swap = () => icon(svg`<path d="M7 4 3.5 7.5 7 11M4 7.5h14M17 13l3.5 3.5L17 20M20 16.5H6"/>`)
export const copy = () =>
  icon(
    svg`<rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2.5"/>
    <path d="M15.5 8V6.5A2.5 2.5 0 0 0 13 4H6.5A2.5 2.5 0 0 0 4 6.5V13a2.5 2.5 0 0 0 2.5 2.5H8"/>`,
  )
export const save = () => icon(svg`<path d="M12 4v11M7.5 11 12 15.5 16.5 11M4.5 19.5h15"/>`)
export const chart = () => icon(svg`<path d="M4 20V5M4 20h16M7.5 15l4-5 3.5 3 5-7"/>`)
export const stand = () => icon(svg`<path d="M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M10 8l-4 4 4 4M6.5 12H15"/>`)
export const book = () =>
  icon(svg`<path d="M12 6.5C10 5 7 4.5 4 5v13.5c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5ZM12 6.5V20"/>`)
export const sound = () =>
  icon(svg`<path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11"/>`)
export const list = () => icon(svg`<path d="M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01"/>`)
export const dots = () => icon(svg`<path d="M5 12h.01M12 12h.01M19 12h.01" stroke-width="3.2"/>`)
export const cards = () =>
  icon(
    svg`<rect x="3.5" y="6" width="10" height="14" rx="2"/>
    <path d="M9 6V5.5A1.5 1.5 0 0 1 10.8 4l8.2 1.5a1.5 1.5 0 0 1 1.2 1.8l-2 9.8a1.5 1.5 0 0 1-1.7 1.2l-3-.6"/>`,
  )
export const plus = () => icon(svg`<path d="M12 5v14M5 12h14"/>`)

export const logo = () =>
  html`<svg viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" class="logo-wood" />
    <circle cx="11" cy="11" r="5.5" class="logo-light" />
    <circle cx="21" cy="21" r="5.5" class="logo-dark" />
  </svg>`
