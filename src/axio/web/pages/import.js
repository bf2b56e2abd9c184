// A saved game comes in: by file or by paste. A bad one says which move is wrong, and why.

import { api, Fault } from "../lib/http.js";
import { announce } from "../lib/announce.js";
import { dialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { has, t } from "../lib/i18n.js";

export function importDialog() {
  const wrong = h("p", { class: "import-wrong", id: "import-wrong", role: "alert" });
  const area = h("textarea", { id: "import-text", rows: 7, "aria-label": t("import.paste"), placeholder: '{"format": "axio-record/1", …}', spellcheck: "false", "aria-describedby": "import-wrong" });
  const file = h("input", { type: "file", id: "import-file", accept: ".json,application/json", "aria-label": t("import.file"), onchange: async () => {
    const chosen = file.files?.[0];
    if (chosen) area.value = await chosen.text();
    if (chosen) await send();
  } });
  const send = async () => {
    wrong.textContent = "";
    try {
      const made = await api("/records", { method: "POST", text: area.value });
      location.assign(`/watch/${made.id}`);
    } catch (fault) {
      wrong.textContent = explain(fault);
      announce(wrong.textContent);
    }
  };
  dialog(t("import.title"), [h("p", { class: "soft" }, t("import.text")), file, area, wrong],
    [{ label: t("import.go"), act: send, main: true, stay: true }, { label: t("cancel") }], { cls: "import" });
}

/** @param {unknown} fault */
function explain(fault) {
  if (!(fault instanceof Fault)) return String(fault);
  const key = `refusal.${fault.reason}`;
  const why = has(key) ? t(key, fault.values) : fault.message;
  return fault.move === null ? t("import.bad", { why }) : t("import.badMove", { n: fault.move, why });
}
