// The rules: a list of all games, and for each a page from docs/games/ with example positions.
import { html, nothing, render, type TemplateResult } from 'lit-html'
import { at } from '../address.js'
import { games, get, getText } from '../api.js'
import { art } from '../art.js'
import { capital, t, tn, word } from '../lang.js'
import type { Game } from '../types.js'
import type { Route } from '../view.js'
import { markdown, plain, type Block } from '../learn/markdown.js'
import { markdownView } from '../learn/markdown_view.js'
import { loadRules, rulesBody, type LoadedRules } from '../learn/rules_body.js'
import { playersRules } from '../learn/rules_text.js'
import { errorText } from '../learn/widgets.js'
import type { Study } from '../learn/studies.js'
import { levelOf, playNow } from './setup.js'

const TRAITS: Record<string, string> = {
  chance: word('with chance'),
  hidden: word('hidden information'),
  partners: word('partners'),
  finite: word('always ends'),
  steps: word('several steps per turn'),
}

export const traits = (game: Game): string =>
  [
    tn(game.seats.length, '{0} player', '{0} players'),
    ...game.traits.filter(one => TRAITS[one]).map(one => t(TRAITS[one])),
  ].join(' · ')

export function view(root: HTMLElement, route: Route): () => void {
  let alive = true,
    all: Game[] = [],
    page: Block[] | null = null,
    rules: LoadedRules | null = null,
    studies: Study[] = [],
    problem = ''
  // /rules/kalah-reference is the second page of a game: options, notation, JSON.
  const document = route.parts[1] ?? '',
    name = document.replace(/-reference$/, ''),
    reference = document !== name

  const game = () => all.find(g => g.name === name)

  function list(): TemplateResult {
    return html`<div class="learn rules">
      <h1 tabindex="-1">${t('Game rules')}</h1>
      ${
        problem
          ? html`<p class="notice bad">${problem}</p>`
          : all.length
            ? nothing
            : html`<p class="waiting">${t('Loading…')}</p>`
      }
      <ul class="plain rule-cards">
        ${all.map(
          g =>
            html`<li class="panel rule-card">
              ${art(g.name)}
              <h2><a href=${at(`/rules/${g.name}`)}>${g.title}</a></h2>
              <p>${capital(g.summary)}.</p>
              <p class="small dim">${traits(g)}</p>
            </li>`,
        )}
      </ul>
    </div>`
  }

  function own(): TemplateResult {
    const g = game()
    if (problem)
      return html`<div class="learn rules">
        <h1 tabindex="-1">${g?.title ?? name}</h1>
        <p class="notice bad">${problem}</p>
        <p><a href=${at('/rules')}>${t('All games')}</a></p>
      </div>`
    if (!g || !page)
      return html`<div class="learn rules">
        <h1 tabindex="-1">${g?.title ?? t('Rules')}</h1>
        <p class="waiting">${t('Loading…')}</p>
      </div>`
    const heads = page.filter(b => b.kind === 'heading' && b.level === 2) as Extract<Block, { kind: 'heading' }>[]
    const about = studies.filter(s => s.game === name)
    const isTitle = (b: Block) => b.kind === 'heading' && b.level === 1
    const title = page.find(isTitle) as Extract<Block, { kind: 'heading' }> | undefined
    const text = (blocks: Block[]) => blocks.filter(b => !isTitle(b))
    return html`<div class="learn rules one">
      <h1 tabindex="-1">${title ? plain(title.body) : g.title}</h1>
      <nav class="panel side" aria-label=${t('On this page')}>
        <p class="row">
          <button class="main" @click=${() => void play(g)}>${t('Play')}</button
          ><a class="button" href=${at(`/analysis?game=${name}`)}>${t('Analyze')}</a>
          ${
            g.agents.some(a => a.traces)
              ? html`<a class="button" href=${at(`/search?game=${name}`)}>${t('Show search tree')}</a>`
              : nothing
          }
        </p>
        <p class="small dim">${traits(g)}</p>
        <ul class="plain toc">
          ${heads.map(
            h => html`<li><a href=${'#' + h.id} @click=${(e: Event) => jump(e, h.id)}>${plain(h.body)}</a></li>`,
          )}
        </ul>
        ${
          about.length
            ? html`<h2>${t('Studies')}</h2>
                <ul class="plain toc">
                  ${about.map(s => html`<li><a href=${at(`/studies?study=${s.name}`)}>${s.title}</a></li>`)}
                </ul>`
            : nothing
        }
        <p class="small"><a href=${at('/rules')}>${t('All games')}</a></p>
      </nav>
      <article class="text">
        ${rules ? rulesBody({ ...rules, page: text(rules.page) }, g, true, draw) : markdownView(text(page))}
      </article>
    </div>`
  }

  async function play(g: Game): Promise<void> {
    try {
      route.go('/table/' + (await playNow(g, levelOf(g))))
    } catch (why) {
      problem = errorText(why)
      draw()
    }
  }

  // By script: the router would take a link to a fragment for another page.
  function jump(e: Event, id: string): void {
    const head = root.querySelector<HTMLElement>(`[id="${CSS.escape(id)}"]`)
    e.preventDefault()
    head?.scrollIntoView()
    head?.focus({ preventScroll: true })
    route.remember(`${route.path}#${id}`)
  }

  function draw(): void {
    if (alive) render(name ? own() : list(), root)
  }

  async function loadPage(): Promise<void> {
    if (reference) page = markdown(await getText(`rules/${encodeURIComponent(document)}`))
    else {
      rules = await loadRules(name)
      const { before, after, rest } = playersRules(rules.page, true)
      page = [...before, ...after, ...rest]
    }
  }

  route.title(t('Rules'))
  draw()
  const fail = (why: unknown) => {
    problem = errorText(why)
    draw()
  }
  games().then(found => {
    all = found
    if (name && !game()) problem = t('Game not found: {0}.', name)
    if (game()) route.title(t('Rules of {0}', game()!.title))
    draw()
  }, fail)
  if (name) {
    loadPage().then(() => {
      draw()
      if (alive && location.hash) root.querySelector(`[id="${CSS.escape(location.hash.slice(1))}"]`)?.scrollIntoView()
    }, fail)
    get<{ studies: Study[] }>('studies').then(
      found => {
        studies = found.studies
        draw()
      },
      () => {},
    )
  }
  return () => {
    alive = false
  }
}
