// Keeps the shell for when the line is down, and shows pushes. With a line, everything comes from the server: never stale.
// The server puts a line before this one: `self.SHELL = {version, files}`, made of the files' own contents.

/** @typedef {{version: string, files: string[]}} Shell */
/** @typedef {{waitUntil: (work: Promise<unknown>) => void}} Lasting */

const worker = /** @type {any} */ (self);
/** @type {Shell} */
const shell = worker.SHELL;
const CACHE = `shell ${shell.version}`;

worker.addEventListener("install", (/** @type {Lasting} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(shell.files)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {Lasting} */ event) => {
  event.waitUntil(forget().then(() => worker.clients.claim()));
});

async function forget() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
}

worker.addEventListener("fetch", (/** @type {{request: Request, respondWith: (answer: Promise<Response>) => void}} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  event.respondWith(fetch(request).catch(async (fault) => {
    const kept = await caches.match(request.mode === "navigate" ? "/static/index.html" : pathname);
    if (!kept) throw fault;
    return kept;
  }));
});

worker.addEventListener("push", (/** @type {Lasting & {data: {json: () => any} | null}} */ event) => {
  const { title, body, url, tag } = event.data?.json() ?? {};
  if (title) event.waitUntil(worker.registration.showNotification(title, { body, tag, renotify: true, icon: "/static/icon-192.png", badge: "/static/icon-192.png", data: { url } }));
});

worker.addEventListener("notificationclick", (/** @type {Lasting & {notification: any}} */ event) => {
  event.notification.close();
  event.waitUntil(go(event.notification.data?.url ?? "/"));
});

/** To a page that shows it already, or a new one. @param {string} url */
async function go(url) {
  const pages = await worker.clients.matchAll({ type: "window" });
  const open = pages.find((/** @type {{url: string}} */ page) => new URL(page.url).pathname === url);
  return open ? open.focus() : worker.clients.openWindow(url);
}
