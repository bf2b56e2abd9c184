// The player's hand: which tile is taken, how it is turned, where it goes.

import { announce } from "../lib/announce.js";
import { carry } from "../board/pointer.js";
import { t } from "../lib/i18n.js";
import { tileName } from "../board/labels.js";
import { writePlace } from "../board/moves.js";
import { askName } from "./naming.js";
import { advanced, naming, previewOf } from "../board/preview.js";
import { play } from "../lib/sound.js";
import { pointsText } from "./status.js";

/** @typedef {import("./table_layout.js").Furniture} Furniture */
/** @typedef {import("../board/state.js").Ghost} Ghost */
/** @typedef {import("../generated/protocol.js").View} View */

export class Hand {
  /** @type {View | null} */ view = null;

  /**
   * @param {Furniture} at
   * @param {(move: string) => void} send
   */
  constructor(at, send) {
    this.at = at;
    this.send = send;
    const { board, rack } = at;
    rack.addEventListener("pick", (event) => this.pick(/** @type {CustomEvent} */ (event).detail));
    rack.addEventListener("carry", (event) => this.#carry(/** @type {CustomEvent} */ (event).detail));
    board.addEventListener("ghost", () => this.#previewed());
    board.addEventListener("pinned", () => this.#pinned());
    board.addEventListener("place", (event) => this.place(/** @type {CustomEvent<Ghost>} */ (event).detail));
    board.addEventListener("turned", () => this.#turned());
    at.turn.addEventListener("click", () => board.turn(1));
    at.place.addEventListener("click", () => board.state.ghost && this.place(board.state.ghost));
  }

  /** Is there a tile to place, and is it ours to place? */
  get mayPlace() {
    const { view } = this;
    return !!view && !view.over && view.to_move !== null && view.to_move === view.shown && (view.asks === "place" || view.asks === "bonus");
  }

  /** While others are on move: may a move be prepared, for the moment our turn comes? */
  get mayPrepare() {
    return !!this.view?.may.includes("prepare") && this.view.shown !== null && this.at.board.state.spots.length > 0;
  }

  /** @param {View} view */
  show(view) {
    const before = this.view;
    this.view = view;
    const { board, rack } = this.at;
    const fresh = !before || before.ply !== view.ply || before.shown !== view.shown || before.rack.join() !== view.rack.join();
    const live = this.mayPlace;
    this.at.place.textContent = t(this.mayPrepare ? "tool.prepare" : "tool.place");
    if (fresh) board.state.held = null;
    const places = board.state.layout.geometry.rack;
    rack.show(view.rack, board.state.held?.index ?? -1, places, live || this.mayPrepare);
    if (live && view.rack.length === 1 && !board.state.held) this.take(0);
    this.at.turn.disabled = !board.state.held;
    this.at.turn.classList.toggle("quiet", !live);
    if (!live && !this.mayPrepare) board.update({ held: null, ghost: null, hand: null });
    this.#previewed();
  }

  /** Pick a tile; the one already in the hand turns. @param {number} index */
  pick(index) {
    const { view } = this;
    if (!view || !view.rack[index]) return;
    if (!this.mayPlace && !this.mayPrepare) return;
    if (this.at.board.state.held?.index === index) {
      this.at.board.turn(1);
      return;
    }
    play("pick");
    this.take(index);
    announce(t("say.picked", { tile: tileName(view.rack[index]) }));
  }

  /** @param {number} index */
  take(index) {
    const { board, rack } = this.at;
    const tile = /** @type {View} */ (this.view).rack[index];
    board.update({ held: { tile, index, turn: rack.turns[index] ?? 0 }, ghost: null });
    rack.choose(index);
    this.at.turn.disabled = false;
    this.#previewed();
    if (board.state.cursor) board.turn(0);
  }

  /** @param {{index: number, event: PointerEvent}} detail */
  #carry({ index, event }) {
    if (!this.mayPlace && !this.mayPrepare) return;
    if (this.at.board.state.held?.index !== index) this.take(index);
    this.at.board.classList.add("carrying");
    carry(this.at.board, event, () => this.at.board.classList.remove("carrying"));
  }

  #turned() {
    const { held } = this.at.board.state;
    if (!held) return;
    play("turn");
    this.at.rack.turn(held.index, held.turn);
  }

  #previewed() {
    const { board, tracks, gains, place } = this.at;
    const { ghost } = board.state;
    const { view } = this;
    place.disabled = !ghost;
    place.classList.toggle("ready", !!ghost?.pinned);
    if (!ghost || !view || view.shown === null) {
      tracks.preview(null, null);
      gains.textContent = this.mayPlace ? t(board.state.held ? "gains.held" : "gains.pick") : this.mayPrepare ? t("gains.prepare") : "";
      return;
    }
    const { colours, stops } = board.state.layout.geometry;
    const preview = previewOf(ghost.spot, ghost.marks, ghost.named);
    tracks.preview(view.shown, advanced(view.seats[view.shown].tracks, preview, colours, stops));
    const open = naming(ghost.spot, ghost.marks, colours);
    gains.textContent = pointsText(preview.points) + (open && !ghost.named ? ` · ${t("naming.later")}` : "");
    if (board.state.cursor) announce(`${board.state.cursor}. ${t("say.fits")} ${gains.textContent}`);
  }

  #pinned() {
    announce(t("say.pinned", { points: this.at.gains.textContent ?? "" }));
  }

  /** @param {Ghost} ghost */
  async place(ghost) {
    if (!this.mayPlace && !this.mayPrepare) return;
    const { board } = this.at;
    const [cells] = ghost.spot;
    const points = naming(ghost.spot, ghost.marks, board.state.layout.geometry.colours);
    if (!points) return this.send(writePlace(ghost.marks, cells));
    board.update({ ghost: { ...ghost, pinned: true } });
    const named = await askName(board, ghost, points);
    if (named) this.send(writePlace(ghost.marks, cells, named));
    else board.update({ ghost: board.confirm ? { ...ghost, pinned: true, named: null } : null });
  }
}
