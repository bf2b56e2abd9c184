// Forms: labelled fields, one sentence where something is wrong, a button that waits.

import { Fault } from "../../lib/http.js";
import { h } from "../../lib/dom.js";
import { has, t } from "../../lib/i18n.js";

/** @typedef {import("../../lib/dom.js").Child} Child */

/** What went wrong, in the reader's language. @param {unknown} fault */
export function said(fault) {
  const key = fault instanceof Fault ? `refusal.${fault.reason}` : "";
  return has(key) ? t(key, /** @type {Fault} */ (fault).values) : String(/** @type {Error} */ (fault).message ?? fault);
}

/**
 * A field with its label above and a word of advice below.
 * @param {string} id
 * @param {string} label
 * @param {import("../../lib/dom.js").Attributes} [attributes]
 * @param {string} [advice]
 */
export function field(id, label, attributes = {}, advice = "") {
  const input = h("input", { id, name: id, type: "text", required: true, autocapitalize: "none", spellcheck: "false", "aria-describedby": advice ? `${id}-advice` : null, ...attributes });
  const box = h("div", { class: "field" }, h("label", { for: id }, label), input.type === "password" ? withEye(input) : input,
    advice && h("small", { id: `${id}-advice`, class: "soft" }, advice));
  return { box, input };
}

/** A password that can be looked at. @param {HTMLInputElement} input */
function withEye(input) {
  const eye = h("button", { type: "button", class: "eye", "aria-pressed": "false", onclick: () => {
    const hidden = input.type === "password";
    input.type = hidden ? "text" : "password";
    eye.setAttribute("aria-pressed", String(hidden));
    eye.textContent = t(hidden ? "account.hide" : "account.show");
  } }, t("account.show"));
  return h("div", { class: "with-eye" }, input, eye);
}

/**
 * A form that says what is wrong where it is wrong.
 * @param {Child[]} content
 * @param {string} label of its button
 * @param {() => Promise<unknown>} act
 * @param {{cls?: string, more?: Child[]}} [options] more: what stands below the button
 */
export function form(content, label, act, { cls = "", more = [] } = {}) {
  const wrong = h("p", { class: "form-wrong", role: "alert" });
  const button = h("button", { type: "submit", class: "button main" }, label);
  const box = h("form", { class: `account-form ${cls}` }, ...content, wrong, button, ...more);
  box.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(act, wrong, button);
  });
  return { box, wrong, button };
}

/**
 * Try something; a fault is told in `wrong`, and the buttons wait meanwhile.
 * @param {() => Promise<unknown>} act
 * @param {HTMLElement} wrong
 * @param {...HTMLButtonElement} buttons
 */
export async function attempt(act, wrong, ...buttons) {
  wrong.textContent = "";
  for (const button of buttons) button.disabled = true;
  try {
    await act();
  } catch (fault) {
    wrong.textContent = said(fault);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}
