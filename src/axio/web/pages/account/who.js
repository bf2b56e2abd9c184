// Who one is: the handle, since when, and signing out.

import { api } from "../../lib/http.js";
import { dialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { t, when } from "../../lib/i18n.js";
import { field, form } from "./form.js";
import { proved } from "./proof.js";

/** @param {import("./page.js").Account} account @param {() => void} changed */
export function whoCard(account, changed) {
  return h("section", { class: "card who", "aria-labelledby": "who" },
    h("div", {}, h("h2", { id: "who" }, account.handle, account.is_bot && h("span", { class: "badge" }, t("account.bot"))),
      h("p", { class: "soft" }, t("account.since", { when: when(account.created) }))),
    h("div", { class: "row-actions" },
      h("button", { type: "button", class: "button", id: "rename", onclick: () => rename(account, changed) }, t("account.rename")),
      h("button", { type: "button", class: "button", id: "sign-out", onclick: signOut }, t("account.signOut"))));
}

/** @param {import("./page.js").Account} account @param {() => void} changed */
function rename(account, changed) {
  const { box, input } = field("new-handle", t("account.handle"), { value: account.handle ?? "", autocomplete: "username", maxlength: 20, autofocus: true }, t("account.handle.advice"));
  const { close } = dialog(t("account.rename.title"), [t("account.rename.text"), form([box], t("account.rename"), async () => {
    await proved(() => api("/account/handle", { method: "PUT", body: { handle: input.value } }), account);
    close();
    changed();
  }).box], []);
}

async function signOut() {
  await api("/signin", { method: "DELETE" });
  location.assign("/");
}
