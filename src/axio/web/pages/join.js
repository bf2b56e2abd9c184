// A link opened: what awaits, and a seat for whoever gives a name.

import { api } from "../lib/http.js";
import { sitDown } from "../lib/deal_memory.js";
import { selfPlaying } from "../lib/demo_board.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { named } from "../lib/names.js";
import { commitmentLine, complain, termsLine } from "../table/room.js";
import { header } from "../lib/shell.js";

/** @typedef {import("../generated/protocol.js").Room} RoomView */

/**
 * @param {HTMLElement} main
 * @param {string} invite
 */
export async function joinPage(main, invite) {
  /** @type {{room: RoomView, begun: boolean, table: string | null}} */
  const { room, begun, table } = await api(`/invites/${invite}`);
  if (table) return void location.replace(`/table/${table}`);
  const me = await api("/me").catch(() => ({ name: null }));
  header({ title: t(`game.${room.game}`) });
  main.className = "page new join";
  const full = begun || !room.seats.some((seat) => seat.kind === "open" && !seat.kept);
  main.replaceChildren(h("div", { class: "new-board" }, selfPlaying(room.game)), full ? late(room) : form(room, invite, me.name ?? ""));
}

/** @param {RoomView} room @param {string} invite @param {string} known */
function form(room, invite, known) {
  const name = h("input", { type: "text", id: "name", value: known, maxlength: 40, required: true, autocomplete: "nickname", autofocus: true });
  const sit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      if (name.value.trim() !== known) await api("/me", { method: "PUT", body: { name: name.value.trim() } });
      location.assign(`/table/${await sitDown(`/invites/${invite}`, room.commitment, { name: name.value.trim() })}`);
    } catch (fault) {
      const said = /** @type {import("../lib/http.js").Fault} */ (fault);
      if (said.reason === "seated_already") location.assign(`/table/${said.values.table}`);
      else complain(said);
    }
  };
  return h("form", { class: "new-form", onsubmit: sit },
    h("h2", {}, t("join.title", { game: t(`game.${room.game}`) })), h("p", { class: "soft" }, t(`welcome.${room.game}`)), seats(room), termsLine(room),
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
