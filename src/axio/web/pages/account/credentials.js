// The keys to an account: password, passkeys, recovery codes, and tokens for programs.

import { dialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { field, form } from "../../lib/form.js";
import { api } from "../../lib/http.js";
import { t, tn, when } from "../../lib/i18n.js";
import { complain, toast } from "../../lib/toasts.js";
import { makePasskey, passkeysHere, proved } from "./passkeys.js";

/** @typedef {import("../../generated/http.js").AccountCard} Account */

/** Password, passkeys, recovery codes. @param {Account} account @param {() => void} changed */
export function keysCard(account, changed) {
  const row = (/** @type {string} */ title, /** @type {string} */ text, /** @type {HTMLElement | false} */ action) =>
    h("li", { class: "key" }, h("div", {}, h("strong", {}, title), h("small", { class: "soft" }, text)), action);
  const button = (/** @type {string} */ id, /** @type {string} */ label, /** @type {() => Promise<unknown>} */ act) =>
    h("button", { type: "button", class: "button small", id, onclick: () => act().catch(complain) }, label);
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
const lastUsed = (key) => `${t("account.made", { when: when(key.created) })} · ${key.used ? t("account.used", { when: when(key.used) }) : t("account.unused")}`;

/** @param {string} name @param {() => Promise<unknown>} act */
function removal(name, act) {
  return h("button", { type: "button", class: "button small", "aria-label": t("account.remove.named", { name }), onclick: () => act().catch(complain) }, t("account.remove"));
}

/** @param {Account} account @param {() => void} changed */
function newPassword(account, changed) {
  const { box, input } = field("new-password", t("account.password.new"), { type: "password", autocomplete: "new-password", minlength: 10, autofocus: true }, t("account.password.advice"));
  const { close } = dialog(t("account.password.title"), [t("account.password.ends"), form([box], t("account.keep"), async () => {
    await proved(() => api("PUT /account/password", {}, { password: input.value }), account);
    close();
    changed();
    toast(t("account.password.kept"));
  }).box], []);
}

/** @param {Account} account @param {() => void} changed */
async function addPasskey(account, changed) {
  const passkey = await makePasskey(account.handle ?? "");
  const name = t("account.passkey.name", { n: account.passkeys.length + 1 });
  await proved(() => api("POST /account/passkeys", {}, { passkey, name }), account);
  changed();
}

/** @param {Account} account @param {import("../../generated/http.js").Key} key @param {() => void} changed */
async function take(account, key, changed) {
  await proved(() => api("DELETE /account/passkeys/{name}", { name: key.id }), account);
  changed();
}

/** @param {Account} account @param {() => void} changed */
async function newCodes(account, changed) {
  const { codes } = await proved(() => api("POST /account/codes"), account);
  await showCodes(codes, account.handle ?? "");
  changed();
}

/** Tokens for programs, and the account that says it is one. @param {Account} account @param {() => void} changed */
export function programsCard(account, changed) {
  const take = async (/** @type {string} */ id) => {
    await api("DELETE /account/tokens/{name}", { name: id });
    changed();
  };
  return h("section", { class: "card", "aria-labelledby": "programs" }, h("h3", { id: "programs" }, t("account.tokens")), h("p", { class: "soft" }, t("account.tokens.text")),
    h("ul", { class: "key-list" }, ...account.tokens.map((token) =>
      h("li", { class: "key" }, h("div", {}, h("strong", {}, token.name), h("small", { class: "soft" }, lastUsed(token))), removal(token.name, () => take(token.id))))),
    h("div", { class: "row-actions" },
      h("button", { type: "button", class: "button small", id: "new-token", onclick: () => newToken(account, changed) }, t("account.tokens.new")),
      !account.is_bot && h("button", { type: "button", class: "button small", id: "become-bot", onclick: () => becomeBot(account, changed) }, t("account.bot.become"))));
}

/** @param {Account} account @param {() => void} changed */
function newToken(account, changed) {
  const { box, input } = field("token-name", t("account.tokens.name"), { maxlength: 40, autofocus: true, autocomplete: "off" });
  dialog(t("account.tokens.new"), [form([box], t("account.tokens.make"), async () => {
    const { token } = await proved(() => api("POST /account/tokens", {}, { name: input.value }), account);
    changed();
    dialog(t("account.tokens.made"), [t("account.tokens.once"), h("p", {}, h("code", { class: "token" }, token))], [{ label: t("done"), main: true }, { label: t("account.copy"), stay: true, act: () => copy(token) }], { closable: false });
  }).box], []);
}

/** @param {Account} account @param {() => void} changed */
function becomeBot(account, changed) {
  const act = () => proved(() => api("POST /account/bot"), account).then(changed, complain);
  dialog(t("account.bot.title"), [t("account.bot.text")], [{ label: t("account.bot.yes"), main: true, act }, { label: t("cancel") }]);
}

/**
 * Recovery codes, shown once: to be copied, saved or written down before going on.
 * @param {string[]} codes
 * @param {string} handle
 * @returns {Promise<void>} when they are kept
 */
export function showCodes(codes, handle) {
  const text = `${t("account.codes.file", { handle, site: location.host })}\n\n${codes.join("\n")}\n`;
  return new Promise((done) => {
    dialog(t("account.codes.title"), [
      t("account.codes.text"),
      h("ol", { class: "codes" }, ...codes.map((code) => h("li", {}, h("code", {}, code)))),
    ], [
      { label: t("account.codes.kept"), main: true, act: done },
      { label: t("account.save"), stay: true, act: () => save("axio-recovery-codes.txt", text) },
      { label: t("account.copy"), stay: true, act: () => copy(text) },
    ], { cls: "codes-sheet", closable: false });
  });
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("account.copied"));
  } catch {
    toast(t("account.copyYourself"), "wrong");
  }
}

/** @param {string} name @param {string} text */
function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
