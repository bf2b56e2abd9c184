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

/** @typedef {import("../generated/http.js").Committed} Committed */

/** The server commits itself to its part. */
export const commit = () => api("POST /deals");

/**
 * First the server's commitment, then this browser's nonce.
 * @param {import("../generated/http.js").NewTable} wanted
 * @param {Committed} [committed] if it was shown already
 * @returns {Promise<string>} the table
 */
export async function newTable(wanted, committed) {
  const { deal, commitment } = committed ?? (await commit());
  const mine = nonce();
  const made = await api("POST /tables", {}, { ...wanted, deal, nonce: mine });
  remember(made.id, { nonce: mine, commitment });
  return made.id;
}

/**
 * Take a seat, at a table or by its invitation, having seen the commitment.
 * @param {{table: string} | {invite: string}} where
 * @param {string} commitment
 * @param {{name?: string, seat?: number}} [wanted]
 * @returns {Promise<string>} the table
 */
export async function sitDown(where, commitment, wanted = {}) {
  const mine = nonce();
  const body = { ...wanted, nonce: mine };
  const { id } = await ("table" in where ? api("POST /tables/{name}/seat", { name: where.table }, body) : api("POST /invites/{invite}", where, body));
  remember(id, { nonce: mine, commitment });
  return id;
}
