// Tokens for programs, and the account that says it is one.

import { api } from "../../lib/http.js";
import { dialog, toast } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { copy } from "./codes.js";
import { field, form, said } from "./form.js";
import { lastUsed, removal } from "./keys.js";
import { proved } from "./proof.js";

/** @typedef {import("./page.js").Account} Account */

/** @param {Account} account @param {() => void} changed */
export function programsCard(account, changed) {
  const take = async (/** @type {string} */ id) => {
    await api(`/account/tokens/${id}`, { method: "DELETE" });
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
    const { token } = await proved(() => api("/account/tokens", { method: "POST", body: { name: input.value } }), account);
    changed();
    dialog(t("account.tokens.made"), [t("account.tokens.once"), h("p", {}, h("code", { class: "token" }, token))], [{ label: t("done"), main: true }, { label: t("account.copy"), stay: true, act: () => copy(token) }], { closable: false });
  }).box], []);
}

/** @param {Account} account @param {() => void} changed */
function becomeBot(account, changed) {
  const act = () => proved(() => api("/account/bot", { method: "POST" }), account).then(changed, (fault) => toast(said(fault), "wrong"));
  dialog(t("account.bot.title"), [t("account.bot.text")], [{ label: t("account.bot.yes"), main: true, act }, { label: t("cancel") }]);
}
