// A small board that plays itself, slowly, from a game that was once played.

import { newBoard } from "../board/api.js";
import { calm } from "./dom.js";
import { gameName, generated, geometryOf } from "./games.js";
import { api } from "./http.js";

/** @typedef {import("../generated/http.js").Demo} Demo */

/** @type {Promise<Record<string, Demo>> | null} */
let demos = null;

/** @param {string} game */
export function demoBoard(game) {
  const board = newBoard();
  demos ??= generated("demos", {});
  Promise.all([demos, geometryOf(game, 2)]).then(async ([all, geometry]) => {
    const demo = all[game] ?? await api("GET /games/{name}/demo", { name: game });
    board.setup(geometry, { still: true, bare: true, tiles: demo.start, label: gameName(game) });
    if (demo.frames.length) run(board, demo);
  });
  return board;
}

/**
 * @param {import("../board/api.js").AxioBoard} board
 * @param {Demo} demo
 */
function run(board, demo) {
  board.arrived = (fresh) => {
    if (calm()) return;
    for (const each of fresh) if (each.classList.contains("tile")) each.animate([{ opacity: 0, transform: "translateY(-16px) scale(1.1)" }, { opacity: 1, transform: "none" }], { duration: 320, easing: "cubic-bezier(.2,.8,.3,1)" });
  };
  const ahead = Math.min(demo.frames.length, calm() ? demo.frames.length : 9);
  let at = 0;
  const put = () => {
    const frames = demo.frames.slice(0, at);
    board.update({
      tiles: [...demo.start, ...frames.map(([tile]) => tile)],
      pyramids: frames.flatMap(([, pyramids]) => pyramids),
      last: frames.length && !calm() ? frames[frames.length - 1][0] : null,
    });
  };
  at = ahead;
  put();
  if (calm()) return;
  const step = () => {
    if (!board.isConnected) return;
    if (!document.hidden) {
      at = at >= demo.frames.length ? 3 : at + 1;
      put();
    }
    setTimeout(step, at >= demo.frames.length ? 4200 : 1500 + Math.random() * 900);
  };
  setTimeout(step, 800 + Math.random() * 1200);
}
