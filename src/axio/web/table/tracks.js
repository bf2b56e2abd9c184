// Scoreboards: one card a seat, a groove for each colour, markers that slide.

import { sym } from "../board/api.js";
import { h, vars } from "../lib/dom.js";
import { t, tn } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { seatMark } from "./story.js";

/** @typedef {import("../generated/protocol.js").Seat} Seat */
/** @typedef {import("../generated/protocol.js").Geometry} Geometry */

/** Where a card has no room a seat has one line: upright, on a lying phone, and where many sit at a low screen. */
const narrow = matchMedia("(max-width: 1100px) and (max-aspect-ratio: 1/1), (max-width: 799px), (max-height: 559px)");
const ROW = 17; // pixels a track needs on a card, and
const HEAD = 52; // its head, and
const REST = 190; // what else stands above and below

const TICK = 3; // points from one tick to the next

class AxioTracks extends HTMLElement {
  /** @type {Map<string, {row: HTMLElement, mark: HTMLElement, ghost: HTMLElement, number: HTMLElement, gain: HTMLElement}>[]} */ rows = [];
  /** @type {HTMLElement[]} */ cards = [];
  /** @type {Record<string, number>[]} */ gains = [];
  /** @type {Geometry} */ geometry = /** @type {any} */ (null);
  /** @type {MediaQueryList | null} */ low = null;

  /**
   * @param {Geometry} geometry
   * @param {Seat[]} seats
   */
  setup(geometry, seats) {
    this.geometry = geometry;
    this.rows = [];
    vars(this, { "--seats": Math.max(seats.length, 2), "--colours": geometry.colours.length, "--ticks": geometry.stops[geometry.stops.length - 1] / TICK });
    this.cards = seats.map((seat, number) => this.#card(seat, number));
    this.replaceChildren(...this.cards);
    this.low = matchMedia(`(max-height: ${REST + seats.length * (HEAD + ROW * geometry.colours.length)}px)`);
    this.low.addEventListener("change", () => this.#adapt());
    this.#adapt();
  }

  connectedCallback() {
    narrow.addEventListener("change", () => this.#adapt());
  }

  #adapt() {
    this.classList.toggle("lines", narrow.matches || !!this.low?.matches);
  }

  /** @param {Seat} seat @param {number} number */
  #card(seat, number) {
    const { colours, stops } = this.geometry;
    const end = stops[stops.length - 1];
    /** @type {AxioTracks["rows"][number]} */
    const rows = new Map();
    for (const colour of colours) {
      const mark = h("span", { class: "marker" }, sym(colour));
      const ghost = h("span", { class: "marker ghostly" }, sym(colour));
      const number = h("span", { class: "value" }, "0");
      const gain = h("span", { class: "gain" });
      const groove = h("span", { class: "groove" },
        ...stops.map((stop) => vars(h("i", { class: "stop" }), { "--at": stop / end })),
        h("span", { class: `fill f-${colour}` }), ghost, mark);
      const row = h("div", { class: "track", "data-colour": colour, role: "img" }, sym(colour, "chip"), groove, number, gain);
      rows.set(colour, { row, mark, ghost, number, gain });
    }
    this.rows[number] = rows;
    return h("article", { class: "seat", "data-seat": number },
      h("header", {},
        h("span", { class: "lamp", "aria-hidden": "true" }, seatMark(number)),
        h("strong", { class: "who" }, seat.name),
        h("span", { class: "lead", role: "img", title: t("seat.leads"), "aria-label": t("seat.leads"), hidden: true }, icon("star"), h("span", { class: "lead-word" }, t("seat.lead"))),
        h("span", { class: "away", title: t("seat.away"), hidden: true }, t("seat.away")),
        h("span", { class: "stock" }),
        h("span", { class: "low" })),
      h("div", { class: "tracks" }, ...[...rows.values()].map(({ row }) => row)));
  }

  /**
   * @param {Seat[]} seats
   * @param {number | null} toMove
   */
  show(seats, toMove) {
    seats.forEach((seat, number) => {
      const card = this.cards[number];
      card.classList.toggle("to-move", number === toMove);
      card.classList.toggle("mine", seat.mine);
      /** @type {HTMLElement} */ (card.querySelector(".who")).textContent = seat.name;
      const held = seat.stack ? t("seat.stack", { n: seat.stack + seat.rack }) : tn("seat.rack", seat.rack);
      /** @type {HTMLElement} */ (card.querySelector(".stock")).textContent = held;
      /** @type {HTMLElement} */ (card.querySelector(".lead")).hidden = !seat.leads;
      this.set(number, seat.tracks);
    });
    this.preview(null, null);
  }

  /** Who has a browser open here. @param {boolean[]} here */
  present(here) {
    here.forEach((is, seat) => { /** @type {HTMLElement} */ (this.cards[seat].querySelector(".away")).hidden = is; });
  }

  /**
   * Move the markers of a seat.
   * @param {number} seat
   * @param {number[]} tracks
   */
  set(seat, tracks) {
    const least = Math.min(...tracks);
    const { colours, stops } = this.geometry;
    const end = stops[stops.length - 1];
    [...colours].forEach((colour, i) => {
      const parts = this.rows[seat].get(colour);
      if (!parts) return;
      vars(parts.row, { "--score": tracks[i] / end });
      parts.number.textContent = String(tracks[i]);
      parts.row.classList.toggle("lowest", tracks[i] === least);
      parts.row.classList.toggle("done", tracks[i] === end);
      parts.row.setAttribute("aria-label", t(tracks[i] === least ? "track.lowest" : "track.label", { colour: t(`colour.${colour}`), n: tracks[i] }));
    });
    const low = this.cards[seat].querySelector(".low");
    if (low) low.textContent = String(least);
  }

  /** What each seat gained since my last move. @param {Record<string, number>[]} gains */
  tell(gains) {
    this.gains = gains;
    this.preview(null, null);
  }

  /**
   * Ghost markers on a scoreboard: where the held tile would bring them.
   * @param {number | null} seat
   * @param {number[] | null} tracks
   */
  preview(seat, tracks) {
    const end = this.geometry.stops[this.geometry.stops.length - 1];
    this.rows.forEach((rows, number) => {
      [...this.geometry.colours].forEach((colour, i) => {
        const parts = rows.get(colour);
        if (!parts) return;
        const now = Number(parts.number.textContent);
        const next = number === seat && tracks ? tracks[i] : now;
        parts.row.classList.toggle("gaining", next > now);
        const gained = this.gains[number]?.[colour] ?? 0;
        parts.row.classList.toggle("gained-lately", next <= now && gained > 0);
        parts.gain.textContent = next > now ? `+${next - now}` : gained ? `+${gained}` : "";
        vars(parts.row, { "--next": next / end });
      });
    });
  }

  /** Where a marker is on the screen. @param {number} seat @param {string} colour */
  spot(seat, colour) {
    const parts = this.rows[seat]?.get(colour);
    if (!parts) return null;
    const at = parts.mark.offsetParent ? parts.mark : parts.number;
    const box = at.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }

  /** A flash of the whole track. @param {number} seat @param {string} colour */
  flash(seat, colour) {
    const row = this.rows[seat]?.get(colour)?.row;
    row?.classList.remove("flash");
    void row?.offsetWidth;
    row?.classList.add("flash");
  }
}

customElements.define("axio-tracks", AxioTracks);

export const newTracks = () => /** @type {AxioTracks} */ (document.createElement("axio-tracks"));
