// What a review shows of a move and of a whole game: two moves on one board, and the account of luck and decisions.

import { readPlace } from "../board/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { costText, DEGREES, markTag, percent, points, SIGNS, signed, whyBetter } from "../lib/review_words.js";
import { endingOf, pointsText } from "./status.js";
import { sightsOf } from "./story.js";

/** @typedef {import("../board/api.js").Told} Told */
/** @typedef {import("../generated/http.js").ReviewEnd} ReviewEnd */
/** @typedef {{ply: import("../generated/http.js").ReviewedPly, better: Record<string, any>[]}} Reviewed */
/** @typedef {{tiles: string[], pyramids: string[]}} Laid */

/** @param {string} move */
export const moveWord = (move) => (readPlace(move) ? move : t(`exchange.${move}`));

/** How far each colour came. @param {Record<string, any>[]} events */
function pointsOf(events) {
  /** @type {Record<string, number>} */
  const found = {};
  for (const fact of events) if (fact.event === "Scored") found[fact.colour] = (found[fact.colour] ?? 0) + fact.after - fact.before;
  return found;
}

/** The tile that was laid, if one was, with what it saw. @param {Record<string, any>[]} events @param {string} mark @returns {Told | null} */
export function toldOf(events, mark) {
  const placed = events.find((fact) => fact.event === "TilePlaced");
  return placed ? { place: String(placed.place), mark, points: pointsOf(events), seen: sightsOf(events) } : null;
}

/**
 * The move played and the better one on a board: both where they do not share a cell, else the one that is wanted.
 * @param {Laid} before
 * @param {Laid} after
 * @param {Told | null} played
 * @param {Told | null} best
 * @param {"both" | "played" | "better"} wanted
 */
export function twoMoves(before, after, played, best, wanted) {
  const shows = best && wanted === "both" && played && meet(best.place, played.place) ? "played" : wanted;
  const base = shows === "better" ? before : after;
  const better = shows === "played" ? null : best;
  const told = [shows === "better" ? null : played, better].filter((each) => each !== null);
  return { tiles: better ? [...base.tiles, better.place.split("=")[0]] : base.tiles, pyramids: base.pyramids, last: null, told };
}

/** Do two placements share a cell? @param {string} a @param {string} b */
function meet(a, b) {
  const [one, other] = [readPlace(a), readPlace(b)];
  return !!one && !!other && one.cells.some((cell) => other.cells.includes(cell));
}

/** Whose racks are open: those of others give away what one could not know. @param {{name: string, mine: boolean}[]} seats @param {string} now @param {(way: string) => void} choose */
export function rackChoice(seats, now, choose) {
  const several = seats.length > 1;
  const ways = [...(seats.some((seat) => seat.mine) ? ["mine"] : []), ...(several ? ["mover", ...seats.keys(), "all"] : [])];
  return h("label", { class: "rack-choice" }, h("span", {}, t("review.racks")),
    h("select", { id: "rack-choice", onchange: (/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value) },
      ...(ways.length ? ways : ["mover"]).map((way) => h("option", { value: way, selected: way === now }, typeof way === "number" ? seats[way].name : t(`review.racks.${way}`)))));
}

/** How everyone stands; at the end, who won. @param {number[]} values @param {import("../generated/protocol.js").View | null} end @param {{name: string}[]} seats */
export function chancesOf(values, end, seats) {
  const each = values.map((value, seat) => `${seats[seat].name} ${percent(value)}`);
  const text = seats.length === 1 ? t("review.expects", { points: points(values[0]) }) : t("review.now", { chances: each.join(", ") });
  return h("p", { class: "soft" }, end ? endingOf(end) : text);
}

/**
 * What is to say of a move.
 * @param {Reviewed} found
 * @param {Record<string, any>[]} events  of the move played
 * @param {{id: string, seats: {name: string, mine: boolean}[], solo: boolean, shows: string, turnTo: (which: "played" | "better") => void}} page
 * @returns {HTMLElement[]}
 */
export function verdictOf({ ply: { decision, draws, hindsight }, better }, events, page) {
  const { id, seats, solo, shows } = page;
  const { seat, mark, played, best } = decision;
  const luck = draws.filter((draw) => draw.seat === seat).reduce((sum, draw) => sum + draw.luck[seat], 0);
  const drew = draws.length ? [h("p", { class: "soft" }, t("review.luck", { name: seats[seat].name, luck: signed(luck, solo) }))] : [];
  if (!mark) return [h("p", {}, t(decision.candidates.length ? "review.fine" : "review.only")), ...drew];
  const turn = (/** @type {"played" | "better"} */ which, /** @type {string} */ move, /** @type {Record<string, any>[]} */ facts) =>
    h("button", { type: "button", class: "button small", id: `show-${which}`, "aria-pressed": shows === which ? "true" : "false", onclick: () => page.turnTo(which) },
      `${t(`review.${which}`)} `, h("code", {}, moveWord(move)), readPlace(move) ? `: ${pointsText(pointsOf(facts))}` : "");
  return [
    h("p", {}, markTag(mark), " ", costText(decision, solo)),
    h("div", { class: "review-two" }, turn("played", played, events), turn("better", best, better)),
    whyBetter(decision.reasons),
    ...(seats[seat].mine ? [h("p", {}, h("a", { class: "button small main", id: "try-again", href: `/exercises/${id}/${decision.ply}` }, t("review.try")))] : []),
    ...drew,
    h("p", { class: "soft" }, t("review.hindsight", { change: signed(hindsight.effect[seat], solo) })),
  ];
}

/**
 * Where each seat's result came from.
 * @param {ReviewEnd} end
 * @param {{name: string}[]} seats
 * @returns {HTMLElement[]}
 */
export function accountOf({ accounts, grades }, seats) {
  const solo = seats.length === 1;
  const head = ["seat", "start", "luck", "own", ...(solo ? [] : ["others"]), "result"];
  const value = (/** @type {number} */ of) => (solo ? points(of) : percent(of));
  const rows = accounts.map((one, seat) => h("tr", {}, h("th", { scope: "row" }, seats[seat].name), h("td", {}, value(one.start)),
    h("td", {}, signed(one.display + one.own_draws + one.others_draws, solo)), h("td", {}, signed(one.own_decisions, solo)),
    solo ? null : h("td", {}, signed(one.others_decisions, solo)), h("td", {}, value(one.result))));
  const table = h("table", { class: "account-table" }, h("thead", {}, h("tr", {}, ...head.map((name) => h("th", { scope: "col" }, t(`review.col.${name}`))))), h("tbody", {}, ...rows));
  return [
    h("h2", {}, t("review.account")),
    h("div", { class: "scrolls", tabindex: 0, role: "group", "aria-label": t("review.account") }, table),
    h("ul", { class: "review-grades" }, ...grades.map(({ marks, cost, decisions }, seat) => h("li", {}, h("strong", {}, seats[seat].name), ...countsOf(marks),
      h("span", { class: "soft" }, t("review.mean", { cost: value(Math.max(0, decisions ? cost / decisions : 0)) }))))),
    h("p", { class: "soft" }, t("review.account.text")),
    ...(accounts.some((one) => one.stopped) ? [h("p", { class: "soft" }, t("review.account.stopped"))] : []),
  ];
}

/** How many of each mark. @param {Record<string, number>} marks */
function countsOf(marks) {
  const found = Object.entries(marks).filter(([, n]) => n);
  return found.map(([mark, n]) => h("span", { class: `mark-tag ${DEGREES[mark]}`, title: t(`review.mark.${mark}`) }, h("b", {}, SIGNS[mark]), ` ${n}`, h("span", { class: "visually-hidden" }, ` ${t(`review.mark.${mark}`)}`)));
}
