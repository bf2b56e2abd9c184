// Buttons and keys of the table, and what they ask for.

import { zoom } from "../board/pointer.js";
import { keys } from "../board/keyboard.js";
import { openMenu } from "./menu.js";
import { tidy } from "../board/moves.js";
import { onChange, settings } from "../lib/settings.js";
import { foldSide } from "./side.js";

/** @param {import("./table.js").Table} table */
export function wire(table) {
  const { at } = table;
  at.undo.addEventListener("click", () => table.undo());
  at.hint.addEventListener("click", () => table.hint());
  at.more.addEventListener("click", () => table.view && openMenu(table.view, (command) => table.line.send(command)));
  at.prepared.addEventListener("click", () => table.prepare(null));
  const openSide = foldSide(at);
  at.type.addEventListener("submit", (event) => {
    event.preventDefault();
    if (at.typed.value.trim()) table.send(tidy(at.typed.value));
    at.typed.value = "";
  });
  const middle = () => { const box = at.board.getBoundingClientRect(); return /** @type {const} */ ([box.left + box.width / 2, box.top + box.height / 2]); };
  at.zoomIn.addEventListener("click", () => zoom(at.board, 0.8, ...middle()));
  at.zoomOut.addEventListener("click", () => zoom(at.board, 1.25, ...middle()));
  at.zoomFit.addEventListener("click", () => at.board.update({ camera: null }));
  keys(at.board, {
    pick: (index) => table.hand.pick(index),
    hint: () => table.hint(),
    undo: () => table.undo(),
    rules: async () => (await import("../pages/rules.js")).rulesDialog(table.view?.game ?? "axio"),
    type: () => { openSide(); at.typed.focus(); },
    moved: () => {},
  });
  const adapt = () => { at.board.confirm = settings.confirm; };
  onChange(adapt);
  adapt();
}
