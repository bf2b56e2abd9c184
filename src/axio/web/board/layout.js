// Where things lie on a board. A layout knows cells and units; what is laid there is not its business.

import { bounds, box, inset, regular, rounded, union } from "./shapes.js";

/** @typedef {import("./shapes.js").Point} Point */
/** @typedef {import("../generated/protocol.js").Geometry} Geometry */

/**
 * @typedef {Object} Layout
 * @property {Geometry} geometry
 * @property {number} pitch    neighbours are this far apart
 * @property {number} gap      between a tile and the edge of its cells
 * @property {number} radius   of a tile's corners
 * @property {number} symbol   size of a symbol
 * @property {number} turns    how many ways a tile can be turned
 * @property {string[]} cells  in reading order; none on a display
 * @property {(cell: string) => Point} centre
 * @property {(cell: string) => Point[]} corners
 * @property {(cells: string[]) => Point[]} marks  where the symbols of a tile on these cells stand
 * @property {(cells: string[], depth: number, radius: number) => string} outline
 * @property {(margin: number) => Point[]} frame
 * @property {(cell: string) => number} ring
 * @property {(from: string, to: string) => number} direction  which turn leads from a cell to its neighbour
 */

/** Corners of a display's tile, clockwise from the top left. @type {Point[]} */
const CORNERS = [[-1, -1], [1, -1], [1, 1], [-1, 1]];

/**
 * @param {Geometry} geometry
 * @returns {Layout}
 */
export function layoutOf(geometry) {
  return geometry.shape === "display" ? displayLayout(geometry) : gridLayout(geometry);
}

/**
 * @param {Geometry} geometry
 * @returns {Layout}
 */
function gridLayout(geometry) {
  const pitch = 64;
  const hexagon = geometry.shape === "hexagon";
  /** @type {Map<string, {at: Point, ring: number}>} */
  const places = new Map();
  for (const [name, x, y, ring] of geometry.cells) places.set(name, { at: [x * pitch, -y * pitch], ring });
  const cells = [...places.keys()].sort((a, b) => {
    const [p, q] = [place(a).at, place(b).at];
    return Math.abs(p[1] - q[1]) > 1 ? p[1] - q[1] : p[0] - q[0];
  });
  /** @param {string} cell */
  function place(cell) {
    return places.get(cell) ?? { at: /** @type {Point} */ ([0, 0]), ring: 0 };
  }
  /** @param {string} cell */
  const centre = (cell) => place(cell).at;
  /** @param {string} cell */
  function corners(cell) {
    const [x, y] = centre(cell);
    if (hexagon) return regular(6, pitch / Math.sqrt(3), -90, [x, y]);
    return box(x - pitch / 2, y - pitch / 2, x + pitch / 2, y + pitch / 2);
  }
  const turns = hexagon ? 6 : 4;
  return {
    geometry, pitch, cells, centre, corners, turns,
    gap: 1.6,
    radius: hexagon ? 8 : 9,
    symbol: (hexagon ? 0.58 : 0.64) * pitch,
    marks: (at) => at.map(centre),
    outline: (at, depth, radius) => rounded(inset(union(at.map(corners)), depth), radius),
    frame(margin) {
      const { left, top, right, bottom } = bounds(cells.flatMap(corners));
      if (!hexagon) return box(left - margin, top - margin, right + margin, bottom + margin);
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return regular(6, ((bottom - top) / 2 + margin) / Math.cos(Math.PI / 6), -120, [x, y]);
    },
    ring: (cell) => place(cell).ring,
    direction(from, to) {
      const [a, b] = [centre(from), centre(to)];
      const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
      return (Math.round((angle / (2 * Math.PI)) * turns) + turns) % turns;
    },
  };
}

/**
 * @param {Geometry} geometry
 * @returns {Layout}
 */
function displayLayout(geometry) {
  const pitch = 104;
  /** @type {(cell: string) => Point} */
  const centre = (cell) => {
    const [x, y] = cell.split(",").map(Number);
    return [x * pitch, -y * pitch];
  };
  /** @type {(cell: string) => Point[]} */
  const corners = (cell) => {
    const [x, y] = centre(cell);
    return box(x - pitch / 2, y - pitch / 2, x + pitch / 2, y + pitch / 2);
  };
  return {
    geometry, pitch, centre, corners,
    cells: [],
    turns: 4,
    gap: 0.9,
    radius: 5,
    symbol: 0.31 * pitch,
    marks(at) {
      const [x, y] = centre(at[0]);
      return CORNERS.map(([dx, dy]) => [x + dx * pitch * 0.298, y + dy * pitch * 0.298]);
    },
    outline: (at, depth, radius) => rounded(inset(union(at.map(corners)), depth), radius),
    frame: () => box(-pitch, -pitch, pitch, pitch),
    ring: () => 0,
    direction: () => 0,
  };
}

/**
 * Coordinates along the edges of a board.
 * @param {Layout} layout
 * @returns {{text: string, at: Point}[]}
 */
export function labels(layout) {
  if (layout.geometry.shape === "display") return [];
  const hexagon = layout.geometry.shape === "hexagon";
  /** @type {Map<string, string>} */
  const columns = new Map();
  /** @type {Map<string, string>} */
  const rows = new Map();
  for (const cell of layout.cells) {
    const [, column, row] = /** @type {RegExpMatchArray} */ (cell.match(/^([a-z]+)(\d+)$/));
    columns.set(column, cell); // the lowest stays
    if (hexagon || !rows.has(row)) rows.set(row, cell);
  }
  const reach = layout.pitch / 2 + 16;
  const slant = (120 * Math.PI) / 180;
  return [
    ...[...columns].map(([text, cell]) => {
      const [x, y] = layout.centre(cell);
      const at = /** @type {Point} */ (hexagon ? [x + Math.cos(slant) * reach, y + Math.sin(slant) * reach] : [x, y + reach]);
      return { text, at };
    }),
    ...[...rows].map(([text, cell]) => {
      const [x, y] = layout.centre(cell);
      return { text, at: /** @type {Point} */ ([hexagon ? x + reach : x - reach, y]) };
    }),
  ];
}
