// Dialogs: shown over the page, closed by Escape, the focus comes back to where it was.
import { html, render, type TemplateResult } from 'lit-html'
import { t } from './lang.js'

export interface Dialog { element: HTMLDialogElement; draw(): void; close(): void }

/** Shows the template of `content` and renders it again at each draw(). Calls `closed` when the dialog is closed. */
export function openDialog(content: (d: Dialog) => TemplateResult, options: { narrow?: boolean; closed?: () => void } = {}): Dialog {
  const element = document.createElement('dialog')
  element.classList.toggle('narrow', !!options.narrow)
  element.setAttribute('aria-labelledby', 'dialog-title')
  const d: Dialog = { element, draw: () => render(content(d), element), close: () => element.close() }
  element.addEventListener('close', () => {
    element.remove()
    options.closed?.()
  })
  document.body.append(element)
  d.draw()
  element.showModal()
  return d
}

/** Asks the user to confirm an action that cannot be undone. */
export function confirmed(title: string, text: string, yes: string): Promise<boolean> {
  return new Promise(resolve => {
    let answer = false
    openDialog(d => html`<form method="dialog" @submit=${() => (answer = true)}>
      <div class="inside"><h2 id="dialog-title">${title}</h2><p>${text}</p></div>
      <div class="foot"><button type="button" @click=${() => d.close()}>${t('Cancel')}</button><button class="main">${yes}</button></div>
    </form>`, { narrow: true, closed: () => resolve(answer) })
  })
}
