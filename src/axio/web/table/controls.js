// Buttons and keys of the table, the menu of ways out, and what they ask for.

import { keyboard, tidy, zoom } from "../board/api.js";
import { dialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { onChange, settings } from "../lib/settings.js";
import { tell } from "../lib/toasts.js";
import { foldSide } from "./side_panel.js";

/** @typedef {import("../generated/protocol.js").View} View */
/** @typedef {import("../generated/protocol.js").ToServer} ToServer */

/** @param {import("./table.js").Table} table */
export function wire(table) {
  const { at } = table;
  at.undo.addEventListener("click", () => undo(table));
  at.hint.addEventListener("click", () => hint(table));
  at.more.addEventListener("click", () => table.view && openMenu(table.view, (command) => table.socket.send(command)));
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
  const others = {
    h: () => hint(table),
    u: () => undo(table),
    "Control+z": () => undo(table),
    "?": () => { if (table.view) openRules(table.view.game); },
    "/": () => { openSide(); at.typed.focus(); },
  };
  keyboard(at.board, { pick: (index) => table.turn.placing.pick(index), others }, window);
  const adapt = () => { at.board.confirm = settings.confirm; };
  onChange(adapt);
  adapt();
}

/** @param {import("./table.js").Table} table */
function hint({ view, turn, socket }) {
  if (!view?.may.includes("hint")) return;
  if (turn.mayPlace) socket.send({ kind: "hint", seq: view.seq });
  else tell(t("hint.wait"));
}

/** @param {import("./table.js").Table} table */
function undo({ view, at, socket }) {
  if (at.board.state.ghost?.pinned) return at.board.release();
  if (!view || counts(view)) return;
  if (!view.can_undo) return tell(t("undo.nothing"));
  const go = () => socket.send({ kind: "undo", seq: view.seq });
  const persons = view.seats.filter((seat) => seat.kind === "person").length;
  if (view.practice || persons > 1) return go();
  dialog(t("undo.title"), [t("undo.text")], [{ label: t("undo.yes"), act: go, main: true }, { label: t("cancel") }]);
}

/** Where a result counts, no move is taken back. @param {View} view */
const counts = (view) => view.over || view.rated || !!view.daily;

/**
 * Show the tools this table has: what it never allows is not there; what must wait says so when it is tried.
 * @param {import("./table_layout.js").TableParts} at
 * @param {View} view
 * @param {boolean} now  it is this player's turn to place
 */
export function offer({ undo, hint, turn, place, result, type }, view, now) {
  undo.hidden = counts(view);
  hint.hidden = !view.may.includes("hint");
  for (const over of [turn, place, type]) over.hidden = view.over;
  result.hidden = !view.over;
  undo.setAttribute("aria-disabled", String(!view.can_undo));
  hint.setAttribute("aria-disabled", String(!now));
}

/** The rules above the table, fetched when somebody asks. @param {string} game */
export const openRules = async (game) => (await import("./rules_article.js")).rulesDialog(game);

/** @type {("resign" | "leave" | "stop")[]} */
const WAYS = ["stop", "leave", "resign"];

/** @param {View} view */
export const hasMenu = (view) => WAYS.some((way) => view.may.includes(way));

/**
 * Ways out of a game: resign, let a bot play for a while, or stop together. Each asks once more.
 * @param {View} view
 * @param {(command: ToServer) => void} send
 */
function openMenu(view, send) {
  const few = view.seats.length === 2;
  const mine = view.seats.findIndex((seat) => seat.mine);
  /** @type {Record<"resign" | "leave" | "stop", ToServer>} */
  const commands = { resign: { kind: "resign", seat: view.shown ?? view.handover ?? mine }, leave: { kind: "leave" }, stop: { kind: "stop", on: true } };
  const sure = (/** @type {"resign" | "leave" | "stop"} */ way) => dialog(t(`menu.${way}`), [t(way === "resign" && few ? "menu.resign.text.two" : `menu.${way}.text`)],
    [{ label: t(`menu.${way}.yes`), act: () => send(commands[way]), main: true }, { label: t("cancel") }], { cls: "sure" });
  dialog(t("menu.title"), [h("div", { class: "menu-list" }, ...WAYS.filter((way) => view.may.includes(way)).map((way) =>
    h("button", { type: "button", class: "button", id: `menu-${way}`, onclick: () => sure(way) }, t(`menu.${way}`))))], [], { cls: "menu" });
}
