// Days in a row: the last weeks, a square a day, darker the more was played.

import { h } from "../lib/dom.js";
import { language, t, tn } from "../lib/i18n.js";

/** @typedef {{day: string, finished: number, dealt: boolean}} CalendarDay */

/** A day as people say it. @param {string} day @param {"long" | "short"} [style] */
export function dayName(day, style = "long") {
  const form = /** @type {Intl.DateTimeFormatOptions} */ (style === "long" ? { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } : { day: "numeric", month: "short", timeZone: "UTC" });
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(language(), form);
}

/**
 * @param {CalendarDay[]} days
 * @param {{now: number, best: number}} streak
 */
export function calendar(days, streak) {
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
