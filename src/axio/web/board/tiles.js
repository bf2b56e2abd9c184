// Tiles, symbols, pyramids: near-black and softly bevelled, bright symbols let in. Drawn once, used everywhere.

import { h, s } from "./dom.js";
import { PATHS } from "../generated/symbols.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./shapes.js").Point} Point */

/** @type {SVGDefsElement | null} */
let defs = null;

/** The page's one sheet of definitions, made before anything refers to them. */
export function sheet() {
  if (defs) return defs;
  defs = s("defs");
  fade("tile-fill", [0, "var(--tile-top)", 1], [0.3, "var(--tile)", 1], [1, "var(--tile-foot)", 1]);
  fade("tile-rim", [0, "#fff", 0.42], [0.16, "#fff", 0.13], [0.8, "#fff", 0.05], [1, "#000", 0.5]);
  fade("board-fill", [0, "var(--board-0)", 1], [1, "var(--board-1)", 1]);
  fade("hollow", [0, "var(--shade)", 0.6], [0.25, "var(--shade)", 0.12], [0.85, "var(--light)", 0.2], [1, "var(--light)", 1]);
  fade("pin-fill", [0, "#FFF6DC", 1], [1, "var(--brass)", 1]);
  for (const [colour, d] of Object.entries(PATHS)) {
    const letter = () => s("text", { class: "letter", transform: "translate(.34 .47) scale(.032)" }, colour);
    defs.append(
      s("g", { id: `sym-${colour}` }, s("path", { d }), letter()),
      s("g", { id: `inlaid-${colour}` },
        s("path", { d, fill: "#000", "fill-opacity": 0.75, transform: "translate(0 -.03)" }),
        s("path", { d, fill: "#fff", "fill-opacity": 0.14, transform: "translate(0 .03)" }),
        s("path", { d, class: `c-${colour}` }), letter()),
      s("g", { id: `printed-${colour}` },
        s("path", { d, class: "p-light", transform: "translate(0 .05)" }),
        s("path", { d, class: `p-rim c-${colour}` }), letter()),
    );
  }
  defs.append(
    s("g", { id: "pyramid" },
      s("path", { d: "M-17 8L3 17L27 14L16 5Z", fill: "#000", class: "pyramid-shadow" }),
      s("path", { d: "M-1 -18L3 14L-17 7Z", class: "pyramid-bright" }),
      s("path", { d: "M-1 -18L16 5L3 14Z", class: "pyramid-shaded" })),
  );
  const sprite = s("svg", { class: "sprite", width: 0, height: 0, "aria-hidden": "true", focusable: "false" }, defs);
  document.body.prepend(sprite);
  return defs;
}

/**
 * @param {string} id
 * @param {...[offset: number, colour: string, opacity: number]} stops
 */
function fade(id, ...stops) {
  const gradient = s("linearGradient", { id, x1: 0, y1: 0, x2: 0, y2: 1 });
  for (const [offset, colour, opacity] of stops) {
    const stop = s("stop", { offset });
    stop.style.setProperty("stop-color", colour);
    stop.style.setProperty("stop-opacity", String(opacity));
    gradient.append(stop);
  }
  /** @type {SVGDefsElement} */ (defs).append(gradient);
}

/**
 * A symbol in running HTML.
 * @param {string} colour
 * @param {string} [extra]
 */
export function sym(colour, extra = "") {
  sheet();
  return s("svg", { class: `sym ${extra}`, viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, s("use", { href: `#sym-${colour}`, class: `c-${colour}` }));
}

/** A tile as small as a word. @param {string} tile */
export function miniTile(tile) {
  const four = tile.length > 2;
  const blank = () => s("svg", { class: "sym", "aria-hidden": "true" });
  const marks = four ? [tile[0], tile[1], tile[3], tile[2]] : [...tile];
  return h("span", { class: four ? "mini four" : "mini" }, ...marks.map((mark) => (mark === "." || mark === "?" ? blank() : sym(mark))));
}

/**
 * A symbol let into a tile.
 * @param {string} colour
 * @param {Point} at
 * @param {number} size
 * @param {"inlaid" | "printed" | "sym"} [kind]
 */
export function symbol(colour, at, size, kind = "inlaid") {
  return s("use", { href: `#${kind}-${colour}`, transform: `translate(${at[0]} ${at[1]}) scale(${size})` });
}

/**
 * A tile where it lies.
 * @param {Layout} layout
 * @param {string} marks
 * @param {string[]} cells
 * @param {string} [cls]
 */
export function tile(layout, marks, cells, cls = "tile") {
  const [x, y] = layout.centre(cells[0]);
  const group = s("g", { class: cls }, s("use", { href: body(layout, cells), x, y }));
  if (cells.length === 1) group.append(...quarters(layout, marks, cells[0]));
  const points = layout.marks(cells);
  [...marks].forEach((mark, i) => {
    if (mark !== ".") group.append(symbol(mark, points[i], layout.symbol));
  });
  return group;
}

/**
 * The bare tile, defined once for each way it can lie.
 * @param {Layout} layout
 * @param {string[]} cells
 */
function body(layout, cells) {
  const way = cells.length > 1 ? layout.direction(cells[0], cells[1]) : 0;
  const id = `body-${layout.geometry.shape}-${way}`;
  if (!document.getElementById(id)) {
    const [x, y] = layout.centre(cells[0]);
    const { gap, radius } = layout;
    const outer = layout.outline(cells, gap, radius);
    sheet().append(
      s("g", { id },
        s("g", { transform: `translate(${-x} ${-y})` },
          s("path", { d: outer, class: "tile-shadow far", transform: "translate(0 3.8)" }),
          s("path", { d: outer, class: "tile-shadow", transform: "translate(0 1.6)" }),
          s("path", { d: outer, fill: "url(#tile-fill)" }),
          s("path", { d: layout.outline(cells, gap + 0.8, radius - 0.6), fill: "none", stroke: "url(#tile-rim)", "stroke-width": 1.6 }),
          s("path", { d: layout.outline(cells, gap + 3.2, radius - 2.4), fill: "none", stroke: "#fff", "stroke-opacity": 0.05 }))),
    );
  }
  return `#${id}`;
}

/**
 * @param {Layout} layout
 * @param {string} marks
 * @param {string} cell
 */
function quarters(layout, marks, cell) {
  const [x, y] = layout.centre(cell);
  return [...marks].map((mark, corner) =>
    s("use", { href: quarter(layout, mark), transform: `translate(${x} ${y}) rotate(${90 * corner})` }));
}

const REACH = 0.465; // a quarter circle's radius, of the pitch

/**
 * The quarter circle at the top left of a tile whose middle is at 0, 0.
 * @param {Layout} layout
 * @param {string} mark
 */
function quarter(layout, mark) {
  const id = mark === "." ? "quarter-none" : `quarter-${mark}`;
  if (document.getElementById(id)) return `#${id}`;
  const half = layout.pitch / 2;
  const [near, far, reach, round] = [layout.gap - half, REACH * layout.pitch - half, REACH * layout.pitch, 5];
  const arc = `M${far} ${near}A${reach} ${reach} 0 0 1 ${near} ${far}`;
  const wedge = `${arc.replace("M", `M${near + round} ${near}L`)}L${near} ${near + round}Q${near} ${near} ${near + round} ${near}Z`;
  sheet().append(
    mark === "."
      ? s("g", { id },
          s("path", { d: wedge, fill: "#000", "fill-opacity": 0.5 }),
          s("path", { d: arc, fill: "none", stroke: "#fff", "stroke-opacity": 0.22, "stroke-width": 1.4, "stroke-dasharray": "1 4.2", "stroke-linecap": "round" }))
      : s("g", { id },
          s("path", { d: wedge, class: `c-${mark}`, "fill-opacity": 0.17 }),
          s("path", { d: arc, fill: "none", class: `s-${mark}`, "stroke-width": 2.6 })),
  );
  return `#${id}`;
}

/**
 * Where four quarter circles meet, a fine ring and a pin close the disc.
 * @param {Point} at
 * @param {number} pitch
 */
export function disc(at, pitch) {
  return s("g", { class: "disc", transform: `translate(${at[0]} ${at[1]})` },
    s("g", { class: "disc-in" },
      s("circle", { r: REACH * pitch + 0.6, fill: "none", class: "disc-ring", "stroke-width": 1.6 }),
      s("circle", { r: 6.2, class: "disc-pit" }),
      s("circle", { r: 4.4, fill: "url(#pin-fill)" })));
}

/** @param {Point} at */
export function pyramid(at) {
  return s("g", { class: "pyramid", transform: `translate(${at[0]} ${at[1]})` },
    s("g", { class: "pyramid-in" }, s("use", { href: "#pyramid" })));
}
