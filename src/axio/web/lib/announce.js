// What happens, said aloud: one polite live region for the page.

/** @type {HTMLElement | null} */
let region = null;
let odd = false;

/** @param {string} text */
export function announce(text) {
  if (!text) return;
  if (!region) {
    region = document.createElement("div");
    region.className = "live";
    region.id = "live";
    region.setAttribute("role", "status");
    region.setAttribute("aria-live", "polite");
    document.body.append(region);
  }
  odd = !odd; // the same words twice are still two announcements
  region.textContent = text + (odd ? "\u00a0" : "");
}
