// Dialogs: shown over the page, closed by Escape, the focus comes back to where it was.
import { html, render, type TemplateResult } from 'lit-html'
import { t } from './lang.js'

export interface Dialog {
  element: HTMLDialogElement
  draw(): void
  close(): void
}

/** From this width on a dialog that belongs beside the page leaves the page usable. */
const WIDE = '(min-width: 60rem)'

/** Shows the template of `content` and renders it again at each draw(). Calls `closed` when the dialog is closed.
 *  `beside`: it is a panel at the side of the page, which stays usable, or a sheet over a small one. */
export function openDialog(
  content: (d: Dialog) => TemplateResult,
  options: { narrow?: boolean; beside?: boolean; closed?: () => void } = {},
): Dialog {
  const element = document.createElement('dialog')
  element.classList.toggle('narrow', !!options.narrow)
  element.classList.toggle('beside', !!options.beside)
  element.setAttribute('aria-labelledby', 'dialog-title')
  const d: Dialog = { element, draw: () => render(content(d), element), close: () => element.close() }
  element.addEventListener('close', () => {
    element.remove()
    options.closed?.()
  })
  document.body.append(element)
  d.draw()
  if (options.beside && matchMedia(WIDE).matches) showBeside(element)
  else element.showModal()
  return d
}

/** Shows a dialog without blocking the page. Only of modal dialogs browsers take care: Escape, and the focus at the
 *  end. */
function showBeside(element: HTMLDialogElement): void {
  const before = document.activeElement
  element.show()
  element.querySelector<HTMLElement>('h2')?.focus()
  element.addEventListener('keydown', e => {
    if (e.key === 'Escape') element.close()
  })
  element.addEventListener('close', () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  })
}

/** Asks the user to confirm an action that cannot be undone. */
export function confirmed(title: string, text: string, yes: string): Promise<boolean> {
  return new Promise(resolve => {
    let answer = false
    openDialog(
      d =>
        html`<form method="dialog" @submit=${() => (answer = true)}>
          <div class="inside">
            <h2 id="dialog-title">${title}</h2>
            <p>${text}</p>
          </div>
          <div class="foot">
            <button type="button" @click=${() => d.close()}>${t('Cancel')}</button><button class="main">${yes}</button>
          </div>
        </form>`,
      { narrow: true, closed: () => resolve(answer) },
    )
  })
}
