// Watching agents: pause, single steps, speed, and who is winning.
import { html, nothing, type TemplateResult } from 'lit-html'
import { valueOf } from '../../events.js'
import { num, t } from '../../lang.js'
import { iconButton } from '../../learn/widgets.js'
import type { TableContext } from './context.js'
import { seatNames } from './texts.js'

/** Milliseconds between two moves by speed. */
const SPEEDS: Record<string, number> = { '½×': 1000, '1×': 400, '2×': 200, '4×': 100 }

/** The controls of the table's owner and the evaluation, while only agents play. */
export function watchBar(ctx: TableContext): TemplateResult | typeof nothing {
  const { table } = ctx
  if (table.over || !table.seats.every(s => s.kind === 'agent')) return nothing
  return html`<div class="watch-bar" role="group" aria-label=${t('Watch')}>
    ${table.may.includes('pace') ? controls(ctx) : nothing}${evaluation(ctx)}
  </div>`
}

function controls(ctx: TableContext): TemplateResult {
  const { halted } = ctx.table
  const speed = ctx.state.speed,
    run = (ms: number) => ctx.send('pace', { ms })
  const choose = (e: Event) => {
    ctx.setSpeed(valueOf(e))
    if (!halted) run(SPEEDS[valueOf(e)])
  }
  return html`${iconButton(halted ? 'play' : 'pause', halted ? t('Continue') : t('Pause'), () =>
      run(halted ? SPEEDS[speed] : 0),
    )}
    ${iconButton('step', t('Next move'), () => ctx.send('pace', { ms: 0, step: true }))}
    <label class="spoken" for="watch-speed">${t('Speed')}</label>
    <select id="watch-speed" class="slim" @change=${choose}>
      ${Object.keys(SPEEDS).map(name => html`<option value=${name} ?selected=${name === speed}>${name}</option>`)}
    </select>`
}

function evaluation(ctx: TableContext): TemplateResult | typeof nothing {
  const { seen } = ctx.state
  if (!seen) return nothing
  const names = seatNames(ctx.table, ctx.game),
    percent = (part: number) => num(100 * part) + '\u00a0%'
  return html`<div class="meter" role="img" aria-label=${t('{0}: {1} chance of winning', names[0], percent(seen.win))}>
    <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="other" width="100" height="8"></rect>
      <rect class="first" width=${100 * seen.win} height="8"></rect></svg
    ><span>${names[0]}: ${percent(seen.win)}</span><span>${names[1]}: ${percent(1 - seen.win)}</span>
  </div>`
}
