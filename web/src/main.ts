// Entry point of the page: header, router and language menu. Views are loaded on demand (views/index.ts).
import { html, render, nothing } from 'lit-html'
import { at, pathOf } from './address.js'
import { announce } from './announce.js'
import * as icons from './icons.js'
import { lang, languages, setLang, t, wantedLang, word, type Lang } from './lang.js'
import * as socket from './socket.js'
import { openAccount } from './account.js'
import { setTheme, theme, type Theme } from './theme.js'
import * as transport from './transport.js'
import type { Route } from './view.js'
import { views } from './views/index.js'

const page = document.getElementById('page')!
const LINKS: [string, string][] = [
  ['', word('Play')],
  ['analysis', word('Analysis')],
  ['search', word('Search')],
  ['rules', word('Rules')],
  ['lab', word('Lab')],
  ['studies', word('Studies')],
  ['log', word('Past games')],
]

let menuOpen = false
let cleanup: (() => void) | null = null
let mayLeave: (() => Promise<boolean>) | null = null // of the current view
let here = '' // its URL
let shown = 0 // counts navigations: a view that loads after the next one is dropped
const main = document.createElement('main')
main.id = 'main'

function routeOf(url: URL): Route {
  const path = pathOf(url.pathname) ?? '/'
  return {
    path,
    parts: path
      .split('/')
      .filter(p => p)
      .map(safeDecode),
    query: url.searchParams,
    go,
    remember(to) {
      history.replaceState(null, '', at(to))
      here = location.href
    },
    guard: ask => (mayLeave = ask),
    title: text => (document.title = text ? `${text} · jogada` : 'jogada'),
  }
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function go(to: string, replace = false): void {
  void leaveFor(() => move(to, replace))
}

/** Calls `then` if the view lets the user go. */
async function leaveFor(then: () => void, stay?: () => void): Promise<void> {
  if (!mayLeave || (await mayLeave())) then()
  else stay?.()
}

function move(to: string, replace: boolean): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', at(to))
  menuOpen = false
  void show(true)
  window.scrollTo(0, 0)
}

/** Shows the view of the current URL. `moved`: the user navigated, so the heading gets the focus. */
async function show(moved: boolean): Promise<void> {
  const turn = ++shown
  const route = routeOf(new URL(location.href))
  const load = views[route.parts[0] ?? '']
  drawHead()
  try {
    const module = load && (await load())
    if (turn !== shown) return
    leave()
    if (module) cleanup = module.view(main, route)
    else missing(route)
  } catch (why) {
    if (turn !== shown) return
    leave()
    render(
      html`<h1 tabindex="-1">${t('Could not load this page')}</h1>
        <p>${String((why as Error).message ?? why)}</p>
        <button @click=${() => location.reload()}>${t('Try again')}</button>`,
      main,
    )
  }
  if (moved) focusHeading()
}

function leave() {
  cleanup?.()
  cleanup = null
  mayLeave = null
  here = location.href
  render(nothing, main)
}

function missing(route: Route) {
  route.title(t('Page not found'))
  render(
    html`<h1 tabindex="-1">${t('Page not found')}</h1>
      <p><a href=${at('/')}>${t('Back to games')}</a></p>`,
    main,
  )
}

/** Focuses the first heading of the view, which may be drawn only when its data has arrived. */
function focusHeading() {
  const turn = shown,
    deadline = performance.now() + 4000
  const look = () => {
    const heading = main.querySelector('h1')
    if (turn !== shown || performance.now() > deadline) return
    if (!heading) return void requestAnimationFrame(look)
    heading.tabIndex = -1
    if (!main.contains(document.activeElement)) heading.focus({ preventScroll: true })
    announce(document.title)
  }
  look()
}

function drawHead() {
  const first = pathOf(location.pathname)?.split('/')[1] ?? ''
  const offline = socket.state() === 'offline'
  render(
    html` <a class="skip" href="#main" @click=${skip}>${t('Skip to content')}</a>
      ${offline ? html`<div class="away" role="alert">${t('Connection lost. Reconnecting…')}</div>` : notice()}
      <header class="head">
        <div class="in">
          <a class="brand" href=${at('/')}>${icons.logo()}jogada</a>
          <nav id="nav" class=${menuOpen ? 'open' : ''} aria-label=${t('Main menu')}>
            ${LINKS.filter(([path]) => views[path]).map(
              ([path, title]) =>
                html`<a
                  href=${at('/' + path)}
                  aria-current=${first === path || (path === '' && first === 'table') ? 'page' : nothing}
                  >${t(title)}</a
                >`,
            )}
          </nav>
          <div class="own">
            <button class="me" @click=${openAccount} title=${t('Your name')}>
              ${icons.person()}<span>${socket.hello()?.name || t('Your name')}</span>
            </button>
            ${langMenu()} ${themeButton()}
            <button
              class="menu"
              aria-expanded=${menuOpen}
              aria-controls="nav"
              aria-label=${t('Menu')}
              @click=${toggleMenu}
            >
              ${icons.menu()}
            </button>
          </div>
        </div>
      </header>
      ${main}`,
    page,
  )
}

/** What a page without a server reports about its storage and its updates. */
function notice() {
  const now = transport.notice()
  if (!now) return nothing
  return html`<div class="away" role="alert">
    ${now.text}${now.act ? html` <button class="slim" @click=${now.act}>${now.action}</button>` : nothing}
  </div>`
}

const THEMES: Record<Theme, { next: Theme; icon: () => unknown; text: string }> = {
  auto: { next: 'light', icon: icons.half, text: word('Theme: system') },
  light: { next: 'dark', icon: icons.sun, text: word('Theme: light') },
  dark: { next: 'auto', icon: icons.moon, text: word('Theme: dark') },
}

function themeButton() {
  const now = THEMES[theme()]
  const next = () => {
    setTheme(now.next)
    drawHead()
    announce(t(THEMES[now.next].text))
  }
  return html`<button @click=${next} aria-label=${t(now.text)} title=${t(now.text)}>${now.icon()}</button>`
}

function toggleMenu() {
  menuOpen = !menuOpen
  drawHead()
}

function skip(event: Event) {
  event.preventDefault()
  main.tabIndex = -1
  main.focus()
}

/** The language of the page as two letters, with a menu of all languages over it. */
function langMenu() {
  const choose = (event: Event) => chooseLang((event.target as HTMLSelectElement).value)
  return html`<span class="lang" title=${t('Language')}
    ><span aria-hidden="true">${lang().slice(0, 2).toUpperCase()}</span>
    <select aria-label=${t('Language')} @change=${choose}>
      ${languages.map(
        l => html`<option value=${l.tag} lang=${l.tag} .selected=${l.tag === lang()}>${l.title}</option>`,
      )}
    </select></span
  >`
}

async function chooseLang(next: Lang) {
  await setLang(next)
  socket.identify().catch(() => {})
  void show(false)
}

/** Follows links within the page without reloading it. */
function followLink(event: MouseEvent) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const a = (event.target as Element).closest?.('a')
  if (!a || a.target || a.hasAttribute('download') || a.getAttribute('href')?.startsWith('#')) return
  const url = new URL(a.href)
  const path = url.origin === location.origin ? pathOf(url.pathname) : null
  if (path === null || path.startsWith('/api/')) return
  event.preventDefault()
  go(path + url.search)
}

async function begin() {
  await setLang(wantedLang(), false).catch(() => {})
  document.addEventListener('click', followLink)
  window.addEventListener('popstate', () => {
    void leaveFor(
      () => void show(true),
      () => history.pushState(null, '', here),
    )
  })
  let was = socket.state()
  socket.onState(() => {
    if (was === 'offline' && socket.state() === 'open') announce(t('Reconnected.'))
    was = socket.state()
    drawHead()
  })
  transport.onNotice(drawHead)
  socket.connect()
  await show(false)
}

/** Lets the page open without the server, and be installed. A page without a server does that itself. */
function install() {
  if (transport.served && 'serviceWorker' in navigator)
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
}

void begin()
addEventListener('load', install)
