// The analysis board: any position, its best moves, and a tree of variations. What is allowed, the server says.

import { mount } from "../../board/api.js";
import { h } from "../../lib/dom.js";
import { gameName, games, geometryOf } from "../../lib/games.js";
import { api } from "../../lib/http.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { playOn } from "../../lib/play_on.js";
import { settings } from "../../lib/settings.js";
import { header } from "../../lib/shell.js";
import { announce, complain, toast } from "../../lib/toasts.js";
import { askName } from "../../table/prompts.js";
import { endingOf, pointsText } from "../../table/status.js";
import { newTracks } from "../../table/tracks.js";
import { BestMoves, spelt } from "./best_moves.js";
import { SetUp } from "./set_up.js";
import { depth, grow, prune, variations } from "./variations.js";

/** @typedef {import("../../generated/http.js").Scene} Scene */
/** @typedef {import("../../generated/http.js").AskedPosition} AskedPosition */
/** @typedef {import("./variations.js").Position} Position */

/** @param {HTMLElement} main */
export async function analysePage(main) {
  const page = new AnalysisPage(main);
  const text = new URLSearchParams(location.search).get("p");
  if (text && await page.begin({ position: text })) return;
  await page.begin({ deal: { game: (await games())[0].name, seats: 2 } });
}

class AnalysisPage {
  /** @type {Position} */ root = /** @type {any} */ (null);
  /** @type {Position} */ now = /** @type {any} */ (null);
  /** @type {ReturnType<typeof mount>} */ board = /** @type {any} */ (null);
  /** @type {import("../../generated/protocol.js").Geometry} */ geometry = /** @type {any} */ (null);
  /** The spots of a set-up, while tiles are laid without a turn. @type {Scene | null} */ laying = null;

  /** @param {HTMLElement} main */
  constructor(main) {
    header({ title: t("analyse.title") });
    main.className = "page analyse";
    this.tracks = newTracks();
    this.stage = h("div", { class: "analyse-board" });
    this.status = h("p", { class: "status", id: "status" });
    this.gains = h("p", { class: "gains-line", id: "gains" });
    this.choice = h("div", { class: "analyse-choice", hidden: true });
    this.lines = h("div", { class: "analyse-lines" });
    this.best = new BestMoves({ play: (move) => void this.play(move), point: (move) => this.board.board.update({ hint: placed(move) }) });
    this.setUp = new SetUp({
      deal: (game, seats) => void this.begin({ deal: { game, seats } }),
      change: (change) => void this.change(change),
      laying: (on) => void this.layTiles(on),
    });
    this.text = h("textarea", { id: "position-text", rows: 2, spellcheck: "false", autocapitalize: "none", autocomplete: "off", "aria-label": t("analyse.text") });
    main.replaceChildren(
      h("section", { class: "analyse-stage", "aria-label": t("board.label") }, this.stage, this.#tools()),
      h("div", { class: "analyse-panel" }, this.tracks, this.best.element,
        h("section", { class: "card", "aria-labelledby": "lines-title" }, h("h2", { id: "lines-title" }, t("analyse.lines")), this.lines, h("p", { class: "soft" }, t("analyse.guess"))),
        this.#texts(), this.setUp.element));
    addEventListener("keydown", (event) => this.#key(event));
  }

  #tools() {
    const tool = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ act) => h("button", { type: "button", class: "tool bare", id: `analyse-${name}`, "aria-label": text, title: text, onclick: act }, icon(name));
    return h("div", { class: "analyse-tools" }, h("div", { class: "says" }, this.status, this.gains, this.choice),
      h("div", { class: "player" }, tool("first", t("watch.first"), () => this.go(this.root)), tool("back", t("watch.back"), () => this.back()), tool("next", t("watch.next"), () => this.forward()), tool("trash", t("analyse.prune"), () => this.prune()),
        h("button", { type: "button", class: "button small", id: "play-on", onclick: () => this.playOn() }, t("playon.title"))));
  }

  #texts() {
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(this.now.scene.position);
        toast(t("analyse.copied"));
      } catch {
        this.text.select(); // without https there is no clipboard
        toast(t("analyse.mark"));
      }
    };
    return h("form", { class: "card analyse-text", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void this.begin({ position: this.text.value.trim() }); } },
      h("h2", {}, t("analyse.text")), this.text,
      h("div", { class: "actions" }, h("button", { type: "submit", class: "button small" }, t("analyse.show")), h("button", { type: "button", class: "button small", id: "copy-position", onclick: copy }, t("room.copy"))));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]") || target.closest("axio-board, input, textarea, select")) return;
    if (event.key === "ArrowLeft") this.back();
    else if (event.key === "ArrowRight") this.forward();
    else return;
    event.preventDefault();
  }

  /** A new tree. Whether there is such a position. @param {AskedPosition} asked */
  async begin(asked) {
    try {
      const scene = await ask(asked);
      this.root = grow(scene);
      await this.go(this.root);
      return true;
    } catch (fault) {
      complain(fault);
      announce(String(/** @type {Error} */ (fault).message));
      return false;
    }
  }

  /** @param {string} move */
  async play(move) {
    const from = this.now;
    const known = from.children.find((each) => each.move === move);
    try {
      await this.go(known ?? grow(await ask({ position: from.scene.position, move }), from));
    } catch (fault) {
      complain(fault);
      this.show();
    }
  }

  /** Change the position that is shown; what was tried from there goes. @param {import("../../generated/http.js").PositionChange} change */
  async change(change) {
    const at = this.now;
    try {
      const scene = await ask({ position: at.scene.position, change });
      Object.assign(at, { scene: { ...scene, last: null }, children: [] });
      if (this.laying) this.laying = await ask({ position: scene.position, anywhere: true });
      await this.go(at);
    } catch (fault) {
      complain(fault);
      this.show();
    }
  }

  /** @param {boolean} on */
  async layTiles(on) {
    this.laying = on ? await ask({ position: this.now.scene.position, anywhere: true }) : null;
    this.show();
  }

  back() {
    if (this.now.parent) void this.go(this.now.parent);
  }

  forward() {
    if (this.now.children.length) void this.go(this.now.children[0]);
  }

  prune() {
    const { now } = this;
    if (!now.parent) return;
    prune(now);
    void this.go(now.parent);
  }

  playOn() {
    const { scene } = this.now;
    playOn({ game: scene.game, seats: scene.seats.length, toMove: scene.to_move ?? 0, luck: scene.who === "all", from: { position: scene.position } }).catch(complain);
  }

  /** @param {Position} position */
  async go(position) {
    this.now = position;
    const { scene } = position;
    if (this.geometry?.game !== scene.game || this.geometry.seats !== scene.seats.length) await this.#mount(scene);
    if (this.now !== position) return;
    history.replaceState(null, "", `/analyse?p=${encodeURIComponent(scene.position)}`);
    this.show();
    this.best.show(scene, this.geometry.stops[this.geometry.stops.length - 1]);
    announce(`${position.move ? `${depth(position)}. ${spelt(position.move)}.` : ""} ${this.status.textContent}`);
  }

  /** @param {Scene} scene */
  async #mount(scene) {
    this.geometry = await geometryOf(scene.game, scene.seats.length);
    header({ title: `${t("analyse.title")}: ${gameName(scene.game)}` });
    document.body.dataset.shape = this.geometry.shape;
    this.board = mount(this.stage, this.geometry, {
      confirm: settings.confirm,
      bare: Math.min(innerWidth, innerHeight) < 600,
      onPlace: (move) => void (this.laying ? this.change({ lay: move.split("=")[0] }) : this.play(move)),
      onPreview: (considered) => this.#preview(considered),
      nameColour: async (ghost, points) => (this.laying ? Object.keys(points)[0] : askName(this.board.board, ghost, points)),
    });
    this.tracks.setup(this.geometry, scene.seats);
  }

  /** @param {import("../../board/api.js").Considered | null} considered */
  #preview(considered) {
    const seat = this.now.scene.to_move;
    const counts = considered?.tracks && !this.laying;
    this.tracks.preview(counts ? seat : null, counts ? considered.tracks : null);
    this.gains.textContent = counts ? pointsText(considered.preview.points) : "";
  }

  show() {
    const { scene } = this.now;
    const { tiles, pyramids, to_move, seats, after } = scene;
    const rack = this.laying ? Object.keys(this.laying.unseen) : to_move === null ? [] : scene.racks[to_move] ?? [];
    this.tracks.show(seats, to_move);
    this.status.textContent = this.#says(scene);
    this.#ask(scene);
    this.stage.classList.toggle("laying", !!this.laying);
    const live = this.laying || scene.asks === "place" || scene.asks === "bonus";
    this.board.show({ tiles, pyramids, last: placed(scene.last), rack, spots: live && rack.length ? (this.laying ?? scene).spots : [], tracks: seats[to_move ?? 0].tracks, after });
    this.lines.replaceChildren(variations(this.root, this.now, (position) => void this.go(position)));
    this.text.value = scene.position;
    void this.setUp.show(scene, this.geometry);
    for (const [name, off] of Object.entries({ first: !this.now.parent, back: !this.now.parent, next: !this.now.children.length, trash: !this.now.parent })) {
      /** @type {HTMLButtonElement} */ (document.getElementById(`analyse-${name}`)).disabled = off;
    }
    /** @type {HTMLButtonElement} */ (document.getElementById("play-on")).disabled = scene.over;
  }

  /** @param {Scene} scene */
  #says(scene) {
    if (this.laying) return t("analyse.laying");
    if (scene.to_move === null) return endingOf(/** @type {any} */ ({ ...scene, ended_at: null }));
    const name = scene.seats[scene.to_move].name;
    return scene.asks === "exchange" ? t("status.exchange.name", { name }) : scene.asks === "bonus" ? t("status.bonus") : t("status.theirs", { name });
  }

  /** Exchange or keep. @param {Scene} scene */
  #ask(scene) {
    this.choice.hidden = scene.asks !== "exchange" || !!this.laying || scene.racks[scene.to_move ?? 0] === null;
    this.choice.replaceChildren(...["exchange", "keep"].map((move) => h("button", { type: "button", class: "button small", onclick: () => void this.play(move) }, t(`exchange.${move}`))));
  }
}

/** @param {AskedPosition} asked @returns {Promise<Scene>} */
async function ask(asked) {
  const scene = await api("POST /analysis", {}, asked);
  scene.seats.forEach((seat, number) => { seat.name = t("new.player", { n: number + 1 }); });
  return scene;
}

/** The placement, if a move is one. @param {string | null} move */
const placed = (move) => (move && /[-@]/.test(move) ? move.split("=")[0] : null);
