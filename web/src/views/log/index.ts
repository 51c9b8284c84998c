// Past games: the user's first, those of other tables, the lab and the command line behind a filter, with a search that
// follows the typing. Here are the effects of the view: requests and the URL.
import { render } from 'lit-html'
import { games, get } from '../../api.js'
import { t } from '../../lang.js'
import { errorText } from '../../learn/widgets.js'
import { openStore } from '../../store.js'
import type { StoredGame } from '../../stored_game.js'
import type { View } from '../../view.js'
import { page, type Actions } from './render.js'
import * as update from './state.js'
import type { HistoryEntry, State } from './state.js'

const PAUSE = 150 // milliseconds after a key before the search

export const view: View = (root, route) => {
  const store = openStore(update.initial(route.query), s => render(page(s, actions), root))
  let timer: number | undefined

  async function load(): Promise<void> {
    clearTimeout(timer)
    store.change(update.ask)
    const { asked } = store.state
    route.remember(update.address(store.state))
    try {
      const found = await get<{ games: StoredGame[] }>('log', update.query(store.state))
      store.change(s => update.found(s, asked, found.games))
    } catch (why) {
      store.change(s => update.fail(s, asked, errorText(why)))
    }
  }

  const choose = (change: (s: State) => State) => {
    store.change(change)
    void load()
  }

  const actions: Actions = {
    chooseFrom: from => choose(s => update.choose(s, { from })),
    chooseGame: game => choose(s => update.choose(s, { game })),
    type(text) {
      store.change(s => update.choose(s, { text }))
      clearTimeout(timer)
      timer = window.setTimeout(() => void load(), PAUSE)
    },
    showMore: () => choose(update.showMore),
  }

  route.title(t('Past games'))
  store.draw()
  games().then(
    list => store.change(s => ({ ...s, games: list })),
    () => {},
  )
  get<{ history: HistoryEntry[] }>('history').then(
    found => store.change(s => ({ ...s, history: found.history })),
    () => {},
  )
  void load()
  return () => {
    clearTimeout(timer)
    store.close()
  }
}
