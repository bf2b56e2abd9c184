// Answers to what the player asked for: a hint, a refusal, something that happened.

import { announce } from "../lib/announce.js";
import { toast } from "../lib/dialog.js";
import { colourNames, has, t } from "../lib/i18n.js";
import { play } from "../lib/sound.js";

/** @typedef {import("../generated/protocol.js").View} View */
/** @typedef {import("../board/board.js").AxioBoard} AxioBoard */

/** @param {AxioBoard} board @param {import("../generated/protocol.js").Hint} message */
export function showHint(board, { move, reason, values }) {
  const key = `hint.${reason}`;
  const words = { ...values };
  for (const name of ["colour", "colours"]) if (name in words) words[name] = colourNames(String(words[name]));
  board.update({ hint: move.split("=")[0] });
  say(`${t("hint.try", { move })} ${has(key) ? t(key, words) : ""}`);
}

/** @param {AxioBoard} board @param {import("../generated/protocol.js").Refusal} message */
export function showRefusal(board, message) {
  play("wrong");
  const key = `refusal.${message.reason}`;
  say(has(key) ? t(key, message.values) : message.text, "wrong");
  board.update({ ghost: null });
}

/** @param {import("../generated/protocol.js").Note} message */
export function showNote(message) {
  say(t(`note.${message.key}`, { ...message.values, why: t(`refusal.${message.values.why}`) }));
}

/** @param {import("../generated/protocol.js").Happened} message */
export function showHappened({ view, what, seat }) {
  const { name, instead_of: person } = view.seats[seat];
  say(t(`happened.${what}${view.over || what === "back" ? "" : ".bot"}`, { name: person ?? name }));
}

/** @param {string} text @param {"note" | "wrong"} [kind] */
function say(text, kind = "note") {
  toast(text, kind);
  announce(text);
}
