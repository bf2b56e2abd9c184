// The keyboard alone plays the whole game: arrows and N walk, R turns, Enter places, a number takes a tile.

import { ghostAt, marksOn } from "./state.js";

/** @typedef {import("./board.js").AxioBoard} AxioBoard */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @typedef {Object} Keys
 * @property {(index: number) => void} pick
 * @property {Record<string, () => void>} [others]  what else keys do on this page
 */

/**
 * @param {AxioBoard} board
 * @param {Keys} keys
 * @param {EventTarget} [heard]  where keys are listened to; on a page that is all board, the window
 */
export function keyboard(board, keys, heard = board) {
  heard.addEventListener("keydown", (event) => {
    const pressed = /** @type {KeyboardEvent} */ (event);
    const target = /** @type {HTMLElement} */ (pressed.target);
    if (pressed.altKey || pressed.metaKey || document.querySelector("dialog[open]") || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
    const key = pressed.ctrlKey ? `Control+${pressed.key}` : pressed.key;
    if (act(board, keys, key, target)) pressed.preventDefault();
  });
}

/**
 * @param {AxioBoard} board
 * @param {Keys} keys
 * @param {string} key
 * @param {HTMLElement} target
 */
function act(board, { pick, others = {} }, key, target) {
  if (key in ARROWS) return walk(board, ARROWS[key]);
  if (/^[1-9]$/.test(key)) return done(pick(Number(key) - 1));
  if (key === "r" || key === "R") return done(board.turn(key === "R" ? -1 : 1));
  if (key === "n" || key === "N") return next(board, key === "n" ? 1 : -1);
  if (key === "Escape") return done(board.release());
  if (key in others) return done(others[key]());
  const onBoard = target === document.body || board.contains(target) || target.tagName === "AXIO-BOARD";
  if ((key === "Enter" || key === " ") && onBoard) {
    if (!board.state.ghost) return false;
    return done(board.settle());
  }
  return false;
}

/** @param {unknown} _ */
const done = (_) => true;

/**
 * To the nearest cell that way.
 * @param {AxioBoard} board
 * @param {[number, number]} way
 */
function walk(board, way) {
  const { layout, cursor } = board.state;
  const here = layout.centre(cursor ?? start(board));
  let best = cursor ?? start(board);
  let least = Infinity;
  for (const cell of cursor ? layout.cells : []) {
    const [x, y] = layout.centre(cell);
    const [dx, dy] = [x - here[0], y - here[1]];
    const along = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (along < layout.pitch * 0.4 || (way[0] && aside > 1)) continue;
    const cost = along + aside * 1.5 + (dx > 0 ? 0.01 : 0);
    if (cost < least) [best, least] = [cell, cost];
  }
  go(board, best);
  return true;
}

/** @param {AxioBoard} board */
function start(board) {
  const { layout, spots } = board.state;
  return spots[Math.floor(spots.length / 2)]?.[0][0] ?? layout.cells[Math.floor(layout.cells.length / 2)] ?? "0,0";
}

/** @param {AxioBoard} board @param {string} cell */
function go(board, cell) {
  board.layers.base.focus({ preventScroll: true });
  board.update({ cursor: cell, floating: null });
  board.update({ ghost: ghostAt(board.state, cell) });
}

/**
 * The next spot where the held tile fits as it is turned.
 * @param {AxioBoard} board
 * @param {number} by
 */
function next(board, by) {
  const { layout, held, spots, cursor } = board.state;
  if (!held) return false;
  const fitting = spots.filter(([cells]) => marksOn(layout, held, cells)).map(([cells]) => {
    if (cells.length === 1) return cells[0];
    return layout.direction(cells[0], cells[1]) === held.turn ? cells[0] : cells[1];
  });
  if (!fitting.length) return false;
  const at = cursor ? fitting.indexOf(cursor) : -1;
  go(board, fitting[(at + by + fitting.length) % fitting.length]);
  return true;
}
