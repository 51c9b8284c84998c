// The account dialog: the user's name, signing out everywhere, deleting one's data.
import { html, nothing } from 'lit-html'
import { at } from './address.js'
import { announce } from './announce.js'
import { post } from './api.js'
import { confirmed, openDialog } from './dialog.js'
import { t } from './lang.js'
import { playsForced, setForced } from './preferences.js'
import { download } from './download.js'
import * as socket from './socket.js'
import { data, served } from './transport.js'

async function signOut(): Promise<void> {
  const text = t('Your other browsers lose this name. This one stays signed in.')
  if (!(await confirmed(t('Sign out elsewhere?'), text, t('Sign out')))) return
  leave('signout', () => location.reload())
}

async function deleteData(): Promise<void> {
  const text = t('This deletes your name, frees your seats and removes you from finished games. It cannot be undone.')
  if (!(await confirmed(t('Delete your data?'), text, t('Delete')))) return
  leave('forget', () => location.assign(at('/')))
}

/** Saves everything that the browser has stored as a file. */
function saveAll(): void {
  void data?.read().then(text => download('jogada-data.json', text))
}

/** Replaces everything that the browser has stored by such a file. */
async function loadAll(event: Event): Promise<void> {
  const file = (event.target as HTMLInputElement).files?.[0]
  const text = t('The games in this browser are replaced by those of the file.')
  if (!file || !(await confirmed(t('Load this file?'), text, t('Load')))) return
  try {
    await data?.replace(await file.text())
    location.reload()
  } catch {
    announce(t('This is not a file of saved games.'), true)
  }
}

const fileButtons = () =>
  html`<button type="button" class="slim" @click=${saveAll}>${t('Save all games to a file')}</button>
    <label class="slim button">
      ${t('Load games from a file')}
      <input type="file" accept=".json" class="spoken" @change=${loadAll} />
    </label>`

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
              ${data ? fileButtons() : nothing}
              ${
                served
                  ? html`<button
                      type="button"
                      class="slim"
                      @click=${() => {
                        d.close()
                        void signOut()
                      }}
                    >
                      ${t('Sign out elsewhere')}
                    </button>`
                  : nothing
              }
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
