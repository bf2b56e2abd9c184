// Everything that is stored: to take away, or to delete. Guests have that right too.

import { api } from "../../lib/http.js";
import { dialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { field, form } from "./form.js";
import { proved } from "./proof.js";

const GUEST = "delete"; // what the server expects where there is no handle to type

/** @param {import("./page.js").Account} account */
export function dataCard(account) {
  const own = account.handle !== null;
  return h("section", { class: "card data", "aria-labelledby": "data" }, h("h3", { id: "data" }, t("account.data")), h("p", { class: "soft" }, t(own ? "account.data.text" : "account.data.guest")),
    h("div", { class: "row-actions" },
      h("a", { class: "button small", id: "take-data", href: "/api/account/data", download: "axio-my-data.json" }, t("account.data.take")),
      h("button", { type: "button", class: "button small danger", id: "delete-me", onclick: () => deletion(account) }, t(own ? "account.delete" : "account.delete.guest"))));
}

/** @param {import("./page.js").Account} account */
function deletion(account) {
  const { box, input } = field("confirm", t("account.delete.confirm", { handle: account.handle ?? "" }), { autocomplete: "off", autofocus: true });
  const own = account.handle !== null;
  dialog(t("account.delete.title"), [t(own ? "account.delete.text" : "account.delete.guestText"), form(own ? [box] : [], t("account.delete.yes"), async () => {
    await proved(() => api("/account/deletion", { method: "POST", body: { confirm: own ? input.value : GUEST } }), account);
    location.assign("/");
  }, { cls: "dangerous" }).box], []);
}
