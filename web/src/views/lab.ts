// The lab: starts matches, tournaments and tuning runs, plots them live, and lists the stored runs.
import { html, nothing, render, type TemplateResult } from 'lit-html'
import { announce } from '../announce.js'
import { games, get } from '../api.js'
import { capital, num, t, tn, word } from '../lang.js'
import { request, subscribe, hello, on, onState } from '../socket.js'
import type { Game, Run } from '../types.js'
import type { Route } from '../view.js'
import { errorText, reportAddress, reportFrame, select } from '../learn/widgets.js'
import { addPoints, eloBars, eloText, fitnessPlot, isTuning, matchPlot, SERIES, weightsPlot, type MatchPoint, type TunePoint } from '../learn/run_plots.js'
import { when } from './log.js'

interface StoredRun { id: number; kind: string; game: string; games: number; state: string; begun: string; parameters?: { agents?: string[] } }

const STATES: Record<Run['state'], string> = { waiting: word('queued'), running: word('running'), done: word('done'), stopped: word('stopped'), failed: word('failed') }
const KINDS: Record<string, string> = { match: word('match'), tournament: word('tournament'), tune: word('tuning'), play: word('single game'), study: word('study') }
const METHODS = ['genetic', 'spsa', 'cma', 'q']
const AGENTS_MOST = 8, TUNED = AGENTS_MOST  // index of the agent that plays in a tuning run
const OWN = '*'
const FIRST = [2, 1, 0]                // indices of the suggested levels

export function view(root: HTMLElement, route: Route): () => void {
  let alive = true, all: Game[] = [], runs: Run[] = [], stored: StoredRun[] | null = null, problem = '', refused = '', report = 0, shownReport = 0
  let mode: 'match' | 'tune' = 'match', gameName = route.query.get('game') ?? 'kalah', agents: string[] = [], own: boolean[] = [], count = '50', seed = ''
  let evaluator = '', method = 'genetic', generations = '20', tuneAgent = '', starting = false
  let watched = Number(route.query.get('run') ?? 0), unwatch: (() => void) | null = null
  let plots: { host: Element; close(): void; update(run: Run): void }[] = []

  const game = () => all.find(g => g.name === gameName) ?? all[0]
  const title = (name: string) => all.find(g => g.name === name.split(':')[0])?.title ?? name
  const run = () => runs.find(r => r.run === watched)

  // ---- Runs ------------------------------------------------------------------------------

  function receiveRun(message: Run): void {
    const known = runs.find(r => r.run === message.run), by = isTuning(message) ? 'generation' : 'games'
    const points = addPoints(known?.points ?? [], message.points ?? [], by)
    const ended = known && known.state !== message.state && !['waiting', 'running'].includes(message.state)
    const next = { ...known, ...message, points }
    runs = known ? runs.map(r => r === known ? next : r) : [next, ...runs]
    if (ended && message.run === watched) {
      announce(`${t(KINDS[message.kind])}: ${t(STATES[message.state])}. ${message.text}`)
      loadStoredRuns()
    }
    draw()
  }

  function watch(number: number): void {
    if (unwatch) {
      unwatch()
      request('unwatch', { run: watched }).catch(() => {})
    }
    watched = number
    route.remember(`/lab?run=${number}`)
    unwatch = subscribe('watch', { run: number }, why => {
      problem = errorText(why)
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
      const ok = mode === 'match' ? await request<{ run: number }>('match', { game: g.name, agents: list, games: Number(count), ...own })
        : await request<{ run: number }>('tune', { game: g.name, ...(tuneAgent.trim() ? { agent: tuneAgent.trim() } : {}), ...(evaluator ? { evaluator } : {}), method, generations: Number(generations), ...own })
      watch(ok.run)
    } catch (why) {
      refused = errorText(why)
      announce(refused, true)
    } finally {
      starting = false
      draw()
    }
  }

  // The levels, then the other agents.
  function offered(g: Game): { value: string; text: string }[] {
    const levels = g.levels.map(l => ({ value: l.agent, text: `${l.title} · ${l.agent}` }))
    return [...levels, ...g.agents.filter(a => !levels.some(l => l.value === a.name)).map(a => ({ value: a.name, text: a.name }))]
  }
  // Neighbouring levels make an interesting match.
  const suggested = (i: number): string => {
    const list = offered(game())
    return list[Math.min(list.length - 1, FIRST[i] ?? i)]?.value ?? 'random'
  }
  function resetForm(): void {
    agents = [suggested(0), suggested(1)]
    own = []
    evaluator = tuneAgent = refused = ''
  }
  const tunable = (g: Game) => g.evaluators.filter(e => e.features.length)

  function loadStoredRuns(): void {
    get<{ runs: StoredRun[] }>('runs').then(found => {
      stored = found.runs
      draw()
    }, () => {
      stored = []
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
    return html`<section class="panel lab-new" aria-label=${t('New run')}>
      <div class="row lab-tabs" role="tablist" aria-label=${t('Run type')}>${tab('match', t('Match or tournament'))}${tab('tune', t('Tuning'))}</div>
      <div id="lab-form" role="tabpanel" aria-labelledby=${`tab-${mode}`}><form @submit=${(e: Event) => { e.preventDefault(); void start() }}>
        <p class="small dim">${mode === 'match' ? t('Two agents play a match, more play a round-robin tournament. Each pair plays the given number of games and swaps seats.')
          : t('Tuning improves the weights of an evaluator by playing games, generation by generation.')}</p>
        <div class="fields">${select('lab-game', t('Game'), list.map(one => ({ value: one.name, text: one.title })), g.name, v => { gameName = v; resetForm(); draw() })}
          ${mode === 'match' ? matchFields(g) : tuneFields(g)}
          ${number('lab-seed', t('Seed'), seed, v => { seed = v }, 0, t('any'))}</div>
        ${refused ? html`<p class="notice bad" role="alert">${refused}</p>` : nothing}
        <p class="row"><button class="main" type="submit" ?disabled=${starting}>${mode === 'match' ? t('Start match') : t('Start tuning')}</button></p>
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
        <option value=${OWN} ?selected=${free}>${t('Custom agent…')}</option></select>
      ${free ? html`<input id=${`${id}-spec`} class="mono" type="text" autocomplete="off" spellcheck="false" aria-label=${t('{0}: agent spec', label)} .value=${value}
        @input=${(e: Event) => set((e.target as HTMLInputElement).value)}>` : nothing}</div>`
  }

  function matchFields(g: Game): TemplateResult {
    const choices = offered(g)
    return html`${agents.map((a, i) => agentField(`lab-agent-${i}`, t('Agent {0}', i + 1), i, choices, a, v => { agents[i] = v }))}
      <div class="field"><span class="label" aria-hidden="true">&nbsp;</span><div class="row">
        ${agents.length < AGENTS_MOST ? html`<button type="button" @click=${() => { agents = [...agents, suggested(agents.length)]; draw() }}>${t('Add agent')}</button>` : nothing}
        ${agents.length > 2 ? html`<button type="button" @click=${() => { agents = agents.slice(0, -1); own = own.slice(0, agents.length); draw() }}>${t('Remove agent')}</button>` : nothing}</div></div>
      ${number('lab-games', t('Games per pair'), count, v => { count = v }, 2)}`
  }

  function tuneFields(g: Game): TemplateResult {
    const list = tunable(g), choices = [{ value: '', text: t('fast default') }, ...g.agents.filter(a => a.options.some(o => o.name === 'eval')).map(a => ({ value: a.name, text: a.name }))]
    return html`${list.length ? select('lab-eval', t('Evaluator'), list.map(e => ({ value: e.name, text: e.name })), evaluator || list[0].name, v => { evaluator = v; draw() }) : nothing}
      ${select('lab-method', t('Method'), METHODS.map(m => ({ value: m, text: m })), method, v => { method = v })}
      ${agentField('lab-tuned', t('Playing agent'), TUNED, choices, tuneAgent, v => { tuneAgent = v })}
      ${number('lab-generations', t('Generations'), generations, v => { generations = v }, 1)}`
  }

  // ---- The watched run -------------------------------------------------------------------------

  function watchedRun(r: Run): TemplateResult {
    const going = r.state === 'running' || r.state === 'waiting', points = r.points as (MatchPoint & TunePoint)[], last = points[points.length - 1]
    return html`<section class="panel run" aria-label=${t('Selected run')}>
      <div class="row"><h2>${title(r.game)}: ${t(KINDS[r.kind])} <span class="dim">#${r.run}</span></h2><span class="gap"></span><span class=${`state ${r.state}`}>${t(STATES[r.state])}</span>
        ${going && r.mine ? html`<button type="button" class="slim danger" @click=${() => request('cancel', { run: r.run }).catch(why => { problem = errorText(why); draw() })}>${t('Stop')}</button>` : nothing}
        ${r.kept !== null && !going ? html`<button type="button" class="slim" aria-expanded=${report === r.kept} @click=${() => { report = report === r.kept ? 0 : r.kept!; draw(); root.querySelector('.run iframe')?.scrollIntoView({ block: 'nearest' }) }}>${report === r.kept ? t('Hide report') : t('Show report')}</button>
          <a class="button slim quiet" href=${reportAddress(`runs/${r.kept}`)} target="_blank" rel="noopener">${t('Open in new tab')}</a>` : nothing}</div>
      <p class="small dim">${(r.agents ?? []).join(' – ')}${r.text ? ` · ${r.text}` : ''}</p>
      <progress max="1" .value=${r.done} aria-label=${t('Progress')}></progress>
      ${isTuning(r) ? tuning(points, last) : match(r, last)}
      ${report && report === r.kept ? reportFrame(`runs/${report}`, t('Report')) : nothing}</section>`
  }

  function match(r: Run, last: MatchPoint | undefined): TemplateResult {
    return html`<h3>${t('Score: {0}', r.agents?.[0] ?? '')}</h3>
      <div class="plot match-plot" role="img" aria-label=${last ? t('{1} % after {0} games, 95 % confidence interval {2} % to {3} %', num(last.games), num(100 * last.score, 1), num(100 * last.low, 1), num(100 * last.high, 1)) : t('No games yet')}></div>
      <p class="small dim">${last ? t('{1} % after {0} games, 95 % confidence interval {2} % to {3} %', num(last.games), num(100 * last.score, 1), num(100 * last.low, 1), num(100 * last.high, 1)) : t('No games yet')}</p>
      ${r.standings?.length ? html`<h3>${t('Ratings')}</h3>${eloBars(r.standings)}
        <div class="scroll" tabindex="0" role="group" aria-label=${t('Standings')}><table class="rows"><thead><tr><th scope="col">${t('Agent')}</th><th scope="col" class="right">Elo</th><th scope="col" class="right">${t('points')}</th><th scope="col" class="right">${t('games')}</th><th scope="col" class="right">${t('wins')}</th><th scope="col" class="right">${t('draws')}</th><th scope="col" class="right">${t('losses')}</th></tr></thead>
        <tbody>${r.standings.map(s => html`<tr><td class="mono">${s.agent}</td><td class="right">${eloText(s)}</td><td class="right">${num(s.points, 1)}</td><td class="right">${num(s.games)}</td><td class="right">${num(s.wins)}</td><td class="right">${num(s.draws)}</td><td class="right">${num(s.losses)}</td></tr>`)}</tbody></table></div>` : nothing}`
  }

  function tuning(points: TunePoint[], last: TunePoint | undefined): TemplateResult {
    const names = Object.keys(last?.weights ?? {})
    const said = last ? t('Generation {0}: best {1}, mean {2}', num(last.generation), num(last.best, 3), num(last.mean, 3)) : t('No generations yet')
    return html`<h3>${t('Fitness')}</h3><div class="plot fitness-plot" role="img" aria-label=${said}></div>
      <ul class="plain legend">${legend([t('best'), t('mean')])}</ul><p class="small dim">${said}${points.length > 1 && points.every(p => p.mean === 0.5) ? html`<br>${t('The candidates play each other, so their mean is always one half.')}` : nothing}</p>
      ${names.length ? html`<h3>${t('Best weights')}</h3><div class="plot weights-plot" role="img" aria-label=${names.map(n => `${n} ${num(last!.weights[n], 1)}`).join(', ')}></div>
        <ul class="plain legend">${legend(names, n => num(last!.weights[n], 1))}</ul>` : nothing}
      ${points.length ? nothing : html`<p class="small dim">${t('Playing the first generation…')}</p>`}`
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

  function currentRuns(): TemplateResult | typeof nothing {
    return runs.length ? html`<section aria-label=${t('Current runs')}><h2>${t('Current runs')}</h2><ul class="plain run-list">${runs.map(r => html`<li><button type="button" class="quiet" aria-current=${r.run === watched ? 'true' : nothing} @click=${() => watch(r.run)}>
      <b>${title(r.game)}: ${t(KINDS[r.kind])} #${r.run}</b> <span>${(r.agents ?? []).join(' – ')}</span> <span class=${`state ${r.state}`}>${t(STATES[r.state])}${r.state === 'running' ? ` ${num(100 * r.done)} %` : ''}</span></button></li>`)}</ul></section>` : nothing
  }

  function storedRuns(): TemplateResult {
    return html`<section class="past" aria-label=${t('Stored runs')}><h2>${t('Stored runs')}</h2>
      ${stored === null ? html`<p class="waiting">${t('Loading…')}</p>` : !stored.length ? html`<p class="dim">${t('No stored runs yet.')}</p>` : html`<div class="scroll" tabindex="0" role="group" aria-label=${t('Stored runs')}><table class="rows"><thead><tr><th scope="col">${t('Run')}</th><th scope="col">${t('Agents')}</th><th scope="col" class="right">${capital(t('games'))}</th><th scope="col">${t('Date')}</th><th scope="col"><span class="spoken">${t('Actions')}</span></th></tr></thead>
        <tbody>${stored.map(k => html`<tr><td><a href=${reportAddress(`runs/${k.id}`)} target="_blank" rel="noopener">${title(k.game)}: ${KINDS[k.kind] ? t(KINDS[k.kind]) : k.kind} #${k.id}</a></td><td class="mono small">${(k.parameters?.agents ?? []).join(' – ')}</td><td class="right">${k.games ? num(k.games) : '–'}</td><td class="when">${when(k.begun)}</td><td><button type="button" class="slim" aria-expanded=${shownReport === k.id} aria-label=${`${shownReport === k.id ? t('Hide report') : t('Show report')}: #${k.id}`} @click=${() => { shownReport = shownReport === k.id ? 0 : k.id; draw(); root.querySelector('.past iframe')?.scrollIntoView({ block: 'nearest' }) }}>${shownReport === k.id ? t('Hide report') : t('Show report')}</button></td></tr>`)}</tbody></table></div>
        ${shownReport ? reportFrame(`runs/${shownReport}`, t('Report of run {0}', shownReport)) : nothing}
        <p class="small dim">${tn(stored.length, '{0} run. Its name opens the report in a new tab.', '{0} runs. Their names open the reports in new tabs.')}</p>`}</section>`
  }

  function page(): TemplateResult {
    const said = hello(), r = run()
    return html`<div class="learn lab"><h1 tabindex="-1">${t('Lab')}</h1>
      <p class="lead">${t('Run matches and tournaments between agents, tune their weights, and follow the results live.')}</p>
      ${problem ? html`<p class="notice bad" role="alert">${problem}</p>` : nothing}
      ${!all.length || !said ? html`<p class="waiting">${t('Loading…')}</p>` : said.lab ? form()
        : html`<p class="notice">${t('The lab is off on this server. Use it on your own machine:')} <code>jogada serve</code>, <code>jogada match</code>, <code>jogada tune</code>.</p>`}
      ${r ? watchedRun(r) : nothing}${currentRuns()}${storedRuns()}</div>`
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
    request<{ runs: Run[] }>('lab').then(ok => {
      for (const r of ok.runs) receiveRun(r)
      if (!watched && runs.some(r => r.state === 'running')) watch(runs.find(r => r.state === 'running')!.run)
    }, why => {
      problem = errorText(why)
      draw()
    })
  }

  route.title(t('Lab'))
  addEventListener('jogada-theme', draw)
  draw()
  const offs = [on('run', receiveRun), onState(() => { list(); draw() })]
  games().then(found => {
    all = found
    resetForm()
    list()
    if (watched) watch(watched)
    draw()
  }, why => {
    problem = errorText(why)
    draw()
  })
  loadStoredRuns()

  return () => {
    alive = false
    if (unwatch) {
      unwatch()
      request('unwatch', { run: watched }).catch(() => {})
    }
    for (const off of offs) off()
    removeEventListener('jogada-theme', draw)
    for (const p of plots) p.close()
  }
}
