// Clocks on the scoreboards. The server says what is left; the page only counts on from there.

import { h } from "../lib/dom.js";
import { t, tn } from "../lib/i18n.js";

/** @typedef {import("../generated/protocol.js").Clocks} ClocksView */
/** @typedef {import("../generated/protocol.js").LiveClock} LiveClock */
/** @typedef {import("../generated/protocol.js").TurnsClock} TurnsClock */

const LOW = 20; // seconds of a live game from which on it is pressing
const PRESSING = 6 * 3600; // of a turn

export class Clocks {
  /** @type {ClocksView | null} */ #told = null;
  #at = 0;
  /** @type {number | undefined} */ #timer;
  /** @type {(seat: number) => void} */ #low = () => {};
  #warned = -1;

  /**
   * @param {HTMLElement[]} cards  the scoreboards, one a seat
   * @param {(seat: number) => void} low  called once when a live clock gets low
   */
  constructor(cards, low) {
    this.faces = cards.map((card) => {
      const face = h("time", { class: "clock", hidden: true });
      card.querySelector(".who")?.after(face);
      return face;
    });
    this.#low = low;
  }

  /** @param {ClocksView | null} clocks @param {boolean} over */
  show(clocks, over) {
    this.#told = clocks;
    this.#at = performance.now();
    clearInterval(this.#timer);
    this.#draw();
    if (clocks && !over && clocks.running !== null) this.#timer = setInterval(() => this.#draw(), 250);
  }

  #draw() {
    this.faces.forEach((face, seat) => this.#face(face, seat));
  }

  /** @param {HTMLElement} face @param {number} seat */
  #face(face, seat) {
    const told = this.#told;
    const runs = told?.running === seat;
    face.hidden = !told || (told.settings.kind === "turns" && !runs);
    if (!told) return;
    const grace = runs ? told.grace - (performance.now() - this.#at) / 1000 : 0;
    const left = Math.max(0, told.left[seat] + Math.min(0, grace));
    const low = runs && grace <= 0 && left <= (told.settings.kind === "live" ? LOW : PRESSING);
    const text = leftText(left);
    face.textContent = grace > 0 ? `${text} +${Math.ceil(grace)}` : text;
    face.classList.toggle("running", runs);
    face.classList.toggle("low", low);
    const said = grace > 0 ? t("clock.grace", { left: text, n: Math.ceil(grace) }) : t("clock.left", { left: text });
    face.setAttribute("aria-label", said);
    face.title = said;
    if (low && told.settings.kind === "live" && this.#warned !== seat) {
      this.#warned = seat;
      this.#low(seat);
    } else if (!low && this.#warned === seat) this.#warned = -1;
  }
}

/** Seconds as a clock shows them. @param {number} left */
function leftText(left) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (left >= 86400) return t("clock.days", { d: Math.floor(left / 86400), h: Math.floor((left % 86400) / 3600) });
  const whole = left < 10 ? left : Math.ceil(left);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  if (hours) return `${hours}:${two(minutes)}:${two(Math.floor(whole % 60))}`;
  return left < 10 ? `0:0${left.toFixed(1)}` : `${minutes}:${two(Math.floor(whole % 60))}`;
}

/** The terms of a clock in words. @param {LiveClock | TurnsClock | null} clock */
export function clockText(clock) {
  if (!clock) return t("clock.none");
  if (clock.kind === "live") {
    const main = clock.main % 60 ? t("clock.seconds", { n: clock.main }) : t("clock.minutes", { n: clock.main / 60 });
    return clock.increment ? t("clock.live.more", { main, n: clock.increment }) : t("clock.live", { main });
  }
  const days = tn("clock.turns", clock.days);
  return clock.holiday ? `${days}, ${tn("clock.holiday", clock.holiday)}` : days;
}
