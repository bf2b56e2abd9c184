// Forms: labelled fields, switches, one of a few, and one sentence where something is wrong.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { faultText } from "./toasts.js";

/** @typedef {import("./dom.js").Child} Child */

/**
 * A field with its label above and a word of advice below.
 * @param {string} id
 * @param {string} label
 * @param {import("./dom.js").Attributes} [attributes]
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
    wrong.textContent = faultText(fault);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

/**
 * A switch with its label before it.
 * @param {string} id
 * @param {string} label
 * @param {import("./dom.js").Attributes} [attributes]
 */
export function toggle(id, label, attributes = {}) {
  const input = h("input", { id, type: "checkbox", class: "switch", ...attributes });
  return { box: h("div", { class: "setting" }, h("label", { for: id }, label), input), input };
}

/**
 * One of a few, side by side.
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {string} now
 * @param {(value: string) => unknown} choose
 */
export function segments(label, options, now, choose) {
  const box = h("div", { class: "segments", role: "group", "aria-label": label });
  box.append(...options.map(([value, text]) => h("button", { type: "button", "data-value": value, "aria-pressed": String(value === now), onclick: () => {
    for (const each of box.querySelectorAll("button")) each.setAttribute("aria-pressed", String(each.dataset.value === value));
    return choose(value);
  } }, text)));
  return box;
}
