// How the page reaches what runs the games: a server here, a worker in the page without a server (site/transport.ts,
// which build.mjs puts in the place of this file).

/** A WebSocket, or what acts like one. */
export type Channel = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>

/** The path of the page on its host, with a slash at its end. */
export const base = '/'

/** Whether other devices can reach the tables. */
export const served = true

export const open = (): Channel => new WebSocket(location.origin.replace(/^http/, 'ws') + '/api/v1/socket', 'jogada.v1')

/** A request of the HTTP API. */
export const fetchApi = (address: string, method: string): Promise<Response> => fetch(address, { method })

/** The attributes of a frame that shows a response. */
export const frameOf = (address: string): { src?: string; srcdoc?: Promise<string> } => ({ src: address })

/** All data of a page without a server: as a text, and from one; then the page must be loaded again. */
export interface Data {
  read(): Promise<string>
  replace(text: string): Promise<void>
}
export const data = null as Data | null

/** What the page says about its storage and its updates; a page with a server has nothing to say. */
export const notice = (): { text: string; action?: string; act?: () => void } | null => null
export const onNotice = (_changed: () => void): void => {}
