// The waiting room: who sits, how others come, and what is agreed. The deal ends it.

import { sitDown } from "../lib/deal_memory.js";
import { demoBoard } from "../lib/demo_board.js";
import { dialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { gameName } from "../lib/games.js";
import { api } from "../lib/http.js";
import { has, t, tn } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { named } from "../lib/player_names.js";
import { header } from "../lib/shell.js";
import { announce, complain, toast } from "../lib/toasts.js";
import { whoAmI } from "../lib/who_am_i.js";
import { clockText } from "./clocks.js";

/** @typedef {import("../generated/protocol.js").Room} RoomView */
/** @typedef {import("../generated/protocol.js").RoomSeat} RoomSeat */

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

export class Room {
  #board = "";
  /** @type {RoomView | null} */ #told = null;
  /** Whether the server answers only this machine. */
  local = false;

  /** @param {HTMLElement} main @param {string} id */
  constructor(main, id) {
    this.main = main;
    this.id = id;
    this.stage = h("div", { class: "new-board" });
    this.body = h("div", { class: "room-body" });
    main.className = "page new room";
    main.replaceChildren(this.stage, this.body);
    whoAmI().then((me) => { this.local = me.local; if (this.#told) this.show(this.#told); }).catch(() => {});
  }

  /** @param {RoomView} room */
  show(room) {
    this.#told = room;
    if (this.#board !== room.game) {
      this.#board = room.game;
      header({ title: gameName(room.game) });
      this.stage.replaceChildren(demoBoard(room.game));
    }
    const free = room.seats.filter((seat) => seat.kind === "open").length;
    announce(tn("room.waiting", free));
    this.body.replaceChildren(
      h("h2", {}, gameName(room.game)),
      h("p", { class: "soft", id: "room-state" }, tn("room.waiting", free)),
      h("ul", { class: "room-seats" }, ...named(room.seats).map((seat, number) => this.#seat(seat, number, room))),
      termsLine(room),
      this.#taking(room),
      room.invite && room.seats.some((seat) => seat.kind === "open" && !seat.kept) ? invitation(room.invite, this.local) : "",
      commitmentLine(room.commitment),
      this.#leaving(room));
  }

  /** @param {RoomSeat} seat @param {number} number @param {RoomView} room */
  #seat(seat, number, room) {
    const free = seat.kind === "open";
    const who = !free ? seat.name : seat.kept ? t("room.kept", { name: seat.name }) : t("room.free");
    return h("li", { class: free ? "room-seat free" : "room-seat" },
      h("span", { class: "chair-number", "aria-hidden": "true" }, number + 1),
      h("span", { class: "room-who" }, who, seat.mine && h("span", { class: "badge" }, t("room.you"))),
      room.mine && !seat.mine && h("button", { type: "button", class: "button small", onclick: () => this.#change(number, free ? { kind: "bot", bot: "careful" } : { kind: "open" }) }, t(free ? "room.bot" : "room.reopen")));
  }

  /** @param {number} seat @param {import("../generated/http.js").NewSeat} wanted */
  async #change(seat, wanted) {
    await api("PUT /tables/{name}/seats/{number}", { name: this.id, number: seat }, wanted).catch(complain);
  }

  /** A seat that is kept for this browser, or free to anyone of the lobby. @param {RoomView} room */
  #taking(room) {
    if (room.seats.some((seat) => seat.mine) || !room.seats.some((seat) => seat.mine_to_take)) return "";
    const take = async () => {
      const me = await whoAmI().catch(() => ({ name: null }));
      await sitDown({ table: this.id }, room.commitment, me.name ? { name: me.name } : {}).catch(complain);
    };
    return h("button", { type: "button", class: "button main big", id: "room-take", onclick: take }, t("room.take"));
  }

  /** @param {RoomView} room */
  #leaving(room) {
    const leave = () => api("DELETE /tables/{name}/seat", { name: this.id }).catch(complain);
    if (room.mine) return h("p", {}, h("button", { type: "button", class: "button", onclick: () => this.#close() }, t("room.close")));
    return room.seats.some((seat) => seat.mine) ? h("p", {}, h("button", { type: "button", class: "button", onclick: leave }, t("room.leave"))) : "";
  }

  #close() {
    const close = async () => {
      await api("DELETE /tables/{name}", { name: this.id }).catch(complain);
      location.assign("/");
    };
    dialog(t("room.close.title"), [t("room.close.text")], [{ label: t("room.close"), act: close, main: true }, { label: t("cancel") }]);
  }
}

/** @param {Pick<RoomView, "clock" | "rated" | "seats" | "substitute">} room */
export const termsLine = (room) => h("div", {},
  h("p", { class: "terms-line" }, icon("clock"), h("span", {}, clockText(room.clock)), h("span", { class: "badge" }, t(room.rated ? "terms.is-rated" : "terms.is-free"))),
  room.seats.length > 2 && h("p", { class: "soft fine-print" }, t("terms.stands-in", { bot: has(`bot.${room.substitute}`) ? t(`bot.${room.substitute}`) : room.substitute })));

/** @param {string} commitment */
export const commitmentLine = (commitment) => h("details", { class: "commitment" },
  h("summary", {}, t("deal.summary")), h("p", { class: "soft" }, t("deal.text")), h("code", { id: "commitment" }, commitment));

/** @param {string} invite @param {boolean} local */
function invitation(invite, local) {
  const link = `${location.origin}/join/${invite}`;
  const field = h("input", { type: "text", readonly: true, value: link, id: "invite", "aria-label": t("room.link"), onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() });
  const share = "share" in navigator && h("button", { type: "button", class: "button small", onclick: () => navigator.share({ title: "Axio", url: link }).catch(() => {}) }, t("room.share"));
  return h("section", { class: "card invitation", "aria-labelledby": "invite-title" },
    h("h3", { id: "invite-title" }, t("room.invite")),
    h("p", { class: "soft" }, t("room.invite.text")),
    h("div", { class: "invite-line" }, field, h("button", { type: "button", class: "button small main", id: "copy", onclick: () => copy(link, field) }, t("room.copy")), share),
    h("img", { class: "qr", src: `/api/invites/${invite}/code.svg`, alt: t("room.qr"), width: 150, height: 150 }),
    h("p", { class: "soft fine-print" }, t("room.watchers"), " ", h("a", { href: location.pathname }, `${location.origin}${location.pathname}`)),
    LOCAL.includes(location.hostname) ? h("p", { class: "soft fine-print" }, t(local ? "room.local" : "room.loopback")) : "");
}

/** Where the clipboard is out of reach (plain http), the link is marked, ready to be copied. @param {string} link @param {HTMLInputElement} field */
async function copy(link, field) {
  try {
    await navigator.clipboard.writeText(link);
    toast(t("room.copied"));
  } catch {
    field.select();
    toast(document.execCommand("copy") ? t("room.copied") : t("room.mark"));
  }
}
