// What this browser prefers. Kept here, sent nowhere.

/**
 * @typedef {Object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {number} speed       1 is as designed, 2 twice as fast, 0 without animation
 * @property {boolean} confirm    a placed tile waits for a second yes
 * @property {boolean} sound
 * @property {boolean} letters    symbols carry the letter of their colour
 * @property {string} language    empty: as the browser says
 * @property {boolean} panel      moves and unseen tiles stand open
 * @property {string} name
 */

/** @returns {Settings} */
function read() {
  /** @type {Settings} */
  const standard = {
    theme: "system", speed: 1, confirm: matchMedia("(pointer: coarse)").matches, sound: false, letters: false,
    language: "", panel: true, name: "",
  };
  try {
    return { ...standard, ...JSON.parse(localStorage.axio ?? "{}") };
  } catch {
    return standard;
  }
}

export const settings = read();

/** Whether the page is dark now. */
export const isDark = () => (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {Partial<Settings>} patch */
export function choose(patch) {
  Object.assign(settings, patch);
  try {
    const kept = JSON.parse(localStorage.axio ?? "{}");
    localStorage.axio = JSON.stringify({ ...kept, ...patch });
  } catch {
    // It holds until the page is closed.
  }
  const root = document.documentElement;
  if (settings.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.toggleAttribute("data-letters", settings.letters);
  for (const listener of listeners) listener();
}

/** @param {() => void} listener */
export function onChange(listener) {
  listeners.add(listener);
}
