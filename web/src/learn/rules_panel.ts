// The rules in a panel beside the board, or on a phone in a sheet over it. The game continues behind it.
import { html, type TemplateResult } from 'lit-html'
import { at } from '../address.js'
import { openDialog, type Dialog } from '../dialog.js'
import { t } from '../lang.js'
import type { Game } from '../types.js'
import { loadRules, rulesBody, type LoadedRules } from './rules_body.js'
import { errorText } from './widgets.js'

/** Links open new tabs: the game stays. */
function stay(e: Event): void {
  const a = (e.target as Element).closest('a')
  if (a && !a.target) a.target = '_blank'
}

/** Opens the rules of the game of a spec. The caller closes them when it leaves the board. */
export function openRules(game: Game, spec: string): Dialog {
  let rules: LoadedRules | null = null,
    problem = ''
  const content = (d: Dialog): TemplateResult =>
    html`<div class="panel-head">
        <h2 id="dialog-title" tabindex="-1">${t('Rules of {0}', game.title)}</h2>
        <button type="button" class="quiet" @click=${() => d.close()}>${t('Close')}</button>
      </div>
      <div class="panel-body rules" tabindex="0" @click=${stay}>
        <div class="text">
          ${
            rules
              ? rulesBody(rules, game, false, () => d.draw())
              : problem
                ? html`<p class="notice bad">${problem}</p>`
                : html`<p class="waiting">${t('Loading…')}</p>`
          }
          <p class="small">
            <a href=${at('/rules/' + game.name)} target="_blank" rel="noopener">${t('Open in new tab')}</a>
          </p>
        </div>
      </div>`
  const dialog = openDialog(content, { beside: true })
  loadRules(spec)
    .then(
      found => (rules = found),
      (why: unknown) => (problem = errorText(why)),
    )
    .finally(() => dialog.draw())
  return dialog
}
