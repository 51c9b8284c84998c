// Addresses of the page. Inside the page paths begin at its own root; a host may serve it below any path.
import { base } from './transport.js'

/** The address of a path of the page. */
export const at = (path: string): string => base + path.slice(1)

/** The path of an address; null if it is not one of the page. */
export const pathOf = (pathname: string): string | null =>
  pathname.startsWith(base) ? '/' + pathname.slice(base.length) : null
