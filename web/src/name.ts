// Who you are to the others at a table.
import { html } from 'lit-html'
import { announce } from './announce.js'
import { openDialog } from './dialog.js'
import { t } from './lang.js'
import * as socket from './socket.js'

export function askName(): void {
  const save = (event: Event) => {
    const name = (new FormData(event.target as HTMLFormElement).get('name') as string).trim()
    if (name) socket.introduce(name).catch(why => announce(why.message, true))
  }
  openDialog(d => html`<form method="dialog" @submit=${save}>
    <div class="inside"><h2 id="dialog-title">${t('Your name')}</h2>
      <div class="field"><label for="name">${t('What the others at the table read')}</label>
        <input id="name" name="name" maxlength="32" autocomplete="nickname" .value=${socket.hello()?.name ?? ''} autofocus></div></div>
    <div class="foot"><button type="button" @click=${() => d.close()}>${t('Cancel')}</button><button class="main">${t('Keep')}</button></div>
  </form>`, { narrow: true })
}
