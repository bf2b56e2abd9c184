// Faces of the bots, put together from what the server says of each. On a grid of 40.

import { s } from "../lib/dom.js";

const HEAD = "M20 10c8 0 12.5 5 12.5 12.5S28 36 20 36 7.5 30 7.5 22.5 12 10 20 10z";

/** @type {Record<string, string>} */
const TOPS = {
  leaf: "M20 11V7.5M20 8C20 4 16.5 2.5 12 3c.5 4 3.5 6 8 5zM20 7c0-3 3-4.5 7-4-.5 3.5-3 5-7 4z",
  tuft: "M17 10.5C15.5 7 16.5 4 19 2.5c0 3 1 4.5 3 5.5 0-2 .5-3 1.5-4 1 3 .5 5-1 6.5z",
  cap: "M10.5 13.5C12 7.5 15.5 5 20 5s8 2.5 9.5 8.5z",
  dots: "M12.5 6.2a1.4 1.4 0 1 0 .01 0zM20 3a1.8 1.8 0 1 0 .01 0zM27.5 6.2a1.4 1.4 0 1 0 .01 0z",
  net: "M13 9.5L16.5 3M20 9.5V3M27 9.5L23.5 3M14.5 6.5h11",
  crown: "M12.5 11.5l-1-7.5 5 3.5L20 2.5l3.5 5 5-3.5-1 7.5z",
};

/** @type {Record<string, string>} */
const EYES = {
  round: "M14.5 19a2.3 2.3 0 1 0 .01 0zM25.5 19a2.3 2.3 0 1 0 .01 0z",
  sly: "M11.5 20h6a3 3 0 0 1-6 0zM22.5 20h6a3 3 0 0 1-6 0z",
  ringed: "M14.5 20a1.5 1.5 0 1 0 .01 0zM25.5 20a1.5 1.5 0 1 0 .01 0z",
  raised: "M14.5 17a1.9 1.9 0 1 0 .01 0zM25.5 17a1.9 1.9 0 1 0 .01 0z",
};

/** @type {Record<string, string>} */
const LINES = {
  ringed: "M14.5 17a4.5 4.5 0 1 0 .01 0zM25.5 17a4.5 4.5 0 1 0 .01 0zM19 21.5h2",
  smile: "M14.5 27.5c2.5 3.5 8.5 3.5 11 0",
  grin: "M13 27.5h14c-1 5-13 5-14 0z",
  line: "M15.5 30h9",
  small: "M17.5 29c1.5 1.3 3.5 1.3 5 0",
};

/** @param {import("../generated/http.js").FaceCard} face */
export function botFace({ colour, eyes, mouth, top }) {
  return s("svg", { class: "face", viewBox: "0 0 40 40", "aria-hidden": "true" },
    s("path", { class: `face-top c-${colour} s-${colour}`, d: TOPS[top] ?? "" }),
    s("path", { class: `c-${colour}`, d: HEAD }),
    s("path", { class: "face-eyes", d: EYES[eyes] ?? "" }),
    s("path", { class: "face-lines", d: `${LINES[eyes] ?? ""}${LINES[mouth] ?? ""}` }));
}
