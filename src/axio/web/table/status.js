// Whose turn it is and what is asked, in one sentence.

import { listed, t } from "../lib/i18n.js";

/** @typedef {import("../generated/protocol.js").View} View */
/** @typedef {import("../generated/protocol.js").LogLine} LogLine */

/**
 * @param {View} view
 * @param {LogLine[]} log
 * @param {{axio: string | null, online: boolean, geometry: import("../generated/protocol.js").Geometry}} now
 */
export function statusOf(view, log, { axio, online, geometry }) {
  if (!online) return t("status.offline");
  if (view.over || view.to_move === null) return endingOf(view);
  const seat = view.seats[view.to_move];
  if (!seat.mine) return t(seat.kind === "bot" ? "status.thinking" : "status.theirs", { name: seat.name });
  if (view.handover !== null) return t("status.handover", { name: seat.name });
  const alone = view.seats.filter((each) => each.mine).length === 1;
  const who = alone ? "you" : "name";
  if (view.asks === "exchange") return t(`status.exchange.${who}`, { name: seat.name });
  if (view.asks === "bonus") {
    return axio ? begun(t("status.axio", { colour: t(`colour.${axio}`), n: geometry.stops[geometry.stops.length - 1] })) : t("status.bonus");
  }
  const first = Object.keys(geometry.printed).length > 0 && !log.some((line) => line.seat === view.to_move);
  return t(`status.${first ? "first" : "place"}.${who}`, { name: seat.name });
}

/** A sentence begins with a capital, whatever word comes first. @param {string} text */
const begun = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {View} view */
export function endingOf(view) {
  const names = view.winners.map((seat) => view.seats[seat].name);
  if (view.seats.length === 1) return t("end.solo", { n: Math.min(...view.seats[0].tracks) });
  if (view.ending === "agreed") return t("end.agreed");
  if (names.length > 1) return t("end.shared", { names: names.join(", ") });
  const mine = view.winners.length === 1 && view.seats[view.winners[0]].mine && view.seats.filter((seat) => seat.mine).length === 1;
  return mine ? t("end.you") : t("end.winner", { name: names[0] ?? "" });
}

/** @param {Record<string, number>} points */
const pointParts = (points) => Object.entries(points).filter(([, by]) => by).map(([colour, by]) => `${by} ${t(`colour.${colour}`)}`);

/** Points in words: "3 red, 1 blue". @param {Record<string, number>} points */
export const pointsText = (points) => pointParts(points).join(", ") || t("points.none");

/** Points within a sentence: "3 red and 1 blue". @param {Record<string, number>} points */
export const pointsListed = (points) => listed(pointParts(points));
