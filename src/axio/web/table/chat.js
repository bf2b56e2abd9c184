// Quick chat: set phrases, in every reader's own language, as small bubbles at the seats.

import { dialog } from "../lib/dialog.js";
import { h, need } from "../lib/dom.js";
import { api } from "../lib/http.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { on, show } from "../lib/site_socket.js";
import { announce, complain, toast } from "../lib/toasts.js";

/** @typedef {import("../generated/protocol.js").View} View */

const PHRASES = ["hello", "good_luck", "well_played", "thanks", "oops", "thinking", "moment", "back", "good_game", "bye"];
const STAYS = 6000;

/** @type {View | null} */
let now = null;

/**
 * Whatever is said at a table is heard there; who sits among others may say something, and keep others away.
 * @param {string} table
 * @param {HTMLElement} tracks  the cards of the seats
 * @param {View} view
 */
export function chat(table, tracks, view) {
  if (!now) begin(table, tracks);
  now = view;
  const mine = view.seats.some((seat) => seat.mine);
  const met = view.seats.map((seat) => mine && seat.kind === "person" && !seat.mine);
  need(".chat").hidden = !met.some(Boolean);
  tracks.querySelectorAll(".seat").forEach((card, number) => {
    const there = card.querySelector(".block");
    if (met[number] && !there) need(".who", card).after(blockButton(table, number));
    else if (!met[number]) there?.remove();
  });
}

/** @param {string} table @param {HTMLElement} tracks */
function begin(table, tracks) {
  show({ table });
  on("said", ({ table: at, seat, phrase }) => {
    const who = now?.seats[seat];
    if (at === table && who) bubble(tracks, seat, who.name, t(`phrase.${phrase}`));
  });
  const list = h("div", { class: "phrases", id: "phrases", role: "menu", hidden: true, "aria-label": t("chat.say") },
    ...PHRASES.map((phrase) => h("button", { type: "button", role: "menuitem", "data-phrase": phrase, onclick: () => say(table, phrase, open) }, t(`phrase.${phrase}`))));
  const button = h("button", { type: "button", class: "tool bare", id: "chat", title: t("chat.say"), "aria-label": t("chat.say"), "aria-haspopup": "menu", "aria-expanded": "false", onclick: () => open(list.hidden) }, icon("chat"));
  const open = (/** @type {boolean} */ to) => {
    list.hidden = !to;
    button.setAttribute("aria-expanded", to ? "true" : "false");
    (to ? /** @type {HTMLElement} */ (list.firstElementChild) : button).focus();
  };
  list.addEventListener("keydown", (event) => walk(event, list, open));
  need(".tools").prepend(h("div", { class: "chat", hidden: true }, list, button));
}

/** @param {string} table @param {string} phrase @param {(to: boolean) => void} open */
function say(table, phrase, open) {
  open(false);
  api("POST /tables/{name}/phrases", { name: table }, { phrase }).catch(complain);
}

/** Arrow keys walk the phrases; the board is not to hear them. @param {KeyboardEvent} event @param {HTMLElement} list @param {(to: boolean) => void} open */
function walk(event, list, open) {
  event.stopPropagation();
  if (event.key === "Escape") open(false);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const all = [...list.children];
  const next = all[(all.indexOf(/** @type {Element} */ (document.activeElement)) + step + all.length) % all.length];
  /** @type {HTMLElement} */ (next).focus();
}

/** @param {string} table @param {number} seat */
function blockButton(table, seat) {
  const name = now?.seats[seat].name ?? "";
  const text = t("chat.block", { name });
  const go = () => api("POST /blocks", {}, { table, seat }).then(() => toast(t("chat.blocked", { name }))).catch(complain);
  return h("button", { type: "button", class: "icon block", title: text, "aria-label": text, onclick: () =>
    dialog(text, [t("chat.blockText")], [{ label: t("chat.blockYes"), act: go, main: true }, { label: t("cancel") }]) }, icon("block"));
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
