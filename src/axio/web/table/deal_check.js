// Was the deal fair? Worked out here, from what this browser saw and the record, with the browser's own SHA-256 and HMAC.

import { dialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { part } from "../lib/deal_memory.js";
import { generated } from "../lib/games.js";
import { api } from "../lib/http.js";
import { t } from "../lib/i18n.js";

/** @typedef {import("../lib/deal_memory.js").Part} Part */
/** @typedef {{game: string, seats: number, seed: string, proof?: {commitment: string, secret: string, nonces: string[]}}} Deal */
/** @typedef {{tiles: string[], rack: number, stack: number, opening: number}} Stock  what a game deals from, and how much */
/** @typedef {{tiles: string[], deals: Record<string, {rack: number, stack: number, opening: number}>}} Stocked  the same for every number of seats */
/** @typedef {{key: string, ok: boolean}} Finding */

/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {ArrayBuffer} buffer */
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {...Uint8Array} parts */
const sha256 = async (...parts) => crypto.subtle.digest("SHA-256", await new Blob(/** @type {BlobPart[]} */ (parts)).arrayBuffer());

const text = (/** @type {string} */ words) => new TextEncoder().encode(words);

/** Whether this browser can work it out: over plain http, away from the own machine, it may not. */
const canCheck = () => globalThis.crypto?.subtle !== undefined;

/**
 * Every claim, and whether it holds.
 * @param {Deal} deal
 * @param {Part} part   what this browser saw and gave
 * @param {string[][]} racks  the opening racks as the replay shows them
 * @param {Stock} stock
 * @returns {Promise<Finding[]>}
 */
export async function checkDeal(deal, part, racks, stock) {
  const { proof } = deal;
  if (!proof) return [{ key: "check.none", ok: false }];
  const { secret, nonces, commitment } = proof;
  const found = [
    { key: "check.commitment", ok: hex(await sha256(bytes(secret))) === commitment && (part.commitment ?? commitment) === commitment },
    { key: "check.seed", ok: hex(await sha256(text("axio-seed/1"), bytes(secret), ...nonces.map(bytes))) === deal.seed },
  ];
  if (part.nonce) found.push({ key: "check.nonce", ok: nonces.includes(part.nonce) });
  const dealt = await openingRacks(deal, stock);
  const mine = part.rack && part.seat !== undefined ? same(part.rack, dealt[part.seat]) : true;
  found.push({ key: "check.tiles", ok: mine && racks.every((rack, seat) => same(rack, dealt[seat])) });
  return found;
}

/** @param {string[]} a @param {string[]} b */
const same = (a, b) => [...a].sort().join() === [...b].sort().join();

/**
 * The racks a seed deals, drawn as anyone can.
 * @param {Deal} deal
 * @param {Stock} stock
 */
export async function openingRacks({ seats, seed }, { tiles, rack, stack, opening }) {
  const key = await crypto.subtle.importKey("raw", await sha256(text(seed)), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const bag = [...tiles];
  let number = 0;
  const draw = async () => {
    const count = new Uint8Array(8);
    new DataView(count.buffer).setBigUint64(0, BigInt(number++));
    const digest = await crypto.subtle.sign("HMAC", key, await new Blob(/** @type {BlobPart[]} */ ([text("axio-draw"), count])).arrayBuffer());
    return bag.splice(Number(BigInt(`0x${hex(digest)}`) % BigInt(bag.length)), 1)[0];
  };
  const several = async (/** @type {number} */ n) => {
    const drawn = [];
    while (drawn.length < n) drawn.push(await draw());
    return drawn;
  };
  await several(opening);
  const racks = [];
  for (let seat = 0; seat < seats; seat += 1) racks.push((await several(stack || rack)).slice(0, rack));
  return racks;
}

/** "Check the deal": in this browser where it can, else by the server, with the command to do it oneself. @param {string} id */
export async function checkDialog(id) {
  const { box } = dialog(t("check.title"), [h("ul", { class: "findings", id: "findings" }, h("li", {}, t("check.busy"))), h("p", { class: "soft", id: "check-how" })], [{ label: t("done"), main: true }], { cls: "check" });
  const list = /** @type {HTMLElement} */ (box.querySelector("#findings"));
  const how = /** @type {HTMLElement} */ (box.querySelector("#check-how"));
  try {
    const found = canCheck() ? await here(id) : await there(id);
    list.replaceChildren(...found.map(({ text, ok }) => h("li", { class: ok ? "holds" : "fails" }, h("span", { class: "mark", "aria-label": t(ok ? "check.holds" : "check.fails") }, ok ? "✓" : "✗"), text)));
    box.dataset.holds = String(found.every(({ ok }) => ok));
  } catch (fault) {
    list.replaceChildren(h("li", { class: "fails" }, String(/** @type {Error} */ (fault).message)));
    box.dataset.holds = "false";
  }
  how.replaceChildren(t(canCheck() ? "check.here" : "check.there"), " ",
    h("a", { href: `/api/tables/${id}/record`, download: `axio-${id}.json` }, t("check.record")), t("check.then"), " ", h("code", {}, `axio verify axio-${id}.json`));
}

/** @param {string} id */
async function here(id) {
  const [record, replay, stocks] = await Promise.all([api("GET /tables/{name}/record", { name: id }), api("GET /tables/{name}/replay", { name: id }), generated("stocks", /** @type {Record<string, Stocked>} */ ({}))]);
  const stock = stocks[record.game];
  if (!stock) return there(id);
  const { tiles, deals } = stock;
  const found = await checkDeal(record, part(id), replay.frames[0].racks ?? [], { tiles, ...deals[record.seats] });
  return found.map(({ key, ok }) => ({ text: t(key), ok }));
}

/** @param {string} id */
async function there(id) {
  const { ok, text } = await api("GET /tables/{name}/check", { name: id });
  return [{ ok, text: ok ? t("check.server") : text }];
}
