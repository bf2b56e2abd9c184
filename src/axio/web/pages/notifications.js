// Tell me: by push, by letter; who sees me, and whom I keep away.

import { h } from "../lib/dom.js";
import { toggle } from "../lib/form.js";
import { api } from "../lib/http.js";
import { language, t, when } from "../lib/i18n.js";
import { pushed, subscribe, unsubscribe, withheld } from "../lib/push.js";
import { header } from "../lib/shell.js";
import { complain } from "../lib/toasts.js";
import { whoAmI } from "../lib/who_am_i.js";

/** @typedef {import("../generated/http.js").Preferences} Preferences */
/** @typedef {import("../generated/http.js").Blocked} Blocked */

/** @param {HTMLElement} main */
export async function notificationsPage(main) {
  header({ title: t("tell.title") });
  main.className = "page narrow notices";
  const [wishes, blocked, on, me] = await Promise.all([api("GET /preferences"), api("GET /blocks"), pushed(), whoAmI()]);
  const again = () => notificationsPage(main);
  main.replaceChildren(
    h("h2", {}, t("tell.title")), h("p", { class: "soft" }, t("tell.text")),
    card("tell.push", push(wishes, on)),
    card("tell.mail", mail(wishes, me.account, again)),
    card("tell.online", online(wishes)),
    card("tell.blocked", blocks(blocked, again)));
}

/** @param {string} key @param {Node[]} content */
const card = (key, content) => h("section", { class: "card", "aria-labelledby": key }, h("h3", { id: key }, t(key)), ...content);

/**
 * @param {string} label
 * @param {string} id
 * @param {boolean} now
 * @param {boolean} may
 * @param {(on: boolean) => Promise<unknown>} set
 */
function switched(label, id, now, may, set) {
  const { box, input } = toggle(id, label, { checked: now, disabled: !may, onchange: async () => {
    try {
      await set(input.checked);
    } catch (fault) {
      input.checked = !input.checked;
      complain(fault);
    }
  } });
  return box;
}

/** @param {Preferences} wishes @param {boolean} on */
function push(wishes, on) {
  const why = withheld();
  return [
    switched(t("tell.push.switch"), "tell-push", on, !why, (want) => (want ? subscribe(wishes.push_key) : unsubscribe())),
    h("p", { class: "soft", id: "push-why" }, why ? `${t(why)} ${t(wishes.mail ? "tell.push.mail" : "tell.push.badge")}` : t("tell.push.text")),
  ];
}

/** @param {Preferences} wishes @param {boolean} account  only accounts get letters @param {() => unknown} again */
function mail(wishes, account, again) {
  if (!wishes.mail) return [h("p", { class: "soft" }, t("tell.mail.none"))];
  const act = (/** @type {() => Promise<unknown>} */ work) => work().then(again).catch(complain);
  if (wishes.address) {
    return [
      h("div", { class: "setting" }, h("span", { id: "mail-address" }, wishes.address),
        h("button", { type: "button", class: "button small", id: "mail-stop", onclick: () => act(() => api("DELETE /preferences/mail")) }, t("tell.mail.stop"))),
      h("p", { class: "soft", id: "mail-state" }, t(wishes.confirmed ? "tell.mail.on" : "tell.mail.asked")),
    ];
  }
  if (!account) return [h("p", { class: "soft" }, t("tell.mail.guest"), " ", h("a", { href: "/account" }, t("account.signIn")))];
  const field = h("input", { type: "email", id: "mail-field", maxlength: 254, required: true, autocomplete: "email", "aria-label": t("tell.mail.address"), placeholder: "ada@example.org" });
  return [
    h("form", { class: "mail-form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      act(() => api("PUT /preferences/mail", {}, { address: field.value.trim(), language: language() }));
    } }, field, h("button", { class: "button main" }, t("tell.mail.give"))),
    h("p", { class: "soft" }, t("tell.mail.text")),
  ];
}

/** @param {Preferences} wishes */
const online = (wishes) => [
  switched(t("tell.online.switch"), "tell-online", wishes.listed, true, (listed) => api("PUT /preferences/listed", {}, { listed })),
  h("p", { class: "soft" }, t("tell.online.text")),
];

/** @param {Blocked[]} blocked @param {() => unknown} again */
function blocks(blocked, again) {
  if (!blocked.length) return [h("p", { class: "soft" }, t("tell.blocked.none"))];
  return [h("ul", { class: "plain" }, ...blocked.map(({ id, name, since }) => h("li", { class: "setting" },
    h("span", {}, h("strong", {}, name), " ", h("span", { class: "soft" }, when(since))),
    h("button", { type: "button", class: "button small", onclick: () => api("DELETE /blocks/{name}", { name: id }).then(again).catch(complain) }, t("tell.blocked.lift")))))];
}

/**
 * Where a link in a letter leads: one click says yes, or ends the letters.
 * @param {HTMLElement} main
 * @param {"confirm" | "stop"} what
 * @param {string} token
 */
export async function letterPage(main, what, token) {
  header({ title: t("tell.title") });
  main.className = "page narrow";
  const box = h("section", { class: "card nothing" }, h("h2", {}, t(`letter.${what}`)), h("p", {}, t(`letter.${what}.text`)),
    h("button", { type: "button", class: "button main", id: "letter-yes", onclick: async () => {
      const done = await api(`POST /mail/${what}/{token}`, { token }).then(() => t(`letter.${what}.done`), () => t("letter.stale"));
      box.replaceChildren(h("h2", {}, done), h("a", { class: "button", href: "/notices" }, t("tell.title")));
    } }, t(`letter.${what}.yes`)));
  main.replaceChildren(box);
}
