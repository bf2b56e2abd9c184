// Leaderboards: who is how strong, in each game and at each speed.

import { histogram, ratingBars } from "../lib/charts.js";
import { h } from "../lib/dom.js";
import { segments } from "../lib/form.js";
import { gameOptions } from "../lib/games.js";
import { api, latest } from "../lib/http.js";
import { t, tn } from "../lib/i18n.js";
import { playerLink, ratingText } from "../lib/player_names.js";
import { header } from "../lib/shell.js";

/** @typedef {import("../generated/http.js").Standing} Standing */

const SPEEDS = ["live", "turns", "untimed"];

/** @param {HTMLElement} main */
export async function ratingsPage(main) {
  header({ title: t("nav.ratings") });
  main.className = "page ratings-page";
  const options = await gameOptions();
  let [game, speed] = [options[0][0], SPEEDS[0]];
  const body = h("div", { class: "scores-body" });
  const show = latest(
    () => api("GET /ratings/{game}/{speed}", { game, speed }),
    (board) => body.replaceChildren(table(board.best, board.mine), aside(board)));
  main.replaceChildren(
    h("h2", {}, t("ratings.title")), h("p", { class: "soft" }, t("ratings.text")),
    h("div", { class: "choices" },
      segments(t("welcome.games"), options, game, (value) => { game = value; return show(); }),
      segments(t("ratings.speed"), SPEEDS.map((each) => [each, t(`ratings.speed.${each}`)]), speed, (value) => { speed = value; return show(); })),
    body);
  await show();
}

/** @param {Standing[]} rows @param {Standing | null} mine */
function table(rows, mine) {
  const apart = mine && !rows.some((row) => row.mine) ? [mine] : [];
  return h("section", { class: "card wide", "aria-labelledby": "board" }, h("h3", { id: "board" }, t("ratings.board")),
    rows.length ? h("table", { class: "score-table rating-table" },
      h("thead", {}, h("tr", {}, ...["scores.place", "ratings.player", "ratings.rating", "ratings.games"].map((key) => h("th", { scope: "col" }, t(key))))),
      h("tbody", {}, ...rows.map(row), ...apart.map(row))) : h("p", { class: "soft" }, t("ratings.none")));
}

/** @param {Standing} standing */
function row(standing) {
  return h("tr", { class: standing.mine ? "mine" : "" }, h("td", {}, standing.place), h("th", { scope: "row" }, playerLink(standing)),
    h("td", { class: "big-number" }, ratingText(standing)), h("td", { class: "soft" }, standing.games));
}

/** @param {import("../generated/http.js").Leaderboard} board */
function aside({ mine, distribution, players }) {
  return h("section", { class: "card", "aria-labelledby": "spread" }, h("h3", { id: "spread" }, t("ratings.spread")),
    mine ? h("p", { class: "standing-line" }, h("strong", { class: "huge" }, ratingText(mine)), h("span", {}, t("ratings.mine", { place: mine.place, n: players }))) : h("p", { class: "soft" }, t("ratings.notYet")),
    distribution.length ? histogram(ratingBars(distribution, mine?.rating), { label: t("ratings.spread"), caption: tn("ratings.players", players) }) : null,
    h("p", { class: "soft small-print" }, t("ratings.how")));
}
