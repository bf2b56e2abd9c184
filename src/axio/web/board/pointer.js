// Pointers: hover and click with a mouse, drag from the rack, a finger with a loupe, two fingers to zoom.

import { loupe } from "./loupe.js";
import { fit } from "./state.js";

/** @typedef {import("./board.js").AxioBoard} AxioBoard */

const LIFT = 64; // how far above the finger the tile floats, in pixels
const SLACK = 8; // a press that moves less is a tap

/** @param {AxioBoard} board */
export function pointing(board) {
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  /** @type {{x: number, y: number, moved: boolean} | null} */
  let press = null;
  const looked = lookedAt(board);

  board.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (before) down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (down.size === 2 && before) return pinch(board, down, event.pointerId, before);
    if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK) press.moved = true;
    if (event.pointerType === "touch") {
      if (!press || !before) return;
      if (board.state.held) follow(board, event.clientX, event.clientY, press.moved);
      else if (press.moved) pan(board, event.clientX - before.x, event.clientY - before.y);
      return;
    }
    if (before && press?.moved && (!board.state.held || event.buttons === 4)) pan(board, event.clientX - before.x, event.clientY - before.y);
    else if (board.state.held) {
      board.state.cursor = null;
      board.point(board.toBoard(event.clientX, event.clientY));
      looked.note();
    }
  });

  board.addEventListener("pointerdown", (event) => {
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    press = { x: event.clientX, y: event.clientY, moved: false };
    if (event.pointerType === "touch") board.setPointerCapture(event.pointerId);
  });

  /** @param {PointerEvent} event */
  const up = (event) => {
    const tap = press && !press.moved && down.size === 1;
    const dragged = press?.moved && down.size === 1;
    down.delete(event.pointerId);
    press = null;
    loupe(board, null);
    if (event.type === "pointercancel" || !board.state.held) return;
    if (event.pointerType === "touch" && (tap || dragged)) touched(board, event, !!tap);
    else if (event.pointerType !== "touch" && tap && event.button === 0) clicked(board, event);
  };
  board.addEventListener("pointerup", up);
  board.addEventListener("pointercancel", up);
  board.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "touch" || board.state.ghost?.pinned) return;
    board.update({ ghost: looked.last(), floating: null });
  });
  board.addEventListener("wheel", (event) => {
    if (board.state.held && !event.ctrlKey) {
      event.preventDefault();
      if (Math.abs(event.deltaY) > 3) throttled(() => board.turn(event.deltaY > 0 ? 1 : -1));
    } else if (event.ctrlKey || board.state.layout.geometry.shape === "display") {
      event.preventDefault();
      zoom(board, event.deltaY > 0 ? 1.15 : 1 / 1.15, event.clientX, event.clientY);
    }
  }, { passive: false });
}

const LOOK = 250; // a ghost that stays so many milliseconds was looked at

/**
 * The ghost that was looked at last stays when the pointer leaves the board, on its way to a button; those it only
 * crossed do not count.
 * @param {AxioBoard} board
 */
function lookedAt(board) {
  /** @typedef {{ghost: import("./state.js").Ghost, held: string, since: number}} Seen */
  /** @type {Seen | null} */ let now = null;
  /** @type {Seen | null} */ let rested = null;
  const holding = () => { const { held } = board.state; return held ? `${held.index} ${held.tile} ${held.turn}` : ""; };
  const long = (/** @type {Seen | null} */ seen) => !!seen && performance.now() - seen.since > LOOK;
  const note = () => {
    const { ghost } = board.state;
    if (ghost && ghost.spot === now?.ghost.spot && now.held === holding()) return;
    if (long(now)) rested = now;
    now = ghost && { ghost, held: holding(), since: performance.now() };
  };
  const last = () => {
    const found = [long(now) ? now : rested, now].find((seen) => seen?.held === holding() && board.state.spots.includes(seen.ghost.spot));
    return found?.ghost ?? null;
  };
  return { note, last };
}

let last = 0;
/** One step of the wheel at a time, however fine the wheel. @param {() => void} act */
function throttled(act) {
  if (performance.now() - last < 110) return;
  last = performance.now();
  act();
}

/** @param {AxioBoard} board @param {PointerEvent} event */
function clicked(board, event) {
  const at = board.toBoard(event.clientX, event.clientY);
  const { ghost } = board.state;
  if (ghost?.pinned && !over(board, at)) {
    ghost.pinned = false;
    board.point(at);
  }
  board.settle();
}

/** Does this point lie on the ghost? @param {AxioBoard} board @param {import("./shapes.js").Point} at */
function over(board, at) {
  const { ghost, layout } = board.state;
  return !!ghost && ghost.spot[0].some((cell) => {
    const [x, y] = layout.centre(cell);
    return Math.hypot(x - at[0], y - at[1]) < layout.pitch * 0.62;
  });
}

/** @param {AxioBoard} board @param {PointerEvent} event @param {boolean} tap */
function touched(board, event, tap) {
  const at = board.toBoard(event.clientX, event.clientY);
  if (tap) {
    if (board.state.ghost?.pinned && over(board, at)) return board.settle();
    if (board.state.ghost) board.state.ghost.pinned = false;
    board.point(at, 1.25);
  }
  if (board.state.ghost) board.settle();
}

/**
 * The tile floats above the finger, the loupe shows where.
 * @param {AxioBoard} board
 * @param {number} x
 * @param {number} y
 * @param {boolean} moved
 */
function follow(board, x, y, moved) {
  if (!moved) return;
  if (board.state.ghost) board.state.ghost.pinned = false;
  const at = board.toBoard(x, y - LIFT);
  board.point(at, 1.1);
  loupe(board, { x, y: y - LIFT });
}

/**
 * Carry a tile from the rack with the pointer that took it.
 * @param {AxioBoard} board
 * @param {PointerEvent} event
 */
export function carry(board, event) {
  const touch = event.pointerType === "touch";
  const { pointerId } = event;
  board.classList.add("carrying");
  /** @param {PointerEvent} moved */
  const move = (moved) => {
    if (moved.pointerId !== pointerId) return;
    board.state.cursor = null;
    if (touch) follow(board, moved.clientX, moved.clientY, true);
    else board.point(board.toBoard(moved.clientX, moved.clientY), 0.95);
  };
  /** @param {PointerEvent} ended */
  const end = (ended) => {
    if (ended.pointerId !== pointerId) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    board.classList.remove("carrying");
    loupe(board, null);
    if (ended.type === "pointerup" && board.state.ghost) board.settle();
    else board.update({ floating: null, ghost: null });
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/**
 * @param {AxioBoard} board
 * @param {number} by
 * @param {number} x
 * @param {number} y
 */
export function zoom(board, by, x, y) {
  const whole = fit(board.state);
  const now = board.state.camera ?? whole;
  const [ax, ay] = board.toBoard(x, y);
  const w = Math.min(Math.max(now.w * by, board.state.layout.pitch * 3), whole.w * 1.6);
  const k = w / now.w;
  const camera = { x: ax - (ax - now.x) * k, y: ay - (ay - now.y) * k, w, h: now.h * k };
  const display = board.state.layout.geometry.shape === "display";
  board.update({ camera: !display && w >= whole.w ? null : camera });
}

/** @param {AxioBoard} board @param {number} dx @param {number} dy */
function pan(board, dx, dy) {
  const display = board.state.layout.geometry.shape === "display";
  if (!display && !board.state.camera) return;
  const now = board.state.camera ?? fit(board.state);
  const { scale } = board;
  board.update({ camera: { ...now, x: now.x - dx / scale, y: now.y - dy / scale } });
}

/**
 * @param {AxioBoard} board
 * @param {Map<number, {x: number, y: number}>} down
 * @param {number} id
 * @param {{x: number, y: number}} before
 */
function pinch(board, down, id, before) {
  loupe(board, null);
  const other = [...down].find(([each]) => each !== id)?.[1];
  const now = down.get(id);
  if (!other || !now) return;
  const was = Math.hypot(before.x - other.x, before.y - other.y) || 1;
  const is = Math.hypot(now.x - other.x, now.y - other.y) || 1;
  zoom(board, was / is, (now.x + other.x) / 2, (now.y + other.y) / 2);
  pan(board, (now.x - before.x) / 2, (now.y - before.y) / 2);
}
