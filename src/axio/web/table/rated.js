// What a rated game did to everyone's rating, once the server has worked that out.

import { api } from "../lib/http.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const TRIES = 8;

/** @param {string} id @param {{name: string}[]} seats */
export function ratingChanges(id, seats) {
  const list = h("ul", { class: "rating-changes", "aria-label": t("ratings.changes"), "aria-live": "polite" });
  ask(id, seats, list, TRIES);
  return list;
}

/** @param {string} id @param {{name: string}[]} seats @param {HTMLElement} list @param {number} left */
async function ask(id, seats, list, left) {
  /** @type {{seat: number, before: number, after: number}[]} */
  const found = await api(`/tables/${id}/ratings`).catch(() => []);
  if (!found.length && left) return void setTimeout(() => ask(id, seats, list, left - 1), 700);
  list.replaceChildren(...found.map(({ seat, before, after }) => h("li", {}, h("span", {}, seats[seat].name), h("b", {}, after),
    h("span", { class: after < before ? "change down" : "change up" }, `${after < before ? "−" : "+"}${Math.abs(after - before)}`))));
}
