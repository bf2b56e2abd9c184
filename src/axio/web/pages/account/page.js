// The account page: for a guest the ways in, for an account everything that is kept about it.

import { sym } from "../../board/api.js";
import { dialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { field, form } from "../../lib/form.js";
import { api, ownAddress } from "../../lib/http.js";
import { t, when } from "../../lib/i18n.js";
import { header } from "../../lib/shell.js";
import { complain } from "../../lib/toasts.js";
import { whoAmI } from "../../lib/who_am_i.js";
import { keysCard, programsCard } from "./credentials.js";
import { proved } from "./passkeys.js";
import { signInCard } from "./sign_in.js";

/** @typedef {import("../../generated/http.js").AccountCard} Account */

const GUEST = "delete"; // what the server expects where there is no handle to type
const WHY = [["known", "G"], ["rated", "B"], ["daily", "R"], ["safe", "P"]];

/** @param {HTMLElement} main */
export async function accountPage(main) {
  header({ title: t("account.title") });
  const [account, known] = await Promise.all([api("GET /account"), whoAmI()]);
  if (account.handle === null) guestPage(main, account, known.name ?? "");
  else ownPage(main, account);
}

/** @param {HTMLElement} main @param {Account} account @param {string} name */
function guestPage(main, account, name) {
  main.className = "page account guest";
  const link = new URLSearchParams(location.hash.slice(1)); // from an operator: #recover=HANDLE&code=CODE
  const handle = link.get("recover") ?? "";
  const way = handle ? "lost" : new URLSearchParams(location.search).has("new") ? "new" : "in";
  main.replaceChildren(
    signInCard({ games: account.games, name, way, handle, code: link.get("code") ?? "" }, entered),
    h("div", { class: "beside" },
      h("section", { class: "what-for" }, h("h2", {}, t("account.why.title")), h("ul", {}, ...WHY.map(([key, colour]) => h("li", {}, h("span", { class: "mini", "aria-hidden": "true" }, sym(colour)), h("span", {}, t(`account.why.${key}`)))))),
      dataCard(account)));
}

/** @param {HTMLElement} main @param {Account} account */
function ownPage(main, account) {
  main.className = "page account";
  const show = async () => ownPage(main, await api("GET /account"));
  main.replaceChildren(whoCard(account, show), keysCard(account, show), placesCard(account, show), programsCard(account, show), dataCard(account));
}

/** Back to the page that sent us here, or to the account. */
function entered() {
  const next = ownAddress(new URLSearchParams(location.search).get("next") ?? "");
  if (next) return location.replace(next);
  history.replaceState(null, "", "/account");
  location.reload();
}

/** The handle, since when, and signing out. @param {Account} account @param {() => void} changed */
function whoCard(account, changed) {
  return h("section", { class: "card who", "aria-labelledby": "who" },
    h("div", {}, h("h2", { id: "who" }, account.handle, account.is_bot && h("span", { class: "badge" }, t("account.bot"))),
      h("p", { class: "soft" }, t("account.since", { when: when(account.created) }))),
    h("div", { class: "row-actions" },
      h("button", { type: "button", class: "button", id: "rename", onclick: () => rename(account, changed) }, t("account.rename")),
      h("button", { type: "button", class: "button", id: "sign-out", onclick: signOut }, t("account.signOut"))));
}

/** @param {Account} account @param {() => void} changed */
function rename(account, changed) {
  const { box, input } = field("new-handle", t("account.handle"), { value: account.handle ?? "", autocomplete: "username", maxlength: 20, autofocus: true }, t("account.handle.advice"));
  const { close } = dialog(t("account.rename.title"), [t("account.rename.text"), form([box], t("account.rename"), async () => {
    await proved(() => api("PUT /account/handle", {}, { handle: input.value }), account);
    close();
    changed();
  }).box], []);
}

async function signOut() {
  await api("DELETE /signin");
  location.assign("/");
}

/** Where the account is signed in, and ending that from afar. @param {Account} account @param {() => void} changed */
function placesCard(account, changed) {
  const end = (/** @type {Promise<unknown>} */ ended) => ended.then(changed, complain);
  const others = account.signins.filter((place) => !place.here).length;
  return h("section", { class: "card", "aria-labelledby": "places" }, h("h3", { id: "places" }, t("account.places")),
    h("ul", { class: "key-list" }, ...account.signins.map((place) => {
      const name = place.browser === "?" ? t("account.places.unknown") : place.browser;
      return h("li", { class: "key" },
        h("div", {}, h("strong", {}, name, place.here && h("span", { class: "badge" }, t("account.places.here"))),
          h("small", { class: "soft" }, t("account.places.seen", { since: when(place.created), seen: when(place.seen) }))),
        !place.here && h("button", { type: "button", class: "button small", "aria-label": t("account.places.end.named", { name }), onclick: () => end(api("DELETE /account/signins/{name}", { name: place.id })) }, t("account.places.end")));
    })),
    others > 0 && h("div", { class: "row-actions" }, h("button", { type: "button", class: "button small", id: "end-others", onclick: () => end(api("DELETE /account/signins")) }, t("account.places.others"))));
}

/** Everything that is stored: to take away, or to delete. Guests have that right too. @param {Account} account */
function dataCard(account) {
  const own = account.handle !== null;
  return h("section", { class: "card data", "aria-labelledby": "data" }, h("h3", { id: "data" }, t("account.data")), h("p", { class: "soft" }, t(own ? "account.data.text" : "account.data.guest")),
    h("div", { class: "row-actions" },
      h("a", { class: "button small", id: "take-data", href: "/api/account/data", download: "axio-my-data.json" }, t("account.data.take")),
      h("button", { type: "button", class: "button small danger", id: "delete-me", onclick: () => deletion(account) }, t(own ? "account.delete" : "account.delete.guest"))));
}

/** @param {Account} account */
function deletion(account) {
  const { box, input } = field("confirm", t("account.delete.confirm", { handle: account.handle ?? "" }), { autocomplete: "off", autofocus: true });
  const own = account.handle !== null;
  dialog(t("account.delete.title"), [t(own ? "account.delete.text" : "account.delete.guestText"), form(own ? [box] : [], t("account.delete.yes"), async () => {
    await proved(() => api("POST /account/deletion", {}, { confirm: own ? input.value : GUEST }), account);
    location.assign("/");
  }, { cls: "dangerous" }).box], []);
}
