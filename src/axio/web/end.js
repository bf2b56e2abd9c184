// The end: who came where, the sorted scores side by side, and why.

import { api, nonce } from "./api.js";
import { dialog } from "./dialog.js";
import { h, sym } from "./dom.js";
import { t } from "./i18n.js";
import { ratingChanges } from "./rated.js";
import { play } from "./sound.js";
import { endingOf } from "./status.js";

/** @typedef {import("./generated/protocol.js").View} View */

/** @type {string | null} */
let shownFor = null;

/**
 * @param {string} id
 * @param {View} view
 * @param {string} colours
 */
export function endScreen(id, view, colours) {
  if (shownFor === `${id} ${view.seq}`) return;
  shownFor = `${id} ${view.seq}`;
  play("end");
  const again = async (/** @type {boolean} */ swap) => {
    const made = await api("/tables", { method: "POST", body: { from: id, swap, nonce: nonce() } });
    location.assign(`/table/${made.id}`);
  };
  /** @type {{label: string, act: () => unknown, main: boolean}[]} */
  const actions = [{ label: t("end.again"), act: () => again(false), main: true }];
  if (view.seats.length > 1) actions.push({ label: t("end.swap"), act: () => again(true), main: false });
  if (view.daily) actions.splice(0, 1, { label: t("daily.back"), act: () => void location.assign("/daily"), main: true });
  actions.push({ label: t("end.watch"), act: () => void location.assign(`/watch/${id}`), main: false });
  dialog(endingOf(view), [ranking(view, colours), h("p", { class: "soft" }, why(view)), view.practice ? h("p", { class: "soft" }, t("end.practice")) : null, view.rated ? ratingChanges(id, view.seats) : null], actions, { cls: "end" });
}

/**
 * Seats by rank, each with its colours from the lowest up.
 * @param {View} view
 * @param {string} colours
 */
export function ranking(view, colours) {
  const seats = view.seats.map((seat, number) => ({ seat, number, sorted: sortedScores(seat.tracks, colours) }));
  seats.sort((a, b) => (a.seat.rank ?? 9) - (b.seat.rank ?? 9));
  const decided = decisive(seats.map(({ sorted }) => sorted.map((each) => each.score)));
  return h("table", { class: "ranking" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("end.place")), h("th", { scope: "col" }, t("end.seat")), h("th", { scope: "col", colspan: colours.length }, t("end.sorted")))),
    h("tbody", {}, ...seats.map(({ seat, sorted }) =>
      h("tr", { class: seat.rank === 1 ? "winner" : "" },
        h("td", { class: "rank" }, seat.rank ?? ""),
        h("th", { scope: "row" }, seat.name),
        ...sorted.map(({ colour, score }, i) => h("td", { class: i === decided ? "score decisive" : "score" }, sym(colour), h("b", {}, score)))))));
}

/** @param {number[]} tracks @param {string} colours */
function sortedScores(tracks, colours) {
  return tracks.map((score, i) => ({ score, colour: colours[i] })).sort((a, b) => a.score - b.score);
}

/** The first column in which the first two differ. @param {number[][]} keys */
function decisive(keys) {
  if (keys.length < 2) return 0;
  return keys[0].findIndex((score, i) => score !== keys[1][i]);
}

/** @param {View} view */
function why(view) {
  const keys = view.seats.map((seat) => [...seat.tracks].sort((a, b) => a - b));
  if (view.seats.length === 1) return t("end.why.solo");
  if (view.ending === "instant") return t("end.why.instant", { name: view.seats[view.winners[0]].name });
  if (view.winners.length > 1) return t("end.why.shared");
  const winner = view.winners[0];
  const others = keys.filter((_, seat) => seat !== winner).sort((a, b) => compare(b, a));
  const at = keys[winner].findIndex((score, i) => score !== others[0][i]);
  const values = { name: view.seats[winner].name, high: keys[winner][at], low: others[0][at], n: at + 1 };
  return at === 0 ? t("end.why.lowest", values) : t("end.why.tie", values);
}

/** @param {number[]} a @param {number[]} b */
function compare(a, b) {
  const at = a.findIndex((score, i) => score !== b[i]);
  return at < 0 ? 0 : a[at] - b[at];
}
