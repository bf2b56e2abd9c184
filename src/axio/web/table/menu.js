// Ways out of a game: resign, let a bot play for a while, or stop together. Each asks once more.

import { dialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @typedef {import("../generated/protocol.js").View} View */
/** @typedef {import("../generated/protocol.js").ToServer} ToServer */

/** @type {("resign" | "leave" | "stop")[]} */
const WAYS = ["stop", "leave", "resign"];

/** @param {View} view */
export const hasMenu = (view) => WAYS.some((way) => view.may.includes(way));

/**
 * @param {View} view
 * @param {(command: ToServer) => void} send
 */
export function openMenu(view, send) {
  const few = view.seats.length === 2;
  const mine = view.seats.findIndex((seat) => seat.mine);
  /** @type {Record<"resign" | "leave" | "stop", ToServer>} */
  const commands = { resign: { kind: "resign", seat: view.shown ?? view.handover ?? mine }, leave: { kind: "leave" }, stop: { kind: "stop", on: true } };
  const sure = (/** @type {"resign" | "leave" | "stop"} */ way) => dialog(t(`menu.${way}`), [t(way === "resign" && few ? "menu.resign.text.two" : `menu.${way}.text`)],
    [{ label: t(`menu.${way}.yes`), act: () => send(commands[way]), main: true }, { label: t("cancel") }], { cls: "sure" });
  dialog(t("menu.title"), [h("div", { class: "menu-list" }, ...WAYS.filter((way) => view.may.includes(way)).map((way) =>
    h("button", { type: "button", class: "button", id: `menu-${way}`, onclick: () => sure(way) }, t(`menu.${way}`))))], [], { cls: "menu" });
}
