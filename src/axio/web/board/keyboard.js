// The keyboard alone plays the whole game.

import { ghostAt, marksOn } from "./state.js";

/** @typedef {import("./board.js").AxioBoard} AxioBoard */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @typedef {Object} Keyed  what keys ask the page to do
 * @property {(index: number) => void} pick
 * @property {() => void} hint
 * @property {() => void} undo
 * @property {() => void} rules
 * @property {() => void} type
 * @property {(cell: string) => void} moved
 */

/**
 * @param {AxioBoard} board
 * @param {Keyed} keyed
 */
export function keys(board, keyed) {
  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.metaKey || document.querySelector("dialog[open]") || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
    if (event.ctrlKey && event.key !== "z") return;
    if (act(board, keyed, event, target)) event.preventDefault();
  });
}

/**
 * @param {AxioBoard} board
 * @param {Keyed} keyed
 * @param {KeyboardEvent} event
 * @param {HTMLElement} target
 */
function act(board, keyed, event, target) {
  const { key } = event;
  if (key in ARROWS) return walk(board, keyed, ARROWS[key]);
  if (/^[1-6]$/.test(key)) return done(keyed.pick(Number(key) - 1));
  if (key === "r" || key === "R") return done(board.turn(key === "R" ? -1 : 1));
  if (key === "n" || key === "N") return next(board, keyed, key === "n" ? 1 : -1);
  if (key === "h") return done(keyed.hint());
  if (key === "u" || (key === "z" && event.ctrlKey)) return done(keyed.undo());
  if (key === "?") return done(keyed.rules());
  if (key === "/") return done(keyed.type());
  if (key === "Escape") return done(board.release());
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
 * @param {Keyed} keyed
 * @param {[number, number]} way
 */
function walk(board, keyed, way) {
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
  go(board, keyed, best);
  return true;
}

/** @param {AxioBoard} board */
function start(board) {
  const { layout, spots } = board.state;
  return spots[Math.floor(spots.length / 2)]?.[0][0] ?? layout.cells[Math.floor(layout.cells.length / 2)] ?? "0,0";
}

/** @param {AxioBoard} board @param {Keyed} keyed @param {string} cell */
function go(board, keyed, cell) {
  board.layers.base.focus({ preventScroll: true });
  board.update({ cursor: cell, hand: null });
  board.update({ ghost: ghostAt(board.state, cell) });
  keyed.moved(cell);
}

/**
 * The next spot where the held tile fits as it is turned.
 * @param {AxioBoard} board
 * @param {Keyed} keyed
 * @param {number} by
 */
function next(board, keyed, by) {
  const { layout, held, spots, cursor } = board.state;
  if (!held) return false;
  const fitting = spots.filter(([cells]) => marksOn(layout, held, cells)).map(([cells]) => {
    if (cells.length === 1) return cells[0];
    return layout.direction(cells[0], cells[1]) === held.turn ? cells[0] : cells[1];
  });
  if (!fitting.length) return false;
  const at = cursor ? fitting.indexOf(cursor) : -1;
  go(board, keyed, fitting[(at + by + fitting.length) % fitting.length]);
  return true;
}
