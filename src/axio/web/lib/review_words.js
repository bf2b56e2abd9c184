// A review in words: marks, costs, reasons.

import { h } from "./dom.js";
import { colourNames, has, language, t } from "./i18n.js";

/** @typedef {import("../generated/http.js").Because} Because */

/** A mark is a sign and a word, and has a colour besides. @type {Record<string, string>} */
export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** How bad it is, for the styles. @type {Record<string, string>} */
export const DEGREES = { inaccuracy: "slight", mistake: "middling", blunder: "grave" };

/** @param {string} mark */
export const markTag = (mark) => h("span", { class: `mark-tag ${DEGREES[mark]}` }, h("b", { "aria-hidden": "true" }, SIGNS[mark]), ` ${t(`review.mark.${mark}`)}`);

/** @param {number} value @param {number} digits */
const figure = (value, digits) => value.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A share as per cent. @param {number} share */
export const percent = (share, digits = 0) => `${figure(100 * share, digits)}\u00a0%`;

/** A number of points. @param {number} points */
export const points = (points) => figure(points, 1);

/** With its sign, as an account has it. @param {number} value @param {boolean} solo */
export function signed(value, solo) {
  const shown = solo ? points(Math.abs(value)) : percent(Math.abs(value));
  return /^[0.,]+(\s%)?$/.test(shown) ? shown : `${value < 0 ? "−" : "+"}${shown}`;
}

/** Why the better move is better. @param {Because[]} reasons */
export const whyBetter = (reasons) => h("ul", { class: "reasons" }, ...reasons.map(({ key, facts }) => h("li", { class: "reason" }, begun(reasonText(key, facts)))));

/** @param {string} key @param {Record<string, string | number>} facts */
export function reasonText(key, facts) {
  const named = Object.entries(facts).map(([name, fact]) => [name, name === "colour" || name === "colours" ? colourNames(String(fact)) : fact]);
  return has(`review.why.${key}`) ? t(`review.why.${key}`, Object.fromEntries(named)) : "";
}

/** @param {string} text */
const begun = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What the better move would have brought. @param {{cost: number, lead_cost: number}} decision @param {boolean} solo */
export function costText({ cost, lead_cost: lead }, solo) {
  if (solo) return t("review.cost.solo", { points: points(cost) });
  return t("review.cost", { percent: percent(Math.max(0, cost)), points: points(Math.max(0, lead)) });
}
