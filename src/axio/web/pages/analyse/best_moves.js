// The best moves of a position, as a stream that sharpens: a bar for each, its value, and why the best one is better.

import { h, vars } from "../../lib/dom.js";
import { toggle } from "../../lib/form.js";
import { Fault, lines } from "../../lib/http.js";
import { t } from "../../lib/i18n.js";
import { percent, points, reasonText } from "../../lib/review_words.js";
import { announce, faultText } from "../../lib/toasts.js";

/** @typedef {import("../../generated/http.js").Scene} Scene */
/** @typedef {import("../../generated/http.js").ValuedMove} ValuedMove */
/** @typedef {import("../../generated/http.js").ValuedMoves} ValuedMoves */

const PAUSE = 250; // milliseconds after a move before its position is thought about

export class BestMoves {
  /** @type {AbortController | null} */ #asking = null;
  /** @type {Scene | null} */ #scene = null;
  /** @type {ValuedMoves | null} */ #found = null;
  end = 18;

  /**
   * @param {{play: (move: string) => void, point: (move: string | null) => void}} on
   */
  constructor(on) {
    this.on = on;
    const again = () => this.#scene && this.show(this.#scene, this.end);
    this.thinks = toggle("analyse-on", t("analyse.think"), { checked: true, onchange: again });
    this.open = toggle("analyse-open", t("analyse.open"), { onchange: again });
    this.list = h("ol", { class: "best-moves" });
    this.why = h("p", { class: "best-why" });
    this.state = h("p", { class: "soft best-state", role: "status" });
    this.element = h("section", { class: "card analyse-best", "aria-labelledby": "best-title" }, h("h2", { id: "best-title" }, t("analyse.best")),
      this.list, this.why, this.state, h("div", { class: "settings" }, this.thinks.box, this.open.box));
  }

  /** @param {Scene} scene @param {number} end  where tracks end */
  show(scene, end) {
    this.stop();
    Object.assign(this, { end });
    this.#scene = scene;
    this.#found = null;
    this.list.replaceChildren();
    this.why.textContent = "";
    this.open.box.hidden = scene.who !== "all" || scene.seats.length === 1;
    const known = scene.to_move !== null && scene.racks[scene.to_move] !== null;
    if (scene.over) this.state.textContent = t("analyse.over");
    else if (!known) this.state.textContent = t("analyse.unknown");
    else if (!this.thinks.input.checked) this.state.textContent = "";
    else this.#ask(scene);
  }

  stop() {
    this.#asking?.abort();
    this.#asking = null;
  }

  /** @param {Scene} scene */
  async #ask(scene) {
    const asking = new AbortController();
    this.#asking = asking;
    this.state.textContent = t("analyse.thinking");
    try {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (asking.signal.aborted) return;
      const asked = { position: scene.position, open_racks: String(this.#openRacks(scene)) };
      for await (const found of lines("GET /analysis/moves", asked, asking.signal)) {
        if ("failed" in found) throw new Fault({ reason: String(found.failed) }, 500);
        this.#tell(found, scene);
      }
      if (this.#found && !asking.signal.aborted) announce(t("analyse.said", this.#words(this.#found.moves[0])));
    } catch (fault) {
      if (!asking.signal.aborted) this.state.textContent = faultText(fault);
    }
  }

  /** @param {Scene} scene */
  #openRacks(scene) {
    return !this.open.box.hidden && this.open.input.checked && scene.who === "all";
  }

  /** @param {ValuedMoves} found @param {Scene} scene */
  #tell(found, scene) {
    this.#found = found;
    const alone = scene.seats.length === 1;
    const focused = [...this.list.querySelectorAll("button")].indexOf(/** @type {any} */ (document.activeElement));
    this.list.replaceChildren(...found.moves.map((each, number) => h("li", {}, this.#row(each, number, alone))));
    if (focused >= 0) this.list.querySelectorAll("button")[Math.min(focused, found.moves.length - 1)]?.focus();
    this.#explain(0);
    this.state.textContent = found.solved ? t("analyse.solved") : t("analyse.worlds", { n: found.worlds });
  }

  /** @param {ValuedMove} each @param {number} number @param {boolean} alone */
  #row(each, number, alone) {
    const full = alone ? this.end : 1;
    const bar = vars(h("span", { class: "best-bar", "aria-hidden": "true" }, h("i"), h("b")), { "--value": each.value / full, "--error": (2 * each.error) / full });
    const look = () => { this.on.point(each.move); this.#explain(number); };
    const away = () => { this.on.point(null); this.#explain(0); };
    return h("button", { type: "button", class: "best-move", "aria-label": t("analyse.said", this.#words(each)), onclick: () => this.on.play(each.move), onpointerenter: look, onfocus: look, onpointerleave: away, onblur: away },
      h("code", {}, spelt(each.move)), bar, h("span", { class: "best-value" }, this.#amount(each.value)));
  }

  /** @param {number} value */
  #amount(value) {
    return this.#scene?.seats.length === 1 ? points(value) : percent(value, 1);
  }

  /** @param {ValuedMove} each */
  #words(each) {
    return { move: spelt(each.move), value: this.#amount(each.value), error: this.#amount(2 * each.error) };
  }

  /** Why the best move is better than this one. @param {number} number */
  #explain(number) {
    const moves = this.#found?.moves ?? [];
    const reasons = moves[number]?.reasons ?? [];
    if (moves.length < 2 || !reasons.length) return void (this.why.textContent = "");
    const other = moves[number || 1];
    this.why.textContent = t("analyse.why", { move: spelt(moves[0].move), other: spelt(other.move), why: reasons.map(({ key, facts }) => reasonText(key, facts)).join("; ") });
  }
}

/** A choice that is no placement, in words. @param {string} move */
export const spelt = (move) => (move === "exchange" || move === "keep" ? t(`exchange.${move}`) : move);
