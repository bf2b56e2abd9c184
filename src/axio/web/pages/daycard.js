// One game of a day: to be played, being played, or what came of it.

import { api } from "../lib/http.js";
import { bars } from "../lib/histogram.js";
import { selfPlaying } from "../lib/demo_board.js";
import { toast } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t, tn } from "../lib/i18n.js";
import { isDark } from "../lib/settings.js";

/** @typedef {{table: string, over: boolean, scored: boolean, low: number[], place: number | null, beaten: number | null}} Try */
/** @typedef {{place: number, name: string, low: number[], table: string | null, mine: boolean}} Result */
/** @typedef {{game: string, commitment: string, secret: string | null, mine: Try | null, players: number, spread: {low: number, count: number}[] | null, best: Result[] | null}} DayGame */

/** @param {DayGame} game @param {boolean} over */
export function dayCard(game, over) {
  const { mine } = game;
  const shown = mine?.over ? mine.table : over ? game.best?.[0]?.table : null;
  return h("article", { class: "card day-game", "data-game": game.game, "aria-labelledby": `day-${game.game}` },
    h("div", { class: "game-board" }, shown ? picture(shown) : selfPlaying(game.game)),
    h("h3", { id: `day-${game.game}` }, t(`game.${game.game}`)),
    mine?.over ? result(mine, game.players) : h("p", { class: "soft" }, standing(game.players, over)),
    game.spread?.length ? bars(game.spread.map(({ low, count }) => ({ name: low, count, mine: mine?.low[0] === low })), { label: t("daily.spread") }) : null,
    game.best?.length ? best(game.best) : null,
    actions(game, over));
}

/** @param {number} players @param {boolean} over */
function standing(players, over) {
  if (over) return players ? tn("daily.results", players) : t("daily.nobodyDid");
  return players ? tn("daily.players", players) : t("daily.nobody");
}

/** @param {string} table */
function picture(table) {
  return h("img", { class: "day-picture", alt: t("daily.final"), src: `/api/tables/${table}/picture.svg?board=true&theme=${isDark() ? "dark" : "light"}` });
}

/** @param {Try} mine @param {number} players */
function result({ low, scored, place, beaten }, players) {
  return h("div", { class: "day-result" },
    h("strong", { class: "huge" }, low[0]),
    h("p", {}, beaten === null ? t("daily.alone") : t("daily.beaten", { n: beaten }),
      h("br"), h("span", { class: "soft" }, scored ? t("daily.place", { place: place ?? 1, n: players }) : t("daily.unranked"))));
}

/** @param {Result[]} rows */
function best(rows) {
  return h("ol", { class: "day-best", "aria-label": t("daily.best") }, ...rows.slice(0, 5).map((row) => h("li", { class: row.mine ? "mine" : "" },
    h("span", {}, row.place), row.table ? h("a", { href: `/watch/${row.table}` }, row.name) : h("span", {}, row.name), h("b", {}, row.low[0]), h("span", { class: "soft" }, row.low.slice(1).join(" · ")))));
}

/** @param {DayGame} game @param {boolean} over */
function actions({ game, mine }, over) {
  if (mine?.over) return h("p", { class: "day-actions" }, h("a", { class: "button", href: `/watch/${mine.table}` }, t("daily.again")));
  if (mine) return h("p", { class: "day-actions" }, h("a", { class: "button main", href: `/table/${mine.table}` }, t("daily.goOn")));
  return over ? null : h("p", { class: "day-actions" }, h("button", { type: "button", class: "button main", "aria-label": t("welcome.playGame", { game: t(`game.${game}`) }), onclick: () => begin(game) }, t("welcome.play")));
}

/** @param {string} game */
async function begin(game) {
  try {
    const made = await api(`/daily/${game}`, { method: "POST" });
    location.assign(`/table/${made.id}`);
  } catch (fault) {
    toast(String(/** @type {Error} */ (fault).message), "wrong");
  }
}
