// The line to the site: what concerns this person on every page. Where sockets do not get through, it asks now and then.

import { api } from "./http.js";

/** @typedef {import("../generated/site_protocol.js").ToPage} ToPage */
/** @typedef {import("../generated/site_protocol.js").Here} Here */
/** @typedef {import("../generated/site_protocol.js").Waiting} Waiting */

const POLL = 15_000;
const TRIES = 3;

/** @type {Map<string, Set<(message: any) => void>>} */
const listeners = new Map();
/** @type {Map<string, ToPage>} */
const latest = new Map();
/** @type {Here} */
const here = { kind: "here", table: null, lobby: false, visible: true };
/** @type {WebSocket | null} */
let socket = null;
let tries = 0;

/**
 * Hear messages of a kind, the latest one at once.
 * @template {ToPage["kind"]} K
 * @param {K} kind
 * @param {(message: Extract<ToPage, {kind: K}>) => void} listener
 */
export function on(kind, listener) {
  if (!listeners.has(kind)) listeners.set(kind, new Set());
  listeners.get(kind)?.add(listener);
  const known = latest.get(kind);
  if (known && kind !== "said") listener(/** @type {any} */ (known));
}

/** Say what this page shows. @param {{table?: string, lobby?: boolean}} shows */
export function show(shows) {
  Object.assign(here, shows);
  tell();
}

/** @param {ToPage} message */
function heard(message) {
  latest.set(message.kind, message);
  for (const listener of listeners.get(message.kind) ?? []) listener(message);
}

function tell() {
  here.visible = !document.hidden;
  if (socket?.readyState === 1) socket.send(JSON.stringify(here));
}

function open() {
  if (socket && socket.readyState <= 1) return;
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`);
  socket.onopen = () => {
    tries = 0;
    tell();
  };
  socket.onmessage = (event) => heard(JSON.parse(event.data));
  socket.onclose = () => {
    tries += 1;
    setTimeout(open, Math.min(1000 * 1.7 ** tries, 60_000) * (0.75 + Math.random() / 2));
  };
}

async function poll() {
  if (tries < TRIES || document.hidden) return;
  heard(await api("GET /waiting"));
  if (here.lobby) heard(await api("GET /lobby"));
}

/** Open the line, once a page. */
export function openSite() {
  open();
  document.addEventListener("visibilitychange", tell);
  addEventListener("online", open);
  setInterval(() => poll().catch(() => {}), POLL);
}
