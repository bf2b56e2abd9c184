// Lines over time: each seat's lowest colour, or one's own results.

import { h, s } from "./dom.js";

const [WIDTH, HEIGHT, PAD] = [600, 120, 22];
/** Told apart by dashes as well as by tone. */
const DASHES = ["", "7 4", "2 4", "10 3 2 3"];

/**
 * @param {{name: string, values: number[]}[]} lines
 * @param {{end: number, label: string, dots?: boolean}} options
 */
export function chart(lines, { end, label, dots = false }) {
  const count = Math.max(...lines.map((line) => line.values.length), 2);
  const most = Math.max(end, 1);
  /** @param {number} i @param {number} value */
  const at = (i, value) => [PAD + (i / (count - 1)) * (WIDTH - PAD - 8), HEIGHT - 16 - (value / most) * (HEIGHT - 26)];
  const grid = [0, Math.round(most / 2), most].map((value) => {
    const [x, y] = at(0, value);
    return s("g", {}, s("path", { class: "chart-grid", d: `M${x} ${y}H${WIDTH - 8}` }), s("text", { class: "chart-label", x: x - 5, y: y + 3.5 }, value));
  });
  const paths = lines.map((line, number) => s("g", { class: `chart-line line-${number}` },
    s("path", { d: line.values.map((value, i) => `${i ? "L" : "M"}${at(i, value).join(" ")}`).join(""), "stroke-dasharray": DASHES[number % 4] }),
    ...(dots ? line.values.map((value, i) => { const [cx, cy] = at(i, value); return s("circle", { cx, cy, r: 3.2 }); }) : [])));
  const needle = s("path", { class: "needle", d: "" });
  const picture = s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label, preserveAspectRatio: "none" }, ...grid, ...paths, needle);
  const legend = lines.length > 1
    ? h("ul", { class: "legend" }, ...lines.map((line, number) => h("li", {}, s("svg", { viewBox: "0 0 26 6", class: `legend-line line-${number}`, "aria-hidden": "true" }, s("path", { d: "M0 3H26", "stroke-dasharray": DASHES[number % 4] })), line.name)))
    : null;
  return {
    element: h("figure", { class: "chart-box" }, h("figcaption", {}, label), picture, legend),
    /** @param {number} i */
    point(i) {
      const [x] = at(i, 0);
      needle.setAttribute("d", `M${x} 6V${HEIGHT - 14}`);
    },
  };
}
