// One of a few, side by side.

import { h } from "./dom.js";

/**
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {string} now
 * @param {(value: string) => unknown} choose
 */
export function segments(label, options, now, choose) {
  const box = h("div", { class: "segments", role: "group", "aria-label": label });
  box.append(...options.map(([value, text]) => h("button", { type: "button", "data-value": value, "aria-pressed": String(value === now), onclick: () => {
    for (const each of box.querySelectorAll("button")) each.setAttribute("aria-pressed", String(each.dataset.value === value));
    return choose(value);
  } }, text)));
  return box;
}
