// The parts of the table page: board, rack, tracks, the tools and the panel at the side.

import { newBoard, newRack } from "../board/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { newTracks } from "./tracks.js";

/** @typedef {ReturnType<typeof layTable>} TableParts */

/** @param {string} id @param {string} label @param {string} name @param {string} [cls] */
const tool = (id, label, name, cls = "") =>
  h("button", { type: "button", class: `tool ${cls}`, id, title: label, "aria-label": label }, icon(name), h("span", { class: "tool-name" }, label));

/** @param {HTMLElement} main */
export function layTable(main) {
  const [board, rack, tracks] = [newBoard(), newRack(), newTracks()];
  const status = h("p", { class: "status", id: "status" });
  const gains = h("p", { class: "gains-line", id: "gains" });
  const more = tool("more", t("menu.title"), "more", "bare");
  const banner = h("div", { class: "banner", id: "banner", role: "status", hidden: true });
  const prepared = h("button", { type: "button", class: "prepared", id: "prepared", hidden: true });
  const watching = h("p", { class: "watching", id: "watching" });
  const turn = tool("turn", t("tool.turn"), "turn", "round");
  const result = h("button", { type: "button", class: "button main place", id: "result", hidden: true }, t("tool.result"));
  const place = h("button", { type: "button", class: "button main place", id: "place", disabled: true }, t("tool.place"));
  const undo = tool("undo", t("tool.undo"), "undo");
  const hint = tool("hint", t("tool.hint"), "hint");
  const log = h("div", { class: "pane", id: "pane-log", role: "tabpanel", "aria-labelledby": "tab-log", tabindex: 0 });
  const unseen = h("div", { class: "pane", id: "pane-unseen", role: "tabpanel", "aria-labelledby": "tab-unseen", tabindex: 0, hidden: true });
  const typed = h("input", { class: "typed", id: "typed", type: "text", autocomplete: "off", spellcheck: "false", maxlength: 24, "aria-label": t("type.label") });
  const type = h("form", { class: "type-move" }, typed, h("button", { class: "button small", type: "submit" }, t("tool.place")));
  const bag = h("p", { class: "bag", id: "bag" });
  const look = h("a", { class: "look-back", href: "#main" }, t("watch.look"));
  const zoomIn = tool("zoom-in", t("zoom.in"), "plus", "bare");
  const zoomOut = tool("zoom-out", t("zoom.out"), "minus", "bare");
  const zoomFit = tool("zoom-fit", t("zoom.fit"), "fit", "bare");
  const tab = (/** @type {string} */ name, /** @type {boolean} */ on) =>
    h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `pane-${name}`, "aria-selected": on ? "true" : "false" }, t(`tab.${name}`));
  const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": t("tab.label") }, tab("log", true), tab("unseen", false));
  const fold = h("button", { type: "button", class: "icon fold", "aria-label": t("close"), title: t("close") }, "×");
  const side = h("aside", { class: "side", id: "side", "aria-label": t("tab.label") }, h("div", { class: "side-head" }, tabs, fold), log, unseen, type, h("div", { class: "side-foot" }, bag, watching, look));
  const toggle = tool("side-toggle", t("tool.side"), "list", "bare side-toggle");
  main.className = "table";
  main.replaceChildren(
    side,
    h("section", { class: "stage", "aria-label": t("board.label") }, board, banner),
    h("section", { class: "scores", "aria-label": t("scores.label") }, tracks),
    h("section", { class: "tray", "aria-label": t("rack.label") },
      h("div", { class: "says" }, status, gains, prepared),
      rack,
      h("div", { class: "tools" }, h("div", { class: "zoom" }, zoomIn, zoomOut, zoomFit), toggle, more, undo, hint, turn, place, result)),
  );
  for (const button of tabs.querySelectorAll("button")) {
    button.addEventListener("click", () => {
      for (const each of tabs.querySelectorAll("button")) each.setAttribute("aria-selected", each === button ? "true" : "false");
      log.hidden = button.id !== "tab-log";
      unseen.hidden = button.id === "tab-log";
    });
  }
  return { board, rack, tracks, status, gains, turn, place, result, undo, hint, log, unseen, type, typed, bag, look, side, fold, toggle, more, banner, prepared, watching, zoomIn, zoomOut, zoomFit };
}
