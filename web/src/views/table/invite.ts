// The invitation to a table while seats are free: a link that works for others, and its QR code.
import { html, nothing, type TemplateResult } from 'lit-html'
import { openAccount } from '../../account.js'
import { at } from '../../address.js'
import * as icons from '../../icons.js'
import { t } from '../../lang.js'
import { qrCode, qrPath } from '../../qr.js'
import * as socket from '../../socket.js'
import { served } from '../../transport.js'
import type { TableContext } from './context.js'
import { isOwnMachine, originsOf } from './texts.js'

/** The invitation link while seats are free; spectators are asked to take one. */
export function invitation(ctx: TableContext) {
  if (ctx.table.over || !ctx.table.seats.some(s => s.kind === 'open')) return nothing
  if (ctx.table.seat === null) return html`<p class="notice">${t('You are watching. Take a free seat to play.')}</p>`
  if (!served)
    return html`<p class="notice">
      ${t('This table is in this browser alone. To play on several devices, start a server with')}
      <code>jogada serve --bind 0.0.0.0</code>
    </p>`
  const hello = socket.hello(),
    links = originsOf(location, hello?.links ?? []).map(origin => origin + at(`/table/${ctx.id}`)),
    onlyHere = (hello?.local ?? false) && isOwnMachine(location.hostname)
  const open = ctx.state.sheet === 'invite',
    toggle = () => ctx.openSheet('invite')
  return html`<div class="notice invite">
    <div class="row short only-small">
      <strong>${t('Invite players')}</strong>
      <button class="slim main" @click=${() => ctx.copy(links[0])}>${icons.copy()}${t('Copy link')}</button>
      <button id="open-invite" class="slim" aria-expanded=${open} aria-label=${t('Invitation')} @click=${toggle}>
        ${icons.dots()}
      </button>
    </div>
    <div class="about ${open ? 'open' : ''}">
      <div class="sheet-head only-small">
        <h2>${t('Invite players')}</h2>
        <button class="quiet" @click=${toggle}>${t('Close')}</button>
      </div>
      <p>
        <strong class="only-wide">${t('Invite players')}<br /></strong>${t('Anyone with this link can join or watch.')}
        ${hello?.name ? nothing : html`<button class="slim quiet" @click=${openAccount}>${t('Set your name')}</button>`}
      </p>
      ${links.map(link => linkRow(ctx, link))}
      ${
        onlyHere
          ? html`<p class="small">
              ${t('Only this computer can open it. To let others in, start the server with')}
              <code>jogada serve --bind 0.0.0.0</code>
            </p>`
          : codeOf(links[0])
      }
    </div>
  </div>`
}

const linkRow = (ctx: TableContext, link: string) =>
  html`<div class="row">
    <input
      readonly
      aria-label=${t('Table link')}
      class="mono"
      .value=${link}
      @focus=${(e: Event) => (e.target as HTMLInputElement).select()}
    />
    <button class="main" @click=${() => ctx.copy(link)}>${icons.copy()}${t('Copy link')}</button>
  </div>`

/** The QR code of a link, folded until somebody wants it. */
function codeOf(link: string): TemplateResult | typeof nothing {
  const code = qrCode(link)
  if (!code) return nothing
  const { path, size } = qrPath(code)
  return html`<details class="qr">
    <summary>${t('QR code')}</summary>
    <svg viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${t('QR code of the table link')}>
      <rect width=${size} height=${size} fill="#fff"></rect>
      <path d=${path} fill="#000"></path>
    </svg>
  </details>`
}
