// The picture of tic-tac-toe: three crosses in a line.
import { svg, type SVGTemplateResult } from 'lit-html'

const LINES = 'M86 14V92M114 14V92M60 40H140M60 66H140'
const CROSSES = 'M66 20l14 14M80 20 66 34M94 46l12 14M106 46 94 60M120 72l14 14M134 72l-14 14'

export const art = (): SVGTemplateResult =>
  svg`<g fill="none" stroke-linecap="round" stroke-width="4.5">
    <path d=${LINES} stroke="#5b3a1c" stroke-width="3.5"/><path d=${CROSSES} stroke="#17598c"/>
    <circle cx="127" cy="27" r="7.5" stroke="#a9430b"/><circle cx="73" cy="79" r="7.5" stroke="#a9430b"/></g>`
