// The form of the analysis view that imports a game: a position, moves, a jogada file or SGF.
import { html, nothing, type TemplateResult } from 'lit-html'
import { at } from '../../address.js'
import { openOf, valueOf } from '../../events.js'
import { fieldError } from '../../field_error.js'
import { t } from '../../lang.js'
import { select } from '../../learn/widgets.js'
import type { Actions } from './render.js'
import type { State } from './state.js'

export function importForm(s: State, act: Actions): TemplateResult {
  const submit = (e: Event) => {
    e.preventDefault()
    act.openPasted()
  }
  const games = s.games.map(g => ({ value: g.name, text: g.title }))
  return html`<details
    class="panel paste"
    ?open=${s.paste.open || (!s.current && !s.loading)}
    @toggle=${(e: Event) => act.setPaste({ open: openOf(e) })}
  >
    <summary>${t('Choose or import game')}</summary>
    <form @submit=${submit}>
      <div class="fields">
        ${select('a-game', t('Game'), games, s.paste.game, game => act.setPaste({ game }))}
        <p class="small dim grow">
          ${t('Paste a position, moves, a jogada file or SGF. Leave the field empty for a new game.')}
          <a href=${at('/log')}>${t('Past games')}</a>
        </p>
      </div>
      ${textField(s, act)}
      <div class="row">
        <button type="submit" class="main">${t('Open')}</button>
        ${fileButton(act)}
      </div>
    </form>
  </details>`
}

function textField({ paste }: State, act: Actions): TemplateResult {
  return html`<div class="field">
    <label for="a-text">${t('Position, moves or file')}</label
    ><textarea
      id="a-text"
      class="mono"
      rows="2"
      spellcheck="false"
      autocomplete="off"
      .value=${paste.text}
      aria-invalid=${paste.error ? 'true' : nothing}
      aria-describedby=${paste.error ? 'a-wrong' : nothing}
      @input=${(e: Event) => act.setPaste({ text: valueOf(e) })}
    ></textarea>
    ${fieldError('a-wrong', paste.error, paste.text.length < 200 ? paste.text.trim() : '')}
  </div>`
}

function fileButton(act: Actions): TemplateResult {
  const upload = (e: Event) => {
    const file = (e.target as HTMLInputElement).files?.[0]
    if (file) act.upload(file)
  }
  return html`<label class="button"
    >${t('Choose file…')}<input class="spoken" type="file" accept=".jogada,.txt,.sgf,text/plain" @change=${upload}
  /></label>`
}
