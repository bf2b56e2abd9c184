// Where the account is signed in, and ending that from afar.

import { api } from "../../lib/http.js";
import { toast } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { t, when } from "../../lib/i18n.js";
import { said } from "./form.js";

/** @param {import("./page.js").Account} account @param {() => void} changed */
export function placesCard(account, changed) {
  const end = (/** @type {string} */ path) => api(`/account/signins${path}`, { method: "DELETE" }).then(changed, (fault) => toast(said(fault), "wrong"));
  const others = account.signins.filter((place) => !place.here).length;
  return h("section", { class: "card", "aria-labelledby": "places" }, h("h3", { id: "places" }, t("account.places")),
    h("ul", { class: "key-list" }, ...account.signins.map((place) => {
      const name = place.browser === "?" ? t("account.places.unknown") : place.browser;
      return h("li", { class: "key" },
        h("div", {}, h("strong", {}, name, place.here && h("span", { class: "badge" }, t("account.places.here"))),
          h("small", { class: "soft" }, t("account.places.seen", { since: when(place.created), seen: when(place.seen) }))),
        !place.here && h("button", { type: "button", class: "button small", "aria-label": t("account.places.end.named", { name }), onclick: () => end(`/${place.id}`) }, t("account.places.end")));
    })),
    others > 0 && h("div", { class: "row-actions" }, h("button", { type: "button", class: "button small", id: "end-others", onclick: () => end("") }, t("account.places.others"))));
}
