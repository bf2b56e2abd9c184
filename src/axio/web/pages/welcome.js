// Three live boards, and what is still going on.

import { api } from "../lib/http.js";
import { selfPlaying } from "../lib/demo_board.js";
import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { importDialog } from "./import.js";
import { t, tn, when } from "../lib/i18n.js";
import { dailyStrip } from "./dailystrip.js";
import { named } from "../lib/names.js";
import { header } from "../lib/shell.js";

/** @typedef {{id: string, game: string, seats: {name: string, kind: string, bot: string | null, mine: boolean}[], ply: number, to_move: number | null, mine_to_move: boolean, over: boolean, gathering: boolean, practice: boolean, lows: number[], ranks: (number | null)[], updated: number}} Listed */

export const GAMES = ["axio", "rota", "hex"];

/** @param {HTMLElement} main */
export async function welcomePage(main) {
  header();
  main.className = "page welcome";
  const going = h("div");
  const done = h("div");
  main.replaceChildren(
    h("h1", { class: "visually-hidden" }, "Axio"),
    going,
    h("section", { class: "games", "aria-label": t("welcome.games") }, ...GAMES.map(card)),
    dailyStrip(),
    done,
    h("p", { class: "fine" }, t("about.short"), " ", h("a", { href: "/about" }, t("nav.about"))),
  );
  await lists(going, done);
}

/** @param {string} game */
function card(game) {
  return h("article", { class: "game" },
    h("div", { class: "game-board" }, selfPlaying(game)),
    h("h2", {}, t(`game.${game}`)),
    h("p", {}, t(`welcome.${game}`)),
    h("div", { class: "game-actions" },
      h("a", { class: "button main", href: `/new/${game}`, "aria-label": t("welcome.playGame", { game: t(`game.${game}`) }) }, t("welcome.play")),
      h("a", { class: "quiet-link", href: `/new/${game}?friends` }, t("welcome.friends")),
      h("a", { class: "quiet-link", href: `/learn/${game}` }, t("welcome.learn")),
      h("a", { class: "quiet-link", href: `/rules/${game}` }, t("nav.rules"))));
}

/** @param {HTMLElement} going @param {HTMLElement} done */
async function lists(going, done) {
  /** @type {Listed[]} */
  const tables = await api("/tables");
  const running = tables.filter((table) => !table.over);
  const over = tables.filter((table) => table.over).slice(0, 6);
  going.replaceChildren(...(running.length ? [h("section", { class: "going", "aria-labelledby": "going" },
    h("h2", { id: "going" }, t("welcome.going")), h("ul", { class: "tables" }, ...running.slice(0, 4).map((table) => row(table, () => lists(going, done)))))] : []));
  done.replaceChildren(h("section", { class: "done", "aria-labelledby": "recent" },
    h("header", {}, h("h2", { id: "recent" }, t("welcome.recent")), h("button", { type: "button", class: "button small", onclick: importDialog }, t("import.open"))),
    over.length ? h("ul", { class: "tables" }, ...over.map((table) => row(table, () => lists(going, done)))) : h("p", { class: "soft" }, t("welcome.none"))));
}

/** @param {Listed} table @param {() => void} changed */
function row(table, changed) {
  const names = named(table.seats).map((seat) => seat.name || t("room.free")).join(" – ");
  const alone = !table.seats.some((seat) => seat.kind === "person" && !seat.mine);
  const state = table.over ? when(table.updated) : table.gathering ? t("welcome.gathering") : table.mine_to_move ? t("welcome.yourTurn") : tn("welcome.plies", table.ply);
  return h("li", {},
    h("a", { class: "table-link", href: table.over ? `/watch/${table.id}` : `/table/${table.id}` },
      h("strong", {}, t(`game.${table.game}`)),
      h("span", { class: "names" }, names),
      h("span", { class: "lows" }, table.lows.join(" : ")),
      h("span", { class: table.mine_to_move && !table.over ? "state now" : "state" }, state)),
    !table.over && (alone || table.gathering) && h("button", { type: "button", class: "icon", "aria-label": t("welcome.abandon", { names }), title: t("welcome.abandon", { names }), onclick: async () => {
      await api(`/tables/${table.id}`, { method: "DELETE" });
      changed();
    } }, icon("trash")));
}
