// What was laid lately, and by whom: an outline, the seat's number, and the lines and points it scored.

import { s } from "./dom.js";
import { pointsPlate, ray } from "./ghost.js";
import { readPlace } from "./moves.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./moves.js").Laid} Laid */
/** @typedef {import("./shapes.js").Point} Point */

/**
 * A tile that was laid, for everyone to see what it did.
 * @typedef {Object} Told
 * @property {string} place   as text
 * @property {string} mark    of whoever laid it: a sign or two
 * @property {Record<string, number>} points  by colour, where nothing more is known
 * @property {Sight[]} seen   what its marks and its pyramids saw; none: only the points are known
 */

/** @typedef {{colour: string, points: number, at: string, corner: number, lines: string[][]}} Sight */

/** @param {BoardState} state @param {number} size  of the signs: larger where the board is small */
export const drawTold = (state, size) => state.told.flatMap((told) => {
  const laid = readPlace(told.place);
  return laid ? [s("g", { class: "told", "data-place": told.place, "data-mark": told.mark }, ...parts(state.layout, told, laid, size))] : [];
});

/** @param {Layout} layout @param {Told} told @param {Laid} laid @param {number} size */
function parts(layout, { mark, points, seen }, laid, size) {
  const own = seen.filter(({ at }) => laid.cells.includes(at));
  const raised = seen.filter(({ at }) => !laid.cells.includes(at));
  const pyramids = [...new Set(raised.map(({ at }) => at))];
  return [
    s("path", { class: "last", d: layout.outline(laid.cells, layout.gap - 0.6, layout.radius + 1) }),
    s("g", { class: "told-lines" }, ...own.flatMap(({ corner, at, lines, colour }) => lines.flatMap((line) => ray(layout, laid.cells, endOf(laid, at, corner), line, colour)))),
    ...own.map(({ corner, at, points: by, colour }) => sum(layout, laid, endOf(laid, at, corner), by, colour, size)),
    ...pyramids.flatMap((cell) => pointsPlate(above(layout.centre(cell), 29), Object.fromEntries(raised.filter(({ at }) => at === cell).map((each) => [each.colour, each.points])))),
    ...(seen.length ? [] : pointsPlate(above(layout.marks(laid.cells)[0], layout.pitch * 0.42), points)),
    seatMark(layout, laid, mark, size),
  ];
}

/** @param {Laid} laid @param {string} at @param {number} corner */
const endOf = (laid, at, corner) => (laid.cells.length > 1 ? laid.cells.indexOf(at) : corner);

/** @param {Point} at @param {number} by @returns {Point} */
const above = ([x, y], by) => [x, y - by];

/**
 * What a mark scored, beside the mark and not on it.
 * @param {Layout} layout @param {Laid} laid @param {number} end @param {number} by @param {string} colour @param {number} size
 */
function sum(layout, laid, end, by, colour, size) {
  const [x, y] = layout.marks(laid.cells)[end];
  const [cx, cy] = layout.centre(laid.cells[0]);
  const [dx, dy] = laid.cells.length > 1 ? [layout.pitch * 0.3, -layout.pitch * 0.3] : [(x - cx) * 0.5, (y - cy) * 0.5];
  return s("g", { class: "told-sum", transform: `translate(${x + dx} ${y + dy}) scale(${size})` },
    s("circle", { r: 11, class: "bubble-plate" }), s("circle", { r: 11, class: `bubble-rim s-${colour}` }), s("text", { y: 4.4, class: "bubble-text" }, `+${by}`));
}

/** @param {Layout} layout @param {Laid} laid @param {string} mark @param {number} size */
function seatMark(layout, laid, mark, size) {
  const [x, y] = layout.centre(laid.cells[0]);
  const by = laid.cells.length > 1 ? layout.pitch * 0.34 : 0;
  return s("g", { class: "seat-mark", transform: `translate(${x - by} ${y - by}) scale(${size})` }, s("circle", { r: 10 }), s("text", { y: 4.6 }, mark));
}
