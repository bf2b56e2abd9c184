// For guests: a new account, signing in, and getting back in with a recovery code.

import { h } from "../../lib/dom.js";
import { attempt, field, form, segments, toggle } from "../../lib/form.js";
import { api } from "../../lib/http.js";
import { t, tn } from "../../lib/i18n.js";
import { showCodes } from "./credentials.js";
import { makePasskey, passkeysHere, signWithPasskey } from "./passkeys.js";

const WAYS = /** @type {const} */ (["new", "in", "lost"]);

/** @typedef {(typeof WAYS)[number]} Way */

/**
 * One card with three ways in.
 * @param {{games: number, name: string, way: Way, handle?: string, code?: string}} guest
 * @param {() => void} entered
 */
export function signInCard(guest, entered) {
  const body = h("div", { class: "entering-body" });
  const show = (/** @type {string} */ way) => body.replaceChildren(...{ new: signUp, in: signIn, lost: recover }[/** @type {Way} */ (way)](guest, entered));
  const tabs = segments(t("account.ways"), WAYS.map((way) => [way, t(`account.way.${way}`)]), guest.way, show);
  show(guest.way);
  return h("section", { class: "card entering", "aria-label": t("account.title") }, tabs, body);
}

/** @param {{name: string}} guest @param {() => void} entered */
function signUp(guest, entered) {
  const handle = field("handle", t("account.handle"), { value: guest.name, autocomplete: "username", maxlength: 20 }, t("account.handle.advice"));
  const password = field("password", t("account.password"), { type: "password", autocomplete: "new-password", minlength: 10 }, t("account.password.advice"));
  const made = async (/** @type {object} */ key) => {
    const { codes } = await api("POST /account", {}, { handle: handle.input.value, ...key });
    await showCodes(codes, handle.input.value.trim());
    entered();
  };
  const { box, wrong } = form([handle.box, password.box], t("account.new.go"), () => made({ password: password.input.value }));
  return [box, otherwise(t("account.new.passkey"), wrong, async () => {
    if (handle.input.reportValidity()) await made({ passkey: await makePasskey(handle.input.value) });
  })];
}

/** @param {{games: number}} guest @param {() => void} entered */
function signIn(guest, entered) {
  const handle = field("handle", t("account.handle"), { autocomplete: "username" });
  const password = field("password", t("account.password"), { type: "password", autocomplete: "current-password" });
  const along = bring(guest.games);
  const { box, wrong } = form([handle.box, password.box, along.box], t("account.signIn"), async () => {
    await api("POST /signin", {}, { handle: handle.input.value, password: password.input.value, bring: along.input.checked });
    entered();
  });
  return [box, otherwise(t("account.in.passkey"), wrong, async () => {
    await api("POST /signin/passkey", {}, { passkey: await signWithPasskey(), bring: along.input.checked });
    entered();
  })];
}

/** @param {{games: number, handle?: string, code?: string}} guest @param {() => void} entered */
function recover(guest, entered) {
  const handle = field("handle", t("account.handle"), { value: guest.handle ?? "", autocomplete: "username" });
  const code = field("code", t("account.code"), { value: guest.code ?? "", autocomplete: "one-time-code", placeholder: "xxxxx-xxxxx-xxxxx-xxxxx" });
  const password = field("password", t("account.password.new"), { type: "password", autocomplete: "new-password", minlength: 10 }, t("account.password.advice"));
  const along = bring(guest.games);
  const { box } = form([h("p", { class: "soft" }, t("account.lost.text")), handle.box, code.box, password.box, along.box], t("account.lost.go"), async () => {
    await api("POST /signin/recovery", {}, { handle: handle.input.value, code: code.input.value, password: password.input.value, bring: along.input.checked });
    entered();
  });
  return [box];
}

/** The guest's games, if there are any. @param {number} games */
function bring(games) {
  const along = toggle("bring", tn("account.bring", games), { checked: games > 0 });
  along.box.hidden = games === 0;
  return along;
}

/** By passkey, or the sentence that says why not. @param {string} label @param {HTMLElement} wrong @param {() => Promise<unknown>} act */
function otherwise(label, wrong, act) {
  if (!passkeysHere()) return h("p", { class: "soft fine-print" }, t("account.passkey.none"));
  const button = h("button", { type: "button", class: "button", onclick: () => attempt(act, wrong, button) }, label);
  return h("div", { class: "otherwise" }, h("span", { class: "soft", "aria-hidden": "true" }, t("account.or")), button);
}
