// The daily deal in one line, for the welcome page.

import { api } from "../lib/http.js";
import { h } from "../lib/dom.js";
import { t, tn } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";

const GAMES = 3;

export function dailyStrip() {
  const state = h("span", { class: "state" });
  api("/daily/mine").then((/** @type {import("./daily.js").MyDays} */ { calendar, streak }) => {
    const done = calendar[calendar.length - 1].finished;
    const row = streak.now > 1 ? `${streak.now} ${tn("daily.streak", streak.now)}` : "";
    state.textContent = [done ? t("daily.stripDone", { n: done, of: GAMES }) : "", row].filter(Boolean).join(" · ");
  }, () => {}); // without it the line still leads there
  return h("a", { class: "daily-strip", href: "/daily" }, icon("calendar"), h("strong", {}, t("daily.title")), h("span", { class: "names" }, t("daily.strip")), state);
}
