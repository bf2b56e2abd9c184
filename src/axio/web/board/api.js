// The board on any page: what lies there, what a tile would score, and a tile set down. No server, no rules.
//
//   const { show } = mount(document.querySelector("#board"), geometry, { onPlace: (move) => console.log(move) });
//   show({ tiles: ["Re4-Bf4"], rack: ["RG"], spots, tracks });
//
// Styles: generated/palette.css and style/board.css. What the data means stands in docs/board.md.

import { AxioBoard } from "./board.js";
import { keyboard } from "./keyboard.js";
import { Placing } from "./placing.js";
import { AxioRack } from "./rack.js";

export { nearCorner, ray } from "./ghost.js";
export { layoutOf } from "./layout.js";
export { readPlace, tidy, writePlace } from "./moves.js";
export { zoom } from "./pointer.js";
export { previewOf, tracksAfter } from "./preview.js";
export { miniTile, sym } from "./tiles.js";
export { configure, tileName } from "./words.js";
export { AxioBoard, AxioRack, keyboard, Placing };

/** @typedef {import("../generated/protocol.js").Geometry} Geometry */
/** @typedef {import("../generated/protocol.js").Spot} Spot */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./moves.js").Laid} Laid */
/** @typedef {import("./placing.js").Callbacks} Callbacks */
/** @typedef {import("./placing.js").Considered} Considered */
/** @typedef {import("./shapes.js").Point} Point */
/** @typedef {import("./told.js").Told} Told */
/** @typedef {import("./state.js").Ghost} Ghost */

/**
 * @typedef {Object} Position
 * @property {string[]} tiles       placements as text: Re4-Bf4, RG.P@2,-1
 * @property {string[]} [pyramids]  their cells
 * @property {string | null} [last] the placement that is lit
 * @property {string[]} [rack]      the tiles there are to place; none: a picture
 * @property {Spot[]} [spots]       where one may lie, and what it would see there
 * @property {number[]} [tracks]    of whoever places, in the order of the game's colours
 * @property {Record<string, number>} [after]  where a track would stand if not at the sum
 */

/**
 * A new board, to be put on the page and set up.
 * @returns {AxioBoard}
 */
export const newBoard = () => /** @type {AxioBoard} */ (document.createElement("axio-board"));

/** @returns {AxioRack} */
export const newRack = () => /** @type {AxioRack} */ (document.createElement("axio-rack"));

/**
 * A board and a rack in an element of the page.
 * @param {HTMLElement} at
 * @param {Geometry} geometry
 * @param {Callbacks & {confirm?: boolean, bare?: boolean}} [options]  confirm: a tile that is set down waits for a second
 *   click; bare: without coordinates
 */
export function mount(at, geometry, { confirm = false, bare = false, ...callbacks } = {}) {
  const [board, rack] = [newBoard(), newRack()];
  at.replaceChildren(board, rack);
  board.setup(geometry, { bare });
  board.confirm = confirm;
  rack.setup(board.state.layout);
  const placing = new Placing(board, rack, callbacks);
  keyboard(board, { pick: (index) => placing.pick(index) });
  /** @param {Position} position */
  const show = ({ tiles, pyramids = [], last = null, rack: given = [], spots = [], tracks, after }) => {
    board.update({ tiles, pyramids, last, spots, ghost: null });
    board.draw();
    placing.show(given, { live: spots.length > 0, eager: true, tracks, after });
  };
  return { board, rack, placing, show };
}
