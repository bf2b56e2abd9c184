// The service worker, and web push: whether this browser takes it, and switching it on and off.

import { api } from "./http.js";
import { language } from "./i18n.js";

/** Whether this browser lends service workers to this address: https, or this very machine. */
const lent = () => isSecureContext && "serviceWorker" in navigator;

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

/** Why there is no push here, as a key of the texts; null where it can be had. */
export function withheld() {
  if (!isSecureContext) return "tell.push.insecure";
  if (!lent() || !("PushManager" in window) || !("Notification" in window)) return "tell.push.unknown";
  return Notification.permission === "denied" ? "tell.push.denied" : null;
}

/** Whether this browser is subscribed. */
export async function pushed() {
  if (withheld()) return false;
  const kept = await navigator.serviceWorker.getRegistration("/");
  return Boolean(await kept?.pushManager.getSubscription());
}

/** @param {string} key the server's public key */
export async function subscribe(key) {
  const { pushManager } = await registered();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = "", keys } = made.toJSON();
  await api("POST /preferences/push", {}, { endpoint, p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "", language: language() });
}

export async function unsubscribe() {
  const made = await (await registered()).pushManager.getSubscription();
  if (!made) return;
  await api("DELETE /preferences/push", {}, { endpoint: made.endpoint });
  await made.unsubscribe();
}
