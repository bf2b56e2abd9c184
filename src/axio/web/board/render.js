// State to SVG: the board itself, keyed, so that what stays is left alone. The ghost has a sheet of its own.

import { assign, s } from "./dom.js";
import { labels } from "./layout.js";
import { readPlace } from "./moves.js";
import { disc, pyramid, symbol, tile } from "./tiles.js";
import { drawTold } from "./told.js";
import { rounded } from "./shapes.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("./layout.js").Layout} Layout */

/**
 * The layers of one board, made once for a layout.
 * @typedef {Object} Layers
 * @property {SVGSVGElement} base
 * @property {SVGSVGElement} over
 * @property {SVGGElement} sheet  what the ghost is drawn on
 * @property {SVGGElement} cells
 * @property {SVGGElement} tiles
 * @property {SVGGElement} discs
 * @property {SVGGElement} pyramids
 * @property {SVGGElement} lit
 * @property {Map<string, SVGElement>} drawn
 */

/**
 * @param {BoardState} state
 * @param {string} name for ids
 * @returns {Layers}
 */
export function layers(state, name) {
  const { layout } = state;
  const display = layout.geometry.shape === "display";
  const hidden = { "aria-hidden": "true" };
  const cells = s("g", { class: "cells" });
  const [lit, tiles, discs, pyramids] = ["lit", "tiles", "discs", "pyramids"].map((cls) => s("g", { class: cls, ...hidden }));
  const root = s("g", { id: `${name}-root` });
  if (display) root.append(cloth(name), cells);
  else root.append(s("g", hidden, ...slab(layout, state.bare), ...coordinates(layout, state.bare)), cells, zones(layout), printed(layout));
  root.append(tiles, discs, pyramids, lit);
  const sheet = s("g", { id: `${name}-sheet` }, s("g"), s("g"));
  const base = s("svg", { class: "base" }, root);
  const over = s("svg", { class: "over", ...hidden }, sheet);
  if (!display) gridCells(cells, rowsOf(layout), layout, state.still ? "" : name);
  return { base, over, sheet, cells, tiles, discs, pyramids, lit, drawn: new Map() };
}

/** @param {Layout} layout @param {boolean} bare */
function slab(layout, bare) {
  const margin = bare ? 16 : 34;
  const d = rounded(layout.frame(margin), bare ? 18 : 24);
  return [
    s("path", { d, class: "slab-edge", transform: "translate(0 5)" }),
    s("path", { d, fill: "url(#board-fill)" }),
    s("path", { d: rounded(layout.frame(margin - 2), bare ? 16 : 22), class: "slab-light" }),
  ];
}

/** @param {Layout} layout @param {boolean} bare */
function coordinates(layout, bare) {
  if (bare) return [];
  return labels(layout).map(({ text, at }) => s("text", { class: "coordinate", x: at[0], y: at[1] + 5 }, text));
}

/** Fine lines of brass around the smaller play areas. @param {Layout} layout */
function zones(layout) {
  const rings = [...new Set(layout.cells.map(layout.ring))].sort();
  const outermost = rings[rings.length - 1];
  return s("g", { "aria-hidden": "true" }, ...rings.map((ring) => {
    const inside = layout.cells.filter((cell) => layout.ring(cell) <= ring);
    return s("path", { class: "zone-line", d: layout.outline(inside, ring === outermost ? -3.5 : -0.2, 7) });
  }));
}

/** @param {Layout} layout */
function printed(layout) {
  return s("g", { "aria-hidden": "true" }, ...Object.entries(layout.geometry.printed).map(([cell, colour]) =>
    s("g", { class: "printed" },
      s("path", { class: "plate", d: layout.outline([cell], 2.2, 7) }),
      symbol(colour, layout.centre(cell), layout.symbol, "printed"))));
}

/** A bare table with a dot wherever corners can meet. @param {string} name */
function cloth(name) {
  const size = 104;
  return s("g", { "aria-hidden": "true" },
    s("defs", {}, s("pattern", { id: `${name}-dots`, width: size, height: size, patternUnits: "userSpaceOnUse" },
      s("circle", { cx: size / 2, cy: size / 2, r: 2.6, class: "cloth-dot" }))),
    s("rect", { x: -9984, y: -9984, width: 19968, height: 19968, fill: `url(#${name}-dots)` }));
}

/** @param {Layout} layout */
function rowsOf(layout) {
  /** @type {Map<number, string[]>} */
  const rows = new Map();
  for (const cell of layout.cells) {
    const y = Math.round(layout.centre(cell)[1]);
    rows.set(y, [...(rows.get(y) ?? []), cell]);
  }
  return [...rows.values()];
}

/**
 * The cells: what the eye sees, what the pointer hits and what a screen reader walks, all one.
 * @param {SVGGElement} parent
 * @param {string[][]} rows
 * @param {Layout} layout
 * @param {string} name  none: a picture, which nobody walks
 */
export function gridCells(parent, rows, layout, name) {
  const display = layout.geometry.shape === "display";
  const [depth, radius] = display ? [3, 8] : [2.2, 7];
  parent.replaceChildren(...rows.map((row) => s("g", { role: name ? "row" : null }, ...row.map((cell) =>
    s("g", { role: name ? "gridcell" : null, id: name ? `${name}-${cell}` : null, "data-cell": cell, class: `cell ring-${layout.ring(cell)}` },
      s("path", { d: layout.outline([cell], depth, radius), class: "cell-fill" }),
      display ? null : s("path", { d: layout.outline([cell], depth + 0.4, radius - 0.4), class: "cell-edge" }))))));
}

/**
 * Draw what lies on the board. Tiles are keyed by their text; new ones are given to `arrived`.
 * @param {BoardState} state
 * @param {Layers} to
 * @param {number} scale  pixels per unit
 * @returns {SVGElement[]} what is new
 */
export function draw(state, to, scale) {
  const { layout } = state;
  /** @type {Map<string, () => [SVGGElement, SVGElement]>} */
  const wanted = new Map();
  for (const text of state.tiles) {
    const laid = readPlace(text);
    if (laid) wanted.set(text, () => [to.tiles, tile(layout, laid.marks, laid.cells)]);
  }
  for (const cell of state.pyramids) wanted.set(`^${cell}`, () => [to.pyramids, pyramid(layout.centre(cell))]);
  if (layout.geometry.shape === "display") {
    for (const at of closed(state)) wanted.set(`o${at}`, () => [to.discs, disc([at[0], at[1]], layout.pitch)]);
  }
  for (const [key, element] of to.drawn) {
    if (wanted.has(key)) continue;
    element.remove();
    to.drawn.delete(key);
  }
  const fresh = [];
  for (const [key, make] of wanted) {
    if (to.drawn.has(key)) continue;
    const [parent, element] = make();
    element.dataset.key = key;
    parent.append(element);
    to.drawn.set(key, element);
    fresh.push(element);
  }
  drawLit(state, to, scale);
  return fresh;
}

/** @param {BoardState} state @param {Layers} to @param {number} scale */
function drawLit(state, to, scale) {
  const last = state.last ? readPlace(state.last) : null;
  const { layout } = state;
  to.lit.replaceChildren(...(last ? [s("path", { class: "last", d: layout.outline(last.cells, layout.gap - 0.6, layout.radius + 1) })] : []), ...drawTold(state, Math.min(1.9, Math.max(1, 0.72 / scale))));
}

/** Points where four corners meet. @param {BoardState} state */
function closed(state) {
  /** @type {Map<string, number>} */
  const meeting = new Map();
  for (const text of state.tiles) {
    const laid = readPlace(text);
    for (const corner of laid ? state.layout.corners(laid.cells[0]) : []) {
      meeting.set(corner.join(), (meeting.get(corner.join()) ?? 0) + 1);
    }
  }
  return [...meeting].filter(([, count]) => count === 4).map(([at]) => at.split(",").map(Number));
}

/**
 * @param {import("./state.js").Camera} camera
 * @param {Layers} to
 */
export function drawCamera({ x, y, w, h }, to) {
  const viewBox = `${x} ${y} ${w} ${h}`;
  if (to.base.getAttribute("viewBox") === viewBox) return;
  assign(to.base, { viewBox });
  assign(to.over, { viewBox });
}
