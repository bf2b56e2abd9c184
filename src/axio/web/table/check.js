// "Check the deal": in this browser where it can, else by the server, with the command to do it oneself.

import { api } from "../lib/http.js";
import { part } from "../lib/deal_memory.js";
import { dialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { canCheck, checkDeal } from "./proof.js";

/** @param {string} id */
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
    h("a", { href: `/api/tables/${id}/record`, download: `axio-${id}.json` }, t("check.record")), " ", h("code", {}, `axio verify axio-${id}.json`));
}

/** @param {string} id */
async function here(id) {
  const [record, replay, stocks] = await Promise.all([api(`/tables/${id}/record`), api(`/tables/${id}/replay`), (await fetch("/static/generated/stocks.json")).json()]);
  const { tiles, deals } = stocks[record.game];
  const found = await checkDeal(record, part(id), replay.frames[0].racks, { tiles, ...deals[record.seats] });
  return found.map(({ key, ok }) => ({ text: t(key), ok }));
}

/** @param {string} id */
async function there(id) {
  const { ok, text } = await api(`/tables/${id}/check`);
  return [{ ok, text: ok ? t("check.server") : text }];
}
