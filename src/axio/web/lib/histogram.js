// How results spread: a bar for each step, one's own lit.

import { h, s, vars } from "./dom.js";

const [STEP, GAP, HEIGHT] = [20, 3, 100];

/** @typedef {{name: string | number, count: number, mine?: boolean}} Bar */

/**
 * @param {Bar[]} bars
 * @param {{label: string, caption?: string}} options
 */
export function bars(bars, { label, caption = label }) {
  const most = Math.max(...bars.map((bar) => bar.count), 1);
  const width = bars.length * STEP;
  const drawn = bars.map(({ count, mine }, i) => {
    const height = count ? Math.max(3, (count / most) * HEIGHT) : 1;
    return s("rect", { class: mine ? "bar-mine" : "bar-other", x: i * STEP + GAP / 2, y: HEIGHT - height, width: STEP - GAP, height });
  });
  const every = Math.ceil(bars.length / 8);
  const scale = h("div", { class: "bars-scale", "aria-hidden": "true" }, ...bars.map(({ name }, i) =>
    i % every === 0 ? vars(h("span", {}, name), { "--at": (i + 0.5) / bars.length }) : null));
  return h("figure", { class: "bars-box" }, caption ? h("figcaption", {}, caption) : null,
    vars(h("div", { class: "bars-area" }, s("svg", { class: "bars", viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": `${label}: ${said(bars)}`, preserveAspectRatio: "none" }, ...drawn), scale), { "--bars": bars.length }));
}

/** @param {Bar[]} bars */
const said = (bars) => bars.filter((bar) => bar.count).map((bar) => `${bar.name}: ${bar.count}`).join(", ");
