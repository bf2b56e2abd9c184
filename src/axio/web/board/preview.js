// What a tile would score on a spot, read from the data that came with the position. Nothing here knows the rules.

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
 * Where a seat's tracks stand after it: the sum as far as the track goes, or what the data says instead.
 * @param {Preview} preview
 * @param {number[]} tracks
 * @param {{colours: string, stops: number[]}} geometry
 * @param {Record<string, number>} [told]  by colour and steps: where the track stands if it is not the sum
 */
export function tracksAfter(preview, tracks, { colours, stops }, told = {}) {
  const end = stops[stops.length - 1];
  return tracks.map((score, i) => told[stepsOf(preview, colours[i])] ?? Math.min(score + (preview.points[colours[i]] ?? 0), end));
}

/**
 * A colour's steps as the data names them: those of the marks, the largest first, then each pyramid's. `B3+2/1`
 * @param {Preview} preview
 * @param {string} colour
 */
function stepsOf({ marks, pyramids }, colour) {
  const steps = marks.filter((mark) => mark.colour === colour && mark.points).map((mark) => mark.points);
  const raised = pyramids.filter(({ points }) => points[colour]).map(({ points }) => `/${points[colour]}`);
  return colour + steps.sort((a, b) => b - a).join("+") + raised.join("");
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

/**
 * The one colour that would score in an empty corner, if there is one alone: then nobody is asked.
 * @param {Spot} spot
 * @param {string} marks
 * @param {string} colours
 */
export function onlyColour(spot, marks, colours) {
  const scoring = Object.entries(naming(spot, marks, colours) ?? {}).filter(([, by]) => by > 0);
  return scoring.length === 1 ? scoring[0][0] : null;
}
