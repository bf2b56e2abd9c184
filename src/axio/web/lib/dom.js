// Making elements, as the board does, and finding them.

export { assign, calm, h, s, vars } from "../board/dom.js";

/** @typedef {import("../board/dom.js").Child} Child */
/** @typedef {import("../board/dom.js").Attributes} Attributes */

/**
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement}
 */
export function need(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`no ${selector} on this page`);
  return /** @type {HTMLElement} */ (found);
}
