// What happened since my last move: who laid what, and what it scored. It stays until I move again, and is asked for where this page was not open.

import { readPlace } from "../board/api.js";
import { api } from "../lib/http.js";
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
  /** By ply and move, which may be taken back. @type {Record<string, Told["seen"]>} */ #seen = {};
  /** @type {Set<number>} */ #asked = new Set();

  /** @type {View | null} */ #view = null;
  /** @type {LogLine[]} */ #log = [];

  /** @param {string} id of the table @param {import("./table_layout.js").TableParts} at */
  constructor(id, at) {
    this.id = id;
    this.at = at;
    this.key = `story ${id}`;
    try {
      this.#seen = JSON.parse(sessionStorage[this.key] ?? "{}");
    } catch {
      // It begins with the next move.
    }
  }

  /** @param {{ply: number, move: string | null}} line @param {Fact[]} events */
  add({ ply, move }, events) {
    this.#seen[`${ply} ${move}`] = sightsOf(events);
    try {
      sessionStorage[this.key] = JSON.stringify(Object.fromEntries(Object.entries(this.#seen).filter(([old]) => parseInt(old) > ply - KEPT)));
    } catch {
      // It holds until the page is closed.
    }
  }

  /**
   * What the others did since my last move: on the board, on their cards, and in words.
   * @param {LogLine[]} log
   * @param {View} view
   */
  tell(log, view) {
    this.#log = log;
    this.#view = view;
    const lines = since(log, view);
    this.#show(lines);
    this.at.tracks.tell(gainsOf(lines, view.seats.length));
    return inWords(lines, view);
  }

  /** Point out one move of the log; null: no longer. @param {LogLine | null} line */
  look(line) {
    if (line) this.at.board.update({ last: null });
    if (this.#view) this.#show(line ? [line] : since(this.#log, this.#view));
  }

  /** @param {LogLine[]} lines */
  async #show(lines) {
    const view = this.#view;
    const show = () => this.at.board.update({ told: lines.map((line) => this.#told(line)) });
    show();
    if (view?.seats.some((seat) => seat.mine) && (await this.#recall(lines)) && this.#view === view) show();
  }

  /** Ask for what moves saw that were made while this page was not open. @param {LogLine[]} lines @returns {Promise<boolean>} there is more to tell */
  async #recall(lines) {
    const first = lines.find(({ ply, move }) => readPlace(move) && !(`${ply} ${move}` in this.#seen));
    if (!first || this.#asked.has(first.ply)) return false;
    this.#asked.add(first.ply);
    const { frames } = await api("GET /tables/{name}/replay", { name: this.id, since: first.ply }).catch(() => ({ frames: [] }));
    for (const { ply, view, events } of frames) this.add({ ply, move: view.last }, events);
    return frames.length > 0;
  }

  /** @param {LogLine} line @returns {Told} */
  #told(line) {
    return { place: line.move, mark: seatMark(line.seat), points: line.points, seen: this.#seen[`${line.ply} ${line.move}`] ?? [] };
  }
}

/** What each mark and each pyramid of a move saw. @param {Fact[]} events @returns {Told["seen"]} */
export const sightsOf = (events) => events.filter((fact) => fact.event === "Scored")
  .map(({ colour, points, at, corner, lines }) => ({ colour, points, at, corner, lines }));

/** The moves of others since my last one; to a spectator, the last move. @param {LogLine[]} log @param {View} view */
function since(log, view) {
  const mine = view.seats.filter((seat) => seat.mine).length > 1 ? (view.handover ?? view.shown) : view.seats.findIndex((seat) => seat.mine);
  if (mine === null || mine < 0) return log.slice(-1);
  const last = log.findLastIndex((line) => line.seat === mine);
  return log.slice(last + 1);
}

/** The last tile that was laid; who kept or exchanged laid none. @param {LogLine[]} log */
export const lastPlaced = (log) => log.findLast((line) => readPlace(line.move))?.move.split("=")[0] ?? null;

/** How far each seat came, colour by colour. @param {LogLine[]} lines @param {number} seats */
function gainsOf(lines, seats) {
  const gains = Array.from({ length: seats }, () => /** @type {Record<string, number>} */ ({}));
  for (const { seat, points } of lines) for (const [colour, by] of Object.entries(points)) gains[seat][colour] = (gains[seat][colour] ?? 0) + by;
  return gains;
}

/** In words, seat after seat. @param {LogLine[]} lines @param {View} view */
const inWords = (lines, view) => lines.map(({ seat, move, points }) =>
  t(`story.${readPlace(move) ? "lays" : move}`, { name: view.seats[seat].name, points: pointsText(points) })).join(" · ");
