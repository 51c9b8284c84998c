// The service worker of a page without a server: after the first visit all files come from its cache, so that the page
// works offline and a version stays whole. A new version waits until the user asks for it. build.mjs writes SHELL and
// VERSION.
/* global SHELL, VERSION */
// A host may have several sites below different paths, which share the caches of its origin.
const OWN = 'jogada-site-' + new URL(self.registration.scope).pathname + ' ',
    CACHE = OWN + VERSION

// The page itself may be an old one in the browser's own cache; the names of all other files change with their content.
const files = SHELL.map(file => new Request(file, { cache: file === './' ? 'reload' : 'default' }))

self.addEventListener('install', event => {
    event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(files)))
})

self.addEventListener('activate', event => {
    const clean = async () => {
        for (const name of await caches.keys())
            if ((name.startsWith(OWN) || /^jogada-site-[^/]*$/.test(name)) && name !== CACHE) await caches.delete(name)
        await self.clients.claim()
    }
    event.waitUntil(clean())
})

/** The HTTP API: the page that asks has the engine. */
async function ask(id, address) {
    const client = await self.clients.get(id),
        { port1, port2 } = new MessageChannel()
    if (!client) return Response.error()
    return new Promise(yes => {
        port1.onmessage = ({ data }) =>
            yes(new Response(data.body, { status: data.status, headers: { 'content-type': data.type } }))
        client.postMessage(address, [port2])
    })
}

self.addEventListener('message', event => {
    if (event.data === 'update') void self.skipWaiting()
})

self.addEventListener('fetch', event => {
    const { request } = event
    if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return
    if (request.url.startsWith(self.registration.scope + 'api/') && event.clientId) {
        event.respondWith(ask(event.clientId, request.url))
        return
    }
    if (request.mode === 'navigate') event.respondWith(navigate(request.url.slice(self.registration.scope.length)))
    else event.respondWith(stored(request))
})

const stored = async what => (await caches.match(what, { cacheName: CACHE })) ?? fetch(what)

/** The page. Its addresses are relative, so it is at the root alone and then goes to `path`. */
function navigate(path) {
    const root = self.registration.scope
    if (path && !/^[?#]/.test(path)) return Response.redirect(root + '?go=' + encodeURIComponent(path))
    return stored(root)
}
