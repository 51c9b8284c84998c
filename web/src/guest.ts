// Asks a guest for a name once, before they sit down with others.
import { html } from 'lit-html'
import { announce } from './announce.js'
import { openDialog } from './dialog.js'
import { read, save, t } from './lang.js'
import * as socket from './socket.js'

const ASKED = 'jogada.asked'

/** Resolves when the guest has given a name or declined to; at once if they have one or were asked before. */
export function askName(): Promise<void> {
  if (socket.hello()?.name || read(ASKED) === 'yes') return Promise.resolve()
  save(ASKED, 'yes')
  return new Promise(resolve => {
    const submit = (event: Event) => {
      const name = (new FormData(event.target as HTMLFormElement).get('name') as string).trim()
      if (name) socket.identify(name).catch((why: unknown) => announce((why as Error).message, true))
    }
    openDialog(
      d =>
        html`<form method="dialog" @submit=${submit}>
          <div class="inside">
            <h2 id="dialog-title">${t('What is your name?')}</h2>
            <div class="field">
              <label for="guest-name">${t('Name shown to others')}</label>
              <input id="guest-name" name="name" maxlength="32" autocomplete="nickname" autofocus />
            </div>
          </div>
          <div class="foot">
            <button type="button" @click=${() => d.close()}>${t('Play as a guest')}</button
            ><button class="main">${t('Continue')}</button>
          </div>
        </form>`,
      { narrow: true, closed: resolve },
    )
  })
}
