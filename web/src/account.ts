// The account dialog: the user's name, signing out everywhere, deleting one's data.
import { html } from 'lit-html'
import { announce } from './announce.js'
import { post } from './api.js'
import { confirmed, openDialog } from './dialog.js'
import { t } from './lang.js'
import { playsForced, setForced } from './preferences.js'
import * as socket from './socket.js'

async function signOut(): Promise<void> {
  const text = t('Your other browsers lose this name. This one stays signed in.')
  if (!(await confirmed(t('Sign out elsewhere?'), text, t('Sign out')))) return
  leave('signout', () => location.reload())
}

async function deleteData(): Promise<void> {
  const text = t('This deletes your name, frees your seats and removes you from finished games. It cannot be undone.')
  if (!(await confirmed(t('Delete your data?'), text, t('Delete')))) return
  leave('forget', () => location.assign('/'))
}

/** The response sets a new session cookie; the server closes all connections of the old one. */
function leave(what: string, then: () => void): void {
  socket.disconnect()
  post(what).then(then, (why: unknown) => {
    announce((why as Error).message, true)
    socket.connect()
  })
}

export function openAccount(): void {
  const save = (event: Event) => {
    const form = new FormData(event.target as HTMLFormElement),
      name = (form.get('name') as string).trim()
    setForced(form.has('forced'))
    if (name) socket.identify(name).catch((why: unknown) => announce((why as Error).message, true))
  }
  openDialog(
    d =>
      html`<form method="dialog" @submit=${save}>
        <div class="inside">
          <h2 id="dialog-title">${t('Your name')}</h2>
          <div class="field">
            <label for="name">${t('Name shown to others')}</label>
            <input
              id="name"
              name="name"
              maxlength="32"
              autocomplete="nickname"
              .value=${socket.hello()?.name ?? ''}
              autofocus
            />
          </div>
          <label class="check"
            ><input type="checkbox" name="forced" .checked=${playsForced()} /> ${t('Play forced moves for me')}</label
          >
          <details class="account">
            <summary>${t('Your data')}</summary>
            <div class="choices">
              <button
                type="button"
                class="slim"
                @click=${() => {
                  d.close()
                  void signOut()
                }}
              >
                ${t('Sign out elsewhere')}
              </button>
              <button
                type="button"
                class="slim"
                @click=${() => {
                  d.close()
                  void deleteData()
                }}
              >
                ${t('Delete my data')}
              </button>
            </div>
          </details>
        </div>
        <div class="foot">
          <button type="button" @click=${() => d.close()}>${t('Cancel')}</button
          ><button class="main">${t('Save')}</button>
        </div>
      </form>`,
    { narrow: true },
  )
}
