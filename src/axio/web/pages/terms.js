// What a table for several people is played by: the clock, rated or not, seen in the lobby or not.

import { h } from "../lib/dom.js";
import { t, tn } from "../lib/i18n.js";

/** @typedef {import("../generated/protocol.js").LiveClock} LiveClock */
/** @typedef {import("../generated/protocol.js").TurnsClock} TurnsClock */
/** @typedef {{clock: LiveClock | TurnsClock | null, rated: boolean, visibility: "private" | "open", rating_from: number | null, rating_to: number | null, substitute: string | null}} Terms */

const MINUTES = [3, 5, 10, 15, 20, 30, 60];
const SECONDS = [0, 5, 10, 20, 30, 60];
const DAYS = [1, 2, 3, 5, 7, 10, 14];
const HOLIDAYS = [0, 3, 7, 14, 30];
const SUBSTITUTE = "careful";
const RATINGS = [800, 1000, 1200, 1400, 1600, 1800, 2000];

/**
 * @param {boolean} account  only accounts have ratings
 * @param {string[][]} bots  name and title
 * @returns {{element: HTMLElement, terms: () => Terms, seats: (count: number) => void}}
 */
export function chooseTerms(account, bots) {
  let kind = "none";
  const live = choices("live", [["main", t("terms.main"), MINUTES.map((n) => [n * 60, t("clock.minutes", { n })]), 600], ["increment", t("terms.increment"), SECONDS.map((n) => [n, t("clock.seconds", { n })]), 10]]);
  const turns = choices("turns", [["days", t("terms.days"), DAYS.map((n) => [n, tn("terms.n", n)]), 3], ["holiday", t("terms.holiday"), HOLIDAYS.map((n) => [n, tn("terms.n", n)]), 7]]);
  const rated = toggle("terms-rated", t("terms.rated"), !account);
  const listed = toggle("terms-open", t("terms.open"), false);
  const bounds = [[0, t("terms.any")], ...RATINGS.map((n) => [n, n])];
  const range = choices("range", [["from", t("terms.from"), bounds, 0], ["to", t("terms.to"), bounds, 0]]);
  const substitute = choices("substitute", [["bot", t("terms.substitute"), bots, SUBSTITUTE]]);
  const show = () => { live.hidden = kind !== "live"; turns.hidden = kind !== "turns"; range.hidden = !account || !listed.input.checked; };
  listed.input.addEventListener("change", () => show());
  const kinds = h("fieldset", { class: "counts" }, h("legend", {}, t("terms.clock")),
    ...["none", "live", "turns"].map((each) => h("label", {}, h("input", { type: "radio", name: "clock", value: each, checked: each === kind, onchange: () => { kind = each; show(); } }), h("span", {}, t(`terms.${each}`)))));
  show();
  const chosen = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (element.querySelector(`#${id}`)).value;
  const value = (/** @type {string} */ id) => Number(chosen(id));
  const element = h("div", { class: "terms" }, kinds, live, turns, substitute,
    h("div", { class: "settings" }, rated.element, account ? "" : h("p", { class: "soft fine-print" }, t("terms.guest")), listed.element), range);
  const bound = (/** @type {string} */ id) => (range.hidden ? null : value(id) || null);
  const clock = () => kind === "live" ? { kind: /** @type {const} */ ("live"), main: value("live-main"), increment: value("live-increment") }
    : kind === "turns" ? { kind: /** @type {const} */ ("turns"), days: value("turns-days"), holiday: value("turns-holiday") } : null;
  const seats = (/** @type {number} */ count) => { substitute.hidden = count < 3; }; // with two a game is lost
  return { element, seats, terms: () => ({ substitute: substitute.hidden ? null : chosen("substitute-bot"), clock: clock(), rated: rated.input.checked, visibility: listed.input.checked ? "open" : "private", rating_from: bound("range-from"), rating_to: bound("range-to") }) };
}

/**
 * @param {string} kind
 * @param {[name: string, label: string, options: (string | number)[][], now: string | number][]} fields
 */
function choices(kind, fields) {
  return h("div", { class: "choices" }, ...fields.map(([name, label, options, now]) =>
    h("label", {}, h("span", {}, label), h("select", { id: `${kind}-${name}` }, ...options.map(([value, text]) => h("option", { value, selected: value === now }, text))))));
}

/** @param {string} id @param {string} label @param {boolean} off */
function toggle(id, label, off) {
  const input = h("input", { id, type: "checkbox", class: "switch", disabled: off });
  return { input, element: h("div", { class: "setting" }, h("label", { for: id }, label), input) };
}
