// The stored games, newest first, with links to their analysis.
import { html, nothing, render, type TemplateResult } from 'lit-html'
import { apiAddress, games, get } from '../api.js'
import { lang, num, t } from '../lang.js'
import type { Game } from '../types.js'
import type { Route } from '../view.js'
import { errorText, select } from '../learn/widgets.js'

export interface StoredGame { id: number; game: string; seats: string[]; date: string; start: string; result: string; score: number; plies: number; moves?: unknown }

const PAGE = 50

export const when = (date: string): string => {
  const at = new Date(date)
  return Number.isNaN(at.getTime()) ? date : at.toLocaleString(lang(), { dateStyle: 'medium', timeStyle: 'short' })
}

export function view(root: HTMLElement, route: Route): () => void {
  let alive = true, rows: StoredGame[] | null = null, list: Game[] = [], problem = ''
  let game = route.query.get('game') ?? '', agent = route.query.get('agent') ?? '', limit = PAGE

  const title = (spec: string) => list.find(g => g.name === spec.split(':')[0])?.title ?? spec

  function load(): void {
    problem = ''
    const q = new URLSearchParams(Object.entries({ game, agent }).filter(([, v]) => v))
    route.remember('/log' + (q.size ? '?' + q : ''))
    get<{ games: StoredGame[] }>('log', { game, agent, limit }).then(found => {
      rows = found.games
      draw()
    }, why => {
      problem = errorText(why)
      draw()
    })
  }

  function table(): TemplateResult {
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${t('Past games')}><table class="rows"><thead><tr>
      <th scope="col">${t('Game')}</th><th scope="col">${t('Players')}</th><th scope="col">${t('Result')}</th><th scope="col" class="right">${t('Moves')}</th><th scope="col">${t('Date')}</th><th scope="col"><span class="spoken">${t('Actions')}</span></th></tr></thead>
      <tbody>${rows!.map(g => html`<tr><td class="when"><a href=${`/analysis?game=${g.id}`}>${title(g.game)} #${g.id}</a></td><td>${g.seats.join(' – ')}</td><td>${g.result}</td><td class="right">${num(g.plies)}</td><td class="when">${when(g.date)}</td>
        <td class="row"><a class="button slim quiet" href=${apiAddress(`export/${g.id}`, { as: 'text' })} download=${`jogada-${g.id}.txt`} aria-label=${t('Export game {0}', g.id)}>${t('Export')}</a></td></tr>`)}</tbody></table></div>`
  }

  function page(): TemplateResult {
    return html`<div class="learn past-games"><h1 tabindex="-1">${t('Past games')}</h1>
      <form class="fields" @submit=${(e: Event) => { e.preventDefault(); load() }}>
        ${select('l-game', t('Game'), [{ value: '', text: t('all games') }, ...list.map(g => ({ value: g.name, text: g.title }))], game, v => { game = v; load() })}
        <div class="field wide"><label for="l-agent">${t('Player or agent')}</label><input id="l-agent" type="search" autocomplete="off" .value=${agent}
          @change=${(e: Event) => { agent = (e.target as HTMLInputElement).value.trim(); load() }}></div></form>
      ${problem ? html`<p class="notice bad">${problem}</p>` : nothing}
      ${!rows ? problem ? nothing : html`<p class="waiting">${t('Loading…')}</p>` : rows.length ? table() : html`<p class="dim">${t('No games found.')}</p>`}
      ${rows && rows.length >= limit ? html`<p><button type="button" @click=${() => { limit += PAGE; load() }}>${t('Show more')}</button></p>` : nothing}</div>`
  }

  function draw(): void {
    if (alive) render(page(), root)
  }

  route.title(t('Past games'))
  draw()
  games().then(found => {
    list = found
    draw()
  }, () => {})
  load()
  return () => { alive = false }
}
