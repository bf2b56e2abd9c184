// Names as they are shown. Bots go by theirs in the reader's language: two of a kind are numbered, one that stands
// in says for whom. Programs with an account and deleted players are called what they are.

import { has, t } from "./i18n.js";

const GONE = "deleted player"; // as the server keeps it

/** @param {string} name */
const person = (name) => (name === GONE ? t("account.gone") : name);

/**
 * @template {{name: string, kind: string, bot: string | null, program?: boolean, instead_of?: string | null}} S
 * @param {S[]} seats
 * @returns {S[]}
 */
export function named(seats) {
  /** @type {Record<string, number>} */
  const count = {};
  return seats.map((seat) => {
    if (seat.kind === "person") return { ...seat, name: person(seat.name) + (seat.program ? ` (${t("account.bot")})` : "") };
    const bot = seat.bot?.split("@")[0];
    if (seat.kind !== "bot" || !bot || !has(`bot.${bot}`)) return seat;
    if (seat.instead_of) return { ...seat, name: t("seat.instead", { bot: t(`bot.${bot}`), name: person(seat.instead_of) }) };
    count[bot] = (count[bot] ?? 0) + 1;
    return { ...seat, name: t(`bot.${bot}`) + (count[bot] > 1 ? ` ${count[bot]}` : "") };
  });
}
