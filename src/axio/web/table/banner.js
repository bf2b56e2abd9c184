// One line above the board: the line is down, a bot plays for me, somebody wants to stop, I only look on.

import { h } from "../lib/dom.js";
import { t, tn } from "../lib/i18n.js";

/** @typedef {import("../generated/protocol.js").View} View */
/** @typedef {import("../generated/protocol.js").Presence} Presence */

/**
 * @param {HTMLElement} at
 * @param {View} view
 * @param {{online: boolean, presence: Presence | null, send: (command: import("../generated/protocol.js").ToServer) => void}} now
 */
export function showBanner(at, view, { online, presence, send }) {
  const [kind, ...content] = online ? said(view, presence, send) : ["lost", t("banner.lost")];
  at.hidden = !kind;
  at.className = `banner ${kind}`;
  at.replaceChildren(...content);
}

/**
 * @param {View} view
 * @param {Presence | null} presence
 * @param {(command: import("../generated/protocol.js").ToServer) => void} send
 * @returns {[kind: string, ...content: (Node | string)[]]}
 */
function said(view, presence, send) {
  const act = (/** @type {string} */ key, /** @type {import("../generated/protocol.js").ToServer} */ command) =>
    h("button", { type: "button", class: "button small main", onclick: () => send(command) }, t(key));
  if (view.may.includes("back")) return ["left", t("banner.left"), act("banner.back", { kind: "back" })];
  const others = view.stopping.filter((seat) => !view.seats[seat].mine);
  if (others.length && view.may.includes("stop")) return ["stop", t("banner.stop", { name: view.seats[others[0]].name }), act("banner.agree", { kind: "stop", on: true })];
  if (view.stopping.length && view.may.includes("stop")) return ["stop", t("banner.stopping"), act("banner.unstop", { kind: "stop", on: false })];
  const mine = view.seats.some((seat) => seat.mine);
  if (!mine && !view.over) return ["watching", t("banner.watching"), presence && presence.spectators > 1 ? ` ${tn("banner.others", presence.spectators - 1)}` : ""];
  return [""];
}
