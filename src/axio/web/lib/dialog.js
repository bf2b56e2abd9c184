// Dialogs: one shape for all of them. The browser's own element keeps focus inside.

import { h } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {import("./dom.js").Child} Child */

/**
 * @param {string} title
 * @param {Child[]} content
 * @param {{label: string, act?: () => unknown, main?: boolean, stay?: boolean}[]} actions
 * @param {{cls?: string, closable?: boolean}} [options]
 */
export function dialog(title, content, actions, { cls = "", closable = true } = {}) {
  const box = h("dialog", { class: `sheet ${cls}`, "aria-labelledby": "dialog-title" });
  const close = () => {
    box.close();
    box.remove();
  };
  box.addEventListener("cancel", (event) => {
    event.preventDefault();
    if (closable) close();
  });
  if (closable) box.addEventListener("click", (event) => event.target === box && close());
  box.append(
    h("div", { class: "sheet-in" },
      h("header", {}, h("h2", { id: "dialog-title" }, title),
        closable && h("button", { type: "button", class: "icon close", "aria-label": t("close"), onclick: close }, "×")),
      ...content.filter(Boolean).map((each) => (each instanceof Node ? each : h("p", {}, String(each)))),
      actions.length > 0 && h("footer", {}, ...actions.map(({ label, act, main, stay }) =>
        h("button", { type: "button", class: main ? "button main" : "button", onclick: () => { if (!stay) close(); act?.(); } }, label)))),
  );
  for (const open of document.querySelectorAll("dialog.sheet")) open.remove();
  document.body.append(box);
  box.showModal();
  (/** @type {HTMLElement | null} */ (box.querySelector("[autofocus]") ?? box.querySelector(".main")))?.focus({ preventScroll: true });
  return { box, close };
}
