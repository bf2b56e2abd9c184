// High scores of solo games, one's own history as a line, and how one fares against each bot.

import { miniTile } from "../board/api.js";
import { lineChart } from "../lib/charts.js";
import { h } from "../lib/dom.js";
import { segments } from "../lib/form.js";
import { gameOptions } from "../lib/games.js";
import { api, latest } from "../lib/http.js";
import { has, t, when } from "../lib/i18n.js";
import { header } from "../lib/shell.js";

/** @typedef {import("../generated/http.js").Score} Score */

/** @param {HTMLElement} main */
export async function scoresPage(main) {
  header({ title: t("nav.scores") });
  main.className = "page scores-page";
  const body = h("div", { class: "scores-body" });
  const show = latest(
    (/** @type {string} */ name) => api("GET /scores/{name}", { name }),
    (all, game) => body.replaceChildren(best(all.best, game), history(all.mine), bots(all.bots)));
  const options = await gameOptions();
  const tabs = segments(t("welcome.games"), options, options[0][0], show);
  main.replaceChildren(h("h2", {}, t("scores.title")), h("p", { class: "soft" }, t("scores.text"), " ", h("a", { href: "/ratings" }, t("scores.ratings"))), tabs, body);
  await show(options[0][0]);
}

/** @param {Score[]} rows @param {string} game */
function best(rows, game) {
  return h("section", { class: "card wide", "aria-labelledby": "best" }, h("h3", { id: "best" }, t("scores.best")),
    rows.length ? h("table", { class: "score-table" },
      h("thead", {}, h("tr", {}, ...["scores.place", "scores.name", "scores.low", "scores.others", "scores.when"].map((key) => h("th", { scope: "col" }, t(key))))),
      h("tbody", {}, ...rows.map((row, i) => h("tr", { class: row.mine ? "mine" : "" },
        h("td", {}, i + 1), h("th", { scope: "row" }, h("a", { href: `/watch/${row.table}` }, row.name)), h("td", { class: "big-number" }, row.low[0]), h("td", {}, row.low.slice(1).join(" · ")), h("td", { class: "soft" }, when(row.when)))))) : nothing(game));
}

/** @param {string} game */
function nothing(game) {
  return h("div", { class: "nothing" }, h("div", { class: "given-tiles big", "aria-hidden": "true" }, ...["RG", "BO", "PR"].map(miniTile)), h("p", {}, t("scores.none")), h("a", { class: "button main", href: `/new/${game}` }, t("welcome.play")));
}

/** @param {Score[]} rows */
function history(rows) {
  const values = rows.map((row) => row.low[0]);
  const content = values.length > 1 ? lineChart([{ name: t("scores.low"), values }], { end: Math.max(...values, 6), label: t("scores.history"), dots: true }).element : h("p", { class: "soft" }, t("scores.few"));
  return h("section", { class: "card", "aria-labelledby": "history" }, h("h3", { id: "history" }, t("scores.mine")), content);
}

/** @param {import("../generated/http.js").BotResult[]} rows */
function bots(rows) {
  return h("section", { class: "card", "aria-labelledby": "bots" }, h("h3", { id: "bots" }, t("scores.bots")),
    rows.length ? h("table", { class: "score-table" },
      h("thead", {}, h("tr", {}, ...["scores.bot", "scores.played", "scores.won", "scores.shared"].map((key) => h("th", { scope: "col" }, t(key))))),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, h("th", { scope: "row" }, has(`bot.${row.bot.split("@")[0]}`) ? t(`bot.${row.bot.split("@")[0]}`) : row.bot), h("td", {}, row.played), h("td", {}, row.won), h("td", {}, row.shared))))) : h("p", { class: "soft" }, t("scores.noBots")));
}
