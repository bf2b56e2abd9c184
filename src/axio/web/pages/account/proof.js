// Important changes ask for a key again: once it is shown, the change is made after all.

import { api, Fault } from "../../lib/http.js";
import { dialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { attempt, field, form } from "./form.js";
import { passkeysHere, signWithPasskey } from "./passkey.js";

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
    const shown = async (/** @type {object} */ key) => {
      await api("/signin/proof", { method: "POST", body: key });
      box.removeEventListener("close", givenUp);
      close();
      done();
    };
    const givenUp = () => never(new Fault({ reason: "prove_again" }, 0));
    const { box, close } = dialog(t("account.prove.title"), [t("account.prove.text"), ...ways(keys, shown)], []);
    box.addEventListener("close", givenUp);
  });
}

/** @param {{password: boolean, passkeys: unknown[]}} keys @param {(key: object) => Promise<void>} shown */
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
