// Lines over time: each seat's lowest colour, or one's own results.

import { h, s, vars } from "./dom.js";

const [WIDTH, HEIGHT, PAD] = [600, 120, 8];
/** Told apart by dashes as well as by tone. */
const DASHES = ["", "7 4", "2 4", "10 3 2 3"];

/**
 * @param {{name: string, values: number[]}[]} lines
 * @param {{start?: number, end: number, label: string, dots?: boolean}} options
 */
export function chart(lines, { start = 0, end, label, dots = false }) {
  const count = Math.max(...lines.map((line) => line.values.length), 2);
  const most = Math.max(end, start + 1);
  /** @param {number} i @param {number} value */
  const at = (i, value) => [PAD + (i / (count - 1)) * (WIDTH - 2 * PAD), HEIGHT - 10 - ((value - start) / (most - start)) * (HEIGHT - 20)];
  const steps = [start, Math.round((start + most) / 2), most];
  const grid = steps.map((value) => s("path", { class: "chart-grid", d: `M0 ${at(0, value)[1]}H${WIDTH}` }));
  const scale = h("div", { class: "chart-scale", "aria-hidden": "true" }, ...steps.map((value) => vars(h("span", {}, value), { "--at": at(0, value)[1] / HEIGHT })));
  const paths = lines.map((line, number) => s("g", { class: `chart-line line-${number}` },
    s("path", { d: line.values.map((value, i) => `${i ? "L" : "M"}${at(i, value).join(" ")}`).join(""), "stroke-dasharray": DASHES[number % 4] }),
    ...(dots ? line.values.map((value, i) => { return s("path", { class: "chart-dot", d: `M${at(i, value).join(" ")}h0` }); }) : [])));
  const needle = s("path", { class: "needle", d: "" });
  const picture = s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label, preserveAspectRatio: "none" }, ...grid, ...paths, needle);
  const legend = lines.length > 1
    ? h("ul", { class: "legend" }, ...lines.map((line, number) => h("li", {}, s("svg", { viewBox: "0 0 26 6", class: `legend-line line-${number}`, "aria-hidden": "true" }, s("path", { d: "M0 3H26", "stroke-dasharray": DASHES[number % 4] })), line.name)))
    : null;
  return {
    element: h("figure", { class: "chart-box" }, h("figcaption", {}, label), h("div", { class: most > 99 ? "chart-area of-hundreds" : "chart-area" }, scale, picture), legend),
    /** @param {number} i */
    point(i) {
      const [x] = at(i, 0);
      needle.setAttribute("d", `M${x} 4V${HEIGHT - 4}`);
    },
  };
}
