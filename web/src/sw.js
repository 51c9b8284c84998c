// The service worker: opens the page when the server cannot be reached. The page itself always comes from the server if
// that answers, so it is never stale; files below /assets/ have their hash in their name and never change. SHELL and
// VERSION are written by build.mjs.
/* global SHELL, VERSION */
const CACHE = 'jogada-' + VERSION

self.addEventListener('install', event => {
    const store = async () => {
        const cache = await caches.open(CACHE)
        await cache.addAll(SHELL)
        await self.skipWaiting()
    }
    event.waitUntil(store())
})

self.addEventListener('activate', event => {
    const clean = async () => {
        for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name)
        await self.clients.claim()
    }
    event.waitUntil(clean())
})

self.addEventListener('fetch', event => {
    const { request } = event,
        url = new URL(request.url)
    if (request.method !== 'GET' || url.origin !== location.origin) return
    if (request.mode === 'navigate' && !url.pathname.startsWith('/api/'))
        event.respondWith(fetch(request).catch(() => caches.match('/')))
    else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request))
})

/** A file of the page, from the cache if it is there. */
async function asset(request) {
    const known = await caches.match(request)
    if (known) return known
    const response = await fetch(request)
    if (response.ok) await (await caches.open(CACHE)).put(request, response.clone())
    return response
}
