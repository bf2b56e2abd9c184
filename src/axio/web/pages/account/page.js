// The account page: for a guest the ways in, for an account everything that is kept about it.

import { api } from "../../lib/http.js";
import { h, sym } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { me } from "../../lib/who_am_i.js";
import { prepare } from "../../board/tiles.js";
import { header } from "../../lib/shell.js";
import { dataCard } from "./data.js";
import { entering } from "./entering.js";
import { keysCard } from "./keys.js";
import { placesCard } from "./places.js";
import { programsCard } from "./programs.js";
import { whoCard } from "./who.js";

/** @typedef {{id: string, name: string, created: number, used: number | null}} Key */
/** @typedef {{id: string, browser: string, created: number, seen: number, here: boolean}} Place */
/** @typedef {{handle: string | null, is_bot: boolean, created: number, password: boolean, codes: number, passkeys: Key[], signins: Place[], tokens: Key[], games: number}} Account */

const WHY = [["known", "G"], ["rated", "B"], ["daily", "R"], ["safe", "P"]];

/** @param {HTMLElement} main */
export async function accountPage(main) {
  header({ title: t("account.title") });
  /** @type {[Account, import("../../lib/who_am_i.js").Me]} */
  const [account, known] = await Promise.all([api("/account"), me()]);
  if (account.handle === null) guestPage(main, account, known.name ?? "");
  else ownPage(main, account);
}

/** @param {HTMLElement} main @param {Account} account @param {string} name */
function guestPage(main, account, name) {
  prepare();
  main.className = "page account guest";
  const link = new URLSearchParams(location.hash.slice(1)); // from an operator: #recover=HANDLE&code=CODE
  const handle = link.get("recover") ?? "";
  const way = handle ? "lost" : new URLSearchParams(location.search).has("new") ? "new" : "in";
  main.replaceChildren(
    entering({ games: account.games, name, way, handle, code: link.get("code") ?? "" }, entered),
    h("div", { class: "beside" },
      h("section", { class: "what-for" }, h("h2", {}, t("account.why.title")), h("ul", {}, ...WHY.map(([key, colour]) => h("li", {}, h("span", { class: "mini", "aria-hidden": "true" }, sym(colour)), h("span", {}, t(`account.why.${key}`)))))),
      dataCard(account)));
}

/** @param {HTMLElement} main @param {Account} account */
function ownPage(main, account) {
  main.className = "page account";
  const show = async () => ownPage(main, await api("/account"));
  main.replaceChildren(whoCard(account, show), keysCard(account, show), placesCard(account, show), programsCard(account, show), dataCard(account));
}

/** Back to the page that sent us here, or to the account. */
function entered() {
  const next = new URLSearchParams(location.search).get("next") ?? "";
  if (/^\/(?![/\\])/.test(next)) return location.replace(next);
  history.replaceState(null, "", "/account");
  location.reload();
}
