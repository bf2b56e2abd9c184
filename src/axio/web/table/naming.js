// An empty corner that meets others names a colour: which one, and what each would give.

import { h, sym } from "../lib/dom.js";
import { dialog } from "../lib/dialog.js";
import { t } from "../lib/i18n.js";

/** @typedef {import("../board/board.js").AxioBoard} AxioBoard */
/** @typedef {import("../board/state.js").Ghost} Ghost */

/**
 * @param {AxioBoard} board
 * @param {Ghost} ghost
 * @param {Record<string, number>} points
 * @returns {Promise<string | null>} the colour, or null if the player thinks again
 */
export function askName(board, ghost, points) {
  return new Promise((resolve) => {
    const best = Math.max(...Object.values(points));
    const choices = Object.entries(points).map(([colour, by]) => {
      const choice = h("button", {
        type: "button", class: `name-choice${by === best && by > 0 ? " best" : ""}`, "data-colour": colour,
        onclick: () => { close(); resolve(colour); },
        onpointerenter: () => board.update({ ghost: { ...ghost, pinned: true, named: colour } }),
        onfocus: () => board.update({ ghost: { ...ghost, pinned: true, named: colour } }),
      }, sym(colour), h("span", {}, t(`colour.${colour}`)), h("b", {}, by ? `+${by}` : "0"));
      return choice;
    });
    const { box, close } = dialog(t("naming.title"), [h("p", { class: "soft" }, t("naming.text")), h("div", { class: "name-choices" }, ...choices)], [], { cls: "naming" });
    box.addEventListener("close", () => resolve(null));
    (choices.find((choice) => choice.classList.contains("best")) ?? choices[0]).focus();
  });
}
