// Bots go by their names in the reader's language; two of a kind are numbered. Programs with an account and
// deleted players are called what they are.

import { has, t } from "./i18n.js";

const GONE = "deleted player"; // as the server keeps it

/**
 * @template {{name: string, kind: string, bot: string | null, program?: boolean}} S
 * @param {S[]} seats
 * @returns {S[]}
 */
export function named(seats) {
  /** @type {Record<string, number>} */
  const count = {};
  return seats.map((seat) => {
    if (seat.name === GONE) return { ...seat, name: t("account.gone") };
    if (seat.kind === "person" && seat.program) return { ...seat, name: `${seat.name} (${t("account.bot")})` };
    const bot = seat.bot?.split("@")[0];
    if (seat.kind !== "bot" || !bot || !has(`bot.${bot}`)) return seat;
    count[bot] = (count[bot] ?? 0) + 1;
    return { ...seat, name: t(`bot.${bot}`) + (count[bot] > 1 ? ` ${count[bot]}` : "") };
  });
}
