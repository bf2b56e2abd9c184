// The daily deal: one solo game of each kind, the same tiles for everyone.

import { comparedText, dayName, placeText, shareButton, spreadOf } from "../lib/daily_result.js";
import { demoBoard } from "../lib/demo_board.js";
import { h } from "../lib/dom.js";
import { gameName } from "../lib/games.js";
import { api } from "../lib/http.js";
import { t, tn } from "../lib/i18n.js";
import { isDark } from "../lib/settings.js";
import { header } from "../lib/shell.js";
import { complain } from "../lib/toasts.js";

/** @typedef {import("../generated/http.js").Day} Day */
/** @typedef {import("../generated/http.js").DailyGame} DailyGame */
/** @typedef {import("../generated/http.js").CalendarDay} CalendarDay */

/** @param {HTMLElement} main @param {string} [day] */
export async function dailyPage(main, day) {
  header({ title: t("nav.daily") });
  main.className = "page daily-page";
  if (day) return past(main, await api("GET /daily/{text}", { text: day }));
  const [{ today, yesterday, tomorrow }, mine, { games: puzzles }] = await Promise.all([api("GET /daily"), api("GET /daily/mine"), api("GET /puzzles")]);
  const left = h("span", { class: "badge", id: "left" });
  const count = () => { left.textContent = remaining(today); };
  const late = Date.now() / 1000 - today.now;
  const remaining = (/** @type {Day} */ { ends }) => {
    const minutes = Math.max(0, Math.ceil((ends + late - Date.now() / 1000) / 60));
    return t("daily.left", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  };
  count();
  setInterval(count, 20_000);
  main.replaceChildren(
    h("div", { class: "player-head" }, h("h2", {}, t("daily.title")), left),
    h("p", { class: "soft" }, t("daily.text")),
    mine.account ? "" : h("p", { class: "guest-line" }, t("daily.guest")),
    h("div", { class: "day-games" }, ...today.games.map((game) => dayCard(today, game))),
    h("div", { class: "day-foot" }, calendar(mine.calendar, mine.streak), bestOf(yesterday), puzzles.length ? puzzlesToday(puzzles) : "", fair(today, tomorrow)));
}

/** One puzzle of each game, the same for everyone. @param {import("../generated/http.js").PuzzleGame[]} games */
function puzzlesToday(games) {
  const state = (/** @type {boolean | null} */ right) => t(right === null ? "puzzle.solve" : right ? "puzzle.solved" : "puzzle.missed");
  return h("section", { class: "card wide", "aria-labelledby": "puzzles-today" }, h("h3", { id: "puzzles-today" }, t("puzzle.today")),
    h("p", { class: "soft" }, t("puzzle.strip")),
    h("ul", { class: "recent-games" }, ...games.map(({ game, today, today_right: right }) => h("li", {}, h("strong", {}, gameName(game)), h("span", { class: "names" }),
      h("a", { class: "button small", href: `/puzzles/${game}/${today}`, "aria-label": `${gameName(game)}: ${t("puzzle.today")}, ${state(right)}` }, state(right))))));
}

/** @param {HTMLElement} main @param {Day} day */
function past(main, day) {
  main.replaceChildren(
    h("div", { class: "player-head" }, h("h2", {}, t("daily.of", { day: dayName(day.day) })), h("a", { class: "button small", href: "/daily" }, t("daily.today"))),
    h("div", { class: "day-games" }, ...day.games.map((game) => dayCard(day, game))),
    h("div", { class: "day-foot" }, fair(day, {})));
}

/** @param {Day | null} day */
function bestOf(day) {
  const games = day?.games.filter((game) => game.best?.length) ?? [];
  return h("section", { class: "card", "aria-labelledby": "yesterday" }, h("h3", { id: "yesterday" }, t("daily.yesterday")),
    games.length ? h("ul", { class: "recent-games" }, ...games.map(({ game, best }) => h("li", {},
      h("strong", {}, gameName(game)), h("span", { class: "names" }, best?.[0].name), h("b", {}, best?.[0].low[0]),
      h("a", { class: "button small", href: `/watch/${best?.[0].table}`, "aria-label": t("daily.watchGame", { game: gameName(game) }) }, t("daily.watch"))))) : h("p", { class: "soft" }, t("daily.noYesterday")),
    day ? h("p", {}, h("a", { href: `/daily/${day.day}` }, t("daily.all"))) : null);
}

/** What anyone can check: promised before, revealed after. @param {Day} day @param {Record<string, string>} tomorrow */
function fair(day, tomorrow) {
  const row = (/** @type {string} */ game, /** @type {string} */ what, /** @type {string} */ value) => h("li", {}, h("span", {}, `${gameName(game)}, ${what}`), h("code", {}, value));
  return h("section", { class: "card wide", "aria-labelledby": "fair" }, h("h3", { id: "fair" }, t("daily.fair")),
    h("p", { class: "soft" }, t("daily.fairText")),
    h("details", {}, h("summary", {}, t("daily.proof")), h("ul", { class: "proofs" },
      ...day.games.flatMap(({ game, commitment, secret }) => [row(game, t("daily.commitment"), commitment), ...(secret ? [row(game, t("daily.secret"), secret)] : [])]),
      ...Object.entries(tomorrow).map(([game, commitment]) => row(game, t("daily.tomorrow"), commitment)))));
}

/**
 * Days in a row: the last weeks, a square a day, darker the more was played.
 * @param {CalendarDay[]} days
 * @param {{now: number, best: number}} streak
 */
function calendar(days, streak) {
  return h("section", { class: "card", "aria-labelledby": "days" },
    h("h3", { id: "days" }, t("daily.days")),
    h("p", { class: "standing-line" }, h("strong", { class: "huge" }, streak.now), h("span", {}, tn("daily.streak", streak.now), " · ", t("daily.longest", { n: streak.best }))),
    h("ul", { class: "calendar" }, ...days.map((each, i) => square(each, i === days.length - 1))));
}

/** @param {CalendarDay} day @param {boolean} today */
function square({ day, finished, dealt }, today) {
  const label = `${dayName(day)}: ${tn("daily.finished", finished)}`;
  const look = `day-square level-${Math.min(finished, 3)}${today ? " today" : ""}`;
  return h("li", {}, dealt ? h("a", { class: look, href: today ? "/daily" : `/daily/${day}`, title: label, "aria-label": label }) : h("span", { class: look, title: label }));
}

/** One game of a day: to be played, being played, or what came of it. @param {Day} day @param {DailyGame} game */
function dayCard({ day, over }, game) {
  const { mine } = game;
  const shown = mine?.over ? mine.table : over ? game.best?.[0]?.table : null;
  return h("article", { class: "card day-game", "data-game": game.game, "aria-labelledby": `day-${game.game}` },
    h("div", { class: "game-board" }, shown ? picture(shown) : demoBoard(game.game)),
    h("h3", { id: `day-${game.game}` }, gameName(game.game)),
    mine?.over ? result(mine, game.players) : h("p", { class: "soft" }, standing(game.players, over)),
    spreadOf(game),
    game.best?.length ? best(game.best) : null,
    actions(day, game, over));
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

/** @param {import("../generated/http.js").DailyTry} mine @param {number} players */
function result(mine, players) {
  return h("div", { class: "day-result" },
    h("strong", { class: "huge" }, mine.low[0]),
    h("p", {}, comparedText(mine), h("br"), h("span", { class: "soft" }, placeText(mine, players))));
}

/** @param {import("../generated/http.js").DailyResult[]} rows */
function best(rows) {
  return h("ol", { class: "day-best", "aria-label": t("daily.best") }, ...rows.slice(0, 5).map((row) => h("li", { class: row.mine ? "mine" : "" },
    h("span", {}, row.place), row.table ? h("a", { href: `/watch/${row.table}` }, row.name) : h("span", {}, row.name), h("b", {}, row.low[0]), h("span", { class: "soft" }, row.low.slice(1).join(" · ")))));
}

/** @param {string} day @param {DailyGame} game @param {boolean} over */
function actions(day, { game, mine }, over) {
  if (mine?.over) return h("p", { class: "day-actions" }, shareButton(day, game, mine), h("a", { class: "button", href: `/watch/${mine.table}` }, t("daily.again")));
  if (mine) return h("p", { class: "day-actions" }, h("a", { class: "button main", href: `/table/${mine.table}` }, t("daily.goOn")));
  return over ? null : h("p", { class: "day-actions" }, h("button", { type: "button", class: "button main", "aria-label": t("welcome.playGame", { game: gameName(game) }), onclick: () => begin(game) }, t("welcome.play")));
}

/** @param {string} game */
async function begin(game) {
  await api("POST /daily/{game}", { game }).then(({ id }) => location.assign(`/table/${id}`), complain);
}
