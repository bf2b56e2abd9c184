// What the table says in passing: hints, refusals, what happened; and one line above the board for what lasts.

import { writePlace } from "../board/api.js";
import { h } from "../lib/dom.js";
import { colourNames, has, t, tn } from "../lib/i18n.js";
import { aboutSeat } from "../lib/player_names.js";
import { play } from "../lib/sound.js";
import { announce, toast } from "../lib/toasts.js";

/** @typedef {import("../generated/protocol.js").View} View */
/** @typedef {import("../generated/protocol.js").Presence} Presence */
/** @typedef {import("../board/api.js").AxioBoard} AxioBoard */

/**
 * The line is down, a bot plays for me, somebody wants to stop, I only look on.
 * @param {HTMLElement} at
 * @param {View} view
 * @param {{online: boolean, presence: Presence | null, send: (command: import("../generated/protocol.js").ToServer) => void}} now
 */
export function showBanner(at, view, { online, presence, send }) {
  const [kind, ...content] = online ? lasting(view, presence, send) : ["lost", t("banner.lost")];
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
function lasting(view, presence, send) {
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

/** @param {AxioBoard} board @param {import("../generated/protocol.js").Hint} message */
export function showHint(board, { move, reason, values }) {
  const key = `hint.${reason}`;
  const words = { ...values };
  for (const name of ["colour", "colours"]) if (name in words) words[name] = colourNames(String(words[name]));
  board.update({ hint: move.split("=")[0] });
  say(`${t("hint.try", { move })} ${has(key) ? t(key, words) : ""}`);
}

/**
 * @param {AxioBoard} board
 * @param {import("../generated/protocol.js").Refusal} message
 * @param {string} example  a move as this game writes it
 */
export function showRefusal(board, message, example) {
  play("wrong");
  const key = message.fault === "malformed" ? "refusal.not_a_move" : `refusal.${message.reason}`;
  say(has(key) ? t(key, { ...message.values, example }) : message.text, "wrong");
  board.update({ ghost: null });
}

/** A move as this game writes it, and if possible one that is allowed. @param {View} view @param {import("../board/api.js").Spot[]} spots */
export function exampleOf({ rack, tiles }, spots) {
  return rack.length && spots.length ? writePlace(rack[0], spots[0][0]) : tiles[0] ?? "";
}

/** @param {import("../generated/protocol.js").Note} message */
export function showNote(message) {
  say(t(`note.${message.key}`, { ...message.values, why: t(`refusal.${message.values.why}`) }));
}

/** @param {import("../generated/protocol.js").Happened} message */
export function showHappened({ view, what, seat }) {
  const { name, instead_of: person } = view.seats[seat];
  say(aboutSeat(`happened.${what}${view.over || what === "back" ? "" : ".bot"}`, view.seats, seat, { name: person ?? name }));
}

/** @param {string} text @param {"note" | "wrong"} [kind] */
function say(text, kind = "note") {
  toast(text, kind);
  announce(text);
}
