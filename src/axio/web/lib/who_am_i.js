// Who this browser is to the server, asked once for each page; and the way to the account in the bar.

import { api } from "./http.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./i18n.js";

/** @type {Promise<import("../generated/http.js").Visitor> | undefined} */
let known;

export const whoAmI = () => (known ??= api("GET /me"));

/** The link in the bar. On a machine of one's own it shows only to whoever has an account. */
export function accountLink() {
  const words = h("span", { class: "account-name" });
  const link = h("a", { href: "/account", class: "icon-link account-link", id: "account", hidden: true }, icon("person"), words);
  whoAmI().then(({ name, account, local }) => {
    const text = account ? String(name) : t("account.signIn");
    words.textContent = text;
    link.title = text;
    link.setAttribute("aria-label", account ? t("account.of", { name: text }) : text);
    link.hidden = local && !account;
  }).catch(() => {});
  return link;
}
