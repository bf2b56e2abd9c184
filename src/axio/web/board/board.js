// The board element: holds one state, draws it once a frame, and tells the page what the player does.
//
// Events: `ghost` (detail: Ghost | null), `pinned` and `place` (detail: Ghost), `turned`.

import { assign } from "./dom.js";
import { drawOver } from "./ghost.js";
import { layoutOf } from "./layout.js";
import { pointing } from "./pointer.js";
import { draw, drawCamera, gridCells, layers } from "./render.js";
import { fit, fresh, ghostAt, ghostNear } from "./state.js";
import { sheet } from "./tiles.js";
import { animated, cellLabel, say } from "./words.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("./state.js").Ghost} Ghost */
/** @typedef {import("./shapes.js").Point} Point */
/** @typedef {import("../generated/protocol.js").Geometry} Geometry */

let count = 0;

/** What, when it changes, asks for more than a new ghost. */
const BASE = new Set(["tiles", "pyramids", "last", "told", "camera"]);

export class AxioBoard extends HTMLElement {
  /** @type {BoardState} */ state = /** @type {any} */ (null);
  /** @type {import("./render.js").Layers} */ layers = /** @type {any} */ (null);
  /** @type {(fresh: SVGElement[]) => void} */ arrived = () => {};
  name = `b${count++}`;
  confirm = false;
  #due = false;
  #window = "";
  #stale = true;
  /** @type {import("./state.js").Camera | null} */ #seen = null;
  /** @type {import("./state.js").Camera} */ #whole = { x: 0, y: 0, w: 1, h: 1 };

  /**
   * @param {Geometry} geometry
   * @param {Partial<BoardState>} [options]
   */
  setup(geometry, options = {}) {
    sheet();
    this.state = { ...fresh(layoutOf(geometry)), ...options };
    this.layers = layers(this.state, this.name);
    this.replaceChildren(this.layers.base, this.layers.over);
    this.classList.add(`shape-${geometry.shape}`);
    this.classList.toggle("still", this.state.still);
    const { base } = this.layers;
    if (this.state.still) assign(base, { role: "img", "aria-label": this.state.label || say("board.label") });
    else {
      assign(base, { role: "grid", tabindex: 0, "aria-label": say("board.label") });
      pointing(this);
    }
    this.draw();
  }

  /** @param {Partial<BoardState>} patch */
  update(patch) {
    const before = this.state.ghost;
    Object.assign(this.state, patch);
    if (Object.keys(patch).some((key) => BASE.has(key))) this.#stale = true;
    if ("ghost" in patch && !same(before, this.state.ghost)) this.tell("ghost", this.state.ghost);
    this.redraw();
  }

  redraw() {
    if (this.#due) return;
    this.#due = true;
    requestAnimationFrame(() => this.#due && this.draw());
  }

  /** Draw now. */
  draw() {
    this.#due = false;
    const { state, layers: to } = this;
    if (this.#stale) this.#drawBase();
    drawOver(state, to.sheet);
    this.classList.toggle("previewing", !!state.ghost);
    if (!state.still) assign(to.base, { "aria-activedescendant": state.cursor ? `${this.name}-${state.cursor}` : null });
  }

  /** What lies on the board: only when it changed, not while a tile is carried over it. */
  #drawBase() {
    this.#stale = false;
    const { state, layers: to } = this;
    this.#growGrid();
    const arrived = draw(state, to, state.told.length ? this.scale : 1);
    this.#whole = fit(state);
    this.#look();
    if (!state.still) {
      this.classList.toggle("zoomed", !!state.camera);
      this.#label();
    }
    if (arrived.length) this.arrived(arrived);
  }

  /** Where a display grew, the view follows softly. */
  #look() {
    const { state, layers: to } = this;
    const [from, goal] = [this.#seen, this.camera];
    this.#seen = goal;
    if (!from || state.camera || !animated() || state.layout.geometry.shape !== "display" || same4(from, goal)) return drawCamera(goal, to);
    const began = performance.now();
    const step = () => {
      const share = Math.min(1, (performance.now() - began) / 260);
      const eased = 1 - (1 - share) ** 3;
      if (this.#seen !== goal) return;
      drawCamera({ x: mix(from.x, goal.x, eased), y: mix(from.y, goal.y, eased), w: mix(from.w, goal.w, eased), h: mix(from.h, goal.h, eased) }, to);
      if (share < 1) requestAnimationFrame(step);
    };
    step();
  }

  /** What is in view. */
  get camera() {
    return this.state.camera ?? this.#whole;
  }

  /** A display's grid follows what lies on it. */
  #growGrid() {
    const { layout, tiles } = this.state;
    if (layout.geometry.shape !== "display" || this.state.still) return;
    const cells = tiles.map((text) => text.split("@")[1].split("=")[0].split(",").map(Number));
    const [xs, ys] = [cells.map((c) => c[0]), cells.map((c) => c[1])];
    const [left, right, low, high] = [Math.min(0, ...xs) - 1, Math.max(1, ...xs) + 1, Math.min(0, ...ys) - 1, Math.max(1, ...ys) + 1];
    if (this.#window === `${left} ${right} ${low} ${high}`) return;
    this.#window = `${left} ${right} ${low} ${high}`;
    const rows = [];
    for (let y = high; y >= low; y--) rows.push(Array.from({ length: right - left + 1 }, (_, i) => `${left + i},${y}`));
    layout.cells = rows.flat();
    gridCells(this.layers.cells, rows, layout, this.name);
  }

  #label() {
    const say = cellLabel(this.state);
    for (const element of this.layers.cells.querySelectorAll("[data-cell]")) {
      const label = say(/** @type {SVGElement} */ (element).dataset.cell ?? "");
      if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
    }
  }

  /** @param {string} type @param {unknown} [detail] */
  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** Board units of a point on the screen. @param {number} x @param {number} y @returns {Point} */
  toBoard(x, y) {
    const box = this.layers.base.getBoundingClientRect();
    const { camera } = this;
    const scale = Math.min(box.width / camera.w, box.height / camera.h);
    return [
      camera.x + camera.w / 2 + (x - box.left - box.width / 2) / scale,
      camera.y + camera.h / 2 + (y - box.top - box.height / 2) / scale,
    ];
  }

  /** The screen point of board units. @param {Point} at @returns {Point} */
  toScreen(at) {
    const box = this.layers.base.getBoundingClientRect();
    const { camera } = this;
    const scale = Math.min(box.width / camera.w, box.height / camera.h);
    return [
      box.left + box.width / 2 + (at[0] - camera.x - camera.w / 2) * scale,
      box.top + box.height / 2 + (at[1] - camera.y - camera.h / 2) * scale,
    ];
  }

  /** Pixels per unit. */
  get scale() {
    const box = this.layers.base.getBoundingClientRect();
    const { camera } = this;
    return Math.min(box.width / camera.w, box.height / camera.h);
  }

  /**
   * The held tile is over this point.
   * @param {Point} at
   * @param {number} [reach]
   */
  point(at, reach) {
    if (this.state.ghost?.pinned) return;
    this.update({ ghost: ghostNear(this.state, at, reach), floating: at });
  }

  /** Turn the held tile by steps. @param {number} by */
  turn(by) {
    const { held, layout, ghost, cursor, floating } = this.state;
    if (!held) return;
    held.turn = (held.turn + by + layout.turns) % layout.turns;
    const was = ghost;
    /** @type {Ghost | null} */
    let next = null;
    if (cursor) next = ghostAt(this.state, cursor);
    else if (floating) next = ghostNear(this.state, floating, 0.95);
    if (!next && was?.pinned) next = ghostNear(this.state, centreOf(this, was), 1.3);
    if (next && was?.pinned) next.pinned = true;
    this.update({ ghost: next });
    this.tell("turned");
  }

  /** Set the ghost down: at once, or pinned until it is confirmed. */
  settle() {
    const { ghost } = this.state;
    if (!ghost) return;
    if (this.confirm && !ghost.pinned) {
      this.update({ ghost: { ...ghost, pinned: true } });
      this.tell("pinned", ghost);
    } else this.tell("place", ghost);
  }

  /** Put the tile back. */
  release() {
    this.update({ ghost: null, floating: null });
  }
}

/** @param {AxioBoard} board @param {Ghost} ghost @returns {Point} */
function centreOf(board, ghost) {
  return board.state.layout.centre(ghost.spot[0][0]);
}

/** @param {Ghost | null} a @param {Ghost | null} b */
function same(a, b) {
  return a === b || (!!a && !!b && a.spot === b.spot && a.marks === b.marks && a.pinned === b.pinned && a.named === b.named);
}

/** @param {number} a @param {number} b @param {number} share */
const mix = (a, b, share) => a + (b - a) * share;

/** @typedef {import("./state.js").Camera} Camera */
/** @param {Camera} a @param {Camera} b */
const same4 = (a, b) => a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;

customElements.define("axio-board", AxioBoard);
