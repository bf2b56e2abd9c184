// What a screen reader says of a cell.

import { t } from "../lib/i18n.js";
import { readPlace } from "./moves.js";

/** @typedef {import("./state.js").BoardState} BoardState */

/**
 * @param {BoardState} state
 * @returns {(cell: string) => string}
 */
export function cellLabel(state) {
  /** @type {Map<string, string>} */
  const known = new Map();
  for (const text of state.tiles) {
    const laid = readPlace(text);
    if (!laid) continue;
    if (laid.cells.length > 1) laid.cells.forEach((cell, i) => known.set(cell, t("cell.tile", { colour: t(`colour.${laid.marks[i]}`) })));
    else known.set(laid.cells[0], t("cell.corners", { colours: corners(laid.marks) }));
  }
  for (const [cell, colour] of Object.entries(state.layout.geometry.printed)) known.set(cell, t("cell.printed", { colour: t(`colour.${colour}`) }));
  for (const cell of state.pyramids) known.set(cell, t("cell.pyramid"));
  const empty = t("cell.empty");
  return (cell) => `${cell}, ${known.get(cell) ?? empty}`;
}

/** @param {string} marks */
export function corners(marks) {
  return [...marks].map((mark) => t(mark === "." ? "colour.none" : `colour.${mark}`)).join(", ");
}

/** A tile in words. @param {string} tile */
export function tileName(tile) {
  return tile.length > 2 ? corners(tile) : `${t(`colour.${tile[0]}`)} – ${t(`colour.${tile[1]}`)}`;
}
