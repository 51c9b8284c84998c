// The studies: replications of published experiments, with their reports and the commands that run them.
import { html, nothing, render, type TemplateResult } from 'lit-html'
import { at } from '../address.js'
import { games, get } from '../api.js'
import { copyText } from '../clipboard.js'
import { capital, num, t, tn } from '../lang.js'
import { hello, onState, request } from '../socket.js'
import { served } from '../transport.js'
import type { Game } from '../types.js'
import type { Route } from '../view.js'
import { errorText, reportAddress, reportFrame } from '../learn/widgets.js'
import type { Study } from '../learn/studies.js'

const hasResults = (s: Study) => s.kept || s.version !== null

export function view(root: HTMLElement, route: Route): () => void {
  let alive = true,
    all: Study[] | null = null,
    list: Game[] = [],
    problem = '',
    open: string | null = route.query.get('study') // null: the first that has results, '': none

  const title = (name: string) => list.find(g => g.name === name)?.title ?? name

  function show(name: string): void {
    open = open === name ? '' : name
    route.remember(open ? `/studies?study=${open}` : '/studies')
    draw()
  }

  /** Where the results come from. */
  const origin = (s: Study) =>
    s.kept
      ? t('Results of this server')
      : s.quick
        ? t('Quick results shipped with the program: version {0}, {1}', s.version ?? '', s.date ?? '')
        : t('Results shipped with the program: version {0}, {1}', s.version ?? '', s.date ?? '')

  async function run(s: Study, quick: boolean): Promise<void> {
    try {
      const started = await request<{ run: number }>('study', { name: s.name, quick })
      route.go(`/lab?run=${started.run}`)
    } catch (why) {
      problem = errorText(why)
      draw()
    }
  }

  function one(s: Study): TemplateResult {
    const command = `jogada study ${s.name}`
    return html`<li class="panel study" id=${s.name}>
      <h3>${s.title}</h3>
      <p>${capital(s.summary)}.</p>
      <p class="small dim">${s.source}</p>
      <p class="row">
        ${
          hasResults(s)
            ? html`<button
                  type="button"
                  class="slim main"
                  aria-expanded=${open === s.name}
                  @click=${() => show(s.name)}
                >
                  ${open === s.name ? t('Hide report') : t('Show report')}
                </button>
                <a class="button slim" href=${reportAddress(`studies/${s.name}`)} target="_blank" rel="noopener"
                  >${t('Open in new tab')}</a
                >`
            : html`<span class="small">${t('No results yet. Run the study with:')}</span>`
        }
        ${
          served && hello()?.lab
            ? html`<button type="button" class="slim" @click=${() => void run(s, true)}>
                  ${t('Run quick version')}
                </button>
                <button type="button" class="slim" @click=${() => void run(s, false)}>${t('Run full version')}</button>`
            : nothing
        }
      </p>
      ${hasResults(s) ? html`<p class="small dim">${origin(s)}</p>` : nothing}
      <p class="row command">
        <code>${command}</code
        ><button
          type="button"
          class="slim quiet"
          aria-label=${t('Copy {0}', command)}
          @click=${() => void copyText(command)}
        >
          ${t('Copy')}
        </button>
        <span class="small dim"
          >${tn(s.games, '{0} game', '{0} games')}${
            s.quick_games < s.games ? `; ${t('quick version: {0}', num(s.quick_games))}` : nothing
          }</span
        >
      </p>
      ${hasResults(s) && open === s.name ? reportFrame(`studies/${s.name}`, t('Report of {0}', s.title)) : nothing}
    </li>`
  }

  function page(): TemplateResult {
    const groups = [...new Set((all ?? []).map(s => s.game))]
    return html`<div class="learn studies">
      <h1 tabindex="-1">${t('Studies')}</h1>
      <p class="lead">
        ${t('Each study repeats the experiments of a paper and compares its tables with our results.')}
      </p>
      ${
        problem
          ? html`<p class="notice bad">${problem}</p>`
          : all
            ? nothing
            : html`<p class="waiting">${t('Loading…')}</p>`
      }
      ${groups.map(
        name =>
          html`<section aria-label=${title(name)}>
            <h2><a href=${at(`/rules/${name}`)}>${title(name)}</a></h2>
            <ul class="plain stack">
              ${all!.filter(s => s.game === name).map(one)}
            </ul>
          </section>`,
      )}
    </div>`
  }

  function draw(): void {
    if (alive) render(page(), root)
  }

  route.title(t('Studies'))
  addEventListener('jogada-theme', draw)
  const off = onState(draw)
  draw()
  Promise.all([get<{ studies: Study[] }>('studies'), games()]).then(
    ([found, known]) => {
      all = found.studies
      list = known
      const chosen = open !== null
      open ??= all.find(hasResults)?.name ?? ''
      draw()
      if (alive && chosen && open) root.querySelector(`[id="${CSS.escape(open)}"]`)?.scrollIntoView()
    },
    (why: unknown) => {
      problem = errorText(why)
      draw()
    },
  )
  return () => {
    alive = false
    off()
    removeEventListener('jogada-theme', draw)
  }
}
