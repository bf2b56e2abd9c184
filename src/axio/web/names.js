// Bots go by their names in the reader's language; two of a kind are numbered, and one that stands in says for whom.

import { has, t } from "./i18n.js";

/**
 * @template {{name: string, kind: string, bot: string | null, instead_of?: string | null}} S
 * @param {S[]} seats
 * @returns {S[]}
 */
export function named(seats) {
  /** @type {Record<string, number>} */
  const count = {};
  return seats.map((seat) => {
    const bot = seat.bot?.split("@")[0];
    if (seat.kind !== "bot" || !bot || !has(`bot.${bot}`)) return seat;
    if (seat.instead_of) return { ...seat, name: t("seat.instead", { bot: t(`bot.${bot}`), name: seat.instead_of }) };
    count[bot] = (count[bot] ?? 0) + 1;
    return { ...seat, name: t(`bot.${bot}`) + (count[bot] > 1 ? ` ${count[bot]}` : "") };
  });
}
