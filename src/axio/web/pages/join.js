// A link opened: what awaits, and a seat for whoever gives a name.

import { sitDown } from "../lib/deal_memory.js";
import { demoBoard } from "../lib/demo_board.js";
import { h } from "../lib/dom.js";
import { gameLine, gameName } from "../lib/games.js";
import { api, Fault } from "../lib/http.js";
import { t } from "../lib/i18n.js";
import { named } from "../lib/player_names.js";
import { header } from "../lib/shell.js";
import { complain } from "../lib/toasts.js";
import { whoAmI } from "../lib/who_am_i.js";
import { commitmentLine, termsLine } from "../table/room.js";

/** @typedef {import("../generated/protocol.js").Room} RoomView */

/**
 * @param {HTMLElement} main
 * @param {string} invite
 */
export async function joinPage(main, invite) {
  const { room, begun, table } = await api("GET /invites/{invite}", { invite });
  if (table) return void location.replace(`/table/${table}`);
  const me = await whoAmI().catch(() => ({ name: null }));
  header({ title: gameName(room.game) });
  main.className = "page new join";
  const full = begun || !room.seats.some((seat) => seat.kind === "open" && !seat.kept);
  main.replaceChildren(h("div", { class: "new-board" }, demoBoard(room.game)), full ? late(room) : form(room, invite, me.name ?? ""));
}

/** @param {RoomView} room @param {string} invite @param {string} known */
function form(room, invite, known) {
  const name = h("input", { type: "text", id: "name", value: known, maxlength: 40, required: true, autocomplete: "nickname", autofocus: true });
  const sit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      if (name.value.trim() !== known) await api("PUT /me", {}, { name: name.value.trim() });
      location.assign(`/table/${await sitDown({ invite }, room.commitment, { name: name.value.trim() })}`);
    } catch (fault) {
      if (fault instanceof Fault && fault.reason === "seated_already") location.assign(`/table/${fault.values.table}`);
      else complain(fault);
    }
  };
  return h("form", { class: "new-form", onsubmit: sit },
    h("h2", {}, t("join.title", { game: gameName(room.game) })), h("p", { class: "soft" }, gameLine(room.game)), seats(room), termsLine(room),
    h("label", { class: "name-line" }, h("span", {}, t("join.name")), name),
    h("button", { class: "button main big", type: "submit", id: "sit" }, t("join.sit")),
    commitmentLine(room.commitment),
    h("p", { class: "new-links" }, h("a", { href: `/learn/${room.game}` }, t("welcome.learn")), h("a", { href: `/rules/${room.game}` }, t("nav.rules"))));
}

/** @param {RoomView} room */
function late(room) {
  return h("div", { class: "new-form" }, h("h2", {}, t("join.late")), seats(room), h("p", {}, t("join.late.text")), h("p", {}, h("a", { class: "button main", href: `/new/${room.game}?friends` }, t("join.own"))));
}

/** @param {RoomView} room */
function seats(room) {
  return h("ul", { class: "room-seats" }, ...named(room.seats).map((seat, number) => h("li", { class: seat.kind === "open" ? "room-seat free" : "room-seat" },
    h("span", { class: "chair-number", "aria-hidden": "true" }, number + 1),
    h("span", { class: "room-who" }, seat.kind !== "open" ? seat.name : seat.kept ? t("room.kept", { name: seat.name }) : t("room.free")))));
}
