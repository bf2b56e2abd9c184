// The sheet above the board: free spots, the tile as it would lie, and what it would score, line by line.

import { s } from "./dom.js";
import { readPlace, turned } from "./moves.js";
import { pyramid, tile } from "./tiles.js";
import { previewOf } from "./preview.js";
import { marksOn, middle } from "./state.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("./state.js").Ghost} Ghost */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./shapes.js").Point} Point */

/**
 * @param {BoardState} state
 * @param {SVGGElement} sheet
 */
export function drawOver(state, sheet) {
  const spots = state.held && !state.still ? freeSpots(state) : null;
  const [under, above] = [...sheet.children];
  if (spots !== (under.firstChild ?? null)) under.replaceChildren(...(spots ? [spots] : []));
  const parts = [];
  if (state.hint) parts.push(...hinted(state));
  if (state.ghost) parts.push(...ghosted(state, state.ghost));
  else if (state.held && state.floating) parts.push(floatingTile(state));
  if (state.cursor && !state.still) parts.push(cursor(state));
  above.replaceChildren(...parts);
}

/** @type {WeakMap<object, {key: string, group: SVGGElement}>} */
const drawnSpots = new WeakMap();

/** Every legal spot for the tile as it is turned. @param {BoardState} state */
function freeSpots(state) {
  const { layout, held } = state;
  const key = `${held?.tile} ${held?.turn}`;
  const known = drawnSpots.get(state.spots);
  if (known?.key === key) return known.group;
  const group = s("g", { class: "spots" });
  const display = layout.geometry.shape === "display";
  for (const [cells] of state.spots) {
    if (!held || !marksOn(layout, held, cells)) continue;
    if (display) group.append(s("path", { class: "spot-square", d: layout.outline(cells, 7, 12) }));
    else {
      const [a, b] = cells.map(layout.centre);
      const [x, y] = middle(layout, cells);
      const [dx, dy] = [(b[0] - a[0]) * 0.13, (b[1] - a[1]) * 0.13];
      group.append(s("path", { class: "spot-bar", d: `M${x - dx} ${y - dy}L${x + dx} ${y + dy}` }));
    }
  }
  drawnSpots.set(state.spots, { key, group });
  return group;
}

/** @param {BoardState} state */
function hinted(state) {
  const laid = state.hint ? readPlace(state.hint) : null;
  if (!laid) return [];
  const { layout } = state;
  return [tile(layout, laid.marks, laid.cells, "tile hinted"), s("path", { class: "hint-ring", d: layout.outline(laid.cells, -2, layout.radius + 3) })];
}

/** @param {BoardState} state @param {Ghost} ghost */
function ghosted(state, ghost) {
  const { layout } = state;
  const [cells] = ghost.spot;
  const preview = previewOf(ghost.spot, ghost.marks, ghost.named);
  const marks = layout.marks(cells);
  const parts = [
    ...preview.pyramids.map(({ at }) => s("g", { class: "ghost-pyramid" }, pyramid(layout.centre(at)))),
    s("path", { class: "ghost-shadow", d: layout.outline(cells, -1, layout.radius + 4), transform: "translate(0 8)" }),
    tile(layout, ghost.marks, cells, `tile ghost${ghost.pinned ? " pinned" : ""}`),
    s("path", { class: "ghost-ring", d: layout.outline(cells, -1.5, layout.radius + 2) }),
  ];
  for (const mark of preview.marks) {
    for (const line of mark.lines) parts.push(...ray(layout, cells, mark.end, line, mark.colour));
  }
  for (const mark of preview.marks) if (mark.points) parts.push(bubble(marks[mark.end], `+${mark.points}`, mark.colour, layout));
  for (const { at, points } of preview.pyramids) {
    const [x, y] = layout.centre(at);
    parts.push(...pointsPlate([x, y - 29], points));
  }
  return parts;
}

/**
 * A thin line along what is counted, with a dot on every symbol.
 * @param {Layout} layout
 * @param {string[]} cells
 * @param {number} end
 * @param {string[]} line
 * @param {string} colour
 */
export function ray(layout, cells, end, line, colour) {
  const from = layout.marks(cells)[end];
  const stops = cells.length > 1 ? line.map(layout.centre) : line.map((cell) => nearCorner(layout, cells[0], end, cell));
  const parts = [];
  if (cells.length > 1) {
    const [x, y] = stops[stops.length - 1];
    const d = `M${from[0]} ${from[1]}L${x} ${y}`;
    parts.push(s("path", { class: "ray-casing", d }), s("path", { class: `ray s-${colour}`, d, pathLength: 1 }));
  } else {
    for (const [x, y] of stops) {
      const d = `M${from[0]} ${from[1]}L${x} ${y}`;
      parts.push(s("path", { class: "ray-casing", d }), s("path", { class: `ray s-${colour}`, d, pathLength: 1 }));
    }
  }
  const r = cells.length > 1 ? 7 : 6;
  return [...parts, ...stops.map(([x, y]) => s("circle", { class: "counted", cx: x, cy: y, r }))];
}

/**
 * The symbol of a neighbouring tile that meets a tile's corner.
 * @param {Layout} layout
 * @param {string} cell
 * @param {number} end
 * @param {string} other
 * @returns {Point}
 */
export function nearCorner(layout, cell, end, other) {
  const at = layout.corners(cell)[end];
  const centre = layout.centre(other);
  const share = 0.596;
  return [centre[0] + (at[0] - centre[0]) * share, centre[1] + (at[1] - centre[1]) * share];
}

/**
 * @param {Point} at
 * @param {string} text
 * @param {string} colour
 * @param {Layout} layout
 */
function bubble(at, text, colour, layout) {
  const size = layout.geometry.shape === "display" ? 13 : 15;
  return s("g", { class: "bubble", transform: `translate(${at[0]} ${at[1]})` },
    s("circle", { r: size, class: "bubble-plate" }),
    s("circle", { r: size, class: `bubble-rim s-${colour}` }),
    s("text", { y: 5.5, class: "bubble-text" }, text));
}

/**
 * Points by colour, side by side.
 * @param {Point} at  the middle
 * @param {Record<string, number>} points
 */
export function pointsPlate([x, y], points) {
  const all = Object.entries(points).filter(([, by]) => by);
  const width = all.length * 22;
  if (!all.length) return [];
  return [
    s("rect", { class: "bubble-plate", x: x - width / 2 - 3, y: y - 11, width: width + 6, height: 22, rx: 11 }),
    ...all.flatMap(([colour, by], i) => {
      const cx = x - width / 2 + 11 + i * 22;
      return [s("circle", { class: `c-${colour}`, cx, cy: y, r: 8.5 }), s("text", { class: "pyramid-points", x: cx, y: y + 4.4 }, `${by}`)];
    }),
  ];
}

/** The held tile, over no spot. @param {BoardState} state */
function floatingTile(state) {
  const { layout, held, floating } = state;
  if (!held || !floating) return s("g");
  const group = loose(layout, held);
  group.setAttribute("transform", `translate(${floating[0]} ${floating[1]})`);
  group.classList.add("floating");
  return group;
}

/**
 * A held tile drawn around 0, 0, turned as it is.
 * @param {Layout} layout
 * @param {{tile: string, turn: number}} held
 */
export function loose(layout, held) {
  if (held.tile.length > 2) {
    return s("g", {}, tile(layout, turned(held.tile, held.turn), ["0,0"]));
  }
  const angle = (2 * Math.PI * held.turn) / layout.turns;
  const cells = layout.cells;
  const first = cells[Math.floor(cells.length / 2)];
  const [x, y] = layout.centre(first);
  const [dx, dy] = [Math.cos(angle) * layout.pitch, Math.sin(angle) * layout.pitch];
  const second = cells.find((cell) => Math.hypot(layout.centre(cell)[0] - x - dx, layout.centre(cell)[1] - y - dy) < 1) ?? first;
  const inner = s("g", { transform: `translate(${-x - dx / 2} ${-y - dy / 2})` }, tile(layout, held.tile, [first, second]));
  return s("g", {}, inner);
}

/** @param {BoardState} state */
function cursor(state) {
  const { layout } = state;
  return s("path", { class: "cursor", d: layout.outline([/** @type {string} */ (state.cursor)], 1, 8) });
}
