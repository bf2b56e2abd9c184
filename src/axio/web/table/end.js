// The end: who came where, the sorted scores side by side, and why.

import { sym } from "../board/api.js";
import { lineChart } from "../lib/charts.js";
import { dailyEnd } from "../lib/daily_result.js";
import { newTable } from "../lib/deal_memory.js";
import { dialog } from "../lib/dialog.js";
import { calm, h, vars } from "../lib/dom.js";
import { api } from "../lib/http.js";
import { t } from "../lib/i18n.js";
import { aboutSeat } from "../lib/player_names.js";
import { settings } from "../lib/settings.js";
import { play } from "../lib/sound.js";
import { checkDialog } from "./deal_check.js";
import { bestMove, standings, total } from "./race.js";
import { endingOf, pointsListed } from "./status.js";

/** @typedef {import("../generated/protocol.js").View} View */
/** @typedef {import("../generated/protocol.js").LogLine} LogLine */

const TRIES = 8; // before a rating that does not come is given up

/** @type {string | null} */
let shownFor = null;

/**
 * @param {string} id
 * @param {View} view
 * @param {string} colours
 * @param {LogLine[]} log
 * @param {boolean} [again]  somebody asks for it once more
 */
export function endScreen(id, view, colours, log, again = false) {
  const shown = `${id} ${view.seq} ${view.follower}`;
  if (shownFor === shown && !again) return;
  const won = view.seats.length > 1 && view.winners.some((seat) => view.seats[seat].mine);
  if (!shownFor) play(won ? "win" : "end");
  if (!shownFor && won) flourish(colours);
  shownFor = shown;
  const check = view.commitment ? h("p", {}, h("button", { type: "button", class: "quiet-link", id: "check", onclick: () => checkDialog(id) }, t("check.open"))) : null;
  const asked = view.follower && view.may.includes("rematch") ? h("p", {}, t("end.asked")) : null;
  const review = view.ply && !isToday(view) ? h("a", { class: "end-review", id: "review", href: `/review/${id}` }, t("review.link")) : null;
  const notes = [view.practice ? h("p", { class: "soft" }, t("end.practice")) : null, view.rated ? ratingChanges(id, view.seats) : null, asked, check];
  const result = view.daily ? [dailyEnd(view.daily, view.game), ranking(view, colours), review && h("p", {}, review)] : [ranking(view, colours), h("p", { class: "soft" }, why(view), " ", review)];
  dialog(endingOf(view), [...result, ...story(view, colours, log), bestBefore(id, view), ...notes], afterwards(id, view), { cls: won ? "end won" : "end" });
}

/** Others may still play the deal of a day. @param {View} view */
const isToday = ({ daily }) => daily !== null && Date.now() < Date.parse(daily) + 86_400_000;

/**
 * How it came to this: the race of the lowest colours, where it turned, and the best move.
 * @param {View} view
 * @param {string} colours
 * @param {LogLine[]} log
 */
function story(view, colours, log) {
  if (log.length < 2) return [];
  const race = standings(log, view.seats.length, colours);
  const lines = view.seats.map(({ name }, seat) => ({ name, values: race.map((seats) => Math.min(...seats[seat])) }));
  const plot = lineChart(lines, { end: Math.max(4, ...lines.flatMap(({ values }) => values)), label: t("end.race") });
  const { turned } = view;
  const best = bestMove(log);
  replay(plot, log.length, turned);
  return [
    h("ul", { class: "end-facts" },
      turned !== null && h("li", { id: "turning-point", "data-ply": turned }, aboutSeat("end.turned", view.seats, view.winners[0], { n: turned })),
      total(best) > 0 && h("li", { id: "best-move", "data-ply": best.ply }, aboutSeat("end.best", view.seats, best.seat, { n: best.ply, points: pointsListed(best.points) }))),
    h("div", { class: "end-race" }, plot.element),
  ];
}

/** The needle runs through the game and stays where it turned, if it did. @param {ReturnType<typeof lineChart>} plot @param {number} plies @param {number | null} turned */
function replay(plot, plies, turned) {
  const stay = () => plot.point(turned, t("end.turningPoint"));
  if (calm() || !settings.speed) return stay();
  const began = performance.now();
  const step = () => {
    const share = Math.min(1, (performance.now() - began) / (2400 / settings.speed));
    if (share === 1) return stay();
    plot.point(share * plies);
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

const BITS = 28;

/** Symbols rain over the board, for a moment. @param {string} colours */
function flourish(colours) {
  if (calm() || !settings.speed) return;
  const bits = Array.from({ length: BITS }, (_, i) => vars(h("i", {}, sym(colours[i % colours.length])), {
    "--x": `${(i * 37) % 100}%`, "--after": `${(i % 7) * 110}ms`, "--turn": `${(i % 2 ? 1 : -1) * (120 + i * 13)}deg`,
  }));
  const rain = h("div", { class: "flourish", "aria-hidden": "true" }, ...bits);
  document.body.append(rain);
  setTimeout(() => rain.remove(), 3200);
}

/** Alone one plays against one's own best of the games before. @param {string} id @param {View} view */
function bestBefore(id, view) {
  if (view.seats.length > 1 || !view.seats[0].mine || view.daily || view.practice) return null;
  const line = h("p", { class: "soft", id: "own-best", "aria-live": "polite" });
  const mine = Math.min(...view.seats[0].tracks);
  api("GET /scores/{name}", { name: view.game }).then((scores) => {
    const others = scores.mine.slice(0, scores.mine.findIndex(({ table }) => table === id)).map(({ low }) => low[0]);
    line.textContent = others.length ? t(mine > Math.max(...others) ? "end.newBest" : "end.yourBest", { n: Math.max(mine, ...others) }) : t("end.firstSolo");
  }).catch(() => {});
  return line;
}

/**
 * What one may do next. With others it is a rematch: the first to ask makes the table, the others follow.
 * @param {string} id
 * @param {View} view
 * @returns {{label: string, act: () => unknown, main?: boolean}[]}
 */
function afterwards(id, view) {
  const go = (/** @type {string} */ to) => void location.assign(to);
  const again = async (/** @type {boolean} */ swap) => go(`/table/${await newTable({ from: id, swap })}`);
  const watch = { label: t("end.watch"), act: () => go(`/watch/${id}`) };
  if (view.daily) return [{ label: t("daily.back"), act: () => go("/daily"), main: true }, watch];
  const others = view.seats.some((seat) => !seat.mine && (seat.kind === "person" || seat.instead_of));
  if (others && view.follower) return [{ label: t(view.may.includes("rematch") ? "end.join" : "end.follow"), act: () => go(`/table/${view.follower}`), main: true }, watch];
  if (!view.may.includes("rematch")) return [{ ...watch, main: true }];
  if (others) return [{ label: t("end.rematch"), act: () => again(true), main: true }, watch];
  const swap = view.seats.length > 1 ? [{ label: t("end.swap"), act: () => again(true) }] : [];
  return [{ label: t("end.again"), act: () => again(false), main: true }, ...swap, watch];
}

/**
 * Seats by rank, each with its colours from the lowest up.
 * @param {View} view
 * @param {string} colours
 */
function ranking(view, colours) {
  const seats = byRank(view).map((seat) => ({ seat, sorted: sortedScores(seat.tracks, colours) }));
  const decided = decisive(seats.map(({ sorted }) => sorted.map((each) => each.score)));
  const alone = seats.length === 1;
  return h("table", { class: "ranking" },
    h("thead", {}, h("tr", {}, !alone && h("th", { scope: "col" }, t("end.place")), h("th", { scope: "col" }, t("end.seat")), h("th", { scope: "col", colspan: colours.length }, t("end.sorted")))),
    h("tbody", {}, ...seats.map(({ seat, sorted }) =>
      h("tr", { class: seat.rank === 1 ? "winner" : "" },
        !alone && h("td", { class: "rank" }, seat.rank ?? ""),
        h("th", { scope: "row" }, seat.name),
        ...sorted.map(({ colour, score }, i) => h("td", { class: i === decided ? "score decisive" : "score" }, sym(colour), h("b", {}, score)))))));
}

/** @param {View} view */
const byRank = ({ seats }) => [...seats].sort((a, b) => (a.rank ?? 9) - (b.rank ?? 9));

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
  if (view.seats.length === 1) return t("end.why.solo");
  if (view.ending === "agreed") return t("end.why.agreed");
  if (view.ended_at !== null) return aboutSeat(`end.why.${view.ending}`, view.seats, view.ended_at);
  if (view.ending === "instant") return aboutSeat("end.why.instant", view.seats, view.winners[0]);
  if (view.winners.length > 1) return t("end.why.shared");
  const [first, second] = byRank(view).map(({ tracks }) => [...tracks].sort((a, b) => a - b));
  const at = decisive([first, second]);
  const values = { high: first[at], low: second[at], n: at + 1 };
  return at === 0 ? aboutSeat("end.why.lowest", view.seats, view.winners[0], values) : t("end.why.tie", values);
}

/** What a rated game did to everyone's rating, once the server has worked that out. @param {string} id @param {{name: string}[]} seats */
function ratingChanges(id, seats) {
  const list = h("ul", { class: "rating-changes", "aria-label": t("ratings.changes"), "aria-live": "polite" });
  showChanges(id, seats, list, TRIES);
  return list;
}

/** @param {string} id @param {{name: string}[]} seats @param {HTMLElement} list @param {number} left */
async function showChanges(id, seats, list, left) {
  const found = await api("GET /tables/{name}/ratings", { name: id }).catch(() => []);
  if (!found.length && left) return void setTimeout(() => showChanges(id, seats, list, left - 1), 700);
  list.replaceChildren(...found.map(({ seat, before, after }) => h("li", {}, h("span", {}, seats[seat].name), h("b", {}, after),
    h("span", { class: after < before ? "change down" : "change up" }, `${after < before ? "−" : "+"}${Math.abs(after - before)}`))));
}
