// Try again: positions of one's own games where a better move was missed, as exercises on the same board.

import { miniTile } from "../board/api.js";
import { dialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { gameName, geometryOf } from "../lib/games.js";
import { api } from "../lib/http.js";
import { t, tn, when } from "../lib/i18n.js";
import { named } from "../lib/player_names.js";
import { costText, markTag, whyBetter } from "../lib/review_words.js";
import { header } from "../lib/shell.js";
import { complain } from "../lib/toasts.js";
import { guidedTable } from "../table/guided_table.js";
import { sightsOf } from "../table/story.js";

/** @typedef {import("../generated/http.js").ExerciseCard} ExerciseCard */
/** @typedef {import("../generated/http.js").Exercise} Exercise */
/** @typedef {import("../generated/http.js").ExerciseAnswer} ExerciseAnswer */

/** @param {ExerciseCard} card */
const addressOf = ({ table, ply }) => `/exercises/${table}/${ply}`;

/** The collection over all my games. @param {HTMLElement} main */
export async function exercisesPage(main) {
  const { now, cards } = await api("GET /exercises");
  header({ title: t("exercises.title") });
  main.className = "page narrow";
  const due = cards.filter((card) => card.due !== null && card.due <= now);
  main.replaceChildren(
    h("section", { class: "card" }, h("h2", {}, t("exercises.title")), h("p", {}, t("exercises.text")),
      cards.length ? null : h("p", { id: "no-exercises" }, t("exercises.none")),
      due.length ? h("p", {}, h("a", { class: "button main", id: "begin", href: addressOf(due[0]) }, tn("exercises.begin", due.length))) : cards.length ? h("p", { id: "none-due" }, t("exercises.noneDue")) : null),
    cards.length ? h("section", { class: "card" }, h("h2", {}, t("exercises.all")), h("ul", { class: "exercise-list" }, ...cards.map((card) => row(card, now)))) : "");
}

/** @param {ExerciseCard} card @param {number} now */
function row(card, now) {
  const state = card.due === null ? t("exercises.learnt") : card.due <= now ? t("exercises.due") : t("exercises.later", { when: when(card.due) });
  return h("li", {}, h("a", { href: addressOf(card) }, t("exercises.card", { game: gameName(card.game), n: card.ply + 1 })), markTag(card.mark), h("span", { class: "soft" }, state));
}

/** One exercise. @param {HTMLElement} main @param {string} id @param {number} ply */
export async function exercisePage(main, id, ply) {
  const exercise = await api("GET /tables/{name}/exercises/{ply}", { name: id, ply });
  const { view } = exercise;
  view.seats = named(view.seats);
  const geometry = await geometryOf(view.game, view.seats.length);
  new ExerciseTable(main, geometry, id, ply, exercise).show();
}

class ExerciseTable {
  busy = false;

  /** @param {HTMLElement} main @param {import("../generated/protocol.js").Geometry} geometry @param {string} id @param {number} ply @param {Exercise} exercise */
  constructor(main, geometry, id, ply, exercise) {
    this.id = id;
    this.ply = ply;
    this.exercise = exercise;
    const { game, seats } = exercise.view;
    const title = t("exercises.position", { game: gameName(game) });
    const { at, guide, turn } = guidedTable(main, { game, title, label: t("learn.guide"), geometry, make: (move) => void this.tries(move) });
    this.at = at;
    this.guide = guide;
    this.turn = turn;
    at.tracks.setup(geometry, seats);
  }

  show() {
    const { view, spots, after } = this.exercise;
    const { board, tracks, status } = this.at;
    board.update({ tiles: view.tiles, pyramids: view.pyramids, last: null, spots, ghost: null, told: [] });
    board.draw();
    tracks.show(view.seats, view.to_move);
    this.turn.view = null;
    this.turn.show(view, after);
    status.textContent = t("exercises.find");
    this.#ask("exercises.task");
    if (view.asks === "exchange") this.#exchange();
  }

  /** @param {string} key of what is to say */
  #ask(key) {
    this.#tell([h("h2", {}, t("exercises.find")), h("p", {}, t(key))], [this.#button("show-me", "exercises.show", () => this.tries(null))]);
  }

  #exchange() {
    const act = (/** @type {string} */ move) => ({ label: t(`exchange.${move}`), act: () => this.tries(move) });
    dialog(t("exchange.title"), [h("div", { class: "given-tiles big" }, ...this.exercise.view.rack.map(miniTile))], [{ ...act("exchange"), main: true }, act("keep")], { cls: "exchange", closable: false });
  }

  /** @param {string | null} move */
  async tries(move) {
    if (this.busy) return;
    this.busy = true;
    this.at.status.textContent = t("exercises.judging");
    const answer = await api("POST /tables/{name}/exercises/{ply}", { name: this.id, ply: this.ply }, { move }).catch(complain);
    this.busy = false;
    this.at.status.textContent = t("exercises.find");
    if (!answer) return this.at.board.update({ ghost: null });
    if (answer.best) this.#solved(answer, move);
    else this.#missed();
  }

  #missed() {
    this.at.board.update({ ghost: null });
    this.#ask("exercises.wrong");
    this.at.status.textContent = t("exercises.wrong");
    if (this.exercise.view.asks === "exchange") this.#exchange();
  }

  /** @param {ExerciseAnswer} answer @param {string | null} move */
  #solved(answer, move) {
    const { board, rack } = this.at;
    const { view } = this.exercise;
    const placed = answer.better.find((fact) => fact.event === "TilePlaced");
    const told = placed ? [{ place: String(placed.place), mark: "★", points: {}, seen: sightsOf(answer.better) }] : [];
    board.update({ spots: [], held: null, ghost: null, tiles: placed ? [...view.tiles, String(placed.place).split("=")[0]] : view.tiles, told });
    this.turn.show({ ...view, over: true });
    rack.toggleAttribute("inert", true);
    const title = t(answer.right ? "exercises.right" : "exercises.answer");
    this.at.status.textContent = title;
    const same = move === answer.best || !answer.right ? "" : t("exercises.also", { move: answer.best ?? "" });
    const played = t("exercises.played", { move: answer.played ?? "" });
    this.#tell([h("h2", {}, title), same ? h("p", {}, same) : "", h("p", {}, `${played} ${costText(answer, view.seats.length === 1)}`), whyBetter(answer.reasons)],
      [this.#button("next-exercise", "exercises.next", () => this.#next()), h("a", { class: "button small", href: `/review/${this.id}#${this.ply + 1}` }, t("review.link"))]);
  }

  /** @param {import("../lib/dom.js").Child[]} says @param {HTMLElement[]} ways */
  #tell(says, ways) {
    this.guide.replaceChildren(...says.filter((each) => each instanceof Node), h("div", { class: "exercise-ways" }, ...ways));
  }

  /** @param {string} id @param {string} key @param {() => unknown} act */
  #button(id, key, act) {
    return h("button", { type: "button", class: "button small main", id, onclick: act }, t(key));
  }

  /** The next one that is due, of this game first. */
  async #next() {
    const { now, cards } = await api("GET /exercises");
    const due = cards.filter((card) => card.due !== null && card.due <= now && !(card.table === this.id && card.ply === this.ply));
    const next = due.find((card) => card.table === this.id && card.ply > this.ply) ?? due[0];
    location.assign(next ? addressOf(next) : "/exercises");
  }
}
