// A new game: how many seats, and who sits on them.

import { api, nonce } from "./api.js";
import { selfPlaying } from "./demo.js";
import { toast } from "./dialog.js";
import { h } from "./dom.js";
import { drawn } from "./faces.js";
import { has, t } from "./i18n.js";
import { header } from "./shell.js";

/** @typedef {{kind: "person" | "bot", name: string, bot: string}} Chosen */

const STRONGEST = "careful";

/**
 * @param {HTMLElement} main
 * @param {string} game
 */
export async function newPage(main, game) {
  header({ title: t(`game.${game}`) });
  main.className = "page new";
  const [bots, me] = await Promise.all([api("/bots"), api("/me").catch(() => ({ name: null }))]);
  const mine = me.name || t("new.you");
  const strongest = bots.some((/** @type {{name: string}} */ bot) => bot.name === STRONGEST) ? STRONGEST : bots[bots.length - 1].name;
  /** @type {Chosen[]} */
  const seats = Array.from({ length: 4 }, (_, i) => (i === 0 ? { kind: "person", name: mine, bot: strongest } : { kind: "bot", name: t("new.player", { n: i + 1 }), bot: strongest }));
  let count = 2;
  const list = h("div", { class: "seats" });
  const show = () => list.replaceChildren(...seats.slice(0, count).map((seat, i) => chair(seat, i, bots, show)));
  const counts = h("fieldset", { class: "counts" }, h("legend", {}, t("new.seats")),
    ...[1, 2, 3, 4].map((n) => h("label", {}, h("input", { type: "radio", name: "seats", value: n, checked: n === count, onchange: () => { count = n; show(); } }), h("span", {}, n === 1 ? t("new.solo") : String(n)))));
  const form = h("form", { class: "new-form" },
    h("h2", {}, t(`game.${game}`)), h("p", { class: "soft" }, t(`welcome.${game}`)), counts, list,
    h("button", { class: "button main big", type: "submit" }, t("new.start")),
    h("p", { class: "new-links" }, h("a", { href: `/learn/${game}` }, t("welcome.learn")), h("a", { href: `/rules/${game}` }, t("nav.rules"))));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = {
      game, nonce: nonce(),
      seats: seats.slice(0, count).map(({ kind, name, bot }) => (kind === "person" ? { kind, name: name.trim() || mine } : { kind, bot })),
    };
    try {
      if (seats[0].name.trim() && seats[0].name !== mine) await api("/me", { method: "PUT", body: { name: seats[0].name.trim() } });
      const made = await api("/tables", { method: "POST", body });
      location.assign(`/table/${made.id}`);
    } catch (fault) {
      toast(String(/** @type {Error} */ (fault).message), "wrong");
    }
  });
  show();
  main.replaceChildren(h("div", { class: "new-board" }, selfPlaying(game)), form);
}

/**
 * @param {Chosen} seat
 * @param {number} number
 * @param {{name: string, title: string, character: string, face: import("./faces.js").Face | null}[]} bots
 * @param {() => void} show
 */
function chair(seat, number, bots, show) {
  const value = seat.kind === "person" ? "person" : seat.bot;
  const select = h("select", { id: `kind-${number}`, "aria-label": t("new.who", { n: number + 1 }), onchange: (/** @type {Event} */ event) => {
    const chosen = /** @type {HTMLSelectElement} */ (event.target).value;
    Object.assign(seat, chosen === "person" ? { kind: "person" } : { kind: "bot", bot: chosen });
    show();
    document.getElementById(`kind-${number}`)?.focus();
  } },
    h("option", { value: "person", selected: value === "person" }, t("new.person")),
    ...bots.map((bot) => h("option", { value: bot.name, selected: value === bot.name }, `${t("new.bot")}: ${has(`bot.${bot.name}`) ? t(`bot.${bot.name}`) : bot.title}`)));
  const about = bots.find((bot) => bot.name === seat.bot);
  return h("div", { class: "chair" },
    h("span", { class: "chair-number", "aria-hidden": "true" }, number + 1),
    select,
    seat.kind === "person"
      ? h("input", { type: "text", value: seat.name, maxlength: 40, "aria-label": t("new.name", { n: number + 1 }), autocomplete: "off", oninput: (/** @type {Event} */ event) => { seat.name = /** @type {HTMLInputElement} */ (event.target).value; } })
      : h("span", { class: "soft character" }, about?.face ? drawn(about.face) : null, has(`bot.${seat.bot}.is`) ? t(`bot.${seat.bot}.is`) : about?.character ?? ""));
}
