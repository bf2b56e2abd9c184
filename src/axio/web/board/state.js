// The board's whole state: one plain object. Input changes it, `render.js` draws it, nothing else is kept anywhere.

import { turned } from "./moves.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("../generated/protocol.js").Spot} Spot */
/** @typedef {import("./shapes.js").Point} Point */

/**
 * @typedef {Object} Held   the tile taken from the rack
 * @property {string} tile
 * @property {number} index  its place on the rack
 * @property {number} turn   steps clockwise; dominoes: where the second half points, from the right
 */

/**
 * @typedef {Object} Ghost  the tile as it would lie
 * @property {Spot} spot
 * @property {string} marks
 * @property {boolean} pinned  set down, waiting to be confirmed
 * @property {string | null} named
 */

/** @typedef {{x: number, y: number, w: number, h: number}} Camera */

/**
 * @typedef {Object} BoardState
 * @property {Layout} layout
 * @property {string[]} tiles       placements as text
 * @property {string[]} pyramids
 * @property {string | null} last   the last placement, lit
 * @property {import("./told.js").Told[]} told  what was laid lately, with what it scored
 * @property {Spot[]} spots         free spots of this ply; empty when there is nothing to place
 * @property {Held | null} held
 * @property {Ghost | null} ghost
 * @property {Point | null} floating where the held tile floats, over no spot, in board units
 * @property {string | null} cursor the cell the keyboard is on
 * @property {string | null} hint   a placement to point at
 * @property {Camera | null} camera null: everything in view
 * @property {boolean} still        draws without input (rules, watch, welcome)
 * @property {boolean} bare         without coordinates
 * @property {string} label         what the picture shows, for screen readers
 */

/**
 * @param {Layout} layout
 * @returns {BoardState}
 */
export const fresh = (layout) => ({
  layout, tiles: [], pyramids: [], last: null, told: [], spots: [], held: null, ghost: null, floating: null,
  cursor: null, hint: null, camera: null, still: false, bare: false, label: "",
});

/**
 * The marks a held tile shows on a spot, in the spot's own order; null where it does not lie that way.
 * @param {Layout} layout
 * @param {Held} held
 * @param {string[]} cells
 */
export function marksOn(layout, held, cells) {
  if (cells.length === 1) return turned(held.tile, held.turn);
  const way = layout.direction(cells[0], cells[1]);
  if (way === held.turn) return held.tile;
  if (way === (held.turn + layout.turns / 2) % layout.turns) return held.tile[1] + held.tile[0];
  return null;
}

/**
 * Where a spot's middle lies.
 * @param {Layout} layout
 * @param {string[]} cells
 * @returns {Point}
 */
export function middle(layout, cells) {
  const points = cells.map(layout.centre);
  return [points.reduce((sum, p) => sum + p[0], 0) / points.length, points.reduce((sum, p) => sum + p[1], 0) / points.length];
}

/**
 * The ghost nearest to a point, for the held tile as it is turned.
 * @param {BoardState} state
 * @param {Point} at
 * @param {number} [reach] in cells
 * @returns {Ghost | null}
 */
export function ghostNear(state, at, reach = 0.85) {
  const { layout, held } = state;
  if (!held) return null;
  let best = /** @type {Ghost | null} */ (null);
  let least = reach * layout.pitch;
  for (const spot of state.spots) {
    const [x, y] = middle(layout, spot[0]);
    const distance = Math.hypot(x - at[0], y - at[1]);
    if (distance >= least) continue;
    const marks = marksOn(layout, held, spot[0]);
    if (!marks) continue;
    least = distance;
    best = { spot, marks, pinned: false, named: null };
  }
  return best;
}

/**
 * The ghost with the tile's first half on a cell (keyboard); null where it does not fit.
 * @param {BoardState} state
 * @param {string} cell
 * @returns {Ghost | null}
 */
export function ghostAt(state, cell) {
  const { layout, held } = state;
  if (!held) return null;
  for (const spot of state.spots) {
    if (!spot[0].includes(cell)) continue;
    const marks = marksOn(layout, held, spot[0]);
    if (!marks) continue;
    if (spot[0].length === 1) return { spot, marks, pinned: false, named: null };
    const [first, second] = cell === spot[0][0] ? spot[0] : [spot[0][1], spot[0][0]];
    if (layout.direction(first, second) === held.turn) return { spot, marks, pinned: false, named: null };
  }
  return null;
}

/**
 * Everything in view: the board with its margin, or the display with room around it.
 * @param {BoardState} state
 * @returns {Camera}
 */
export function fit(state) {
  const { layout } = state;
  if (layout.geometry.shape !== "display") {
    const frame = layout.frame(state.bare ? 16 : 34);
    const [xs, ys] = [frame.map((p) => p[0]), frame.map((p) => p[1])];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return { x: x - 2, y: y - 2, w: Math.max(...xs) - x + 4, h: Math.max(...ys) - y + 16 };
  }
  const cells = state.tiles.map((text) => text.split("@")[1].split("=")[0]).map(layout.centre);
  if (!cells.length) cells.push([0, 0], [layout.pitch, -layout.pitch]);
  const room = layout.pitch * (state.still ? (state.bare ? 0.9 : 1.1) : 1.65);
  const [xs, ys] = [cells.map((p) => p[0]), cells.map((p) => p[1])];
  let [x, y] = [Math.min(...xs) - room, Math.min(...ys) - room];
  let [w, h] = [Math.max(...xs) + room - x, Math.max(...ys) + room - y];
  const least = layout.pitch * (state.still && state.bare ? 3.6 : 5);
  if (w < least) [x, w] = [x - (least - w) / 2, least];
  if (h < least) [y, h] = [y - (least - h) / 2, least];
  return { x, y, w, h };
}
