// The table: what the server says goes in, what the player does goes out.

import { remember } from "../lib/deal_memory.js";
import { gameName, geometryOf } from "../lib/games.js";
import { t, tn } from "../lib/i18n.js";
import { named } from "../lib/player_names.js";
import { header, lost, markPractice } from "../lib/shell.js";
import { play } from "../lib/sound.js";
import { announce } from "../lib/toasts.js";
import { Animation } from "./animation.js";
import { chat } from "./chat.js";
import { Clocks } from "./clocks.js";
import { hasMenu, offer, openRules, wire } from "./controls.js";
import { endScreen } from "./end.js";
import { exampleOf, showBanner, showHappened, showHint, showNote, showRefusal } from "./messages.js";
import { PlayerTurn } from "./player_turn.js";
import { ask, askedFor } from "./prompts.js";
import { Room } from "./room.js";
import { showLog, showUnseen } from "./side_panel.js";
import { pointsText, statusOf } from "./status.js";
import { lastPlaced, Story } from "./story.js";
import { layTable } from "./table_layout.js";
import { TableSocket } from "./table_socket.js";

/** @typedef {import("../generated/protocol.js").ToClient} ToClient */
/** @typedef {import("../generated/protocol.js").View} View */
/** @typedef {import("../generated/protocol.js").LogLine} LogLine */
/** @typedef {Omit<import("../generated/protocol.js").Spots, "kind">} Placeable */

/**
 * @param {HTMLElement} main
 * @param {string} id
 */
export async function tablePage(main, id) {
  /** @type {Room | null} */ let room = null;
  /** @type {Table | null} */ let table = null;
  const heard = (/** @type {ToClient} */ message) => {
    if (message.kind === "room") (room ??= new Room(main, id)).show(message);
    else (table ??= new Table(id, layTable(main), main, socket)).heard(message);
  };
  const socket = new TableSocket(id, heard, (online) => table?.changed(online), () => lost(main));
}

export class Table {
  /** @type {View | null} */ view = null;
  /** @type {LogLine[]} */ log = [];
  /** @type {Placeable} */ spots = { ply: -1, spots: [], after: [] };
  /** @type {Promise<void>} */ work = Promise.resolve();
  /** @type {string | null} */ axio = null;
  /** @type {import("../generated/protocol.js").Presence | null} */ presence = null;
  /** @type {Clocks | null} */ clocks = null;
  online = true;
  waiting = false;

  /**
   * @param {string} id
   * @param {import("./table_layout.js").TableParts} at
   * @param {HTMLElement} main
   * @param {TableSocket} socket
   */
  constructor(id, at, main, socket) {
    this.main = main;
    this.id = id;
    this.at = at;
    this.socket = socket;
    this.turn = new PlayerTurn(at, (move) => this.send(move));
    this.animation = new Animation(at.board, at.tracks);
    this.story = new Story(id, at);
    at.result.addEventListener("click", () => this.view && endScreen(id, this.view, at.board.state.layout.geometry.colours, this.log, true));
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
      showRefusal(this.at.board, message, this.at.typed.placeholder);
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
    showBanner(this.at.banner, view, { online: this.online, presence: this.presence, send: (command) => this.socket.send(command) });
  }

  /** @param {View} view */
  async #prepare(view) {
    if (this.view) return;
    const { game } = view;
    const geometry = await geometryOf(game, view.seats.length);
    this.at.board.setup(geometry, { bare: Math.min(innerWidth, innerHeight) < 600 });
    this.at.rack.setup(this.at.board.state.layout);
    this.at.tracks.setup(geometry, view.seats);
    this.clocks = new Clocks(this.at.tracks.cards, (seat) => this.view?.seats[seat].mine && play("wrong"));
    document.body.dataset.shape = geometry.shape;
    header({ title: gameName(game), practice: view.practice, rules: { game, open: () => openRules(game) }, sound: true });
  }

  /** @param {import("../generated/protocol.js").Stepped} message */
  async step({ view, line, events, spots, after }) {
    this.waiting = false;
    if (spots) this.spots = { ply: view.ply, spots, after };
    const before = this.view;
    const axio = events.filter((fact) => fact.event === "Axio");
    this.axio = axio.length ? String(axio[axio.length - 1].colour) : view.asks === "bonus" ? this.axio : null;
    if (before && view.ply === before.ply + 1) {
      this.at.board.update({ spots: [], held: null, ghost: null, floating: null, hint: null });
      this.at.rack.classList.add("idle");
      this.at.status.textContent = t("story.lays", { name: view.seats[line.seat].name, points: pointsText(line.points) });
      announce(t("say.step", { name: view.seats[line.seat].name, move: line.move, points: pointsText(line.points) }) + (axio.length ? ` AXIO! ${t(`colour.${this.axio}`)}` : ""));
      await this.animation.perform(events, before.seats.map((seat) => [...seat.tracks]));
    }
    this.log = [...this.log, line];
    this.story.add(line, events);
    this.show(view);
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    const { board, tracks } = this.at;
    const { spots, after } = this.spots.ply === view.ply ? this.spots : { spots: [], after: [] };
    board.update({ tiles: view.tiles, pyramids: view.pyramids, last: lastPlaced(this.log), spots, ghost: null, hint: view.prepared?.split("=")[0] ?? null });
    board.draw();
    tracks.show(view.seats, view.to_move);
    this.turn.story = this.story.tell(this.log, view);
    this.clocks?.show(view.clocks, view.over);
    this.turn.show(view, after);
    this.#asides(view);
    showLog(this.at.log, this.log, view, (line) => this.story.look(line));
    showUnseen(this.at.unseen, view, board.state.layout.geometry.colours);
    this.at.bag.textContent = t(board.state.layout.geometry.stacks ? "bag.supply" : "bag.tiles", { n: view.bag });
    this.at.look.href = `/watch/${this.id}`;
    offer(this.at, view, this.turn.mayPlace);
    markPractice(view.practice);
    document.body.classList.toggle("looking-on", !view.seats.some((seat) => seat.mine));
    document.body.classList.toggle("my-turn", this.turn.mayPlace);
    this.said();
    ask(this.id, view, board.state.layout.geometry.colours, {
      send: (move) => this.send(move),
      reveal: (seat) => this.socket.send({ kind: "reveal", seat }),
      log: this.log,
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
    const place = this.turn.mayPlace && this.spots.ply === view.ply;
    this.at.typed.placeholder = exampleOf(view, place ? this.spots.spots : []);
    Object.assign(this.main.dataset, { seq: view.seq, ply: view.ply, asks: askedFor(view, place) });
  }

  said() {
    if (!this.view) return;
    const { geometry } = this.at.board.state.layout;
    const text = statusOf(this.view, this.log, { axio: this.axio, online: this.online, geometry });
    if (this.at.status.textContent === text) return;
    this.at.status.textContent = text;
    if (this.turn.mayPlace || this.view.over) announce(text);
  }

  /** @param {Placeable} message */
  #spots(message) {
    this.spots = message;
    if (this.view?.ply === message.ply) {
      this.at.board.update({ spots: message.spots });
      this.turn.show(this.view, message.after);
    }
    this.#mark();
  }

  /** @param {string} move */
  send(move) {
    if (!this.view || this.waiting) return;
    if (this.view.may.includes("prepare")) return this.prepare(move);
    this.waiting = true;
    setTimeout(() => (this.waiting = false), 3000);
    this.socket.send({ kind: "play", seq: this.view.seq, move });
  }

  /** @param {string | null} move */
  prepare(move) {
    this.at.board.release();
    this.socket.send({ kind: "prepare", move });
  }
}
