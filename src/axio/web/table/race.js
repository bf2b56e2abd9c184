// How the game went, read from the log: the race of the lowest colours, where it turned, and the best move.

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

/** The lowest first. @param {number[]} tracks */
const sorted = (tracks) => [...tracks].sort((a, b) => a - b);

/** Above nought: the first stands better. @param {number[]} a @param {number[]} b */
export function compare(a, b) {
  const [one, other] = [sorted(a), sorted(b)];
  const at = one.findIndex((score, i) => score !== other[i]);
  return at < 0 ? 0 : one[at] - other[at];
}

/**
 * The ply from which on the winner was ahead of everyone; null if nobody was, or alone.
 * @param {number[][][]} race
 * @param {number} winner
 */
export function turningPoint(race, winner) {
  const ahead = race.map((seats) => seats.every((tracks, seat) => seat === winner || compare(seats[winner], tracks) > 0));
  if (race[0].length < 2 || !ahead[ahead.length - 1]) return null;
  return ahead.lastIndexOf(false) + 1;
}

/** @param {LogLine} line */
export const total = ({ points }) => Object.values(points).reduce((sum, by) => sum + by, 0);

/** The move that brought most. @param {LogLine[]} log */
export const bestMove = (log) => log.reduce((best, line) => (total(line) > total(best) ? line : best), log[0]);
