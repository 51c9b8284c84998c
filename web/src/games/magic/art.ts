// The picture of the Magic duel: a red card attacks a white one.
import { svg, type SVGTemplateResult } from 'lit-html'

const FLAME = 'M0-22c7 7 9 11 9 15a9 9 0 0 1-18 0c0-3 2-5 4-7 0 3 2 4 3 4 2-2 3-6 2-12Z'
const SHIELD = 'M0-21 10-17v8c0 6-4 10-10 12-6-2-10-6-10-12v-8z'

const card = (x: number, turn: number, frame: string, emblem: string, fill: string): SVGTemplateResult =>
  svg`<g transform=${`translate(${x} 52) rotate(${turn})`}>
    <rect x="-24" y="-32" width="48" height="68" rx="5" fill="#00000035"/>
    <rect x="-24" y="-34" width="48" height="68" rx="5" fill="#2a2019"/>
    <rect x="-21" y="-31" width="42" height="62" rx="3" fill=${frame} />
    <rect x="-18" y="-24" width="36" height="27" rx="1.5" fill="#fff6e4"/><path d=${emblem} fill=${fill} />
    <path d="M-17 10H17M-17 16H17M-17 22H6" stroke="#00000055" stroke-width="2"/></g>`

export const art = (): SVGTemplateResult =>
  svg`${card(54, -9, '#c9553f', FLAME, '#d2401f')}${card(146, 9, '#e9dfc4', SHIELD, '#c79a2e')}
    <path d="M82 46h32M106 38l9 8-9 8" stroke="#fff6e4" stroke-width="4.5" fill="none" stroke-linecap="round"
      stroke-linejoin="round"/>`
