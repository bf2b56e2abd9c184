// What the table asks of the player: to take over, to exchange, to name a colour, to look at the end.

import { miniTile, readPlace, sym } from "../board/api.js";
import { dialog } from "../lib/dialog.js";
import { h, vars } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { endScreen } from "./end.js";

/** @typedef {import("../generated/protocol.js").View} View */
/** @typedef {import("../board/api.js").AxioBoard} AxioBoard */
/** @typedef {import("../board/api.js").Ghost} Ghost */

/** @param {View} view */
const exchanging = (view) => view.asks === "exchange" && view.to_move !== null && view.to_move === view.shown;

/** In one word. @param {View} view @param {boolean} place a tile can be placed now */
export function askedFor(view, place) {
  if (view.over) return "nothing";
  if (view.handover !== null) return "handover";
  if (exchanging(view)) return "exchange";
  return place ? "place" : "wait";
}

/**
 * @param {string} id
 * @param {View} view
 * @param {string} colours
 * @param {{send: (move: string) => void, reveal: (seat: number) => void, log: import("../generated/protocol.js").LogLine[]}} answers
 */
export function ask(id, view, colours, { send, reveal, log }) {
  const next = view.handover;
  if (next !== null) handOver(view.seats[next], () => reveal(next));
  else if (exchanging(view)) askExchange(view, send);
  else if (view.over) endScreen(id, view, colours, log);
  else for (const open of document.querySelectorAll("dialog.table-asks")) open.remove();
}

/**
 * Between two people at one browser: nothing to see until the next one says so.
 * @param {import("../generated/protocol.js").Seat} seat
 * @param {() => void} reveal
 */
function handOver(seat, reveal) {
  if (document.querySelector("dialog.handover")) return;
  dialog(t("handover.title", { name: seat.name }), [h("div", { class: "face-down", "aria-hidden": "true" }, ...Array.from({ length: seat.rack }, () => h("i"))), h("p", { class: "soft" }, t("handover.text"))],
    [{ label: t("handover.show", { name: seat.name }), act: reveal, main: true }], { cls: "handover table-asks", closable: false });
}

/**
 * Exchange or keep: the tiles that would be shown and given up, and what is asked.
 * @param {View} view
 * @param {(move: string) => void} send
 */
function askExchange(view, send) {
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

const AWAY = 10; // pixels between the question and the corner's tiles
const OWN = 8; // how much worse it is to cover the tile in question than another

/**
 * Put a box beside a corner of a tile and not over what meets there, on the side where it covers least of the tiles.
 * @param {HTMLElement} box
 * @param {AxioBoard} board
 * @param {import("../board/api.js").Point} corner
 * @param {string[]} laying  the cells of the tile in hand
 */
function beside(box, board, corner, laying) {
  const [x, y] = board.toScreen(corner);
  const { layout, tiles } = board.state;
  const size = layout.pitch * board.scale;
  const reach = 0.6 * size;
  const { width, height } = box.getBoundingClientRect();
  const far = reach + AWAY;
  const rows = [y + far, y - far - height];
  const places = [[x + far, y - height / 2], [x - far - width, y - height / 2], ...rows.flatMap((top) => [x - width / 2, x + AWAY, x - AWAY - width].map((left) => [left, top]))];
  const kept = (/** @type {number[]} */ [left, top]) => [Math.min(Math.max(left, 6), innerWidth - width - 6), Math.min(Math.max(top, 6), innerHeight - height - 6)];
  const clear = (/** @type {number[]} */ [left, top]) => Math.max(left - x, x - left - width, top - y, y - top - height) >= reach;
  const lying = tiles.flatMap((tile) => readPlace(tile)?.cells ?? []).map((cell) => ({ middle: board.toScreen(layout.centre(cell)), weight: 1 }));
  const seen = [...lying, ...laying.map((cell) => ({ middle: board.toScreen(layout.centre(cell)), weight: OWN }))];
  const shared = (/** @type {number} */ from, /** @type {number} */ far, /** @type {number} */ middle) => Math.max(0, Math.min(far, middle + size / 2) - Math.max(from, middle - size / 2));
  const covered = (/** @type {number[]} */ [left, top]) => seen.reduce((sum, { middle: [mx, my], weight }) => sum + weight * shared(left, left + width, mx) * shared(top, top + height, my), 0);
  const [left, top] = places.map(kept).filter(clear).sort((a, b) => covered(a) - covered(b))[0] ?? kept(places[2]);
  vars(box, { margin: 0, left: `${left}px`, top: `${top}px` });
}

/**
 * An empty corner that meets others names a colour: which one, and what each would give.
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
    const list = vars(h("div", { class: "name-choices" }, ...choices), { "--choices": choices.length });
    const { box, close } = dialog(t("naming.title"), [list], [], { cls: "naming" });
    const [cells] = ghost.spot;
    beside(box, board, board.state.layout.corners(cells[0])[ghost.marks.indexOf(".")], cells);
    box.addEventListener("close", () => resolve(null));
    (choices.find((choice) => choice.classList.contains("best")) ?? choices[0]).focus();
  });
}
