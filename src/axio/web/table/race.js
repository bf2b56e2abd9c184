// How the game went, read from the log: the race of the lowest colours, and the best move.

/** @typedef {import("../generated/protocol.js").LogLine} LogLine */

/** Tracks of every seat after each ply, from the start on. @param {LogLine[]} log @param {number} seats @param {string} colours @returns {number[][][]} */
export function standings(log, seats, colours) {
  let now = Array.from({ length: seats }, () => [...colours].map(() => 0));
  const all = [now];
  for (const { seat, points } of log) {
    now = now.map((tracks, number) => (number === seat ? tracks.map((score, i) => score + (points[colours[i]] ?? 0)) : tracks));
    all.push(now);
  }
  return all;
}

/** @param {LogLine} line */
export const total = ({ points }) => Object.values(points).reduce((sum, by) => sum + by, 0);

/** The move that brought most. @param {LogLine[]} log */
export const bestMove = (log) => log.reduce((best, line) => (total(line) > total(best) ? line : best), log[0]);
