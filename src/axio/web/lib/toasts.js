// Words in passing: said aloud by one polite live region, shown for a moment.

import { h } from "./dom.js";
import { Fault } from "./http.js";
import { has, t } from "./i18n.js";

/** @type {HTMLElement | null} */
let region = null;
let odd = false;

/** @param {string} text */
export function announce(text) {
  if (!text) return;
  if (!region) {
    region = h("div", { class: "live", id: "live", role: "status", "aria-live": "polite" });
    document.body.append(region);
  }
  odd = !odd; // the same words twice are still two announcements
  region.textContent = text + (odd ? "\u00a0" : "");
}

/** @param {string} text @param {"note" | "wrong"} [kind] */
export function toast(text, kind = "note") {
  const box = h("div", { class: `toast ${kind}` }, text);
  for (const old of document.querySelectorAll(".toast")) old.remove();
  document.body.append(box);
  setTimeout(() => box.remove(), 4200);
}

/** Shown and said. @param {string} text */
export function tell(text) {
  toast(text);
  announce(text);
}

/** What went wrong, in the reader's language. @param {unknown} fault */
export function faultText(fault) {
  const key = fault instanceof Fault ? `refusal.${fault.reason}` : "";
  return has(key) ? t(key, /** @type {Fault} */ (fault).values) : String(/** @type {Error} */ (fault).message ?? fault);
}

/** @param {unknown} fault */
export const complain = (fault) => toast(faultText(fault), "wrong");
