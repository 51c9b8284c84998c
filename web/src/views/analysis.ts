// Analysis: any game, kept, pasted or made up here, with what an agent thinks of each position.
import { html, nothing, render, type TemplateResult } from 'lit-html'
import { announce } from '../announce.js'
import { apiAddress, games, get } from '../api.js'
import { copyText } from '../copy.js'
import { lang, num, t, word } from '../lang.js'
import { ask, job, on, Refusal } from '../socket.js'
import { mistake, readSpec, type Mistake } from '../spec.js'
import type { Game, Judgement, Move, State, Table } from '../types.js'
import type { Route } from '../view.js'
import { analysisSide, type Side } from '../learn/analysis_side.js'
import { chanceGraph, graphSaid, type Graph } from '../learn/chance_graph.js'
import { begin, chances, depthOf, forget, goTo, graphed, lastMove, lineOf, movesTo, SIGNS, stateOf, stepBy, tryMove, type Study } from '../learn/line.js'
import { board, drawingNow, failure, iconButton, ownsKeys, select, wasStopped } from '../learn/parts.js'
import type { Kept } from './log.js'

const TIMES = [{ value: '300', text: word('0.3 s') }, { value: '1000', text: word('1 s') }, { value: '3000', text: word('3 s') }, { value: '10000', text: word('10 s') }]
const ON_BOARD = 6, ON_BOARD_MOST = 12 // moves whose values are drawn: all where they are few; more would hide the board
const REVIEW_MOST = 120, REVIEW_MS = 12000 // moves of a game that is reviewed without being asked, and how long that may take
const TEXT_MOST = 60000               // characters of a file
const PAUSE = 200                     // milliseconds on a position before an agent is asked

interface Read { game: string; start: string; states: (State | null)[]; moves: Move[]; names?: string[]; result?: string }

export function view(root: HTMLElement, route: Route): () => void {
  let alive = true, all: Game[] = [], problem = '', busy = true, pasteOpen = ![...route.query.keys()].length, pasted = '', pastedGame = '', pasteWrong: Mistake | null = null
  let study: Study | null = null, names: string[] = [], result = '', kept: number | null = null
  let agent = route.query.get('agent') ?? '', ms = '1000', live = true, picked: string | null = null, seat = 0
  let judged = new Map<number, Judgement>(), seen = new Map<number, Judgement>(), reviewing: { stop(): void } | null = null, thinking: { stop(): void } | null = null
  let now: Judgement | null = null, nowKey = '', timer = 0, refused = ''
  let graph: Graph | null = null, graphHost: Element | null = null

  const game = (): Game | undefined => study ? all.find(g => g.name === readSpec(study!.game).name) : undefined
  const judge = () => agent || game()?.opponent || ''
  const key = () => study ? `${study.game}|${study.start}|${movesTo(study)}|${judge()}|${ms}|${lang()}` : ''
  const nameOf = (i: number) => names[i] || game()?.seats[i] || String(i + 1)

  // ---- Where games come from -------------------------------------------------------------

  async function open(what: () => Promise<Read>, fromForm = false): Promise<boolean> {
    busy = true
    problem = ''
    pasteWrong = null
    draw()
    try {
      const found = await what()
      if (!alive) return false
      stopAll()
      study = begin(found.game, found.start, { moves: found.moves, states: found.states })
      names = found.names ?? []
      pastedGame = readSpec(found.game).name
      result = found.result ?? ''
      judged = new Map()
      seen = new Map()
      now = null
      picked = null
      refused = ''
      if (fromForm) pasteOpen = false
      if (!all.some(g => g.name === readSpec(found.game).name && g.agents.some(a => a.name === readSpec(agent).name))) agent = ''
      return true
    } catch (why) {
      if (fromForm) pasteWrong = { text: failure(why), at: why instanceof Refusal ? why.at : null }
      else problem = failure(why)
      announce(failure(why), true)
      return false
    } finally {
      busy = false
      if (alive) {
        draw()
        think()
        if (fromForm) root.querySelector<HTMLElement>(pasteWrong ? '#a-text' : 'h1')?.focus()
      }
    }
  }

  // Games that are not long are reviewed at once, quickly.
  function reviewAtOnce(): void {
    const moves = study?.main.moves.length ?? 0
    if (moves > 1 && moves <= REVIEW_MOST) void review(Math.max(20, Math.min(300, Math.round(REVIEW_MS / moves))))
  }

  async function line(spec: string, position: string, moves: string): Promise<Read> {
    const ok = await ask<{ states: (State | null)[]; moves: Move[] }>('state', { game: spec, ...(position ? { position } : {}), ...(moves ? { moves } : {}) })
    return { game: spec, start: position, ...ok }
  }

  async function fromLog(id: number): Promise<Read> {
    const k = await get<Kept>(`log/${id}`), moves = Array.isArray(k.moves) ? k.moves.join(' ') : String(k.moves ?? '')
    kept = id
    return { ...await line(k.game, k.start, moves), names: k.seats, result: k.result }
  }

  function fromTable(id: string): Promise<Read> {
    return new Promise((yes, no) => {
      const off = on('table', (table: Table) => {
        if (table.table !== id) return
        off()
        ask('leave', { table: id }).catch(() => {})
        const list = table.seats.map(s => s.name ?? s.agent ?? s.title)
        if (table.game_id !== null) fromLog(table.game_id).then(yes, no)
        else line(table.game, table.start, table.moves.map(m => m.move).join(' ')).then(found => yes({ ...found, names: list }), no)
      })
      ask('open', { table: id }).catch(why => {
        off()
        no(why)
      })
    })
  }

  // A file of ours or SGF; else a position of the game that was chosen, or its moves. Of several refusals the one that
  // understood most of the text is told.
  async function fromText(whole: string): Promise<Read> {
    const text = whole.trim(), moves = text.replace(/\s+/g, ' ')
    kept = null
    const wrong: unknown[] = []
    for (const read of [() => ask<Read>('read', { text: whole }), () => line(pastedGame, text, ''), () => line(pastedGame, '', moves)])
      try {
        return await read()
      } catch (why) {
        if (!(why instanceof Refusal) || /^\(\s*;/.test(text) || text.includes('\n\n')) throw why
        wrong.push(why)
      }
    const far = (why: unknown) => (why as Refusal).at ?? 0
    throw wrong.slice(1).reduce((a, b) => far(b) > far(a) ? b : a)
  }

  function address(): string {
    const s = study!, q = new URLSearchParams()
    if (kept !== null && !s.trying) q.set('game', String(kept))
    else {
      q.set('game', s.game)
      if (s.start) q.set('position', s.start)
      const moves = s.trying ? movesTo(s) : s.main.moves.map(m => m.move).join(' ')
      if (moves) q.set('moves', moves)
    }
    if (depthOf(s)) q.set('ply', String(depthOf(s)))
    if (agent) q.set('agent', agent)
    return '/analysis?' + q
  }

  // ---- Going about ---------------------------------------------------------------------------

  function move(next: Study, spoken = true): void {
    study = next
    picked = null
    refused = ''
    route.remember(address())
    const last = lastMove(next)
    if (spoken) announce(last ? `${depthOf(next)}. ${status(next)}` : t('The beginning'))
    draw()
    think()
    root.querySelector('.ply-list [aria-current="true"]')?.scrollIntoView({ block: 'nearest' })
  }

  // Positions of long games come one by one, when they are looked at.
  async function fetch(s: Study): Promise<void> {
    const line = lineOf(s), at = s.ply, ok = await ask<{ states: State[] }>('state', { ...from(s), moves: movesTo(goTo(s, Infinity)), ply: depthOf(s) })
    line.states[at] = ok.states[0]
    draw()
    think()
  }

  const from = (s: Study) => ({ game: s.game, ...(s.start ? { position: s.start } : {}) })

  async function play(word: string): Promise<void> {
    const s = study!
    try {
      const ok = await ask<{ states: State[]; moves: Move[] }>('state', { ...from(s), moves: [movesTo(s), word].filter(m => m).join(' '), ply: depthOf(s) + 1 })
      if (!alive || study !== s) return
      move(tryMove(s, ok.moves[ok.moves.length - 1], ok.states[ok.states.length - 1]))
    } catch (why) {
      refused = failure(why)
      picked = null
      announce(refused, true)
      draw()
    }
  }

  async function playAll(words: string[]): Promise<void> {
    for (const one of words) await play(one)
  }

  // ---- Agents ----------------------------------------------------------------------------------

  function stopAll(): void {
    clearTimeout(timer)
    thinking?.stop()
    reviewing?.stop()
    thinking = reviewing = null
  }

  function think(): void {
    clearTimeout(timer)
    if (!study || key() === nowKey) return
    thinking?.stop()
    thinking = null
    nowKey = ''
    const known = study.trying ? undefined : judged.get(study.ply)
    now = known ?? null
    const state = stateOf(study)
    if (!state) void fetch(study).catch(why => { refused = failure(why); draw() })
    if (!live || !alive || typeof state?.turn !== 'number') return draw()
    timer = window.setTimeout(() => void analyse(), PAUSE)
    draw()
  }

  async function analyse(): Promise<void> {
    const s = study!, own = key(), moves = movesTo(s)
    const asked = job<Judgement>('analyze', { ...from(s), ...(moves ? { moves } : {}), agent: judge(), ms: Number(ms) },
      news => {
        if (own !== key() || !news.best) return
        now = news.best
        draw()
      })
    thinking = asked
    nowKey = own
    draw()
    try {
      const found = await asked.done
      if (own === key()) now = found
      if (study && !s.trying && study.main === s.main) seen.set(s.ply, found)
    } catch (why) {
      if (own === key() && !wasStopped(why)) refused = failure(why)
    } finally {
      if (thinking === asked) thinking = null
      if (alive) draw()
    }
  }

  async function review(within = Number(ms)): Promise<void> {
    const s = study!
    if (reviewing) return reviewing.stop()
    judged = new Map()
    const keep = (j: Judgement) => {
      judged.set(j.ply, j)
      if (!study!.trying && study!.ply === j.ply && (!thinking || !now)) now = j
    }
    const asked = job<{ plies: Judgement[] }>('review', { ...from(s), moves: s.main.moves.map(m => m.move).join(' '), agent: judge(), ms: within },
      news => {
        if (news.judgement) keep({ ...news.judgement, ply: news.ply ?? news.judgement.ply })
        draw()
      })
    reviewing = asked
    draw()
    try {
      const found = await asked.done
      for (const j of found.plies ?? []) if (j) keep(j)
      announce(t('The review is done.'))
    } catch (why) {
      if (!wasStopped(why)) {
        refused = failure(why)
        announce(refused, true)
      }
    } finally {
      if (reviewing === asked) reviewing = null
      if (alive) draw()
    }
  }

  // ---- The page -----------------------------------------------------------------------------------

  function source(): TemplateResult {
    return html`<details class="panel paste" ?open=${pasteOpen || (!study && !busy)} @toggle=${(e: Event) => { pasteOpen = (e.target as HTMLDetailsElement).open }}>
      <summary>${t('Another game or position')}</summary>
      <form @submit=${(e: Event) => { e.preventDefault(); void openText() }}>
        <div class="fields">${select('a-game', t('Game'), all.map(g => ({ value: g.name, text: g.title })), pastedGame, v => { pastedGame = v })}
          <p class="small dim grow">${t('Paste a position, moves, or a file: ours or SGF. Without a text the game begins anew.')} <a href="/log">${t('Past games')}</a></p></div>
        <div class="field"><label for="a-text">${t('Position, moves or file')}</label><textarea id="a-text" class="mono" rows="2" spellcheck="false" autocomplete="off" .value=${pasted}
          aria-invalid=${pasteWrong ? 'true' : nothing} aria-describedby=${pasteWrong ? 'a-wrong' : nothing}
          @input=${(e: Event) => { pasted = (e.target as HTMLTextAreaElement).value }}></textarea>
          ${mistake('a-wrong', pasteWrong, pasted.length < 200 ? pasted.trim() : '')}</div>
        <div class="row"><button type="submit" class="main">${t('Open')}</button>
          <label class="button">${t('From a file…')}<input class="spoken" type="file" accept=".jogada,.txt,.sgf,text/plain" @change=${upload}></label></div>
      </form></details>`
  }
  async function openText(): Promise<void> {
    if (await open(() => pasted.trim() ? fromText(pasted) : fresh(pastedGame), true)) {
      route.remember(address())
      reviewAtOnce()
    }
  }
  const fresh = (name: string) => {
    kept = null
    return line(name, '', '')
  }
  async function upload(e: Event): Promise<void> {
    const file = (e.target as HTMLInputElement).files?.[0]
    if (!file) return
    const text = await file.text()
    if (text.length > TEXT_MOST) {
      pasteWrong = { text: t('The file is too long: {0} characters at most.', num(TEXT_MOST)), at: null }
      return draw()
    }
    pasted = text
    void openText()
  }

  function bar(s: Study): TemplateResult {
    const last = lineOf(s).moves.length
    return html`<div class="bar" role="group" aria-label=${t('Moves')}>
      ${iconButton('begin', t('To the beginning'), () => move(goTo(s, 0, false)), { disabled: depthOf(s) === 0 })}
      ${iconButton('back', t('One move back'), () => move(stepBy(s, -1)), { disabled: depthOf(s) === 0 })}
      ${iconButton('on', t('One move forwards'), () => move(stepBy(s, 1)), { disabled: s.ply >= last })}
      ${iconButton('end', t('To the end'), () => move(goTo(s, last)), { disabled: s.ply >= last })}
      <span class="count">${s.trying ? t('variation, move {0}', num(depthOf(s))) : t('move {0} of {1}', num(s.ply), num(s.main.moves.length))}</span>
      <span class="gap"></span>
      ${iconButton('turn', t('Turn the board'), () => { seat = (seat + 1) % (game()?.seats.length ?? 2); draw() })}</div>`
  }

  function status(s: Study): string {
    const state = stateOf(s), last = lastMove(s)
    if (!state) return t('Loading…')
    const turn = state.turn === 'over' ? t('The game is over: {0}', state.score === undefined ? result || '–' : state.score > 0 ? t('{0} wins', nameOf(0)) : state.score < 0 ? t('{0} wins', nameOf(1)) : t('a draw'))
      : state.turn === 'chance' ? t('Chance moves') : t('{0} to move', nameOf(state.turn))
    return (last ? `${last.seat === null ? t('Chance') : nameOf(last.seat)}: ${last.words} · ` : '') + turn
  }

  function hiddenNote(s: Study): string {
    const turn = stateOf(s)?.turn
    return typeof turn === 'number' ? t('Nothing is hidden here: turn the board to see every hand. But the agent judges only from what {0} could know at this moment.', nameOf(turn))
      : t('Nothing is hidden here: turn the board to see every hand.')
  }

  function boardView(s: Study, g: Game): TemplateResult {
    const state = stateOf(s), drawing = state && drawingNow(g.name, draw), last = lastMove(s)
    const known = now?.moves ?? [], top = known.slice(0, known.length <= ON_BOARD_MOST ? ON_BOARD_MOST : ON_BOARD).flatMap(m => m.chance === null ? [] : [{ move: m.move, chance: m.chance, shown: m.shown }])
    return html`<div class="analysis-board">${drawing ? board(drawing, g, state!, {
      seat, names: g.seats.map((_, i) => nameOf(i)), moves: state!.moves ?? [], last: last ? { seat: last.seat, move: last.move } : null,
      picked, pick: what => { picked = what; draw() }, play: one => void play(one), hint: now?.move ?? null, judged: top,
    }) : html`<p class="waiting">${t('Loading…')}</p>`}</div>
    ${state?.turn === 'chance' && state.moves?.length ? html`<p class="row">${t('Chance:')} ${state.moves.slice(0, 40).map(m => html`<button type="button" class="slim" @click=${() => play(m)}>${m}</button>`)}</p>` : nothing}`
  }

  function moveList(s: Study): TemplateResult {
    const item = (m: Move, i: number, trying: boolean, from: number) => {
      const mark = trying ? undefined : judged.get(i)?.mark, current = s.trying === trying && s.ply === i + 1
      return html`<li><button type="button" class=${`quiet slim ${mark ?? ''}`} aria-current=${current ? 'true' : nothing} title=${m.words}
        @click=${() => move(goTo(s, i + 1, trying))}><span class="dim">${from + i + 1}</span> ${m.move}${mark && SIGNS[mark] ? html`<b aria-label=${t(MARKS[mark])}>${SIGNS[mark]}</b>` : nothing}</button></li>`
    }
    return html`<section class="panel" aria-label=${t('Move list')}><h2>${t('Moves')}</h2>
      ${s.main.moves.length ? html`<ol class="plain ply-list" tabindex="0" aria-label=${t('Moves')}>${s.main.moves.map((m, i) => item(m, i, false, 0))}</ol>` : html`<p class="dim small">${t('No moves yet: make some on the board.')}</p>`}
      ${s.tried ? html`<h3>${t('Tried from move {0}', s.tried.from)}</h3><ol class="plain ply-list">${s.tried.line.moves.map((m, i) => item(m, i, true, s.tried!.from))}</ol>
        <p class="row"><button type="button" class="slim" @click=${() => move(goTo(s, s.tried!.from, false))}>${t('Back to the game')}</button>
        <button type="button" class="slim quiet" @click=${() => move(forget(s))}>${t('Forget it')}</button></p>` : nothing}
      <p class="row"><button type="button" class="slim" @click=${() => void copyText(stateOf(s)?.position ?? '')}>${t('Copy position')}</button>
        <button type="button" class="slim" @click=${() => void copyText(movesTo(goTo(s, Infinity)))}>${t('Copy moves')}</button>
        <button type="button" class="slim" @click=${() => void copyText(location.origin + address())}>${t('Copy link')}</button>
        ${kept !== null ? ['text', 'json', ...(readSpec(s.game).name === 'loa' ? ['sgf'] : [])].map(as => html`<a class="button slim" href=${apiAddress(`export/${kept}`, { as })} download>${t('Export {0}', as === 'text' ? 'TXT' : as.toUpperCase())}</a>`) : nothing}
        ${game()?.agents.some(a => a.traces) ? html`<a class="button slim" href=${'/search?' + new URLSearchParams({ game: s.game, position: stateOf(s)?.position ?? '' })}>${t('See the search')}</a>` : nothing}</p></section>`
  }

  function side(s: Study, g: Game): TemplateResult {
    const data: Side = {
      study: s, game: g, judged, now, thinking: thinking !== null, reviewing: reviewing !== null, live, agent: judge(), ms, refused,
      times: TIMES.map(o => ({ value: o.value, text: t(o.text) })), nameOf,
      setAgent: v => { agent = v; nowKey = ''; route.remember(address()); think() },
      setTime: v => { ms = v; think() },
      setLive: v => { live = v; if (!v) { thinking?.stop(); nowKey = '' } think() },
      review: () => void review(), goTo: ply => move(goTo(s, ply, false)), play: words => void playAll(words),
    }
    return analysisSide(data)
  }

  function graphView(s: Study): TemplateResult {
    const list = chances(s.main, new Map([...seen, ...judged]))
    return html`<section class="panel graph-panel" aria-label=${t('Evaluation graph')} ?hidden=${!s.main.moves.length}>
      <h2>${t('Chance of {0} to win', nameOf(0))}</h2>
      <div class="graph" role="img" aria-label=${graphSaid(list, nameOf(0))}></div>
      ${judged.size || reviewing ? nothing : html`<p class="row small dim">${t('An agent can look at every move of the game.')} <button type="button" class="slim" @click=${() => void review()}>${t('Review the whole game')}</button></p>`}
      <details><summary>${t('As a table')}</summary><div class="scroll tall" tabindex="0" role="group" aria-label=${t('Chances by moves')}><table class="rows"><thead><tr><th scope="col" class="right">${t('move')}</th><th scope="col">${t('played')}</th><th scope="col" class="right">${t('chance')}</th><th scope="col" class="right">${t('lost')}</th><th scope="col">${t('judgement')}</th></tr></thead>
        <tbody>${list.map((c, i) => html`<tr><td class="right">${i}</td><td>${i < s.main.moves.length ? html`<button type="button" class="quiet slim" @click=${() => move(goTo(s, i, false))}>${s.main.moves[i].words}</button>` : '–'}</td><td class="right">${c === null ? '' : num(100 * c) + '\u00a0%'}</td>
          <td class="right">${judged.get(i)?.loss ? num(100 * judged.get(i)!.loss!) + '\u00a0%' : ''}</td><td>${judged.get(i)?.mark ? t(MARKS[judged.get(i)!.mark!]) : ''}</td></tr>`)}</tbody></table></div></details></section>`
  }

  function page(): TemplateResult {
    const g = game(), s = study
    const head = html`<h1 tabindex="-1">${g ? t('Analysis of {0}', g.title) : t('Analysis')}</h1>`
    if (!all.length) return html`<div class="learn analysis">${head}${problem ? html`<p class="notice bad">${problem}</p>` : html`<p class="waiting">${t('Loading…')}</p>`}</div>`
    return html`<div class="learn analysis">${head}
      ${problem ? html`<p class="notice bad" role="alert">${problem}</p>` : nothing}${busy ? html`<p class="waiting">${t('Loading…')}</p>` : nothing}
      ${source()}
      ${s && g ? html`
        ${names.length ? html`<p class="lead">${names.join(' – ')}${result ? ` · ${result}` : ''}${kept !== null ? html` · #${kept}` : nothing}</p>` : nothing}
        <div class="analysis-grid"><div class="on-board">${bar(s)}<p class="status">${status(s)}</p>${g.traits.includes('hidden') ? html`<p class="small dim hidden-note">${hiddenNote(s)}</p>` : nothing}${boardView(s, g)}${graphView(s)}</div>
          <div class="beside">${side(s, g)}${moveList(s)}</div></div>` : nothing}
      </div>`
  }

  function draw(): void {
    if (!alive) return
    render(page(), root)
    const host = root.querySelector<HTMLElement>('.graph')
    if (host !== graphHost) {
      graph?.close()
      graph = host ? chanceGraph(host, ply => move(goTo(study!, ply, false))) : null
      graphHost = host
    }
    if (study && graph) {
      const marks = new Map([...judged].filter(([, j]) => j.mark).map(([ply, j]) => [ply, j.mark!]))
      graph.set(graphed(study.main, chances(study.main, new Map([...seen, ...judged]))), marks, study.trying ? study.tried!.from : study.ply)
    }
  }

  function onKey(e: KeyboardEvent): void {
    if (!study || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey || ownsKeys(e.target, e.key)) return
    const s = study
    const keys: Record<string, () => void> = {
      ArrowLeft: () => move(stepBy(s, -1)), ArrowRight: () => move(stepBy(s, 1)), Home: () => move(goTo(s, 0, false)), End: () => move(goTo(s, Infinity)),
    }
    // On the board the arrow keys may be the drawing's own.
    if (!keys[e.key] || e.defaultPrevented) return
    e.preventDefault()
    keys[e.key]()
  }

  route.title(t('Analysis'))
  document.addEventListener('keydown', onKey)
  draw()
  games().then(async list => {
    if (!alive) return
    all = list
    const wanted = route.query.get('game') ?? '', table = route.query.get('table'), ply = route.query.get('ply')
    pastedGame = all.find(g => g.name === readSpec(wanted).name)?.name ?? all[0]?.name ?? ''
    draw()
    const found = table ? await open(() => fromTable(table)) : /^\d+$/.test(wanted) ? await open(() => fromLog(Number(wanted)))
      : await open(() => line(wanted || pastedGame, route.query.get('position') ?? '', route.query.get('moves') ?? ''))
    if (!found || !alive) return
    if (ply) move(goTo(study!, Number(ply) || 0), false)
    reviewAtOnce()
  }, why => {
    problem = failure(why)
    draw()
  })

  return () => {
    stopAll()
    alive = false
    graph?.close()
    document.removeEventListener('keydown', onKey)
  }
}

const MARKS: Record<string, string> = { '': '', best: word('best'), inaccuracy: word('inaccuracy'), mistake: word('mistake'), blunder: word('blunder') }
