// A player's page: where they stand, how it came to that, and against whom.

import { histogram, lineChart, ratingBars } from "../lib/charts.js";
import { h } from "../lib/dom.js";
import { segments } from "../lib/form.js";
import { gameName } from "../lib/games.js";
import { api } from "../lib/http.js";
import { t, tn, when } from "../lib/i18n.js";
import { playerLink, playerName, ratingText } from "../lib/player_names.js";
import { header } from "../lib/shell.js";

/** @typedef {import("../generated/http.js").BoardStanding} BoardStanding */
/** @typedef {import("../generated/http.js").Course} Course */

/** @param {HTMLElement} main @param {string} address the name as it stands there */
export async function playerPage(main, address) {
  const name = decodeURIComponent(address);
  const profile = await api("GET /players/{name}", { name });
  const shown = playerName(profile.name);
  header({ title: shown });
  main.className = "page player-page";
  const body = h("div", { class: "scores-body" });
  const show = async (/** @type {string} */ key) => {
    const board = profile.boards.find((each) => keyOf(each) === key);
    if (!board) return;
    const course = await api("GET /players/{name}/{game}/{speed}", { name, game: board.game, speed: board.speed });
    body.replaceChildren(h("div", { class: "stack" }, rating(board, course), recent(course.recent)), h("div", { class: "stack" }, record(course), rivals(course.rivals)));
  };
  const first = profile.boards.length ? keyOf(profile.boards[0]) : "";
  main.replaceChildren(
    h("div", { class: "player-head" }, h("h2", {}, shown), profile.bot && h("span", { class: "badge" }, t("new.bot")), profile.mine && h("span", { class: "badge" }, t("new.you"))),
    h("p", { class: "soft" }, about(profile)),
    profile.boards.length ? segments(t("ratings.board"), profile.boards.map((each) => [keyOf(each), `${gameName(each.game)} · ${t(`ratings.speed.${each.speed}`)}`]), first, show) : h("section", { class: "card" }, h("p", {}, t("player.none"))),
    body);
  await show(first);
}

/** @param {BoardStanding} board */
const keyOf = ({ game, speed }) => `${game} ${speed}`;

/** @param {import("../generated/http.js").Profile} profile */
function about({ name, bot, since }) {
  const [plain, version] = name.split("@");
  if (version !== undefined) return t("player.bot", { name: plain, version });
  return t(bot ? "player.program" : "player.since", { when: when(since ?? 0) });
}

/** @param {BoardStanding} board @param {Course} course */
function rating(board, { history, peak, distribution }) {
  const values = history.map((point) => point.rating);
  const [low, high] = [Math.floor(Math.min(...values) / 50) * 50, Math.ceil((Math.max(...values) + 1) / 50) * 50];
  return h("section", { class: "card", "aria-labelledby": "rating" }, h("h3", { id: "rating" }, t("ratings.rating")),
    h("p", { class: "standing-line" }, h("strong", { class: "huge" }, ratingText(board)), h("span", {}, t("player.place", { place: board.place, n: board.of }), " · ", t("player.peak", { n: peak }))),
    values.length > 1 ? lineChart([{ name: t("ratings.rating"), values }], { start: low, end: high, label: t("player.history"), dots: values.length <= 40 }).element : h("p", { class: "soft" }, t("player.few")),
    histogram(ratingBars(distribution, board.rating), { label: t("ratings.spread") }));
}

/** @param {Course} course */
function record({ games, first, streaks }) {
  const fact = (/** @type {string | number} */ value, /** @type {string} */ text) => h("li", {}, h("strong", {}, value), h("span", {}, text));
  return h("section", { class: "card", "aria-labelledby": "record" }, h("h3", { id: "record" }, t("player.record")),
    h("ul", { class: "facts" }, fact(games, tn("player.games", games)), fact(`${Math.round((100 * first) / Math.max(games, 1))} %`, t("player.won")), fact(streaks.now, t("player.row")), fact(streaks.best, t("player.longest"))));
}

/** @param {Course["rivals"]} rows */
function rivals(rows) {
  return h("section", { class: "card", "aria-labelledby": "rivals" }, h("h3", { id: "rivals" }, t("player.rivals")),
    h("table", { class: "score-table rating-table" },
      h("thead", {}, h("tr", {}, ...["ratings.player", "scores.played", "player.ahead", "scores.shared"].map((key) => h("th", { scope: "col" }, t(key))))),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, h("th", { scope: "row" }, playerLink(row)), h("td", {}, row.games), h("td", {}, row.won), h("td", {}, row.shared))))));
}

/** @param {Course["recent"]} rows */
function recent(rows) {
  return h("section", { class: "card", "aria-labelledby": "recent" }, h("h3", { id: "recent" }, t("player.recent")),
    h("ul", { class: "recent-games" }, ...rows.map((row) => h("li", {},
      h("a", { href: `/watch/${row.table}` }, when(row.when)),
      h("span", { class: "place-of" }, t("player.placeOf", { place: row.place, n: row.seats }), row.left && h("span", { class: "badge" }, t("player.left"))),
      h("span", { class: "names" }, ...row.opponents.flatMap((each, i) => (i ? [", ", playerLink(each)] : [playerLink(each)]))),
      h("span", { class: row.after < row.before ? "change down" : "change up" }, `${row.after < row.before ? "−" : "+"}${Math.abs(row.after - row.before)}`)))));
}
