// The keys to the account: password, passkeys, recovery codes.

import { api } from "../../lib/http.js";
import { dialog, toast } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { t, tn, when } from "../../lib/i18n.js";
import { showCodes } from "./codes.js";
import { field, form, said } from "./form.js";
import { makePasskey, passkeysHere } from "./passkey.js";
import { proved } from "./proof.js";

/** @typedef {import("./page.js").Account} Account */

/** @param {Account} account @param {() => void} changed */
export function keysCard(account, changed) {
  const row = (/** @type {string} */ title, /** @type {string} */ text, /** @type {HTMLElement | false} */ action) =>
    h("li", { class: "key" }, h("div", {}, h("strong", {}, title), h("small", { class: "soft" }, text)), action);
  const button = (/** @type {string} */ id, /** @type {string} */ label, /** @type {() => Promise<unknown>} */ act) =>
    h("button", { type: "button", class: "button small", id, onclick: () => act().catch((fault) => toast(said(fault), "wrong")) }, label);
  return h("section", { class: "card", "aria-labelledby": "keys" }, h("h3", { id: "keys" }, t("account.keys")),
    h("ul", { class: "key-list" },
      row(t("account.password"), t(account.password ? "account.password.set" : "account.password.unset"),
        button("change-password", t(account.password ? "account.change" : "account.add"), async () => newPassword(account, changed))),
      ...account.passkeys.map((key) => row(key.name, lastUsed(key), removal(key.name, () => take(account, key, changed)))),
      row(t("account.codes"), tn("account.codes.left", account.codes), button("new-codes", t("account.codes.new"), () => newCodes(account, changed)))),
    passkeysHere()
      ? h("div", { class: "row-actions" }, button("add-passkey", t("account.passkey.add"), () => addPasskey(account, changed)))
      : h("p", { class: "soft fine-print" }, t("account.passkey.none")));
}

/** @param {{created: number, used: number | null}} key */
export const lastUsed = (key) => `${t("account.made", { when: when(key.created) })} · ${key.used ? t("account.used", { when: when(key.used) }) : t("account.unused")}`;

/** @param {string} name @param {() => Promise<unknown>} act */
export function removal(name, act) {
  return h("button", { type: "button", class: "button small", "aria-label": t("account.remove.named", { name }), onclick: () => act().catch((fault) => toast(said(fault), "wrong")) }, t("account.remove"));
}

/** @param {Account} account @param {() => void} changed */
function newPassword(account, changed) {
  const { box, input } = field("new-password", t("account.password.new"), { type: "password", autocomplete: "new-password", minlength: 10, autofocus: true }, t("account.password.advice"));
  const { close } = dialog(t("account.password.title"), [t("account.password.ends"), form([box], t("account.keep"), async () => {
    await proved(() => api("/account/password", { method: "PUT", body: { password: input.value } }), account);
    close();
    changed();
    toast(t("account.password.kept"));
  }).box], []);
}

/** @param {Account} account @param {() => void} changed */
async function addPasskey(account, changed) {
  const passkey = await makePasskey(account.handle ?? "");
  const name = t("account.passkey.name", { n: account.passkeys.length + 1 });
  await proved(() => api("/account/passkeys", { method: "POST", body: { passkey, name } }), account);
  changed();
}

/** @param {Account} account @param {import("./page.js").Key} key @param {() => void} changed */
async function take(account, key, changed) {
  await proved(() => api(`/account/passkeys/${key.id}`, { method: "DELETE" }), account);
  changed();
}

/** @param {Account} account @param {() => void} changed */
async function newCodes(account, changed) {
  const { codes } = await proved(() => api("/account/codes", { method: "POST" }), account);
  await showCodes(codes, account.handle ?? "");
  changed();
}
