// The variations of a game, saved for the session of the browser, so that they survive a reload.
import { request } from '../../socket.js'
import { goTo, variations, type AnalyzedGame } from '../../learn/variation.js'
import { isSaved, restored, saved, savedPly, type ReplayedLine } from '../../learn/variation_tree.js'
import { from, sessionKey, type State } from './state.js'

/** Saves the variations of the current game, or removes them if there are none. */
export function saveVariations(s: State): void {
  try {
    if (s.current && variations(s.current).length)
      sessionStorage.setItem(sessionKey(s), JSON.stringify(saved(s.current)))
    else sessionStorage.removeItem(sessionKey(s))
  } catch {
    // Storage is disabled or full: the variations last until the page is closed.
  }
}

/** The current game with the variations that were saved, at `ply`, or where the user was if that is at this ply, too;
 *  null: there are none, or they do not fit. */
export async function loadVariations(s: State, ply: number): Promise<AnalyzedGame | null> {
  const { current } = s
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(sessionKey(s)) ?? 'null')
    if (!current || !isSaved(found)) return null
    const replay = (moves: string[]) =>
      request<ReplayedLine>('state', { ...from(current), ...(moves.length ? { moves: moves.join(' ') } : {}) })
    const main = await replay(found.main),
      lines: ReplayedLine[] = []
    for (const v of found.all) lines.push(await replay([...found.main.slice(0, v.from), ...v.moves]))
    const game = restored(current, found, main, lines)
    return savedPly(found) === ply ? game : goTo(game, ply, false)
  } catch {
    return null
  }
}
