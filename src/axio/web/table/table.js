// The table: what the server says goes in, what the player does goes out.

import { announce } from "../lib/announce.js";
import { api } from "../lib/http.js";
import { ask, askedFor } from "./prompts.js";
import { showBanner } from "./banner.js";
import { chat } from "./chat.js";
import { Clocks } from "./clocks.js";
import { wire } from "./controls.js";
import { remember } from "../lib/deal_memory.js";
import { dialog } from "../lib/dialog.js";
import { Hand } from "./placing.js";
import { t, tn } from "../lib/i18n.js";
import { hasMenu } from "./menu.js";
import { named } from "../lib/names.js";
import { showLog, showUnseen } from "./panels.js";
import { showHappened, showHint, showNote, showRefusal } from "./toasts.js";
import { Room } from "./room.js";
import { header, lost } from "../lib/shell.js";
import { Line } from "./table_socket.js";
import { play } from "../lib/sound.js";
import { Stage } from "./animation.js";
import { pointsText, statusOf } from "./status.js";
import { furnish } from "./table_layout.js";

/** @typedef {import("../generated/protocol.js").ToClient} ToClient */
/** @typedef {import("../generated/protocol.js").View} View */
/** @typedef {import("../generated/protocol.js").LogLine} LogLine */
/** @typedef {import("../generated/protocol.js").Spot} Spot */

/**
 * @param {HTMLElement} main
 * @param {string} id
 */
export async function tablePage(main, id) {
  /** @type {Room | null} */ let room = null;
  /** @type {Table | null} */ let table = null;
  const heard = (/** @type {ToClient} */ message) => {
    if (message.kind === "room") (room ??= new Room(main, id)).show(message);
    else (table ??= new Table(id, furnish(main), main, line)).heard(message);
  };
  const line = new Line(id, heard, (online) => table?.changed(online), () => lost(main));
}

export class Table {
  /** @type {View | null} */ view = null;
  /** @type {LogLine[]} */ log = [];
  /** @type {{ply: number, spots: Spot[]}} */ spots = { ply: -1, spots: [] };
  /** @type {Promise<void>} */ work = Promise.resolve();
  /** @type {string | null} */ axio = null;
  /** @type {import("../generated/protocol.js").Presence | null} */ presence = null;
  /** @type {Clocks | null} */ clocks = null;
  online = true;
  waiting = false;

  /**
   * @param {string} id
   * @param {import("./table_layout.js").Furniture} at
   * @param {HTMLElement} main
   * @param {Line} line
   */
  constructor(id, at, main, line) {
    this.main = main;
    this.id = id;
    this.at = at;
    this.line = line;
    this.hand = new Hand(at, (move) => this.send(move));
    this.stage = new Stage(at.board, at.tracks);
    wire(this);
  }

  /** @param {boolean} online */
  changed(online) {
    this.online = online;
    this.waiting = false;
    this.said();
    if (this.view) this.#banner(this.view);
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
    } else if (message.kind === "shown" || message.kind === "wished") this.show(message.view);
    else if (message.kind === "happened") {
      this.show(message.view);
      showHappened(message);
    } else if (message.kind === "presence") this.#present(message);
    else if (message.kind === "spots") this.#spots(message);
    else if (message.kind === "thinking") this.said();
    else if (message.kind === "note") showNote(message);
    else if (message.kind === "hint" && message.ply === this.view?.ply) showHint(this.at.board, message);
    else if (message.kind === "refusal") {
      this.waiting = false;
      showRefusal(this.at.board, message);
    }
  }

  /** @param {import("../generated/protocol.js").Presence} message */
  #present(message) {
    this.presence = message;
    this.at.tracks.present(message.here);
    this.at.watching.textContent = message.spectators ? tn("watching", message.spectators) : "";
    if (this.view) this.#banner(this.view);
  }

  /** @param {View} view */
  #banner(view) {
    showBanner(this.at.banner, view, { online: this.online, presence: this.presence, send: (command) => this.line.send(command) });
  }

  /** @param {View} view */
  async #prepare(view) {
    if (this.view) return;
    const geometry = await api(`/games/${view.game}/${view.seats.length}`);
    this.at.board.setup(geometry, { bare: innerWidth < 720 });
    this.at.rack.setup(this.at.board.state.layout);
    this.at.tracks.setup(geometry, view.seats);
    this.clocks = new Clocks(this.at.tracks.cards, (seat) => this.view?.seats[seat].mine && play("wrong"));
    document.body.dataset.game = view.game;
    document.body.dataset.seats = String(view.seats.length);
    header({ title: t(`game.${view.game}`), game: view.game, practice: view.practice });
  }

  /** @param {import("../generated/protocol.js").Stepped} message */
  async step({ view, line, events, spots }) {
    this.waiting = false;
    if (spots) this.spots = { ply: view.ply, spots };
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
    board.update({ tiles: view.tiles, pyramids: view.pyramids, last: view.last?.split("=")[0] ?? null, spots, ghost: null, hint: view.prepared?.split("=")[0] ?? null });
    board.draw();
    tracks.show(view.seats, view.to_move);
    this.clocks?.show(view.clocks, view.over);
    this.hand.show(view);
    this.#asides(view);
    showLog(this.at.log, this.log, view);
    showUnseen(this.at.unseen, view);
    const supply = view.seats.some((seat) => seat.stack) || view.game === "rota";
    this.at.bag.textContent = t(supply ? "bag.supply" : "bag.tiles", { n: view.bag });
    this.at.look.href = `/watch/${this.id}`;
    this.at.undo.disabled = !view.can_undo;
    this.at.hint.disabled = !this.hand.mayPlace || !view.may.includes("hint");
    document.body.classList.toggle("practice", view.practice);
    document.body.classList.toggle("looking-on", !view.seats.some((seat) => seat.mine));
    document.body.classList.toggle("my-turn", this.hand.mayPlace);
    this.said();
    ask(this.id, view, board.state.layout.geometry.colours, {
      send: (move) => this.send(move),
      reveal: (seat) => this.line.send({ kind: "reveal", seat }),
    });
    this.#mark();
  }

  /** What stands beside the game: the banner, a prepared move, the way out; and the first tiles, to check the deal by. @param {View} view */
  #asides(view) {
    const { prepared, more } = this.at;
    this.#banner(view);
    chat(this.id, this.at.tracks, view);
    prepared.hidden = !view.prepared;
    prepared.textContent = view.prepared ? t("prepared.is", { move: view.prepared }) : "";
    more.hidden = !hasMenu(view);
    if (view.ply === 0 && view.shown !== null && view.commitment) remember(this.id, { seat: view.shown, rack: view.rack, commitment: view.commitment });
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
    if (this.view?.ply === message.ply) {
      this.at.board.update({ spots: message.spots });
      this.hand.show(this.view);
    }
    this.#mark();
  }

  /** @param {string} move */
  send(move) {
    if (!this.view || this.waiting) return;
    if (this.view.may.includes("prepare")) return this.prepare(move);
    this.waiting = true;
    setTimeout(() => (this.waiting = false), 3000);
    this.line.send({ kind: "play", seq: this.view.seq, move });
  }

  /** @param {string | null} move */
  prepare(move) {
    this.at.board.release();
    this.line.send({ kind: "prepare", move });
  }

  hint() {
    if (this.view && this.hand.mayPlace) this.line.send({ kind: "hint", seq: this.view.seq });
  }

  undo() {
    if (this.at.board.state.ghost?.pinned) return this.at.board.release();
    const { view } = this;
    if (!view?.can_undo) return;
    const go = () => this.line.send({ kind: "undo", seq: view.seq });
    const persons = view.seats.filter((seat) => seat.kind === "person").length;
    if (view.practice || persons > 1) return go();
    dialog(t("undo.title"), [t("undo.text")], [{ label: t("undo.yes"), act: go, main: true }, { label: t("cancel") }]);
  }
}
