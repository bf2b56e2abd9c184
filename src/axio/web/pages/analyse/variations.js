// The moves tried from a position, as a tree: a main line, and variations where somebody chose otherwise.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { spelt } from "./best_moves.js";

/** @typedef {import("../../generated/http.js").Scene} Scene */

/**
 * A position in the tree.
 * @typedef {Object} Position
 * @property {Scene} scene
 * @property {string | null} move      that led here
 * @property {Position | null} parent
 * @property {Position[]} children     the first is the main line
 */

/** @param {Scene} scene @param {Position | null} [parent] @returns {Position} */
export function grow(scene, parent = null) {
  const position = { scene, move: parent ? scene.last : null, parent, children: [] };
  parent?.children.push(position);
  return position;
}

/** @param {Position} position */
export const depth = (position) => {
  let plies = 0;
  for (let at = position.parent; at; at = at.parent) plies += 1;
  return plies;
};

/** Take a variation away. @param {Position} position */
export function prune(position) {
  const { parent } = position;
  if (parent) parent.children = parent.children.filter((each) => each !== position);
}

/**
 * The tree as lists in a list.
 * @param {Position} root
 * @param {Position} now
 * @param {(position: Position) => void} go
 */
export function variations(root, now, go) {
  const step = (/** @type {Position} */ position) => h("button", { type: "button", class: "variation", "aria-current": position === now ? "true" : null, onclick: () => go(position) },
    ...(position.parent ? [h("span", { class: "ply" }, `${depth(position)}.`), " ", h("code", {}, spelt(position.move ?? ""))] : [t("analyse.start")]));
  /** @param {Position} first @returns {HTMLElement} */
  const line = (first) => {
    const items = [h("li", {}, step(first))];
    for (let at = first; at.children.length; at = at.children[0]) {
      items.push(h("li", {}, step(at.children[0])));
      for (const other of at.children.slice(1)) items.push(h("li", { class: "aside" }, line(other)));
    }
    return h("ol", { class: "variations" }, ...items);
  };
  return line(root);
}
