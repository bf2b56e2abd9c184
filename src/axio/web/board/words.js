// What boards say to screen readers, and what else holds for all boards of a page.

import { calm } from "./dom.js";
import { readPlace } from "./moves.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {(key: string, values?: Record<string, string | number>) => string} Text */

/** The board's own words. @type {Record<string, string>} */
const ENGLISH = {
  "board.label": "Board",
  "rack.label": "Your tiles",
  "rack.tile": "Tile {n}: {tile}",
  "cell.empty": "empty",
  "cell.tile": "{colour}",
  "cell.corners": "tile {colours}",
  "cell.printed": "printed {colour}",
  "cell.pyramid": "pyramid",
  "colour.R": "red",
  "colour.G": "green",
  "colour.B": "blue",
  "colour.O": "orange",
  "colour.P": "purple",
  "colour.Y": "yellow",
  "colour.none": "empty",
};

const chosen = {
  /** @type {Text} */
  text: (key, values = {}) => (ENGLISH[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? "")),
  animated: () => true,
};

/**
 * For all boards of this page.
 * @param {{text?: Text, animated?: () => boolean}} wishes  text: the same keys in another language; animated: whether
 *   anything may move (where the reader wants no motion, nothing does)
 */
export function configure(wishes) {
  Object.assign(chosen, wishes);
}

export const animated = () => chosen.animated() && !calm();

/** @type {Text} */
export const say = (key, values) => chosen.text(key, values);

/** @param {string} mark a colour, or an empty corner */
const colourName = (mark) => say(mark === "." ? "colour.none" : `colour.${mark}`);

/** @param {string} marks */
const cornerNames = (marks) => [...marks].map(colourName).join(", ");

/** A tile in words. @param {string} tile */
export const tileName = (tile) => (tile.length > 2 ? cornerNames(tile) : [...tile].map(colourName).join(" – "));

/**
 * What lies on each cell, in words.
 * @param {BoardState} state
 * @returns {(cell: string) => string}
 */
export function cellLabel(state) {
  /** @type {Map<string, string>} */
  const known = new Map();
  for (const text of state.tiles) {
    const laid = readPlace(text);
    if (!laid) continue;
    if (laid.cells.length > 1) laid.cells.forEach((cell, i) => known.set(cell, say("cell.tile", { colour: colourName(laid.marks[i]) })));
    else known.set(laid.cells[0], say("cell.corners", { colours: cornerNames(laid.marks) }));
  }
  for (const [cell, colour] of Object.entries(state.layout.geometry.printed)) known.set(cell, say("cell.printed", { colour: colourName(colour) }));
  for (const cell of state.pyramids) known.set(cell, say("cell.pyramid"));
  const empty = say("cell.empty");
  return (cell) => `${cell}, ${known.get(cell) ?? empty}`;
}
