// A glass above the finger: the board beneath it, twice as large.

import { assign, s, vars } from "./dom.js";

/** @typedef {import("./board.js").AxioBoard} AxioBoard */

const SIZE = 132;
/** @type {SVGSVGElement | null} */
let glass = null;

/**
 * @param {AxioBoard} board
 * @param {{x: number, y: number} | null} at on the screen; null puts the glass away
 */
export function loupe(board, at) {
  if (!at) {
    glass?.remove();
    glass = null;
    return;
  }
  if (!glass) {
    glass = s("svg", { class: "loupe", width: SIZE, height: SIZE, "aria-hidden": "true" },
      s("use", { href: `#${board.name}-root` }),
      s("use", { href: `#${board.name}-sheet` }));
    document.body.append(glass);
  }
  const [cx, cy] = board.toBoard(at.x, at.y);
  const span = SIZE / board.scale / (board.scale < 0.5 ? 2.1 : 1.5);
  assign(glass, { viewBox: `${cx - span / 2} ${cy - span / 2} ${span} ${span}` });
  const x = Math.min(Math.max(at.x - SIZE / 2, 6), innerWidth - SIZE - 6);
  const above = at.y - SIZE - 34;
  const y = above > 4 ? above : at.y + 96;
  vars(glass, { left: `${x}px`, top: `${y}px` });
}
