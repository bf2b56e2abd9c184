// Players as they are shown: names at a table, links to their pages, bots with a badge, ratings with a mark while unsure.

import { h } from "./dom.js";
import { has, t } from "./i18n.js";

const GONE = "deleted player"; // as the server keeps it

/** @param {string} name */
const person = (name) => (name === GONE ? t("account.gone") : name);

/**
 * Bots go by their name in the reader's language: two of a kind are numbered, one that stands in says for whom.
 * Programs with an account and deleted players are called what they are.
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

/**
 * A sentence about a seat: in the second person if it is the reader's, and the only one at this browser.
 * @param {string} key
 * @param {{name: string, mine: boolean}[]} seats
 * @param {number} seat
 * @param {Record<string, string | number>} [values]
 */
export function aboutSeat(key, seats, seat, values = {}) {
  const you = seats[seat].mine && seats.filter((each) => each.mine).length === 1 && has(`${key}.you`);
  return t(you ? `${key}.you` : key, { name: seats[seat].name, ...values });
}

/** A bot's label in the reader's language, anyone else as they are called. @param {string} name */
export function playerName(name) {
  const [bot, version] = name.split("@");
  if (version === undefined || !has(`bot.${bot}`)) return name;
  return version === "1" ? t(`bot.${bot}`) : `${t(`bot.${bot}`)} ${version}`;
}

/** The way to their page. @param {{name: string | null, bot: boolean}} player */
export function playerLink({ name, bot }) {
  if (name === null) return h("span", { class: "soft" }, t("player.gone"));
  return h("span", { class: "who" }, h("a", { href: `/player/${encodeURIComponent(name)}` }, playerName(name)), bot && h("span", { class: "badge" }, t("new.bot")));
}

/** @param {{rating: number, provisional: boolean}} standing */
export function ratingText({ rating, provisional }) {
  return provisional ? h("span", {}, rating, h("abbr", { class: "unsure", title: t("ratings.provisional") }, "?")) : h("span", {}, rating);
}
