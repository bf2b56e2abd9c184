// The service worker: asked for when the page has nothing better to do.

/** Whether this browser lends service workers to this address: https, or this very machine. */
export const lent = () => isSecureContext && "serviceWorker" in navigator;

/** @type {Promise<ServiceWorkerRegistration> | null} */
let asked = null;

export function registered() {
  asked ??= navigator.serviceWorker.register("/service-worker.js").then(() => navigator.serviceWorker.ready);
  return asked;
}

/** Register it a while after the page is there. */
export function install() {
  if (lent()) setTimeout(() => registered().catch(() => {}), 4000);
}
