// A tile's way from the rack to the board: taken, turned, looked at where it would lie, set down.

import { writePlace } from "./moves.js";
import { carry } from "./pointer.js";
import { naming, onlyColour, previewOf, tracksAfter } from "./preview.js";

/** @typedef {import("./board.js").AxioBoard} AxioBoard */
/** @typedef {import("./rack.js").AxioRack} AxioRack */
/** @typedef {import("./state.js").Ghost} Ghost */
/** @typedef {import("./preview.js").Preview} Preview */

/**
 * A placement that is being looked at.
 * @typedef {Object} Considered
 * @property {Ghost} ghost
 * @property {string} move      as text
 * @property {Preview} preview
 * @property {number[] | null} tracks  where they would stand; null where the tracks are not known
 * @property {boolean} open     a colour is still to be named
 */

/**
 * @typedef {Object} Callbacks
 * @property {(move: string, considered: Considered) => void} [onPlace]
 * @property {(considered: Considered | null) => void} [onPreview]  whenever another placement is looked at, or none
 * @property {(tile: string) => void} [onPick]
 * @property {() => void} [onTurn]
 * @property {() => void} [onPin]  the tile is set down and waits to be confirmed
 * @property {(ghost: Ghost, points: Record<string, number>) => Promise<string | null>} [nameColour]
 *   which colour an empty corner is to be, and what each would score; null: the player thinks again
 */

export class Placing {
  /** May tiles be taken? */
  live = false;
  /** @type {number[] | null} */ tracks = null;
  /** @type {Record<string, number>} */ after = {};

  /**
   * @param {AxioBoard} board
   * @param {AxioRack} rack
   * @param {Callbacks} on
   */
  constructor(board, rack, on) {
    this.board = board;
    this.rack = rack;
    this.on = on;
    rack.addEventListener("pick", (event) => this.pick(/** @type {CustomEvent} */ (event).detail));
    rack.addEventListener("carry", (event) => this.#carry(/** @type {CustomEvent} */ (event).detail));
    board.addEventListener("ghost", () => this.look());
    board.addEventListener("pinned", () => this.on.onPin?.());
    board.addEventListener("place", (event) => this.place(/** @type {CustomEvent<Ghost>} */ (event).detail));
    board.addEventListener("turned", () => this.#turned());
    new ResizeObserver(() => this.#fit()).observe(board);
  }

  /**
   * The tiles there are to place, and the tracks they would move.
   * @param {string[]} tiles
   * @param {{live: boolean, fresh?: boolean, eager?: boolean, places?: number, tracks?: number[] | null, after?: Record<string, number>}} now
   *   fresh: the tile that is held goes back; eager: a tile that is alone is taken at once; places: of the rack;
   *   after: where tracks would stand if not at the sum
   */
  show(tiles, { live, fresh = true, eager = false, places = tiles.length, tracks = null, after = {} }) {
    const { board, rack } = this;
    Object.assign(this, { live, tracks, after });
    if (fresh) board.state.held = null;
    this.#fit();
    rack.show(tiles, board.state.held?.index ?? -1, places, live);
    if (eager && tiles.length === 1 && !board.state.held) this.take(0);
    if (!live) board.update({ held: null, ghost: null, floating: null });
    this.look();
  }

  #fit() {
    if (this.board.layers && this.rack.layout) this.rack.fit(this.board.scale);
  }

  /** Pick a tile; the one that is held turns. @param {number} index */
  pick(index) {
    const tile = this.rack.tiles[index];
    if (!tile || !this.live) return;
    if (this.board.state.held?.index === index) {
      this.board.turn(1);
      return;
    }
    this.take(index);
    this.on.onPick?.(tile);
  }

  /** @param {number} index */
  take(index) {
    const { board, rack } = this;
    board.update({ held: { tile: rack.tiles[index], index, turn: rack.turns[index] ?? 0 }, ghost: null });
    rack.choose(index);
    this.look();
    if (board.state.cursor) board.turn(0);
  }

  /** @param {{index: number, event: PointerEvent}} detail */
  #carry({ index, event }) {
    if (!this.live) return;
    if (this.board.state.held?.index !== index) this.take(index);
    carry(this.board, event);
  }

  #turned() {
    const { held } = this.board.state;
    if (!held) return;
    this.rack.turn(held.index, held.turn);
    this.on.onTurn?.();
  }

  /** Tell what the ghost would bring. */
  look() {
    const { ghost } = this.board.state;
    this.on.onPreview?.(ghost && this.#considered(ghost));
  }

  /** @param {Ghost} ghost @returns {Considered} */
  #considered(ghost) {
    const { geometry } = this.board.state.layout;
    const { spot, marks } = ghost;
    const named = ghost.named ?? onlyColour(spot, marks, geometry.colours);
    const preview = previewOf(spot, marks, named);
    return {
      ghost, preview,
      move: writePlace(marks, spot[0], named),
      tracks: this.tracks && tracksAfter(preview, this.tracks, geometry, this.after),
      open: !named && Object.values(naming(spot, marks, geometry.colours) ?? {}).filter((by) => by > 0).length > 1,
    };
  }

  /** @param {Ghost} ghost */
  async place(ghost) {
    if (!this.live) return;
    const { board } = this;
    const points = naming(ghost.spot, ghost.marks, board.state.layout.geometry.colours);
    if (!points) return this.#send(ghost);
    if (Object.values(points).filter((by) => by > 0).length < 2) return this.#send({ ...ghost, named: await bestColour(ghost, points) }); // no choice
    board.update({ ghost: { ...ghost, pinned: true } });
    const named = await (this.on.nameColour ?? bestColour)(ghost, points);
    if (named) this.#send({ ...ghost, named });
    else board.update({ ghost: board.confirm ? { ...ghost, pinned: true, named: null } : null });
  }

  /** @param {Ghost} ghost */
  #send(ghost) {
    const considered = this.#considered(ghost);
    this.on.onPlace?.(considered.move, considered);
  }
}

/** Where a page does not ask: the colour that scores most. @param {Ghost} _ @param {Record<string, number>} points */
async function bestColour(_, points) {
  return Object.keys(points).reduce((best, colour) => (points[colour] > points[best] ? colour : best));
}
