// A view is what fills the page below its head: one module in views/ for each kind of address.

/** Where we are: /analysis?game=3 has parts ["analysis"] and query game=3. */
export interface Route {
  path: string
  /** The path without slashes, decoded. */
  parts: string[]
  query: URLSearchParams
  /** Goes to another address of the page, as a link would; `replace`: without a step in the history. */
  go(to: string, replace?: boolean): void
  /** Puts what is shown into the address without leaving the view, so that it can be shared and comes back on reload. */
  remember(to: string): void
  /** Names the page: the window's title. */
  title(text: string): void
}

/** Draws into root until the cleanup that it returns is called. It is called anew when the language
 *  changes, so a view reads its texts when it draws. The first <h1> is given the focus. */
export type View = (root: HTMLElement, route: Route) => () => void
