// Exchange or keep: the tiles that would be shown and given up, and what is asked.

import { dialog } from "../lib/dialog.js";
import { h, sym } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { miniTile } from "../board/mini_tile.js";

/** @typedef {import("../generated/protocol.js").View} View */

/**
 * @param {View} view
 * @param {(move: string) => void} send
 */
export function askExchange(view, send) {
  if (document.querySelector("dialog.exchange")) return;
  const seat = view.seats[/** @type {number} */ (view.to_move)];
  const lowest = [...seat.lowest].map((colour) => h("span", { class: "low-colour" }, sym(colour), t(`colour.${colour}`)));
  dialog(
    t("exchange.title"),
    [
      h("p", {}, t("exchange.why")),
      h("p", { class: "lowest-list" }, ...lowest),
      h("div", { class: "given-tiles big" }, ...view.rack.map(miniTile)),
      h("p", { class: "soft" }, t("exchange.text")),
    ],
    [
      { label: t("exchange.exchange"), act: () => send("exchange"), main: true },
      { label: t("exchange.keep"), act: () => send("keep") },
    ],
    { cls: "exchange table-asks", closable: false },
  );
}
