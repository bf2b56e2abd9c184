// Keys shown: what the browser does for passkeys, and showing a key again before an important change.
// Browsers withhold passkeys over plain http, and at addresses made of numbers.

import { dialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { attempt, field, form } from "../../lib/form.js";
import { api, Fault } from "../../lib/http.js";
import { t } from "../../lib/i18n.js";

/** @typedef {import("../../generated/http.js").Routes["POST /signin/proof"]["body"]} Proof */

/** Whether this page may use passkeys at all. */
export function passkeysHere() {
  const named = /[a-z]/i.test(location.hostname) && !location.hostname.includes(":");
  return isSecureContext && named && "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

/** Let the device make a passkey. @param {string} handle @returns {Promise<Record<string, any>>} what to send to the server */
export async function makePasskey(handle) {
  const asked = await api("POST /account/passkeys/ask", {}, { handle });
  return device(() => navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(/** @type {any} */ (asked)) }));
}

/** Let the device sign. @returns {Promise<Record<string, any>>} what to send to the server */
export async function signWithPasskey() {
  const asked = await api("POST /signin/passkey/ask");
  return device(() => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(/** @type {any} */ (asked)) }));
}

/** @param {() => Promise<Credential | null>} ask */
async function device(ask) {
  try {
    const made = await ask();
    return /** @type {PublicKeyCredential} */ (made).toJSON();
  } catch (fault) {
    console.info(String(fault));
    throw new Fault({ reason: "no_passkey" }, 0);
  }
}

/**
 * Do something for which the server may want to see a key first.
 * @template T
 * @param {() => Promise<T>} act
 * @param {{password: boolean, passkeys: unknown[]}} keys those of this account
 * @returns {Promise<T>}
 */
export async function proved(act, keys) {
  try {
    return await act();
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.reason !== "prove_again") throw fault;
    await prove(keys);
    return act();
  }
}

/** @param {{password: boolean, passkeys: unknown[]}} keys @returns {Promise<void>} */
function prove(keys) {
  return new Promise((done, never) => {
    const shown = async (/** @type {Proof} */ key) => {
      await api("POST /signin/proof", {}, key);
      box.removeEventListener("close", givenUp);
      close();
      done();
    };
    const givenUp = () => never(new Fault({ reason: "prove_again" }, 0));
    const { box, close } = dialog(t("account.prove.title"), [t("account.prove.text"), ...ways(keys, shown)], []);
    box.addEventListener("close", givenUp);
  });
}

/** @param {{password: boolean, passkeys: unknown[]}} keys @param {(key: Proof) => Promise<void>} shown */
function ways(keys, shown) {
  const parts = [];
  if (keys.password) {
    const { box, input } = field("proof", t("account.password"), { type: "password", autocomplete: "current-password", autofocus: true });
    parts.push(form([box], t("account.prove.go"), () => shown({ password: input.value })).box);
  }
  if (keys.passkeys.length && passkeysHere()) {
    const wrong = h("p", { class: "form-wrong", role: "alert" });
    const button = h("button", { type: "button", class: "button", onclick: () => attempt(async () => shown({ passkey: await signWithPasskey() }), wrong, button) }, t("account.prove.passkey"));
    parts.push(h("div", { class: "account-form" }, wrong, button));
  }
  return parts;
}
