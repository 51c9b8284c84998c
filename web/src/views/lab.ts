// The lab: matches, tournaments and tunings run from here, watched while they go on, and those that are kept.
import { html, nothing, render, type TemplateResult } from 'lit-html'
import { announce } from '../announce.js'
import { games, get } from '../api.js'
import { capital, num, t, tn, word } from '../lang.js'
import { ask, follow, hello, on, onState } from '../socket.js'
import type { Game, Run } from '../types.js'
import type { Route } from '../view.js'
import { failure, reportAddress, reportFrame, select } from '../learn/parts.js'
import { addPoints, eloBars, eloText, fitnessPlot, isTuning, matchPlot, SERIES, weightsPlot, type MatchPoint, type TunePoint } from '../learn/run_plots.js'
import { when } from './log.js'

interface KeptRun { id: number; kind: string; game: string; games: number; state: string; begun: string; parameters?: { agents?: string[] } }

const STATES: Record<Run['state'], string> = { waiting: word('waiting'), running: word('running'), done: word('done'), stopped: word('stopped'), failed: word('failed') }
const KINDS: Record<string, string> = { match: word('match'), tournament: word('tournament'), tune: word('tuning'), play: word('game'), study: word('study') }
const METHODS = ['genetic', 'spsa', 'cma', 'q']
const AGENTS_MOST = 8, TUNED = AGENTS_MOST  // the field behind those of a match
const OWN = '*'
const FIRST = [2, 1, 0]                // levels that are suggested

export function view(root: HTMLElement, route: Route): () => void {
  let alive = true, all: Game[] = [], runs: Run[] = [], kept: KeptRun[] | null = null, problem = '', refused = '', report = 0, shownKept = 0
  let mode: 'match' | 'tune' = 'match', gameName = route.query.get('game') ?? 'kalah', agents: string[] = [], own: boolean[] = [], count = '50', seed = ''
  let evaluator = '', method = 'genetic', generations = '20', tuneAgent = '', starting = false
  let watched = Number(route.query.get('run') ?? 0), unwatch: (() => void) | null = null
  let plots: { host: Element; close(): void; update(run: Run): void }[] = []

  const game = () => all.find(g => g.name === gameName) ?? all[0]
  const title = (name: string) => all.find(g => g.name === name.split(':')[0])?.title ?? name
  const run = () => runs.find(r => r.run === watched)

  // ---- Runs ------------------------------------------------------------------------------

  function heard(message: Run): void {
    const known = runs.find(r => r.run === message.run), by = isTuning(message) ? 'generation' : 'games'
    const points = addPoints(known?.points ?? [], message.points ?? [], by)
    const ended = known && known.state !== message.state && !['waiting', 'running'].includes(message.state)
    const next = { ...known, ...message, points }
    runs = known ? runs.map(r => r === known ? next : r) : [next, ...runs]
    if (ended && message.run === watched) {
      announce(`${t(KINDS[message.kind])}: ${t(STATES[message.state])}. ${message.text}`)
      loadKept()
    }
    draw()
  }

  function watch(number: number): void {
    if (unwatch) {
      unwatch()
      ask('unwatch', { run: watched }).catch(() => {})
    }
    watched = number
    route.remember(`/lab?run=${number}`)
    unwatch = follow('watch', { run: number }, why => {
      problem = failure(why)
      draw()
    })
    draw()
  }

  async function start(): Promise<void> {
    const g = game(), list = agents.map(a => a.trim())
    starting = true
    problem = refused = ''
    draw()
    try {
      const own = seed.trim() ? { seed: Number(seed) } : {}
      const ok = mode === 'match' ? await ask<{ run: number }>('match', { game: g.name, agents: list, games: Number(count), ...own })
        : await ask<{ run: number }>('tune', { game: g.name, ...(tuneAgent.trim() ? { agent: tuneAgent.trim() } : {}), ...(evaluator ? { evaluator } : {}), method, generations: Number(generations), ...own })
      watch(ok.run)
    } catch (why) {
      refused = failure(why)
      announce(refused, true)
    } finally {
      starting = false
      draw()
    }
  }

  // Levels by their names, then the other agents.
  function offered(g: Game): { value: string; text: string }[] {
    const levels = g.levels.map(l => ({ value: l.agent, text: `${l.title} · ${l.agent}` }))
    return [...levels, ...g.agents.filter(a => !levels.some(l => l.value === a.name)).map(a => ({ value: a.name, text: a.name }))]
  }
  // Neighbouring levels make a match worth looking at.
  const suggested = (i: number): string => {
    const list = offered(game())
    return list[Math.min(list.length - 1, FIRST[i] ?? i)]?.value ?? 'random'
  }
  function begin(): void {
    agents = [suggested(0), suggested(1)]
    own = []
    evaluator = tuneAgent = refused = ''
  }
  const tunable = (g: Game) => g.evaluators.filter(e => e.features.length)

  function loadKept(): void {
    get<{ runs: KeptRun[] }>('runs').then(found => {
      kept = found.runs
      draw()
    }, () => {
      kept = []
      draw()
    })
  }

  // ---- The forms ---------------------------------------------------------------------------

  function form(): TemplateResult {
    const g = game(), list = mode === 'match' ? all : all.filter(one => tunable(one).length)
    const tab = (which: typeof mode, text: string) => html`<button type="button" role="tab" id=${`tab-${which}`} aria-selected=${mode === which} aria-controls="lab-form" tabindex=${mode === which ? 0 : -1}
      @click=${() => { mode = which; if (which === 'tune' && !tunable(game()).length) gameName = all.find(one => tunable(one).length)?.name ?? gameName; draw() }}
      @keydown=${(e: KeyboardEvent) => {
        if (e.key !== 'ArrowRight' && e.key !== 'ArrowLeft') return
        mode = mode === 'match' ? 'tune' : 'match'
        draw()
        root.querySelector<HTMLElement>(`#tab-${mode}`)?.focus()
      }}>${text}</button>`
    return html`<section class="panel lab-new" aria-label=${t('A new run')}>
      <div class="row lab-tabs" role="tablist" aria-label=${t('What to run')}>${tab('match', t('Match or tournament'))}${tab('tune', t('Tuning'))}</div>
      <div id="lab-form" role="tabpanel" aria-labelledby=${`tab-${mode}`}><form @submit=${(e: Event) => { e.preventDefault(); void start() }}>
        <p class="small dim">${mode === 'match' ? t('Two agents play a match, more play a tournament, all against all: each pair so many games, with seats swapped.')
          : t('The weights of an evaluator are changed generation by generation, by playing, until they play better.')}</p>
        <div class="fields">${select('lab-game', t('Game'), list.map(one => ({ value: one.name, text: one.title })), g.name, v => { gameName = v; begin(); draw() })}
          ${mode === 'match' ? matchFields(g) : tuneFields(g)}
          ${number('lab-seed', t('Seed'), seed, v => { seed = v }, 0, t('any'))}</div>
        ${refused ? html`<p class="notice bad" role="alert">${refused}</p>` : nothing}
        <p class="row"><button class="main" type="submit" ?disabled=${starting}>${mode === 'match' ? t('Start the match') : t('Start the tuning')}</button></p>
      </form></div></section>`
  }

  function number(id: string, label: string, value: string, set: (v: string) => void, min: number, placeholder = ''): TemplateResult {
    return html`<div class="field narrow"><label for=${id}>${label}</label><input id=${id} type="number" min=${min} .value=${value} placeholder=${placeholder}
      @input=${(e: Event) => set((e.target as HTMLInputElement).value)}></div>`
  }

  function agentField(id: string, label: string, i: number, choices: { value: string; text: string }[], value: string, set: (v: string) => void): TemplateResult {
    const free = own[i] ?? false
    const choose = (e: Event) => {
      const chosen = (e.target as HTMLSelectElement).value
      own[i] = chosen === OWN
      if (!own[i]) set(chosen)
      draw()
      if (own[i]) root.querySelector<HTMLElement>(`#${id}-spec`)?.focus()
    }
    return html`<div class="field agent"><label for=${id}>${label}</label><select id=${id} @change=${choose}>
        ${choices.map(c => html`<option value=${c.value} ?selected=${!free && c.value === value}>${c.text}</option>`)}
        <option value=${OWN} ?selected=${free}>${t('An agent of your own choice…')}</option></select>
      ${free ? html`<input id=${`${id}-spec`} class="mono" type="text" autocomplete="off" spellcheck="false" aria-label=${t('{0}, as agents are written', label)} .value=${value}
        @input=${(e: Event) => set((e.target as HTMLInputElement).value)}>` : nothing}</div>`
  }

  function matchFields(g: Game): TemplateResult {
    const choices = offered(g)
    return html`${agents.map((a, i) => agentField(`lab-agent-${i}`, t('Agent {0}', i + 1), i, choices, a, v => { agents[i] = v }))}
      <div class="field"><span class="label" aria-hidden="true">&nbsp;</span><div class="row">
        ${agents.length < AGENTS_MOST ? html`<button type="button" @click=${() => { agents = [...agents, suggested(agents.length)]; draw() }}>${t('One more')}</button>` : nothing}
        ${agents.length > 2 ? html`<button type="button" @click=${() => { agents = agents.slice(0, -1); own = own.slice(0, agents.length); draw() }}>${t('One less')}</button>` : nothing}</div></div>
      ${number('lab-games', t('Games of a pair'), count, v => { count = v }, 2)}`
  }

  function tuneFields(g: Game): TemplateResult {
    const list = tunable(g), choices = [{ value: '', text: t('a quick one') }, ...g.agents.filter(a => a.options.some(o => o.name === 'eval')).map(a => ({ value: a.name, text: a.name }))]
    return html`${list.length ? select('lab-eval', t('Evaluator'), list.map(e => ({ value: e.name, text: e.name })), evaluator || list[0].name, v => { evaluator = v; draw() }) : nothing}
      ${select('lab-method', t('Method'), METHODS.map(m => ({ value: m, text: m })), method, v => { method = v })}
      ${agentField('lab-tuned', t('Agent that plays'), TUNED, choices, tuneAgent, v => { tuneAgent = v })}
      ${number('lab-generations', t('Generations'), generations, v => { generations = v }, 1)}`
  }

  // ---- A run that is watched -------------------------------------------------------------------

  function watching(r: Run): TemplateResult {
    const going = r.state === 'running' || r.state === 'waiting', points = r.points as (MatchPoint & TunePoint)[], last = points[points.length - 1]
    return html`<section class="panel run" aria-label=${t('The run that is watched')}>
      <div class="row"><h2>${title(r.game)}: ${t(KINDS[r.kind])} <span class="dim">#${r.run}</span></h2><span class="gap"></span><span class=${`state ${r.state}`}>${t(STATES[r.state])}</span>
        ${going && r.mine ? html`<button type="button" class="slim danger" @click=${() => ask('cancel', { run: r.run }).catch(why => { problem = failure(why); draw() })}>${t('Stop')}</button>` : nothing}
        ${r.kept !== null && !going ? html`<button type="button" class="slim" aria-expanded=${report === r.kept} @click=${() => { report = report === r.kept ? 0 : r.kept!; draw(); root.querySelector('.run iframe')?.scrollIntoView({ block: 'nearest' }) }}>${t('Report')}</button>
          <a class="button slim quiet" href=${reportAddress(`runs/${r.kept}`)} target="_blank" rel="noopener">${t('in a new tab')}</a>` : nothing}</div>
      <p class="small dim">${(r.agents ?? []).join(' – ')}${r.text ? ` · ${r.text}` : ''}</p>
      <progress max="1" .value=${r.done} aria-label=${t('Progress')}></progress>
      ${isTuning(r) ? tuning(points, last) : match(r, last)}
      ${report && report === r.kept ? reportFrame(`runs/${report}`, t('Report')) : nothing}</section>`
  }

  function match(r: Run, last: MatchPoint | undefined): TemplateResult {
    return html`<h3>${t('Score of {0}', r.agents?.[0] ?? '')}</h3>
      <div class="plot match-plot" role="img" aria-label=${last ? t('After {0} games {1} %, probably between {2} % and {3} %', num(last.games), num(100 * last.score, 1), num(100 * last.low, 1), num(100 * last.high, 1)) : t('No games yet')}></div>
      <p class="small dim">${last ? t('After {0} games {1} %, probably between {2} % and {3} %', num(last.games), num(100 * last.score, 1), num(100 * last.low, 1), num(100 * last.high, 1)) : t('No games yet')}</p>
      ${r.standings?.length ? html`<h3>${t('Ratings')}</h3>${eloBars(r.standings)}
        <div class="scroll" tabindex="0" role="group" aria-label=${t('Standings')}><table class="rows"><thead><tr><th scope="col">${t('Agent')}</th><th scope="col" class="right">Elo</th><th scope="col" class="right">${t('points')}</th><th scope="col" class="right">${t('games')}</th><th scope="col" class="right">${t('wins')}</th><th scope="col" class="right">${t('draws')}</th><th scope="col" class="right">${t('losses')}</th></tr></thead>
        <tbody>${r.standings.map(s => html`<tr><td class="mono">${s.agent}</td><td class="right">${eloText(s)}</td><td class="right">${num(s.points, 1)}</td><td class="right">${num(s.games)}</td><td class="right">${num(s.wins)}</td><td class="right">${num(s.draws)}</td><td class="right">${num(s.losses)}</td></tr>`)}</tbody></table></div>` : nothing}`
  }

  function tuning(points: TunePoint[], last: TunePoint | undefined): TemplateResult {
    const names = Object.keys(last?.weights ?? {})
    const said = last ? t('Generation {0}: best {1}, mean {2}', num(last.generation), num(last.best, 3), num(last.mean, 3)) : t('No generations yet')
    return html`<h3>${t('Fitness')}</h3><div class="plot fitness-plot" role="img" aria-label=${said}></div>
      <ul class="plain legend">${legend([t('best'), t('mean')])}</ul><p class="small dim">${said}${points.length > 1 && points.every(p => p.mean === 0.5) ? html`<br>${t('They all play each other, so that their mean is always one half.')}` : nothing}</p>
      ${names.length ? html`<h3>${t('Weights of the best')}</h3><div class="plot weights-plot" role="img" aria-label=${names.map(n => `${n} ${num(last!.weights[n], 1)}`).join(', ')}></div>
        <ul class="plain legend">${legend(names, n => num(last!.weights[n], 1))}</ul>` : nothing}
      ${points.length ? nothing : html`<p class="small dim">${t('The first generation is being played.')}</p>`}`
  }

  const legend = (names: string[], value?: (name: string) => string) => names.map((n, i) => html`<li><svg width="18" height="10" aria-hidden="true"><rect class=${`series-${SERIES[i % SERIES.length]}`} y="3" width="18" height="4" rx="2"></rect></svg>${n}${value ? html` <b>${value(n)}</b>` : nothing}</li>`)

  function drawPlots(): void {
    const r = run(), wanted: [string, (host: HTMLElement, r: Run) => { close(): void; update(run: Run): void }][] = [
      ['.match-plot', (h, one) => { const p = matchPlot(h, one.points, one.games * (one.agents.length - 1)); return { close: p.close, update: now => p.add(now.points) } }],
      ['.fitness-plot', (h, one) => { const p = fitnessPlot(h, one.points); return { close: p.close, update: now => p.add(now.points) } }],
      ['.weights-plot', (h, one) => { const p = weightsPlot(h, one.points, Object.keys(one.points[one.points.length - 1]?.weights ?? {})); return { close: p.close, update: now => p.add(now.points) } }],
    ]
    plots = plots.filter(p => root.contains(p.host) && p.host.matches('.plot') || (p.close(), false))
    if (!r) return
    for (const [name, make] of wanted) {
      const host = root.querySelector<HTMLElement>(name), known = plots.find(p => p.host === host)
      if (!host) continue
      if (known) known.update(r)
      else plots.push({ host, ...make(host, r) })
    }
  }

  // ---- Lists ----------------------------------------------------------------------------------------

  function present(): TemplateResult | typeof nothing {
    return runs.length ? html`<section aria-label=${t('Runs of this server')}><h2>${t('Running and just ended')}</h2><ul class="plain run-list">${runs.map(r => html`<li><button type="button" class="quiet" aria-current=${r.run === watched ? 'true' : nothing} @click=${() => watch(r.run)}>
      <b>${title(r.game)}: ${t(KINDS[r.kind])} #${r.run}</b> <span>${(r.agents ?? []).join(' – ')}</span> <span class=${`state ${r.state}`}>${t(STATES[r.state])}${r.state === 'running' ? ` ${num(100 * r.done)} %` : ''}</span></button></li>`)}</ul></section>` : nothing
  }

  function past(): TemplateResult {
    return html`<section class="past" aria-label=${t('Runs that are kept')}><h2>${t('Kept')}</h2>
      ${kept === null ? html`<p class="waiting">${t('Loading…')}</p>` : !kept.length ? html`<p class="dim">${t('No runs are kept here yet.')}</p>` : html`<div class="scroll" tabindex="0" role="group" aria-label=${t('Runs that are kept')}><table class="rows"><thead><tr><th scope="col">${t('Run')}</th><th scope="col">${t('Agents')}</th><th scope="col" class="right">${capital(t('games'))}</th><th scope="col">${t('When')}</th><th scope="col"><span class="spoken">${t('Actions')}</span></th></tr></thead>
        <tbody>${kept.map(k => html`<tr><td><a href=${reportAddress(`runs/${k.id}`)} target="_blank" rel="noopener">${title(k.game)}: ${KINDS[k.kind] ? t(KINDS[k.kind]) : k.kind} #${k.id}</a></td><td class="mono small">${(k.parameters?.agents ?? []).join(' – ')}</td><td class="right">${k.games ? num(k.games) : '–'}</td><td class="when">${when(k.begun)}</td><td><button type="button" class="slim" aria-expanded=${shownKept === k.id} aria-label=${t('Report of run {0}', k.id)} @click=${() => { shownKept = shownKept === k.id ? 0 : k.id; draw(); root.querySelector('.past iframe')?.scrollIntoView({ block: 'nearest' }) }}>${t('Report')}</button></td></tr>`)}</tbody></table></div>
        ${shownKept ? reportFrame(`runs/${shownKept}`, t('Report of run {0}', shownKept)) : nothing}
        <p class="small dim">${tn(kept.length, '{0} run; its name opens the report in a new tab.', '{0} runs; their names open the reports in new tabs.')}</p>`}</section>`
  }

  function page(): TemplateResult {
    const said = hello(), r = run()
    return html`<div class="learn lab"><h1 tabindex="-1">${t('Lab')}</h1>
      <p class="lead">${t('Let agents play matches and tournaments, tune their weights, and watch the numbers settle.')}</p>
      ${problem ? html`<p class="notice bad" role="alert">${problem}</p>` : nothing}
      ${!all.length || !said ? html`<p class="waiting">${t('Loading…')}</p>` : said.lab ? form()
        : html`<p class="notice">${t('Here no matches are run: this server was started without its lab. On your own machine:')} <code>jogada serve</code>, <code>jogada match</code>, <code>jogada tune</code>.</p>`}
      ${r ? watching(r) : nothing}${present()}${past()}</div>`
  }

  function draw(): void {
    if (!alive) return
    render(page(), root)
    drawPlots()
  }

  let listed = false
  function list(): void {
    if (listed || !hello()?.lab) return
    listed = true
    ask<{ runs: Run[] }>('lab').then(ok => {
      for (const r of ok.runs) heard(r)
      if (!watched && runs.some(r => r.state === 'running')) watch(runs.find(r => r.state === 'running')!.run)
    }, why => {
      problem = failure(why)
      draw()
    })
  }

  route.title(t('Lab'))
  addEventListener('jogada-theme', draw)
  draw()
  const offs = [on('run', heard), onState(() => { list(); draw() })]
  games().then(found => {
    all = found
    begin()
    list()
    if (watched) watch(watched)
    draw()
  }, why => {
    problem = failure(why)
    draw()
  })
  loadKept()

  return () => {
    alive = false
    if (unwatch) {
      unwatch()
      ask('unwatch', { run: watched }).catch(() => {})
    }
    for (const off of offs) off()
    removeEventListener('jogada-theme', draw)
    for (const p of plots) p.close()
  }
}
