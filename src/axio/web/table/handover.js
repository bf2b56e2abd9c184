// Between two people at one browser: nothing to see until the next one says so.

import { dialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/**
 * @param {import("../generated/protocol.js").Seat} seat
 * @param {() => void} reveal
 */
export function handOver(seat, reveal) {
  if (document.querySelector("dialog.handover")) return;
  dialog(t("handover.title", { name: seat.name }), [h("div", { class: "face-down", "aria-hidden": "true" }, ...Array.from({ length: seat.rack }, () => h("i"))), h("p", { class: "soft" }, t("handover.text"))],
    [{ label: t("handover.show", { name: seat.name }), act: reveal, main: true }], { cls: "handover table-asks", closable: false });
}
