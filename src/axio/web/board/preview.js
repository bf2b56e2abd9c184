// What a tile would score on a spot, looked up in the table the server sent for this ply.

/** @typedef {import("../generated/protocol.js").Spot} Spot */

/**
 * @typedef {Object} Preview
 * @property {{colour: string, end: number, points: number, lines: string[][]}[]} marks
 * @property {{at: string, points: Record<string, number>}[]} pyramids
 * @property {Record<string, number>} points  sum by colour, before tracks end
 * @property {number} total
 */

/**
 * @param {Spot} spot
 * @param {string} marks
 * @param {string | null} named
 * @returns {Preview}
 */
export function previewOf(spot, marks, named = null) {
  const [, looks, , rises] = spot;
  /** @type {Record<string, number>} */
  const points = {};
  /** @param {string} colour @param {number} by */
  const add = (colour, by) => (points[colour] = (points[colour] ?? 0) + by);
  const seen = [...marks].map((mark, end) => {
    const colour = mark === "." ? (named ?? "") : mark;
    const lines = looks[end].filter((look) => look[0] === colour).map((look) => look[1]);
    return { colour, end, lines, points: lines.reduce((sum, line) => sum + line.length, 0) };
  });
  for (const mark of seen) if (mark.points) add(mark.colour, mark.points);
  const pyramids = rises.map(([at, around, ends]) => {
    /** @type {Record<string, number>} */
    const around_ = {};
    for (const colour of around + ends.map((end) => marks[end]).join("")) around_[colour] = (around_[colour] ?? 0) + 1;
    for (const [colour, by] of Object.entries(around_)) add(colour, by);
    return { at, points: around_ };
  });
  const total = Object.values(points).reduce((sum, by) => sum + by, 0);
  return { marks: seen.filter((mark) => mark.colour), pyramids, points, total };
}

/**
 * Where markers would come to: step by step, each step ending at the next stop at the latest.
 * @param {number[]} tracks
 * @param {Preview} preview
 * @param {string} colours
 * @param {number[]} stops
 */
export function advanced(tracks, preview, colours, stops) {
  const scores = [...tracks];
  /** @param {string} colour @param {number} by */
  const step = (colour, by) => {
    const i = colours.indexOf(colour);
    const stop = stops.find((each) => scores[i] < each) ?? scores[i];
    scores[i] = Math.min(scores[i] + by, stop);
  };
  for (const mark of preview.marks) step(mark.colour, mark.points);
  for (const pyramid of preview.pyramids) for (const [colour, by] of Object.entries(pyramid.points)) step(colour, by);
  return scores;
}

/**
 * Per colour the points an empty corner would score if it were named so.
 * @param {Spot} spot
 * @param {string} marks
 * @param {string} colours
 * @returns {Record<string, number> | null} null where nothing is named
 */
export function naming(spot, marks, colours) {
  const blank = marks.indexOf(".");
  if (blank < 0 || !spot[2][blank]) return null;
  return Object.fromEntries(
    [...colours].map((colour) => [
      colour,
      spot[1][blank].filter((look) => look[0] === colour).reduce((sum, look) => sum + look[1].length, 0),
    ]),
  );
}
