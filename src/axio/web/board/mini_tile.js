// A tile as small as a word.

import { h, s, sym } from "../lib/dom.js";

/** @param {string} tile */
export function miniTile(tile) {
  const four = tile.length > 2;
  const blank = () => s("svg", { class: "sym", "aria-hidden": "true" });
  const marks = four ? [tile[0], tile[1], tile[3], tile[2]] : [...tile];
  return h("span", { class: four ? "mini four" : "mini" }, ...marks.map((mark) => (mark === "." || mark === "?" ? blank() : sym(mark))));
}
