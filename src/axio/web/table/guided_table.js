// A table with a guide beside it, for lessons, exercises and puzzles: a position and its tools, without a game around it.

import { keyboard } from "../board/api.js";
import { h } from "../lib/dom.js";
import { onChange, settings } from "../lib/settings.js";
import { header } from "../lib/shell.js";
import { openRules } from "./controls.js";
import { PlayerTurn } from "./player_turn.js";
import { layTable } from "./table_layout.js";

/**
 * @param {HTMLElement} main
 * @param {object} about
 * @param {string} about.game
 * @param {string} about.title  of the page
 * @param {string} about.label  of the guide
 * @param {import("../generated/protocol.js").Geometry} about.geometry
 * @param {(move: string) => void} about.make  what a move of the reader does
 */
export function guidedTable(main, { game, title, label, geometry, make }) {
  header({ title, rules: { game, open: () => openRules(game) } });
  document.body.dataset.shape = geometry.shape;
  document.body.classList.add("learning");
  const at = layTable(main);
  const guide = h("div", { class: "guide", id: "guide", "aria-live": "polite" });
  at.side.replaceChildren(guide);
  at.side.setAttribute("aria-label", label);
  at.board.setup(geometry, { bare: Math.min(innerWidth, innerHeight) < 600 });
  at.rack.setup(at.board.state.layout);
  const turn = new PlayerTurn(at, make);
  for (const tool of [at.undo, at.hint, at.toggle, at.more]) tool.hidden = true;
  keyboard(at.board, { pick: (index) => turn.placing.pick(index), others: { "?": () => openRules(game) } }, window);
  const adapt = () => { at.board.confirm = settings.confirm; };
  onChange(adapt);
  adapt();
  document.body.classList.remove("no-panel");
  return { at, guide, turn };
}
