// A game reviewed: everyone's chances, marks on moves, what was better and why, and what was luck.

import { miniTile, newBoard } from "../board/api.js";
import { lineChart } from "../lib/charts.js";
import { h } from "../lib/dom.js";
import { gameName, geometryOf } from "../lib/games.js";
import { api, Fault, lines } from "../lib/http.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { named } from "../lib/player_names.js";
import { DEGREES, markTag, SIGNS } from "../lib/review_words.js";
import { header } from "../lib/shell.js";
import { announce, faultText } from "../lib/toasts.js";
import { openRules } from "../table/controls.js";
import { accountOf, chancesOf, moveWord, rackChoice, toldOf, twoMoves, verdictOf } from "../table/review_parts.js";
import { seatMark } from "../table/story.js";
import { newTracks } from "../table/tracks.js";

/** @typedef {import("../generated/http.js").Frame} Frame */
/** @typedef {import("../generated/http.js").Deal} Deal */
/** @typedef {import("../generated/http.js").ReviewLine} ReviewLine */
/** @typedef {import("../generated/http.js").ReviewedPly} ReviewedPly */
/** @typedef {import("../generated/http.js").ReviewEnd} ReviewEnd */
/** @typedef {import("../table/review_parts.js").Reviewed} Reviewed */

const AGAIN = 2000; // milliseconds until a lost connection is tried again

/** @param {HTMLElement} main @param {string} id */
export async function reviewPage(main, id) {
  const { table, frames } = await api("GET /tables/{name}/replay", { name: id });
  for (const frame of frames) frame.view.seats = named(frame.view.seats);
  const { view } = frames[0];
  const geometry = await geometryOf(view.game, view.seats.length);
  header({ title: t("review.title", { game: gameName(view.game) }), rules: { game: view.game, open: () => openRules(view.game) } });
  document.body.dataset.shape = geometry.shape;
  if (!table.over) return nothing(main, id, t("refusal.not_finished"));
  if (frames.length < 2) return nothing(main, id, t("review.short"));
  const page = new ReviewPage(main, id, frames, geometry);
  void page.read().catch((fault) => nothing(main, id, faultText(fault)));
}

/** @param {HTMLElement} main @param {string} id @param {string} text */
function nothing(main, id, text) {
  main.className = "page narrow";
  main.replaceChildren(h("section", { class: "card nothing", id: "no-review" }, h("p", {}, text), h("a", { class: "button main", href: `/table/${id}` }, t("watch.back-to"))));
}

class ReviewPage {
  board = newBoard();
  tracks = newTracks();
  chart = h("div", { class: "review-chart" });
  says = h("section", { class: "card review-says", id: "review-says", "aria-label": t("review.move") });
  racks = h("div", { class: "racks" });
  list = h("ol", { class: "review-moves", id: "review-moves" });
  sums = h("section", { class: "card", id: "review-account", "aria-label": t("review.account"), hidden: true });
  progress = h("progress", { value: 0, "aria-label": t("review.progress") });
  working = h("div", { class: "review-progress", id: "review-progress" }, h("span", {}, t("review.working")), this.progress);
  /** @type {HTMLElement[]} */ rows = [];
  /** @type {Deal | null} */ deal = null;
  /** @type {Reviewed[]} */ found = [];
  /** @type {ReviewEnd | null} */ end = null;
  /** Which of the two moves lies on the board. @type {"both" | "played" | "better"} */ shows = "both";
  /** @type {ReturnType<typeof lineChart> | null} */ plot = null;

  /**
   * @param {HTMLElement} main
   * @param {string} id
   * @param {Frame[]} frames
   * @param {import("../generated/protocol.js").Geometry} geometry
   */
  constructor(main, id, frames, geometry) {
    this.id = id;
    this.frames = frames;
    this.seats = frames[0].view.seats;
    this.movers = frames.map((_, i) => frames[Math.max(0, i - 1)].view.to_move ?? 0);
    this.solo = this.seats.length === 1;
    this.at = Math.min(Number(location.hash.slice(1)) || 0, frames.length - 1);
    this.racksOf = this.seats.some((seat) => seat.mine) ? "mine" : "mover";
    this.#lay(main, id);
    this.board.setup(geometry, { still: true, label: gameName(geometry.game), bare: Math.min(innerWidth, innerHeight) < 600 });
    this.tracks.setup(geometry, this.seats);
    this.#moves();
    this.show(this.at);
    this.#listen();
  }

  /** @param {HTMLElement} main @param {string} id */
  #lay(main, id) {
    this.progress.max = this.frames.length - 1;
    const button = (/** @type {string} */ name, /** @type {() => void} */ act) => h("button", { type: "button", class: "tool bare", id: `watch-${name}`, "aria-label": t(`watch.${name}`), title: t(`watch.${name}`), onclick: act }, icon(name));
    const steps = h("div", { class: "review-steps" },
      button("first", () => this.go(0)), button("back", () => this.go(this.at - 1)), button("next", () => this.go(this.at + 1)), button("last", () => this.go(this.frames.length - 1)),
      h("button", { type: "button", class: "button small", id: "next-mark", onclick: () => this.#nextMark() }, t("review.next")));
    main.className = "page review";
    main.replaceChildren(
      h("div", { class: "review-column" },
        h("section", { class: "review-stage", "aria-label": t("board.label") }, h("div", { class: "review-board" }, this.board), steps),
        h("section", { class: "card review-list", "aria-label": t("review.moves") }, h("h2", {}, t("review.moves")), this.list)),
      h("div", { class: "review-column" },
        h("section", { class: "card review-race", "aria-label": t("review.chances") }, this.working, this.chart),
        this.says,
        h("section", { class: "review-seats", "aria-label": t("scores.label") }, this.tracks, h("div", { class: "card review-racks" }, rackChoice(this.seats, this.racksOf, (way) => { this.racksOf = way; this.#showRacks(); }), this.racks)),
        this.sums,
        h("p", { class: "review-ways" }, h("a", { href: `/watch/${id}` }, t("end.watch")), h("a", { href: "/exercises", id: "to-exercises" }, t("exercises.title")))));
  }

  #listen() {
    addEventListener("hashchange", () => {
      this.show(Number(location.hash.slice(1)) || 0);
      this.board.scrollIntoView({ block: "nearest" });
    });
    addEventListener("keydown", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (target.matches("select, input") || document.querySelector("dialog[open]") || event.altKey || event.ctrlKey || event.metaKey) return;
      const step = { ArrowLeft: () => this.go(this.at - 1), ArrowRight: () => this.go(this.at + 1), ArrowUp: () => this.turnTo("played"), ArrowDown: () => this.turnTo("better") }[event.key];
      if (!step || (/Up|Down/.test(event.key) && !this.#better())) return;
      event.preventDefault();
      step();
    });
  }

  /** Read the review as it is found; after a lost connection from its beginning. */
  async read() {
    for (;;) {
      [this.deal, this.found, this.end] = [null, [], null];
      try {
        for await (const line of lines("GET /tables/{name}/review", { name: this.id })) this.#take(line);
      } catch (fault) {
        if (fault instanceof Fault) throw fault;
      }
      if (this.end) return;
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }

  /** @param {ReviewLine} line */
  #take({ deal, ply, better, end, fault }) {
    if (fault) throw new Fault({ reason: fault, text: t(`refusal.${fault}`) }, 500);
    if (deal) this.deal = deal;
    if (ply) this.found.push({ ply, better });
    if (end) this.end = end;
    this.progress.value = this.found.length;
    this.working.hidden = !!end;
    if (ply) this.#mark(ply);
    this.#draw();
    if (end) {
      this.sums.replaceChildren(...accountOf(end, this.seats));
      this.sums.hidden = false;
    }
    if (!ply || ply.decision.ply + 1 === this.at) this.show(this.at);
  }

  #draw() {
    const values = this.deal ? [this.deal.values, ...this.found.map(({ ply }) => ply.values)] : [];
    if (!values.length) return;
    const scale = this.solo ? 1 : 100;
    const drawn = this.seats.map(({ name }, seat) => ({ name, values: values.map((each) => scale * each[seat]) }));
    const marks = this.found.flatMap(({ ply: { decision } }) => (decision.mark ? [{ line: decision.seat, i: decision.ply, sign: SIGNS[decision.mark], cls: DEGREES[decision.mark] }] : []));
    const end = this.solo ? Math.ceil(Math.max(6, ...drawn[0].values)) : 100;
    this.plot = lineChart(drawn, { end, label: t(this.solo ? "review.chart.solo" : "review.chart"), count: this.frames.length, marks, pick: (i) => this.go(i) });
    this.chart.replaceChildren(this.plot.element);
    this.plot.point(this.at);
  }

  #moves() {
    this.rows = this.frames.slice(1).map((frame, i) => h("a", { class: "review-move", href: `#${i + 1}` }, h("span", { class: "ply" }, `${i + 1}.`), h("code", {}, moveWord(frame.view.last ?? "")), h("span", { class: "who" }, this.seats[this.movers[i + 1]].name), h("span", { class: "mark-at" })));
    this.list.replaceChildren(...this.rows.map((row) => h("li", {}, row)));
  }

  /** @param {ReviewedPly} ply */
  #mark({ decision }) {
    const row = this.rows[decision.ply];
    if (row && decision.mark) /** @type {HTMLElement} */ (row.querySelector(".mark-at")).replaceChildren(markTag(decision.mark));
  }

  #nextMark() {
    const after = this.found.find(({ ply: { decision } }) => decision.mark && decision.ply + 1 > this.at) ?? this.found.find(({ ply: { decision } }) => decision.mark);
    if (after) this.go(after.ply.decision.ply + 1);
    else announce(t("review.none"));
  }

  /** @param {number} to */
  go(to) {
    const at = Math.max(0, Math.min(this.frames.length - 1, to));
    history.replaceState(null, "", `#${at}`);
    this.show(at);
    announce(this.says.textContent ?? "");
  }

  /** @param {number} at */
  show(at) {
    this.at = Math.max(0, Math.min(this.frames.length - 1, at));
    this.shows = "both";
    this.plot?.point(this.at);
    this.rows.forEach((row, i) => (i + 1 === this.at ? row.setAttribute("aria-current", "true") : row.removeAttribute("aria-current")));
    this.tracks.show(this.frames[this.at].view.seats, this.frames[this.at].view.to_move);
    this.#showBoard();
    this.#explain();
    this.#showRacks();
  }

  /** The better move at this ply, if there is a marked one. */
  #better() {
    const found = this.found[this.at - 1];
    return found?.ply.decision.mark ? found : null;
  }

  /** @param {"played" | "better"} which */
  turnTo(which) {
    this.shows = this.shows === which ? "both" : which;
    this.#showBoard();
    this.#explain();
    announce(t(`review.shows.${this.shows}`));
  }

  #showBoard() {
    const frame = this.frames[this.at];
    const better = this.#better();
    const mark = better?.ply.decision.mark;
    const played = this.at ? toldOf(frame.events, mark ? SIGNS[mark] : seatMark(this.movers[this.at])) : null;
    this.board.update(twoMoves(this.frames[Math.max(0, this.at - 1)].view, frame.view, played, better && toldOf(better.better, "★"), this.shows));
  }

  #explain() {
    const found = this.found[this.at - 1];
    const frame = this.frames[this.at];
    const values = this.at ? found?.ply.values : this.deal?.values;
    const title = this.at ? t("review.at", { n: this.at, name: this.seats[this.movers[this.at]].name, move: moveWord(frame.view.last ?? "") }) : t("watch.start");
    this.says.replaceChildren(h("h2", {}, title), ...(values ? [chancesOf(values, this.at === this.frames.length - 1 ? frame.view : null, this.seats)] : []), ...(found ? verdictOf(found, frame.events, this) : this.at ? [h("p", { class: "soft" }, t("review.later"))] : this.#overview()));
  }

  #overview() {
    if (!this.end) return [];
    const marks = this.found.filter(({ ply }) => ply.decision.mark).length;
    return [h("p", { id: "review-found" }, marks ? t("review.found", { n: marks }) : t("review.none"))];
  }

  /** As they were when the move was made. */
  #showRacks() {
    const frame = this.frames[Math.max(0, this.at - 1)];
    const seat = this.movers[this.at];
    const open = frame.racks ?? [];
    const shown = open.map((rack, number) => (this.racksOf === "all" || (this.racksOf === "mine" ? this.seats[number].mine : String(number) === (this.racksOf === "mover" ? String(seat) : this.racksOf)) ? rack : null));
    this.racks.replaceChildren(...shown.map((rack, number) => rack && h("div", { class: "open-rack" }, h("span", {}, this.seats[number].name),
      h("span", { class: "given-tiles" }, ...rack.map(miniTile)))).filter((row) => row !== null));
  }
}
