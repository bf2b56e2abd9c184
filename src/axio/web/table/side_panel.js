// The panel of moves and unseen tiles: beside the board where there is room, laid over it where there is none.

import { miniTile, sym } from "../board/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { choose, onChange, settings } from "../lib/settings.js";

/** @typedef {import("../generated/protocol.js").View} View */
/** @typedef {import("../generated/protocol.js").LogLine} LogLine */

const narrow = matchMedia("(max-width: 1279px), (max-height: 559px)");

/**
 * @param {HTMLElement} into
 * @param {LogLine[]} log
 * @param {View} view
 */
export function showLog(into, log, view) {
  if (!log.length) {
    into.replaceChildren(h("p", { class: "empty" }, t("log.empty")));
    return;
  }
  into.replaceChildren(h("ol", { class: "log" }, ...log.map((line) => h("li", { class: line.seat % 2 ? "odd" : "" },
    h("span", { class: "ply" }, line.ply),
    h("span", { class: "who" }, view.seats[line.seat]?.name ?? ""),
    h("code", {}, line.move),
    h("span", { class: "gains" }, ...Object.entries(line.points).filter(([, by]) => by).map(([colour, by]) => h("span", { class: "gained" }, sym(colour), `${by}`)))))));
  requestAnimationFrame(() => (into.scrollTop = into.scrollHeight));
}

/**
 * @param {HTMLElement} into
 * @param {View} view
 */
export function showUnseen(into, view) {
  const tiles = Object.entries(view.unseen).filter(([, n]) => n > 0);
  const sum = tiles.reduce((all, [, n]) => all + n, 0);
  into.replaceChildren(
    h("p", { class: "empty" }, t("unseen.sum", { n: sum, bag: view.bag })),
    h("div", { class: tiles[0]?.[0].length > 2 ? "unseen four" : "unseen" }, ...tiles.map(([tile, n]) => h("span", { class: "unseen-tile" }, miniTile(tile), n > 1 || tile.length < 3 ? h("b", {}, n) : null))));
}

/**
 * Let the panel fold away.
 * @param {import("./table_layout.js").TableParts} at
 * @returns {() => void} opens it
 */
export function foldSide({ side, toggle, fold }) {
  let over = false;
  const open = () => (narrow.matches ? over : settings.panel);
  const adapt = () => {
    document.body.classList.toggle("no-panel", !open());
    toggle.setAttribute("aria-expanded", open() ? "true" : "false");
  };
  const turn = (/** @type {boolean} */ to) => {
    over = to;
    if (narrow.matches) adapt();
    else choose({ panel: to });
  };
  const shut = () => { turn(false); toggle.focus(); };
  toggle.addEventListener("click", () => turn(!open()));
  fold.addEventListener("click", shut);
  side.addEventListener("keydown", (event) => { if (event.key === "Escape" && narrow.matches) shut(); });
  narrow.addEventListener("change", adapt);
  onChange(adapt);
  adapt();
  return () => turn(true);
}
