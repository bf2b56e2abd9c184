// The rack: tiles to take, each a small picture of itself as it is turned.
//
// Events: `pick` (detail: index), `carry` (detail: {index, event}).

import { assign, h, s, vars } from "./dom.js";
import { loose } from "./ghost.js";
import { say, tileName } from "./words.js";

/** @typedef {import("./layout.js").Layout} Layout */

export class AxioRack extends HTMLElement {
  /** @type {Layout} */ layout = /** @type {any} */ (null);
  /** @type {string[]} */ tiles = [];
  /** @type {number[]} */ turns = [];
  chosen = -1;

  /** @param {Layout} layout */
  setup(layout) {
    this.layout = layout;
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", say("rack.label"));
  }

  /**
   * @param {string[]} tiles
   * @param {number} chosen
   * @param {number} places
   * @param {boolean} live
   */
  show(tiles, chosen, places, live) {
    const same = tiles.join() === this.tiles.join();
    if (!same) this.turns = tiles.map(() => 0);
    this.tiles = tiles;
    this.chosen = chosen;
    this.classList.toggle("idle", !live);
    vars(this, { "--places": Math.max(places, 5) });
    const buttons = tiles.map((tile, index) => this.#button(tile, index));
    const empty = Array.from({ length: Math.max(0, places - tiles.length) }, () => h("span", { class: "rack-empty" }));
    const focused = [...this.children].indexOf(/** @type {Element} */ (document.activeElement));
    this.replaceChildren(...buttons, ...empty);
    if (focused >= 0) /** @type {HTMLElement | undefined} */ (this.children[Math.min(focused, tiles.length - 1)])?.focus();
  }

  /** @param {string} tile @param {number} index */
  #button(tile, index) {
    const label = say("rack.tile", { n: index + 1, tile: tileName(tile) });
    const button = h("button", {
      type: "button", class: "rack-tile", "aria-pressed": index === this.chosen ? "true" : "false", "aria-label": label,
      onclick: (/** @type {MouseEvent} */ event) => event.detail === 0 && this.#pick(index), // keys; pointers below
      onpointerdown: (/** @type {PointerEvent} */ event) => this.#press(event, index),
      oncontextmenu: (/** @type {PointerEvent} */ event) => { event.preventDefault(); if (event.pointerType !== "touch") this.#pick(index); },
    }, this.picture(tile, this.turns[index] ?? 0));
    return button;
  }

  /** From the middle of a picture to its edge, in units of the board. */
  get #half() {
    const { pitch, geometry } = this.layout;
    return pitch * (geometry.shape === "display" ? 0.56 : 1.08);
  }

  /** @param {string} tile @param {number} turn */
  picture(tile, turn) {
    const half = this.#half;
    const picture = s("svg", { viewBox: `${-half} ${-half} ${2 * half} ${2 * half}`, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" }); // upright, it stands out of its place
    picture.append(loose(this.layout, { tile, turn }));
    return picture;
  }

  /** Tiles as large as on the board, as far as there is room. @param {number} scale  pixels per unit of the board */
  fit(scale) {
    vars(this, { "--span": `${2 * this.#half * scale}px` });
  }

  /** @param {number} index */
  #pick(index) {
    this.dispatchEvent(new CustomEvent("pick", { detail: index }));
  }

  /**
   * A press that moves carries the tile; one that does not picks it, or turns it if it is held.
   * @param {PointerEvent} event
   * @param {number} index
   */
  #press(event, index) {
    if (event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    const target = /** @type {HTMLElement} */ (event.currentTarget);
    if (target.hasPointerCapture(event.pointerId)) target.releasePointerCapture(event.pointerId);
    /** @param {PointerEvent} moved */
    const move = (moved) => {
      if (moved.pointerId !== event.pointerId || Math.hypot(moved.clientX - start.x, moved.clientY - start.y) < 8) return;
      stop();
      this.dispatchEvent(new CustomEvent("carry", { detail: { index, event: moved } }));
    };
    /** @param {PointerEvent} ended */
    const end = (ended) => {
      if (ended.pointerId !== event.pointerId) return;
      stop();
      if (ended.type === "pointerup") this.#pick(index);
    };
    const stop = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** @param {number} index @param {number} turn */
  turn(index, turn) {
    this.turns[index] = turn;
    const button = this.children[index];
    if (button) button.replaceChildren(this.picture(this.tiles[index], turn));
  }

  /** @param {number} chosen */
  choose(chosen) {
    this.chosen = chosen;
    [...this.children].forEach((button, index) => {
      if (button.tagName === "BUTTON") assign(button, { "aria-pressed": index === chosen ? "true" : "false" });
    });
  }
}

customElements.define("axio-rack", AxioRack);
