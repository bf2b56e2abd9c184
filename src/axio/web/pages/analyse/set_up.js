// Setting a position up: a new deal, who knows what, whose turn it is, tracks, racks, and tiles laid and lifted.

import { miniTile, sym, tileName } from "../../board/api.js";
import { h } from "../../lib/dom.js";
import { toggle } from "../../lib/form.js";
import { gameOptions } from "../../lib/games.js";
import { t } from "../../lib/i18n.js";

/** @typedef {import("../../generated/http.js").Scene} Scene */
/** @typedef {import("../../generated/http.js").PositionChange} PositionChange */
/** @typedef {import("../../generated/protocol.js").Geometry} Geometry */

const SEATS = [1, 2, 3, 4];

export class SetUp {
  /** @type {Scene | null} */ #scene = null;
  #laidOpen = false;

  /**
   * @param {{deal: (game: string, seats: number) => void, change: (change: PositionChange) => void, laying: (on: boolean) => void}} on
   */
  constructor(on) {
    this.on = on;
    this.lay = toggle("set-lay", t("analyse.lay"), { onchange: () => on.laying(this.lay.input.checked) });
    this.body = h("div", { class: "set-up" });
    this.element = h("details", { class: "card analyse-set-up", ontoggle: () => this.#closed() }, h("summary", {}, t("analyse.setup")), this.body);
  }

  /** Who folds the set-up away lays no more tiles. */
  #closed() {
    if (this.element.open || !this.lay.input.checked) return;
    this.lay.input.checked = false;
    this.on.laying(false);
  }

  /** @param {Scene} scene @param {Geometry} geometry */
  async show(scene, geometry) {
    this.#scene = scene;
    const games = await gameOptions();
    if (this.#scene !== scene) return;
    const focused = document.activeElement?.id ?? "";
    this.body.replaceChildren(this.#dealing(games, scene), this.#knowing(scene), this.#tracks(scene, geometry), ...this.#racks(scene, geometry),
      h("div", { class: "settings" }, this.lay.box), this.#laid(scene));
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** @param {[string, string][]} games @param {Scene} scene */
  #dealing(games, scene) {
    const game = select("set-game", games, scene.game);
    const seats = select("set-seats", SEATS.map((n) => [String(n), n === 1 ? t("new.solo") : String(n)]), String(scene.seats.length));
    return h("form", { class: "set-deal", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.on.deal(game.value, Number(seats.value)); } },
      labelled(t("analyse.game"), game), labelled(t("new.seats"), seats), h("button", { type: "submit", class: "button small" }, t("analyse.deal")));
  }

  /** @param {Scene} scene */
  #knowing(scene) {
    const seats = scene.seats.map((seat, number) => /** @type {[string, string]} */ ([String(number), seat.name]));
    const who = select("set-who", [["all", t("analyse.known.all")], ...seats.map(([value, name]) => /** @type {[string, string]} */ ([value, t("analyse.known.seat", { name })]))], scene.who, (value) => this.on.change({ who: value }));
    const turn = select("set-turn", seats, String(scene.to_move ?? 0), (value) => this.on.change({ to_move: Number(value) }));
    return h("div", { class: "set-deal" }, scene.seats.length > 1 && labelled(t("analyse.known"), who), scene.seats.length > 1 && labelled(t("analyse.turn"), turn));
  }

  /** @param {Scene} scene @param {Geometry} geometry */
  #tracks(scene, { colours, stops }) {
    const fields = () => scene.seats.map((_, seat) => [...colours].map((_, i) => Number(/** @type {HTMLInputElement} */ (document.getElementById(`set-track-${seat}-${i}`)).value) || 0));
    return h("table", { class: "set-tracks" },
      h("caption", {}, t("analyse.tracks")),
      h("thead", {}, h("tr", {}, h("td"), ...[...colours].map((colour) => h("th", { scope: "col" }, sym(colour, "chip"), h("span", { class: "visually-hidden" }, t(`colour.${colour}`)))))),
      h("tbody", {}, ...scene.seats.map((seat, number) => h("tr", {}, h("th", { scope: "row" }, seat.name), ...seat.tracks.map((score, i) =>
        h("td", {}, h("input", { type: "number", id: `set-track-${number}-${i}`, min: 0, max: stops[stops.length - 1], value: score, "aria-label": `${seat.name}, ${t(`colour.${colours[i]}`)}`, onchange: () => this.on.change({ tracks: fields() }) })))))));
  }

  /** The racks that are known, a choice for each place. @param {Scene} scene @param {Geometry} geometry */
  #racks(scene, geometry) {
    return scene.racks.map((rack, seat) => (rack === null ? "" : h("fieldset", { class: "set-rack" }, h("legend", {}, t("analyse.rack", { name: scene.seats[seat].name })),
      ...Array.from({ length: geometry.rack }, (_, place) => this.#place(scene, rack, seat, place)))));
  }

  /** @param {Scene} scene @param {string[]} rack @param {number} seat @param {number} place */
  #place(scene, rack, seat, place) {
    const now = rack[place] ?? "";
    const kinds = [...new Set([...(now ? [now] : []), ...Object.keys(scene.unseen)])];
    const put = (/** @type {string} */ tile) => {
      const tiles = [...rack];
      tiles.splice(place, 1, tile);
      this.on.change({ rack: { seat, tiles: tiles.filter(Boolean) } });
    };
    const choice = select(`set-rack-${seat}-${place}`, [["", t("analyse.none")], ...kinds.map((tile) => /** @type {[string, string]} */ ([tile, `${tile} · ${tileName(tile)}`]))], now, put);
    choice.setAttribute("aria-label", t("analyse.place", { n: place + 1, name: scene.seats[seat].name }));
    return h("span", { class: "set-place" }, now ? miniTile(now) : null, choice);
  }

  /** @param {Scene} scene */
  #laid(scene) {
    return h("details", { class: "set-laid", open: this.#laidOpen, ontoggle: (/** @type {Event} */ event) => { this.#laidOpen = /** @type {HTMLDetailsElement} */ (event.target).open; } }, h("summary", {}, t("analyse.laid", { n: scene.tiles.length })),
      h("ul", {}, ...scene.tiles.map((text) => h("li", {}, h("code", {}, text),
        h("button", { type: "button", class: "icon", "aria-label": t("analyse.lift", { tile: text }), title: t("analyse.lift", { tile: text }), onclick: () => this.on.change({ lift: text }) }, "×")))));
  }
}

/** @param {string} label @param {HTMLElement} field */
const labelled = (label, field) => h("label", { for: field.id }, h("span", {}, label), field);

/**
 * @param {string} id
 * @param {[value: string, text: string][]} options
 * @param {string} now
 * @param {(value: string) => void} [choose]
 */
const select = (id, options, now, choose) => h("select", { id, onchange: (/** @type {Event} */ event) => choose?.(/** @type {HTMLSelectElement} */ (event.target).value) },
  ...options.map(([value, text]) => h("option", { value, selected: value === now }, text)));
