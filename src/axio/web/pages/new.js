// A new game: how many seats, and who sits on them.

import { api } from "../lib/http.js";
import { commit, newTable } from "../lib/deal_memory.js";
import { selfPlaying } from "../lib/demo_board.js";
import { toast } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { drawn } from "./faces.js";
import { has, t } from "../lib/i18n.js";
import { commitmentLine } from "../table/room.js";
import { header } from "../lib/shell.js";
import { chooseTerms } from "./terms.js";

/** @typedef {{kind: "person" | "bot" | "open", name: string, bot: string}} Chosen */

/** @typedef {{name: string, title: string, character: string, face: import("./faces.js").Face | null}} Bot */

const STRONGEST = "careful";

/**
 * @param {HTMLElement} main
 * @param {string} game
 */
export async function newPage(main, game) {
  header({ title: t(`game.${game}`) });
  main.className = "page new";
  const [all, me] = await Promise.all([api("/bots"), api("/me").catch(() => ({ name: null }))]);
  const bots = all.filter((/** @type {{games: string[]}} */ bot) => bot.games.includes(game));
  const friends = location.search.includes("friends");
  const mine = me.name || t("new.you");
  const strongest = bots.some((/** @type {{name: string}} */ bot) => bot.name === STRONGEST) ? STRONGEST : bots[bots.length - 1].name;
  /** @type {Chosen[]} */
  const seats = Array.from({ length: 4 }, (_, i) => (i === 0 ? { kind: "person", name: mine, bot: strongest } : { kind: friends ? "open" : "bot", name: t("new.player", { n: i + 1 }), bot: strongest }));
  let count = 2;
  const list = h("div", { class: "seats" });
  const { element: terms, terms: agreed, seats: seatsAre } = chooseTerms(Boolean(me.account), bots.map((/** @type {Bot} */ bot) => [bot.name, titleOf(bot)]));
  const open = () => seats.slice(0, count).some((seat) => seat.kind === "open");
  const start = h("button", { class: "button main big", type: "submit" }, t("new.start"));
  /** @type {{deal: string, commitment: string} | undefined} */
  let committed;
  const promise = h("div");
  const show = async () => {
    if (seats[0].name === "" && !open()) seats[0].name = mine;
    if (seats[0].name === t("new.you") && open()) seats[0].name = ""; // to others one is not "you"
    list.replaceChildren(...seats.slice(0, count).map((seat, i) => chair(seat, i, bots, show, open())));
    terms.hidden = !open();
    seatsAre(count);
    start.textContent = t(open() ? "new.gather" : "new.start");
    if (!open() || committed) return;
    committed = await commit();
    promise.replaceChildren(commitmentLine(committed.commitment));
  };
  const counts = h("fieldset", { class: "counts" }, h("legend", {}, t("new.seats")),
    ...[1, 2, 3, 4].map((n) => h("label", {}, h("input", { type: "radio", name: "seats", value: n, checked: n === count, onchange: () => { count = n; show(); } }), h("span", {}, n === 1 ? t("new.solo") : String(n)))));
  const form = h("form", { class: "new-form" },
    h("h2", {}, t(`game.${game}`)), h("p", { class: "soft" }, t(`welcome.${game}`)), counts, list, terms, start, promise,
    h("p", { class: "new-links" }, h("a", { href: `/learn/${game}` }, t("welcome.learn")), h("a", { href: `/rules/${game}` }, t("nav.rules"))));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = {
      game, ...(open() ? agreed() : {}),
      seats: seats.slice(0, count).map(({ kind, name, bot }) => (kind === "person" ? { kind, name: name.trim() || mine } : kind === "bot" ? { kind, bot } : { kind })),
    };
    try {
      if (seats[0].name.trim() && seats[0].name !== mine) await api("/me", { method: "PUT", body: { name: seats[0].name.trim() } });
      location.assign(`/table/${await newTable(body, open() ? committed : undefined)}`);
    } catch (fault) {
      committed = undefined;
      toast(String(/** @type {Error} */ (fault).message), "wrong");
    }
  });
  show();
  main.replaceChildren(h("div", { class: "new-board" }, selfPlaying(game)), form);
}

/** @param {Bot} bot */
const titleOf = (bot) => (has(`bot.${bot.name}`) ? t(`bot.${bot.name}`) : bot.title);

/**
 * @param {Chosen} seat
 * @param {number} number
 * @param {Bot[]} bots
 * @param {() => void} show
 * @param {boolean} met  by others, who want a name
 */
function chair(seat, number, bots, show, met) {
  const value = seat.kind === "bot" ? seat.bot : seat.kind;
  const select = h("select", { id: `kind-${number}`, "aria-label": t("new.who", { n: number + 1 }), onchange: (/** @type {Event} */ event) => {
    const chosen = /** @type {HTMLSelectElement} */ (event.target).value;
    Object.assign(seat, chosen === "person" || chosen === "open" ? { kind: chosen } : { kind: "bot", bot: chosen });
    show();
    document.getElementById(`kind-${number}`)?.focus();
  } },
    h("option", { value: "person", selected: value === "person" }, t("new.person")),
    number > 0 && h("option", { value: "open", selected: value === "open" }, t("new.open")),
    ...bots.map((bot) => h("option", { value: bot.name, selected: value === bot.name }, `${t("new.bot")}: ${titleOf(bot)}`)));
  const about = bots.find((bot) => bot.name === seat.bot);
  return h("div", { class: "chair" },
    h("span", { class: "chair-number", "aria-hidden": "true" }, number + 1),
    select,
    seat.kind === "person"
      ? h("input", { type: "text", value: seat.name, maxlength: 40, required: met, placeholder: met ? t("join.name") : null, "aria-label": t("new.name", { n: number + 1 }), autocomplete: "off", oninput: (/** @type {Event} */ event) => { seat.name = /** @type {HTMLInputElement} */ (event.target).value; } })
      : h("span", { class: "soft character" }, seat.kind === "bot" && about?.face ? drawn(about.face) : null, seat.kind === "open" ? t("new.open.is") : has(`bot.${seat.bot}.is`) ? t(`bot.${seat.bot}.is`) : about?.character ?? ""));
}
