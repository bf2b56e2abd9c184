// Recovery codes, shown once: to be copied, saved or written down before going on.

import { dialog, toast } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/**
 * @param {string[]} codes
 * @param {string} handle
 * @returns {Promise<void>} when they are kept
 */
export function showCodes(codes, handle) {
  const text = `${t("account.codes.file", { handle, site: location.host })}\n\n${codes.join("\n")}\n`;
  return new Promise((done) => {
    dialog(t("account.codes.title"), [
      t("account.codes.text"),
      h("ol", { class: "codes" }, ...codes.map((code) => h("li", {}, h("code", {}, code)))),
    ], [
      { label: t("account.codes.kept"), main: true, act: done },
      { label: t("account.save"), stay: true, act: () => save("axio-recovery-codes.txt", text) },
      { label: t("account.copy"), stay: true, act: () => copy(text) },
    ], { cls: "codes-sheet", closable: false });
  });
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("account.copied"));
  } catch {
    toast(t("account.copyYourself"), "wrong");
  }
}

/** @param {string} name @param {string} text */
function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
