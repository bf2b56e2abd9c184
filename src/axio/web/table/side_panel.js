// The panel of moves and unseen tiles: beside the board where there is room, laid over it where there is none.

import { miniTile, sym } from "../board/api.js";
import { h } from "../lib/dom.js";
import { t, tn } from "../lib/i18n.js";
import { choose, onChange, settings } from "../lib/settings.js";

/** @typedef {import("../generated/protocol.js").View} View */
/** @typedef {import("../generated/protocol.js").LogLine} LogLine */

const narrow = matchMedia("(max-width: 1279px), (max-height: 559px), (max-aspect-ratio: 7/5)");

/**
 * @param {HTMLElement} into
 * @param {LogLine[]} log
 * @param {View} view
 * @param {(line: LogLine | null) => void} look  at one of the moves; null: no longer
 */
export function showLog(into, log, view, look) {
  if (!log.length) {
    into.replaceChildren(h("p", { class: "empty" }, t("log.empty")));
    return;
  }
  /** @param {MouseEvent} event @param {LogLine} line */
  const pick = ({ currentTarget }, line) => {
    const row = /** @type {HTMLElement} */ (currentTarget);
    const on = row.getAttribute("aria-pressed") !== "true";
    for (const each of into.querySelectorAll(".log-row")) each.setAttribute("aria-pressed", String(on && each === row));
    look(on ? line : null);
  };
  into.replaceChildren(h("ol", { class: "log" }, ...log.map((line) => h("li", {}, h("button", { type: "button", class: "log-row", "aria-pressed": "false", onclick: (/** @type {MouseEvent} */ event) => pick(event, line) },
    h("span", { class: "ply" }, line.ply),
    h("span", { class: "who" }, view.seats[line.seat]?.name ?? ""),
    h("code", {}, line.move),
    h("span", { class: "gains" }, ...Object.entries(line.points).filter(([, by]) => by).map(([colour, by]) => h("span", { class: "gained" }, sym(colour), `${by}`))))))));
  requestAnimationFrame(() => (into.scrollTop = into.scrollHeight));
}

/** How many of these tiles show a colour. @param {[tile: string, n: number][]} tiles @param {string} [colour]  none: all of them */
const counted = (tiles, colour = "") => tiles.reduce((all, [tile, n]) => (tile.includes(colour) ? all + n : all), 0);

/**
 * @param {HTMLElement} into
 * @param {View} view
 * @param {string} colours
 */
export function showUnseen(into, view, colours) {
  const tiles = Object.entries(view.unseen).filter(([, n]) => n > 0);
  into.replaceChildren(
    h("p", { class: "empty" }, t("unseen.sum", { n: counted(tiles), bag: view.bag })),
    h("ul", { class: "by-colour" }, ...[...colours].map((colour) => {
      const says = tn("unseen.colour", counted(tiles, colour), { colour: t(`colour.${colour}`) });
      return h("li", { title: says }, sym(colour, "chip"), h("b", { "aria-hidden": "true" }, counted(tiles, colour)), h("span", { class: "visually-hidden" }, says));
    })),
    h("div", { class: tiles[0]?.[0].length > 2 ? "unseen four" : "unseen" }, ...tiles.map(([tile, n]) => h("span", { class: "unseen-tile" }, miniTile(tile), n > 1 || tile.length < 3 ? h("b", {}, n) : null))));
}

/**
 * Let the panel fold away.
 * @param {import("./table_layout.js").TableParts} at
 * @returns {() => void} opens it
 */
export function foldSide({ side, toggle, fold, log }) {
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
  log.addEventListener("click", (event) => { if (narrow.matches && /** @type {HTMLElement} */ (event.target).closest("[aria-pressed=true]")) shut(); }); // the board lies below
  side.addEventListener("keydown", (event) => { if (event.key === "Escape" && narrow.matches) shut(); });
  narrow.addEventListener("change", adapt);
  onChange(adapt);
  adapt();
  return () => turn(true);
}
