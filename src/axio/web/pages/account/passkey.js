// What the browser does for passkeys. It withholds them over plain http, and at addresses made of numbers.

import { api, Fault } from "../../lib/http.js";

/** Whether this page may use passkeys at all. */
export function passkeysHere() {
  const named = /[a-z]/i.test(location.hostname) && !location.hostname.includes(":");
  return isSecureContext && named && "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

/** Let the device make a passkey. @param {string} handle @returns {Promise<unknown>} what to send to the server */
export async function makePasskey(handle) {
  const asked = await api("/account/passkeys/ask", { method: "POST", body: { handle } });
  return device(() => navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked) }));
}

/** Let the device sign. @returns {Promise<unknown>} what to send to the server */
export async function signWithPasskey() {
  const asked = await api("/signin/passkey/ask", { method: "POST" });
  return device(() => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked) }));
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
