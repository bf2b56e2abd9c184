// What happened since my last move: who laid what, and what it scored. It stays until I move again, also over a reload.

import { readPlace } from "../board/api.js";
import { t } from "../lib/i18n.js";
import { pointsText } from "./status.js";

/** @typedef {import("../generated/protocol.js").View} View */
/** @typedef {import("../generated/protocol.js").LogLine} LogLine */
/** @typedef {import("../board/api.js").Told} Told */
/** @typedef {Record<string, any>} Fact */

const KEPT = 16; // plies whose lines are kept

/** @param {number} seat */
export const seatMark = (seat) => String(seat + 1);

export class Story {
  /** @type {Record<number, Told["seen"]>} */ #seen = {};

  /** @param {string} id of the table */
  constructor(id) {
    this.key = `story ${id}`;
    try {
      this.#seen = JSON.parse(sessionStorage[this.key] ?? "{}");
    } catch {
      // It begins with the next move.
    }
  }

  /** @param {number} ply @param {Fact[]} events */
  add(ply, events) {
    this.#seen[ply] = sightsOf(events);
    for (const old of Object.keys(this.#seen)) if (Number(old) <= ply - KEPT) delete this.#seen[Number(old)];
    try {
      sessionStorage[this.key] = JSON.stringify(this.#seen);
    } catch {
      // It holds until the page is closed.
    }
  }

  /** @param {LogLine} line @returns {Told} */
  told(line) {
    return { place: line.move, mark: seatMark(line.seat), points: line.points, seen: this.#seen[line.ply] ?? [] };
  }
}

/** What each mark and each pyramid of a move saw. @param {Fact[]} events @returns {Told["seen"]} */
export const sightsOf = (events) => events.filter((fact) => fact.event === "Scored")
  .map(({ colour, points, at, corner, lines }) => ({ colour, points, at, corner, lines }));

/** The moves of others since my last one; to a spectator, the last move. @param {LogLine[]} log @param {View} view */
export function since(log, view) {
  const mine = view.seats.filter((seat) => seat.mine).length > 1 ? (view.handover ?? view.shown) : view.seats.findIndex((seat) => seat.mine);
  if (mine === null || mine < 0) return log.slice(-1);
  const last = log.findLastIndex((line) => line.seat === mine);
  return log.slice(last + 1);
}

/** The last tile that was laid; who kept or exchanged laid none. @param {LogLine[]} log */
export const lastPlaced = (log) => log.findLast((line) => readPlace(line.move))?.move.split("=")[0] ?? null;

/** How far each seat came, colour by colour. @param {LogLine[]} lines @param {number} seats */
export function gainsOf(lines, seats) {
  const gains = Array.from({ length: seats }, () => /** @type {Record<string, number>} */ ({}));
  for (const { seat, points } of lines) for (const [colour, by] of Object.entries(points)) gains[seat][colour] = (gains[seat][colour] ?? 0) + by;
  return gains;
}

/** In words, seat after seat. @param {LogLine[]} lines @param {View} view */
export const inWords = (lines, view) => lines.map(({ seat, move, points }) =>
  t(`story.${readPlace(move) ? "lays" : move}`, { name: view.seats[seat].name, points: pointsText(points) })).join(" · ");
