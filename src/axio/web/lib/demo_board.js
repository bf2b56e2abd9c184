// A small board that plays itself, slowly, from a game that was once played.

import { api } from "./http.js";
import { AxioBoard } from "../board/board.js";
import { calm } from "./dom.js";

/** @type {Promise<Record<string, {start: string[], frames: [string, string[]?][]}>> | null} */
let demos = null;

/** @param {string} game */
export function selfPlaying(game) {
  const board = /** @type {AxioBoard} */ (document.createElement("axio-board"));
  demos ??= fetch("/static/generated/demos.json").then((response) => response.json());
  Promise.all([demos, api(`/games/${game}/2`)]).then(([all, geometry]) => {
    board.setup(geometry, { still: true, bare: true, tiles: all[game].start });
    run(board, all[game]);
  });
  return board;
}

/**
 * @param {AxioBoard} board
 * @param {{start: string[], frames: [string, string[]?][]}} demo
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
      pyramids: frames.flatMap(([, pyramids]) => pyramids ?? []),
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
