// The home page: the games, quick play, public tables, and the tables of the user.
import { html, nothing, render } from 'lit-html'
import { at } from '../address.js'
import { announce } from '../announce.js'
import { games } from '../api.js'
import { art } from '../art.js'
import { valueOf } from '../events.js'
import { askName } from '../guest.js'
import { capital, t, tn } from '../lang.js'
import * as socket from '../socket.js'
import { served } from '../transport.js'
import type { Game, Seat } from '../types.js'
import type { View } from '../view.js'
import { saveLevel, levelOf, levelOptions, openSetup, passAndPlay, playNow, watchAgents, withFriends } from './setup.js'
import { seatName } from './table/texts.js'

interface Listed {
  table: string
  game: string
  title: string
  seats: Seat[]
  ply: number
  over: boolean
  set: boolean
  friendly: boolean
  mine: boolean
}

const REFRESH = 4000 // milliseconds between updates of the list of tables

export const view: View = (root, route) => {
  let all: Game[] | null = null
  let tables: Listed[] = []
  let wrong = ''
  let gone = false
  route.title('')

  const draw = () => gone || render(page(), root)
  const toTable = (table: string) => route.go('/table/' + table)
  const attempt = async (what: Promise<string>) => {
    try {
      toTable(await what)
    } catch (why) {
      wrong = (why as Error).message
      announce(wrong, true)
      draw()
    }
  }

  async function refresh() {
    if (document.hidden || socket.state() !== 'open') return
    const reply = await socket.request<{ tables: Listed[] }>('tables').catch(() => null)
    if (!reply) return
    tables = reply.tables
    draw()
  }

  function page() {
    const mine = tables.filter(e => e.mine && !e.over),
      ended = tables.filter(e => e.mine && e.over),
      open = tables.filter(e => !e.mine && !e.over)
    return html`<div class="home">
      <div class="welcome">
        <h1 tabindex="-1">${t('What shall we play?')}</h1>
        <p class="dim">
          ${
            served
              ? t('Play the computer, invite friends with a link, or watch how the computer thinks.')
              : t('Play the computer, pass the device around, or watch how the computer thinks.')
          }
        </p>
      </div>
      ${wrong ? html`<p class="notice bad">${wrong}</p>` : nothing}
      ${
        mine.length
          ? html`<section aria-labelledby="mine">
              <h2 id="mine">${t('Games in progress')}</h2>
              ${list(mine)}
            </section>`
          : nothing
      }
      ${
        all
          ? html`<section aria-labelledby="games">
              <h2 id="games" class="spoken">${t('Games')}</h2>
              <ul class="plain cards">
                ${all.map(g => card(g))}
              </ul>
            </section>`
          : wrong
            ? nothing
            : html`<p class="waiting">${t('Loading games…')}</p>`
      }
      ${
        served && all
          ? html`<section aria-labelledby="open">
              <h2 id="open">${t('Public tables')}</h2>
              ${
                open.length
                  ? list(open)
                  : html`<p class="dim">${t('No public tables yet. Open one and choose "Public".')}</p>`
              }
            </section>`
          : nothing
      }
      ${
        ended.length
          ? html`<section aria-labelledby="ended">
              <h2 id="ended">${t('Recent games')}</h2>
              ${list(ended)}
              <p><a href=${at('/log')}>${t('Past games')}</a></p>
            </section>`
          : nothing
      }
    </div>`
  }

  function card(g: Game) {
    const level = levelOf(g)
    const pick = (e: Event) => saveLevel(g, valueOf(e))
    return html`<li class="card" id=${'card-' + g.name}>
      ${art(g.name)}
      <div class="text">
        <h3>${g.title}</h3>
        <a class="to-rules small" href=${at('/rules/' + g.name)} aria-label=${`${t('Rules')}: ${g.title}`}
          >${t('Rules')}</a
        >
        <p class="dim">${sentence(g.summary)}</p>
        <p class="tags">${tags(g).map(tag => html`<span>${tag}</span>`)}</p>
      </div>
      <div class="act">
        <label class="spoken" for=${'level-' + g.name}>${t('Computer level')}</label>
        <select id=${'level-' + g.name} @change=${pick}>
          ${levelOptions(g, level)}
        </select>
        <button
          class="main"
          aria-label=${`${t('Play now')}: ${g.title}`}
          @click=${() => attempt(playNow(g, levelOf(g)))}
        >
          ${t('Play now')}
        </button>
        ${
          served
            ? html`<button
                class="slim"
                aria-label=${`${t('Invite friends')}: ${g.title}`}
                @click=${() => attempt(askName().then(() => withFriends(g)))}
              >
                ${t('Invite friends')}
              </button>`
            : html`<button
                class="slim"
                aria-label=${`${t('Pass and play')}: ${g.title}`}
                @click=${() => attempt(passAndPlay(g))}
              >
                ${t('Pass and play')}
              </button>`
        }
        <button
          class="slim"
          aria-label=${`${t('Watch')}: ${g.title}`}
          @click=${() => attempt(watchAgents(g, levelOf(g)))}
        >
          ${t('Watch')}
        </button>
        <button class="slim" aria-label=${`${t('Customize…')}: ${g.title}`} @click=${() => openSetup(g, toTable)}>
          ${t('Customize…')}
        </button>
      </div>
    </li>`
  }

  const who = (seat: Seat, game: string) =>
    seatName(
      seat,
      all?.find(g => g.name === game.split(':')[0]),
    )

  const list = (some: Listed[]) =>
    html`<ul class="plain tables">
      ${some.map(
        e =>
          html`<li>
            <a href=${at('/table/' + e.table)}>
              <span class="thumb">${art(e.game.split(':')[0])}</span>
              <span class="what"
                ><strong>${e.title}</strong
                >${e.set ? html` <span class="tag">${t('Custom position')}</span>` : nothing}${
                  e.friendly ? html` <span class="tag">${t('Friendly')}</span>` : nothing
                }<span class="dim small">${e.seats.map(s => who(s, e.game)).join(' · ')}</span></span
              >
              <span class="state small">${stateOf(e)}</span></a
            >
          </li>`,
      )}
    </ul>`

  async function load() {
    try {
      all = await games()
      wrong = ''
    } catch {
      wrong = t('Cannot reach the server. The page continues when the server is back.')
    }
    draw()
  }

  const reconnected = () => {
    if (!all && socket.state() === 'open') void load()
    void refresh()
  }
  const offs = [socket.onState(reconnected)]
  const timer = setInterval(() => void refresh(), REFRESH)
  void load()
  draw()
  void refresh()
  return () => {
    gone = true
    clearInterval(timer)
    for (const off of offs) off()
  }
}

/** Summaries come in lower case and without a full stop. */
const sentence = (text: string) => capital(text) + (/[.!?]$/.test(text) ? '' : '.')

function tags(g: Game): string[] {
  const found = [tn(g.seats.length, '{0} player', '{0} players')]
  if (g.traits.includes('partners')) found.push(t('partners'))
  if (g.traits.includes('hidden')) found.push(t('hidden hands'))
  else if (g.traits.includes('chance')) found.push(t('dice'))
  return found
}

function stateOf(e: Listed): string {
  if (e.over) return t('finished')
  if (e.seats.some(s => s.kind === 'open')) return e.mine ? t('Waiting') : t('Join')
  return e.mine ? tn(e.ply, '{0} move', '{0} moves') : t('Watch')
}
