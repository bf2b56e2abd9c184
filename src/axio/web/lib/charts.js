// Charts: lines over time, and how results spread.

import { h, s, vars } from "./dom.js";
import { t } from "./i18n.js";

/** Of a line chart. */
const [WIDTH, HEIGHT, PAD] = [600, 120, 8];
/** Told apart by dashes as well as by tone. */
const DASHES = ["", "7 4", "2 4", "10 3 2 3"];

/** @typedef {{line: number, i: number, sign: string, cls: string}} ChartMark */

/**
 * Lines over time. `count`: points there will be; `marks`: signs on a line; `pick`: told which point is clicked.
 * @param {{name: string, values: number[]}[]} lines
 * @param {{start?: number, end: number, label: string, dots?: boolean, count?: number, marks?: ChartMark[], pick?: (i: number) => void}} options
 */
export function lineChart(lines, { start = 0, end, label, dots = false, count: points = 2, marks = [], pick }) {
  const count = Math.max(...lines.map((line) => line.values.length), points);
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
  const signs = marks.map(({ line, i, sign, cls }) => {
    const [x, y] = at(i, lines[line].values[i]);
    return vars(h("span", { class: `chart-mark ${cls}` }, sign), { "--x": x / WIDTH, "--y": y / HEIGHT });
  });
  const caption = h("span", { class: "needle-label", "aria-hidden": "true" });
  const plot = h("div", { class: "chart-plot" }, picture, caption, h("div", { "aria-hidden": "true" }, ...signs));
  if (pick) plot.addEventListener("click", ({ clientX }) => {
    const { left, width } = picture.getBoundingClientRect();
    pick(Math.round(Math.min(1, Math.max(0, (((clientX - left) / width) * WIDTH - PAD) / (WIDTH - 2 * PAD))) * (count - 1)));
  });
  return {
    element: h("figure", { class: pick ? "chart-box pickable" : "chart-box" }, h("figcaption", {}, label), h("div", { class: most > 99 ? "chart-area of-hundreds" : "chart-area" }, scale, plot), legend),
    /** @param {number | null} i  null: nowhere @param {string} [label]  beside the needle, on the side that has more room */
    point(i, label = "") {
      const [x] = at(i ?? 0, 0);
      needle.setAttribute("d", i === null ? "" : `M${x} 4V${HEIGHT - 4}`);
      caption.textContent = i === null ? "" : label;
      vars(caption, { "--x": x / WIDTH, "--side": x > WIDTH / 2 ? "-100%" : "0%" });
    },
  };
}

/** Of a histogram. */
const [STEP, GAP, TALL] = [20, 3, 100];

/** @typedef {{name: string | number, count: number, mine?: boolean}} Bar */

/**
 * How results spread: a bar for each step, one's own lit.
 * @param {Bar[]} bars
 * @param {{label: string, caption?: string}} options
 */
export function histogram(bars, { label, caption = label }) {
  const most = Math.max(...bars.map((bar) => bar.count), 1);
  const width = bars.length * STEP;
  const drawn = bars.map(({ count, mine }, i) => {
    const height = count ? Math.max(3, (count / most) * TALL) : 1;
    return s("rect", { class: mine ? "bar-mine" : "bar-other", x: i * STEP + GAP / 2, y: TALL - height, width: STEP - GAP, height });
  });
  const every = Math.ceil(bars.length / 8);
  const scale = h("div", { class: "bars-scale", "aria-hidden": "true" }, ...bars.map(({ name }, i) =>
    i % every === 0 ? vars(h("span", {}, name), { "--at": (i + 0.5) / bars.length }) : null));
  return h("figure", { class: "bars-box" }, caption ? h("figcaption", {}, caption) : null,
    vars(h("div", { class: "bars-area" }, s("svg", { class: "bars", viewBox: `0 0 ${width} ${TALL}`, role: "img", "aria-label": `${label}: ${said(bars)}`, preserveAspectRatio: "none" }, ...drawn), scale), { "--bars": bars.length }));
}

/** @param {Bar[]} bars */
const said = (bars) => bars.filter((bar) => bar.count).map(({ name, count, mine }) => `${name}: ${count}${mine ? ` (${t("room.you")})` : ""}`).join(", ");

/**
 * Bins of ratings as bars.
 * @param {import("../generated/http.js").Bin[]} bins
 * @param {number} [mine]
 * @returns {Bar[]}
 */
export const ratingBars = (bins, mine) => bins.map(({ start, end, count }) => ({ name: start, count, mine: mine !== undefined && mine >= start && mine < end }));
