// Quick chat: set phrases, in every reader's own language, as small bubbles at the seats.

import { announce } from "./announce.js";
import { api } from "./api.js";
import { dialog, toast } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { said as wrong } from "./notices.js";
import { on, show } from "./site.js";

export const PHRASES = ["hello", "good_luck", "well_played", "thanks", "oops", "thinking", "moment", "back", "good_game", "bye"];
const STAYS = 6000;

/** @typedef {import("./generated/protocol.js").View} View */

/**
 * Hear what is said at a table, and offer to say something to whoever may.
 * @param {string} table
 * @param {HTMLElement} tracks  the cards of the seats
 * @param {HTMLElement} tools   where the button goes
 * @param {() => View | null} view
 */
export function chat(table, tracks, tools, view) {
  show({ table });
  on("said", (message) => {
    const seat = view()?.seats[message.seat];
    if (message.table === table && seat) bubble(tracks, message.seat, seat.name, t(`phrase.${message.phrase}`));
  });
  const list = h("div", { class: "phrases", id: "phrases", role: "menu", hidden: true, "aria-label": t("chat.say") },
    ...PHRASES.map((phrase) => h("button", { type: "button", role: "menuitem", "data-phrase": phrase, onclick: () => say(phrase) }, t(`phrase.${phrase}`))));
  const button = h("button", { type: "button", class: "tool bare", id: "chat", title: t("chat.say"), "aria-label": t("chat.say"), "aria-expanded": "false", "aria-controls": "phrases", onclick: () => open(list.hidden) }, icon("chat"));
  const open = (/** @type {boolean} */ to) => {
    list.hidden = !to;
    button.setAttribute("aria-expanded", to ? "true" : "false");
    if (to) /** @type {HTMLElement} */ (list.firstElementChild).focus();
    else button.focus();
  };
  const say = (/** @type {string} */ phrase) => {
    open(false);
    api(`/tables/${table}/phrases`, { method: "POST", body: { phrase } }).catch(wrong);
  };
  list.addEventListener("keydown", (event) => {
    if (event.key === "Escape") open(false);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...list.children];
    const next = all[(all.indexOf(/** @type {Element} */ (document.activeElement)) + step + all.length) % all.length];
    /** @type {HTMLElement} */ (next).focus();
  });
  tools.prepend(h("div", { class: "chat", hidden: true }, list, button));
}

/**
 * Phrases are for those who sit among others; the names of the others lead to keeping them away.
 * @param {string} table
 * @param {HTMLElement} tracks
 * @param {View} view
 */
export function seatChat(table, tracks, view) {
  const mine = view.seats.some((seat) => seat.mine);
  const box = document.querySelector(".chat");
  const others = view.seats.filter((seat) => seat.kind === "person" && !seat.mine);
  if (box instanceof HTMLElement) box.hidden = !mine || !others.length;
  tracks.querySelectorAll(".seat").forEach((card, number) => {
    const seat = view.seats[number];
    const may = mine && seat?.kind === "person" && !seat.mine;
    const there = card.querySelector(".block");
    if (may && !there) card.querySelector("header .who")?.after(blockButton(table, number, seat.name));
    else if (!may) there?.remove();
  });
}

/** @param {string} table @param {number} seat @param {string} name */
function blockButton(table, seat, name) {
  const text = t("chat.block", { name });
  return h("button", { type: "button", class: "icon block", title: text, "aria-label": text, onclick: () => {
    const go = () => api("/blocks", { method: "POST", body: { table, seat } }).then(() => toast(t("chat.blocked", { name }))).catch(wrong);
    dialog(text, [t("chat.blockText")], [{ label: t("chat.blockYes"), act: go, main: true }, { label: t("cancel") }]);
  } }, icon("block"));
}

/** @param {HTMLElement} tracks @param {number} seat @param {string} name @param {string} text */
function bubble(tracks, seat, name, text) {
  const card = tracks.querySelector(`[data-seat="${seat}"]`);
  card?.querySelector(".bubble")?.remove();
  const said = h("p", { class: "bubble" }, text);
  card?.append(said);
  announce(`${name}: ${text}`);
  setTimeout(() => said.remove(), STAYS);
}
