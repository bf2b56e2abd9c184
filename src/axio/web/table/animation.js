// What happened, shown: tiles settle, points travel to the tracks, pyramids rise. Acting skips it.

import { miniTile, nearCorner, ray, readPlace, sym } from "../board/api.js";
import { calm, h, s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { settings } from "../lib/settings.js";
import { play } from "../lib/sound.js";

/** @typedef {import("../board/api.js").AxioBoard} AxioBoard */
/** @typedef {import("../board/api.js").Point} Point */
/** @typedef {ReturnType<typeof import("./tracks.js").newTracks>} AxioTracks */
/** @typedef {Record<string, any>} Fact  an event as the server tells it */

export class Animation {
  /** @type {Set<() => void>} */ #waiting = new Set();
  #skipping = false;
  busy = false;

  /** @param {AxioBoard} board @param {AxioTracks} tracks */
  constructor(board, tracks) {
    this.board = board;
    this.tracks = tracks;
    const skip = () => this.busy && this.skip();
    addEventListener("pointerdown", skip, true);
    addEventListener("keydown", skip, true);
  }

  /** Everything under way comes to its end now. */
  skip() {
    this.#skipping = true;
    for (const end of [...this.#waiting]) end();
  }

  get #off() {
    return this.#skipping || !settings.speed || document.hidden;
  }

  /** @param {number} ms */
  wait(ms) {
    if (this.#off) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        resolve(undefined);
      };
      const timer = setTimeout(end, ms / settings.speed);
      this.#waiting.add(end);
    });
  }

  /**
   * Show the facts of one move, in their order.
   * @param {Fact[]} facts
   * @param {number[][]} tracks  per seat, before the move; moved along here
   */
  async perform(facts, tracks) {
    this.busy = true;
    this.#skipping = false;
    /** @type {Fact | null} */
    let placed = null;
    for (const fact of facts) {
      if (fact.event === "TilePlaced") {
        placed = fact;
        await this.#settle(fact);
      } else if (fact.event === "PyramidPlaced") await this.#raise(fact);
      else if (fact.event === "Scored") await this.#score(fact, placed, tracks);
      else if (fact.event === "Axio") await this.#axio(fact);
      else if (fact.event === "RackExchanged") await this.#given(fact);
    }
    this.busy = false;
  }

  /** @param {Fact} fact */
  async #settle(fact) {
    const { state } = this.board;
    const text = String(fact.place).split("=")[0];
    const fresh = !state.tiles.includes(text);
    this.board.update({ tiles: fresh ? [...state.tiles, text] : state.tiles, last: text, ghost: null, hint: null });
    this.board.draw();
    play("place");
    if (this.#off) return;
    const element = this.board.layers.drawn.get(text);
    if (calm()) element?.animate([{ opacity: 0.4 }, { opacity: 1 }], { duration: 160 });
    else {
      element?.animate(
        [{ transform: "translateY(-14px) scale(1.1)", opacity: 0.5 }, { transform: "none", opacity: 1 }],
        { duration: 160 / settings.speed, easing: "cubic-bezier(.2,.8,.3,1)" },
      );
    }
    await this.wait(170);
  }

  /** @param {Fact} fact */
  async #raise(fact) {
    const { pyramids } = this.board.state;
    this.board.update({ pyramids: [...pyramids.filter((cell) => cell !== fact.taken_from), fact.at] });
    this.board.draw();
    play("pyramid");
    if (this.#off || calm()) return;
    const inner = this.board.layers.drawn.get(`^${fact.at}`)?.querySelector(".pyramid-in");
    inner?.animate([{ transform: "translateY(14px) scale(.2)", opacity: 0 }, { transform: "none", opacity: 1 }],
      { duration: 240 / settings.speed, easing: "cubic-bezier(.2,1.3,.4,1)" });
    await this.wait(240);
  }

  /**
   * Points travel along the lines and up to the track.
   * @param {Fact} fact
   * @param {Fact | null} placed
   * @param {number[][]} tracks
   */
  async #score(fact, placed, tracks) {
    const index = this.board.state.layout.geometry.colours.indexOf(fact.colour);
    const arrive = () => {
      tracks[fact.seat][index] = fact.after;
      this.tracks.set(fact.seat, tracks[fact.seat]);
    };
    if (!this.#off && !calm()) await this.#travel(fact, placed);
    arrive();
    if (!this.#off && calm()) this.tracks.flash(fact.seat, fact.colour);
  }

  /** @param {Fact} fact @param {Fact | null} placed */
  async #travel(fact, placed) {
    const { layout } = this.board.state;
    const goal = this.tracks.spot(fact.seat, fact.colour);
    if (!goal) return;
    const whole = placed && !String(placed.place).includes("-");
    /** @type {Point[]} */
    const from = fact.lines.flatMap((/** @type {string[]} */ line) =>
      line.map((cell) => (layout.geometry.shape === "display" && whole ? nearCorner(layout, fact.at, fact.corner, cell) : layout.centre(cell))));
    const flights = from.map((at, i) => this.#fly(this.board.toScreen(at), goal, fact.colour, i * 45));
    play("point");
    const lines = this.#lines(fact, placed);
    this.board.layers.over.append(lines);
    await Promise.race([Promise.all(flights), this.wait(430 + from.length * 45)]);
    lines.remove();
  }

  /** The lines a mark saw, drawn while its points travel. @param {Fact} fact @param {Fact | null} placed */
  #lines(fact, placed) {
    const laid = placed ? readPlace(String(placed.place)) : null;
    if (!laid?.cells.includes(fact.at)) return s("g");
    const { layout } = this.board.state;
    return s("g", { class: "told" }, ...fact.lines.flatMap((/** @type {string[]} */ line) => ray(layout, laid.cells, fact.corner, line, fact.colour)));
  }

  /**
   * @param {Point} from
   * @param {{x: number, y: number}} to
   * @param {string} colour
   * @param {number} delay
   */
  async #fly(from, to, colour, delay) {
    const spark = h("span", { class: "spark" }, sym(colour));
    document.body.append(spark);
    const middle = { x: (from[0] + to.x) / 2, y: Math.min(from[1], to.y) - 40 };
    const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) => `translate(${x}px, ${y}px) scale(${size})`;
    const flight = spark.animate(
      [
        { transform: at(from[0], from[1], 0.4), opacity: 0 },
        { transform: at(from[0], from[1], 1.25), opacity: 1, offset: 0.22 },
        { transform: at(middle.x, middle.y, 1), opacity: 1, offset: 0.6 },
        { transform: at(to.x, to.y, 0.8), opacity: 1 },
      ],
      { duration: 400 / settings.speed, delay: delay / settings.speed, easing: "cubic-bezier(.45,.05,.4,1)", fill: "both" },
    );
    const end = () => flight.finish();
    this.#waiting.add(end);
    await flight.finished.catch(() => {});
    this.#waiting.delete(end);
    spark.remove();
  }

  /** A flash of the whole track and one word. @param {Fact} fact */
  async #axio(fact) {
    this.tracks.flash(fact.seat, fact.colour);
    play("reached");
    if (this.#off) return;
    const word = h("div", { class: "axio-word", "aria-hidden": "true" },
      h("span", { class: "axio-letters" }, "AXIO!"), h("span", { class: "axio-colour" }, sym(fact.colour), t(`colour.${fact.colour}`)));
    this.board.append(word);
    await this.wait(calm() ? 500 : 900);
    word.remove();
  }

  /** The tiles a seat showed to all and gave back. @param {Fact} fact */
  async #given(fact) {
    if (this.#off || !fact.shown.length) return;
    const panel = h("div", { class: "given" }, h("p", {}, t("exchange.given")),
      h("div", { class: "given-tiles" }, ...fact.shown.map((/** @type {string} */ tile) => miniTile(tile))));
    this.board.append(panel);
    await this.wait(1700);
    panel.remove();
  }
}
