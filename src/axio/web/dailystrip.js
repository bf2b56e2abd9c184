// The daily deal in one line, for the welcome page.

import { api } from "./api.js";
import { h } from "./dom.js";
import { t, tn } from "./i18n.js";
import { icon } from "./icons.js";

export function dailyStrip() {
  const state = h("span", { class: "state" });
  api("/daily").then((/** @type {import("./daily.js").Today} */ { today, streak }) => {
    const done = today.games.filter((game) => game.mine?.over).length;
    const row = streak.now > 1 ? `${streak.now} ${tn("daily.streak", streak.now)}` : "";
    state.textContent = [done ? t("daily.stripDone", { n: done, of: today.games.length }) : "", row].filter(Boolean).join(" · ");
  }, () => {}); // without it the line still leads there
  return h("a", { class: "daily-strip", href: "/daily" }, icon("calendar"), h("strong", {}, t("daily.title")), h("span", { class: "names" }, t("daily.strip")), state);
}
