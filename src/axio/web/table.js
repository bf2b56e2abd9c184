// The table: what the server says goes in, what the player does goes out.

import { announce } from "./announce.js";
import { api } from "./api.js";
import { ask, askedFor } from "./asks.js";
import { dialog, toast } from "./dialog.js";
import { zoom } from "./drag.js";
import { Hand } from "./hand.js";
import { colourNames, has, t } from "./i18n.js";
import { keys } from "./keys.js";
import { tidy } from "./moves.js";
import { named } from "./names.js";
import { showLog, showUnseen } from "./panels.js";
import { onChange, settings } from "./settings.js";
import { header, lost } from "./shell.js";
import { foldSide } from "./side.js";
import { Line } from "./socket.js";
import { play } from "./sound.js";
import { Stage } from "./stage.js";
import { pointsText, statusOf } from "./status.js";
import { furnish } from "./tabledom.js";

/** @typedef {import("./generated/protocol.js").ToClient} ToClient */
/** @typedef {import("./generated/protocol.js").View} View */
/** @typedef {import("./generated/protocol.js").LogLine} LogLine */
/** @typedef {import("./generated/protocol.js").Spot} Spot */

/**
 * @param {HTMLElement} main
 * @param {string} id
 */
export async function tablePage(main, id) {
  const at = furnish(main);
  const table = new Table(id, at, main);
  await table.open();
}

class Table {
  /** @type {View | null} */ view = null;
  /** @type {LogLine[]} */ log = [];
  /** @type {{ply: number, spots: Spot[]}} */ spots = { ply: -1, spots: [] };
  /** @type {Promise<void>} */ work = Promise.resolve();
  /** @type {string | null} */ axio = null;
  online = true;
  waiting = false;

  /**
   * @param {string} id
   * @param {import("./tabledom.js").Furniture} at
   * @param {HTMLElement} main
   */
  constructor(id, at, main) {
    this.main = main;
    this.id = id;
    this.at = at;
    this.hand = new Hand(at, (move) => this.send(move));
    this.stage = new Stage(at.board, at.tracks);
    this.#wire();
  }

  #wire() {
    const { at } = this;
    at.undo.addEventListener("click", () => this.undo());
    at.hint.addEventListener("click", () => this.hint());
    const openSide = foldSide(at);
    at.type.addEventListener("submit", (event) => {
      event.preventDefault();
      if (at.typed.value.trim()) this.send(tidy(at.typed.value));
      at.typed.value = "";
    });
    const middle = () => { const box = at.board.getBoundingClientRect(); return /** @type {const} */ ([box.left + box.width / 2, box.top + box.height / 2]); };
    at.zoomIn.addEventListener("click", () => zoom(at.board, 0.8, ...middle()));
    at.zoomOut.addEventListener("click", () => zoom(at.board, 1.25, ...middle()));
    at.zoomFit.addEventListener("click", () => at.board.update({ camera: null }));
    keys(at.board, {
      pick: (index) => this.hand.pick(index),
      hint: () => this.hint(),
      undo: () => this.undo(),
      rules: async () => (await import("./rules.js")).rulesDialog(this.view?.game ?? "axio"),
      type: () => { openSide(); at.typed.focus(); },
      moved: () => {},
    });
    const adapt = () => { at.board.confirm = settings.confirm; };
    onChange(adapt);
    adapt();
  }

  async open() {
    this.line = new Line(this.id, (message) => this.heard(message), (online) => this.changed(online), () => lost(this.main));
  }

  /** @param {boolean} online */
  changed(online) {
    this.online = online;
    this.waiting = false;
    this.said();
  }

  /** One message after the other: a step is shown before the next is looked at. @param {ToClient} message */
  heard(message) {
    this.work = this.work.then(() => this.take(message)).catch((fault) => console.error(fault));
  }

  /** @param {ToClient} message */
  async take(message) {
    if ("view" in message) message.view.seats = named(message.view.seats);
    if (message.kind === "sync") {
      await this.#prepare(message.view);
      this.log = message.log;
      this.show(message.view);
    } else if (message.kind === "step") await this.step(message);
    else if (message.kind === "undone") {
      this.log = this.log.slice(0, this.log.length - message.plies);
      this.show(message.view);
      announce(t("say.undone"));
    } else if (message.kind === "shown") this.show(message.view);
    else if (message.kind === "spots") this.#spots(message);
    else if (message.kind === "thinking") this.said();
    else if (message.kind === "note") toast(t(`note.${message.key}`, message.values));
    else if (message.kind === "hint") this.#hinted(message);
    else if (message.kind === "refusal") this.#refused(message);
  }

  /** @param {View} view */
  async #prepare(view) {
    if (this.view) return;
    const geometry = await api(`/games/${view.game}/${view.seats.length}`);
    this.at.board.setup(geometry, { bare: innerWidth < 720 });
    this.at.rack.setup(this.at.board.state.layout);
    this.at.tracks.setup(geometry, view.seats);
    document.body.dataset.game = view.game;
    document.body.dataset.seats = String(view.seats.length);
    header({ title: t(`game.${view.game}`), game: view.game, practice: view.practice });
  }

  /** @param {import("./generated/protocol.js").Stepped} message */
  async step({ view, line, events }) {
    this.waiting = false;
    const before = this.view;
    const axio = events.filter((fact) => fact.event === "Axio");
    this.axio = axio.length ? String(axio[axio.length - 1].colour) : view.asks === "bonus" ? this.axio : null;
    if (before && view.ply === before.ply + 1) {
      this.at.board.update({ spots: [], held: null, ghost: null, hand: null, hint: null });
      this.at.rack.classList.add("idle");
      announce(t("say.step", { name: view.seats[line.seat].name, move: line.move, points: pointsText(line.points) }) + (axio.length ? ` AXIO! ${t(`colour.${this.axio}`)}` : ""));
      await this.stage.perform(events, before.seats.map((seat) => [...seat.tracks]));
    }
    this.log = [...this.log, line];
    this.show(view);
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    const { board, tracks } = this.at;
    const spots = this.spots.ply === view.ply ? this.spots.spots : [];
    board.update({ tiles: view.tiles, pyramids: view.pyramids, last: view.last?.split("=")[0] ?? null, spots, ghost: null, hint: null });
    board.draw();
    tracks.show(view.seats, view.to_move);
    this.hand.show(view);
    showLog(this.at.log, this.log, view);
    showUnseen(this.at.unseen, view);
    const supply = view.seats.some((seat) => seat.stack) || view.game === "rota";
    this.at.bag.textContent = t(supply ? "bag.supply" : "bag.tiles", { n: view.bag });
    this.at.look.href = `/watch/${this.id}`;
    this.at.undo.disabled = !view.can_undo;
    this.at.hint.disabled = !this.hand.mayPlace;
    document.body.classList.toggle("practice", view.practice);
    document.body.classList.toggle("my-turn", this.hand.mayPlace);
    this.said();
    ask(this.id, view, board.state.layout.geometry.colours, {
      send: (move) => this.send(move),
      reveal: (seat) => this.line?.send({ kind: "reveal", seat }),
    });
    this.#mark();
  }

  /** What the table waits for, for styles and for anyone who looks from outside. */
  #mark() {
    const { view } = this;
    if (!view) return;
    const place = this.hand.mayPlace && this.spots.ply === view.ply;
    Object.assign(this.main.dataset, { seq: view.seq, ply: view.ply, asks: askedFor(view, place) });
  }

  said() {
    if (!this.view) return;
    const { stops } = this.at.board.state.layout.geometry;
    const text = statusOf(this.view, this.log, { axio: this.axio, online: this.online, end: stops[stops.length - 1] });
    if (this.at.status.textContent === text) return;
    this.at.status.textContent = text;
    if (this.hand.mayPlace || this.view.over) announce(text);
  }

  /** @param {{ply: number, spots: Spot[]}} message */
  #spots(message) {
    this.spots = message;
    if (this.view?.ply === message.ply) this.at.board.update({ spots: message.spots });
    this.#mark();
  }

  /** @param {import("./generated/protocol.js").Hint} message */
  #hinted({ ply, move, reason, values }) {
    if (ply !== this.view?.ply) return;
    const key = `hint.${reason}`;
    const words = { ...values };
    for (const name of ["colour", "colours"]) if (name in words) words[name] = colourNames(String(words[name]));
    const text = `${t("hint.try", { move })} ${has(key) ? t(key, words) : ""}`;
    this.at.board.update({ hint: move.split("=")[0] });
    toast(text);
    announce(text);
  }

  /** @param {import("./generated/protocol.js").Refusal} message */
  #refused(message) {
    this.waiting = false;
    play("wrong");
    const key = `refusal.${message.reason}`;
    const text = has(key) ? t(key, message.values) : message.text;
    toast(text, "wrong");
    announce(text);
    this.at.board.update({ ghost: null });
  }

  /** @param {string} move */
  send(move) {
    if (!this.view || this.waiting) return;
    this.waiting = true;
    setTimeout(() => (this.waiting = false), 3000);
    this.line?.send({ kind: "play", seq: this.view.seq, move });
  }

  hint() {
    if (this.view && this.hand.mayPlace) this.line?.send({ kind: "hint", seq: this.view.seq });
  }

  undo() {
    const { view } = this;
    if (!view) return;
    if (this.at.board.state.ghost?.pinned) return this.at.board.release();
    if (!view.can_undo) return;
    const go = () => this.line?.send({ kind: "undo", seq: view.seq });
    const persons = view.seats.filter((seat) => seat.kind === "person").length;
    if (view.practice || persons > 1) return go();
    dialog(t("undo.title"), [t("undo.text")], [{ label: t("undo.yes"), act: go, main: true }, { label: t("cancel") }]);
  }
}
