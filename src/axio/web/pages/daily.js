// The daily deal: one solo game of each kind, the same tiles for everyone.

import { api } from "../lib/http.js";
import { calendar, dayName } from "./calendar.js";
import { dayCard } from "./daycard.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { header } from "../lib/shell.js";

/** @typedef {{day: string, over: boolean, ends: number, now: number, games: import("./daycard.js").DayGame[]}} Day */
/** @typedef {{today: Day, yesterday: Day | null, tomorrow: Record<string, string>}} Today */
/** @typedef {{streak: {now: number, best: number}, calendar: import("./calendar.js").CalendarDay[], account: boolean}} MyDays */

/** @param {HTMLElement} main @param {string} [day] */
export async function dailyPage(main, day) {
  header({ title: t("nav.daily") });
  main.className = "page daily-page";
  if (day) return past(main, await api(`/daily/${day}`));
  /** @type {[Today, MyDays]} */
  const [{ today, yesterday, tomorrow }, mine] = await Promise.all([api("/daily"), api("/daily/mine")]);
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
    h("div", { class: "day-games" }, ...today.games.map((game) => dayCard(game, false))),
    h("div", { class: "day-foot" }, calendar(mine.calendar, mine.streak), bestOf(yesterday), fair(today, tomorrow)));
}

/** @param {HTMLElement} main @param {Day} day */
function past(main, day) {
  main.replaceChildren(
    h("div", { class: "player-head" }, h("h2", {}, t("daily.of", { day: dayName(day.day) })), h("a", { class: "button small", href: "/daily" }, t("daily.today"))),
    h("div", { class: "day-games" }, ...day.games.map((game) => dayCard(game, day.over))),
    h("div", { class: "day-foot" }, fair(day, {})));
}

/** @param {Day | null} day */
function bestOf(day) {
  const games = day?.games.filter((game) => game.best?.length) ?? [];
  return h("section", { class: "card", "aria-labelledby": "yesterday" }, h("h3", { id: "yesterday" }, t("daily.yesterday")),
    games.length ? h("ul", { class: "recent-games" }, ...games.map(({ game, best }) => h("li", {},
      h("strong", {}, t(`game.${game}`)), h("span", { class: "names" }, best?.[0].name), h("b", {}, best?.[0].low[0]),
      h("a", { class: "button small", href: `/watch/${best?.[0].table}`, "aria-label": t("daily.watchGame", { game: t(`game.${game}`) }) }, t("daily.watch"))))) : h("p", { class: "soft" }, t("daily.noYesterday")),
    day ? h("p", {}, h("a", { href: `/daily/${day.day}` }, t("daily.all"))) : null);
}

/** What anyone can check: promised before, revealed after. @param {Day} day @param {Record<string, string>} tomorrow */
function fair(day, tomorrow) {
  const row = (/** @type {string} */ game, /** @type {string} */ what, /** @type {string} */ value) => h("li", {}, h("span", {}, `${t(`game.${game}`)}, ${what}`), h("code", {}, value));
  return h("section", { class: "card wide", "aria-labelledby": "fair" }, h("h3", { id: "fair" }, t("daily.fair")),
    h("p", { class: "soft" }, t("daily.fairText")),
    h("details", {}, h("summary", {}, t("daily.proof")), h("ul", { class: "proofs" },
      ...day.games.flatMap(({ game, commitment, secret }) => [row(game, t("daily.commitment"), commitment), ...(secret ? [row(game, t("daily.secret"), secret)] : [])]),
      ...Object.entries(tomorrow).map(([game, commitment]) => row(game, t("daily.tomorrow"), commitment)))));
}
