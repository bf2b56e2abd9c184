// A guided first game: one small task after the other on a real board.

import { miniTile, previewOf, readPlace, tracksAfter } from "../board/api.js";
import { dialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { gameName, games, generated, geometryOf } from "../lib/games.js";
import { api, nonce } from "../lib/http.js";
import { has, t } from "../lib/i18n.js";
import { settings } from "../lib/settings.js";
import { lost } from "../lib/shell.js";
import { tell } from "../lib/toasts.js";
import { Animation } from "../table/animation.js";
import { guidedTable } from "../table/guided_table.js";

/** @typedef {{key: string, tiles: string[], pyramids: string[], tracks: number[], rack: string[], spots: import("../generated/protocol.js").Spot[], wants: string[]}} Lesson */

/**
 * @param {HTMLElement} main
 * @param {string} [wanted]
 */
export async function learnPage(main, wanted) {
  const game = wanted ?? (await games())[0].name;
  const [lessons, geometry] = await Promise.all([generated(`lesson-${game}`, /** @type {Lesson[]} */ ([])), geometryOf(game, 2)]);
  if (!lessons.length) return lost(main);
  const title = t("learn.title", { game: gameName(game) });
  const { at, guide, turn } = guidedTable(main, { game, title, label: t("learn.guide"), geometry, make: (move) => void placed(move) });
  const animation = new Animation(at.board, at.tracks);
  let number = 0;
  let busy = false;

  const show = () => {
    const step = lessons[number];
    const view = viewOf(step, geometry, number);
    at.tracks.setup(geometry, view.seats);
    at.board.update({ tiles: step.tiles, pyramids: step.pyramids, last: null, spots: step.spots, ghost: null, held: null, cursor: null, hint: null, camera: null });
    at.board.draw();
    at.tracks.show(view.seats, 0);
    turn.view = null;
    turn.show(view);
    at.status.textContent = t(`learn.do.${step.key}`);
    explain(step);
    if (step.key === "exchange") exchange(step);
  };
  /** @param {Lesson} step */
  const explain = (step) => {
    const own = `learn.${game}.${step.key}`;
    guide.replaceChildren(
      h("p", { class: "soft" }, t("learn.step", { n: number + 1, of: lessons.length })),
      h("h2", {}, t(`learn.${step.key}.title`)),
      ...(has(own) ? t(own) : t(`learn.${step.key}`)).split("\n").map((text) => h("p", {}, text)),
      number ? "" : h("p", settings.confirm ? {} : { class: "soft" }, t(settings.confirm ? "learn.confirm" : "learn.keys")),
      h("p", { class: "task" }, t(`learn.do.${step.key}`)),
      h("button", { type: "button", class: "button small", onclick: next }, t("learn.skip")));
  };
  /** @param {string} move */
  const placed = async (move) => {
    if (busy) return;
    const step = lessons[number];
    const laid = readPlace(move);
    const spot = step.spots.find(([cells]) => cells.join() === laid?.cells.join());
    if (!laid || !spot) return;
    if (step.wants.length && !step.wants.includes(move)) {
      at.board.update({ ghost: null });
      return tell(t(`learn.not.${step.key}`));
    }
    busy = true;
    at.board.update({ spots: [], held: null, ghost: null });
    await animation.perform(factsOf(step, laid, spot, geometry), [[...step.tracks]]);
    await animation.wait(500);
    busy = false;
    next();
  };
  const next = () => {
    number += 1;
    if (number < lessons.length) show();
    else finished(game);
  };
  /** @param {Lesson} step */
  const exchange = (step) => {
    dialog(t("exchange.title"), [t("learn.exchange"), h("div", { class: "given-tiles big" }, ...step.rack.map(miniTile))],
      [{ label: t("exchange.exchange"), act: next, main: true }, { label: t("exchange.keep"), act: next }], { cls: "exchange", closable: false });
  };
  show();
}

/**
 * @param {Lesson} step
 * @param {import("../generated/protocol.js").Geometry} geometry
 * @param {number} ply
 * @returns {import("../generated/protocol.js").View}
 */
function viewOf(step, geometry, ply) {
  const least = Math.min(...step.tracks);
  const lowest = [...geometry.colours].filter((_, i) => step.tracks[i] === least).join("");
  const seat = { name: t("new.you"), kind: /** @type {const} */ ("person"), bot: null, program: false, instead_of: null, mine: true, tracks: step.tracks, lowest, rack: step.rack.length, stack: 0, rank: null, leads: false };
  return {
    seq: ply, ply, game: geometry.game, seats: [seat], tiles: step.tiles, pyramids: step.pyramids, last: null, to_move: 0,
    asks: step.key === "exchange" ? "exchange" : "place", owed: 0, shown: 0, handover: null, rack: step.rack, bag: 0, unseen: {},
    practice: true, can_undo: false, over: false, winners: [], ending: null, ended_at: null, commitment: "",
    rated: false, visibility: "private", clocks: null, stopping: [], prepared: null, follower: null, may: [], daily: null, turned: null,
  };
}

/**
 * What the placement brings, as the server would tell it.
 * @param {Lesson} step
 * @param {import("../board/api.js").Laid} laid
 * @param {import("../generated/protocol.js").Spot} spot
 * @param {import("../generated/protocol.js").Geometry} geometry
 */
function factsOf(step, laid, spot, geometry) {
  const { colours, stops } = geometry;
  const preview = previewOf(spot, laid.marks, laid.named);
  const after = tracksAfter(preview, step.tracks, geometry);
  /** @type {Record<string, any>[]} */
  const facts = [{ event: "TilePlaced", seat: 0, place: laid.text }];
  for (const mark of preview.marks) {
    if (mark.points) facts.push({ event: "Scored", seat: 0, colour: mark.colour, lines: mark.lines, at: laid.cells[laid.cells.length > 1 ? mark.end : 0], corner: mark.end, after: after[colours.indexOf(mark.colour)] });
  }
  for (const { at, points } of preview.pyramids) {
    facts.push({ event: "PyramidPlaced", seat: 0, at, taken_from: null });
    for (const colour of Object.keys(points)) facts.push({ event: "Scored", seat: 0, colour, lines: [[at]], at, corner: 0, after: after[colours.indexOf(colour)] });
  }
  [...colours].forEach((colour, i) => {
    if (after[i] === stops[stops.length - 1] && step.tracks[i] < after[i]) facts.push({ event: "Axio", seat: 0, colour });
  });
  return facts;
}

/** @param {string} game */
function finished(game) {
  const start = async () => {
    const made = await api("POST /tables", {}, { game, nonce: nonce(), seats: [{ kind: "person", name: t("new.you") }, { kind: "bot", bot: "sprout" }] });
    location.assign(`/table/${made.id}`);
  };
  const own = `learn.${game}.done`;
  dialog(t("learn.done.title"), [t(has(own) ? own : "learn.done")], [{ label: t("learn.play"), act: start, main: true }, { label: t("nav.home"), act: () => void location.assign("/") }], { cls: "end", closable: false });
}
