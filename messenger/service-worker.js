// Keeps the messenger's own files, so that it opens without a network. It never answers for the API: what was read is
// kept by the page (src/shell/kept.ts), which knows whose it is. The build writes its files' names in here, so every
// build is another worker, with a shell of its own.
const files = [/* files */]
const page = '/messenger/'
const also = [page, '/messenger/first.js', '/messenger/favicon.svg', '/messenger/manifest.webmanifest']
const prefix = 'verbatim-messenger-shell-'
const shell =
  prefix +
  files
    .join()
    .split('')
    .reduce((sum, c) => (Math.imul(sum, 31) + c.charCodeAt(0)) | 0, 7)

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(shell)
      .then((cache) => cache.addAll([...also, ...files]))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith(prefix) && name !== shell))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match(page, { cacheName: shell })))
  } else if (files.includes(pathname)) {
    event.respondWith(caches.match(pathname, { cacheName: shell }).then((kept) => kept ?? fetch(request)))
  } else if (also.includes(pathname)) {
    event.respondWith(
      fetch(request).catch(() =>
        caches.match(pathname, { cacheName: shell }).then((kept) => kept ?? Response.error()),
      ),
    )
  }
})
