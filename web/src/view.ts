// A view fills the page below its header. Each first path component has a module in views/.

/** The current URL: /analysis?game=3 has parts ["analysis"] and query game=3. */
export interface Route {
  path: string
  /** The decoded components of the path. */
  parts: string[]
  query: URLSearchParams
  /** Navigates to another URL of the page; `replace`: without a new history entry. */
  go(to: string, replace?: boolean): void
  /** Updates the URL without leaving the view, so that it can be shared and survives a reload. */
  remember(to: string): void
  /** Asks before the user leaves this view; false: the view stays. */
  guard(mayLeave: () => Promise<boolean>): void
  /** Sets the title of the window. */
  title(text: string): void
}

/** Renders into `root` and returns its cleanup function. A change of language calls it again, so a view translates its
 *  texts while it renders. Its first <h1> gets the focus. */
export type View = (root: HTMLElement, route: Route) => () => void
