// This browser's part in a deal: the commitment it saw, the nonce it gave, the tiles it got. Kept to check at the end.

import { api, nonce } from "./http.js";

/** @typedef {{nonce?: string, commitment?: string, seat?: number, rack?: string[]}} Part */

const KEY = "axio.deals";
const MOST = 100;

/** @returns {Record<string, Part>} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} table @returns {Part} */
export const part = (table) => all()[table] ?? {};

/** @param {string} table @param {Part} more */
export function remember(table, more) {
  const kept = all();
  const { [table]: old, ...others } = kept;
  const entries = Object.entries(others).slice(1 - MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...entries, [table, { ...old, ...more }]])));
  } catch {
    // Without storage the server's own proof has to do.
  }
}

/** The server commits itself to its part. @returns {Promise<{deal: string, commitment: string}>} */
export const commit = () => api("/deals", { method: "POST" });

/**
 * First the server's commitment, then this browser's nonce.
 * @param {Record<string, unknown>} wanted
 * @param {{deal: string, commitment: string}} [committed] if it was shown already
 * @returns {Promise<string>} the table
 */
export async function newTable(wanted, committed) {
  const { deal, commitment } = committed ?? (await commit());
  const mine = nonce();
  const made = await api("/tables", { method: "POST", body: { ...wanted, deal, nonce: mine } });
  remember(made.id, { nonce: mine, commitment });
  return made.id;
}

/**
 * Take a seat, having seen the commitment.
 * @param {string} path
 * @param {string} commitment
 * @param {{name?: string, seat?: number}} [wanted]
 * @returns {Promise<string>} the table
 */
export async function sitDown(path, commitment, wanted = {}) {
  const mine = nonce();
  const { id } = await api(path, { method: "POST", body: { ...wanted, nonce: mine } });
  remember(id, { nonce: mine, commitment });
  return id;
}
