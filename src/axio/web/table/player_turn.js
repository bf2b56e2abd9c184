// What the player at this browser may place, now or prepared for their turn, and what a placement would bring.

import { Placing, tileName } from "../board/api.js";
import { announce, tell } from "../lib/toasts.js";
import { t, tn } from "../lib/i18n.js";
import { play } from "../lib/sound.js";
import { askName } from "./prompts.js";
import { pointsText } from "./status.js";

/** @typedef {import("./table_layout.js").TableParts} TableParts */
/** @typedef {import("../generated/protocol.js").View} View */

export class PlayerTurn {
  /** @type {View | null} */ view = null;
  /** What the others did, while there is nothing else to say. */
  story = "";

  /**
   * @param {TableParts} at
   * @param {(move: string) => void} send
   */
  constructor(at, send) {
    this.at = at;
    const { board, rack } = at;
    this.placing = new Placing(board, rack, {
      onPlace: send,
      onPreview: (considered) => this.#preview(considered),
      onPick: (tile) => { play("pick"); announce(t("say.picked", { tile: tileName(tile) })); },
      onTurn: () => play("turn"),
      onPin: () => announce(t("say.pinned", { points: at.gains.textContent ?? "" })),
      nameColour: (ghost, points) => this.#name(ghost, points),
    });
    at.turn.addEventListener("click", () => (board.state.held ? board.turn(1) : tell(t(this.mayPlace || this.mayPrepare ? "turn.pick" : "turn.wait"))));
    at.place.addEventListener("click", () => board.state.ghost && this.placing.place(board.state.ghost));
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

  /**
   * @param {View} view
   * @param {Record<string, number>[]} [after]  by seat: where tracks would stand if not at the sum
   */
  show(view, after = []) {
    const before = this.view;
    this.view = view;
    const { board, place, turn } = this.at;
    place.textContent = t(this.mayPrepare ? "tool.prepare" : "tool.place");
    this.placing.show(view.rack, {
      live: this.mayPlace || this.mayPrepare,
      fresh: !before || before.ply !== view.ply || before.shown !== view.shown || before.rack.join() !== view.rack.join(),
      eager: this.mayPlace,
      places: board.state.layout.geometry.rack,
      tracks: view.shown === null ? null : view.seats[view.shown].tracks,
      after: view.shown === null ? {} : after[view.shown],
    });
    turn.classList.toggle("quiet", !this.mayPlace);
  }

  /** The headline says what is asked while the question is open. @param {import("../board/api.js").Ghost} ghost @param {Record<string, number>} points */
  async #name(ghost, points) {
    const { board, status } = this.at;
    const before = status.textContent;
    status.textContent = t("status.naming");
    const named = await askName(board, ghost, points);
    status.textContent = before;
    return named;
  }

  /** @param {import("../board/api.js").Considered | null} considered */
  #preview(considered) {
    const { board, tracks, gains, place, turn } = this.at;
    const { held, cursor } = board.state;
    turn.setAttribute("aria-disabled", String(!held));
    place.disabled = !considered;
    place.classList.toggle("ready", !!considered?.ghost.pinned);
    tracks.preview(considered?.tracks ? /** @type {View} */ (this.view).shown : null, considered?.tracks ?? null);
    if (!considered?.tracks) {
      gains.textContent = this.mayPlace && held ? t("gains.held") : this.story || (this.mayPlace ? t("gains.pick") : this.mayPrepare ? t("gains.prepare") : "");
      return;
    }
    const { points, pyramids } = considered.preview;
    gains.textContent = [pointsText(points), pyramids.length && tn("gains.pyramid", pyramids.length), considered.open && t("naming.later")].filter(Boolean).join(" · ");
    if (cursor) announce(`${cursor}. ${t("say.fits")} ${gains.textContent}`);
  }
}
