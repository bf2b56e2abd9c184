// What the game is, for those who see it for the first time: one line, five seconds of play, and the way to the lesson.

import { calm, h } from "../lib/dom.js";
import { generated, geometryOf } from "../lib/games.js";
import { t } from "../lib/i18n.js";
import { figureBoard } from "../table/rules_article.js";
import { newTracks } from "../table/tracks.js";
import { tracksAfter } from "../board/api.js";

/** @typedef {import("../table/rules_article.js").Figure} Figure */

const START = 4; // where every track stands as the example begins
const STEPS = /** @type {const} */ ([["lay", 1200], ["count", 2300], ["rise", 1900]]);

/** @param {string} game  one that has a lesson */
export function firstLook(game) {
  const stage = h("div", { class: "look-stage", "aria-hidden": "true" });
  const says = h("p", { class: "look-says", "aria-hidden": "true" });
  moving(game, stage, says);
  return h("section", { class: "first-look" },
    h("div", { class: "look-words" },
      h("p", { class: "look-line" }, t("look.line")),
      h("p", {}, h("a", { class: "button main big", id: "first-lesson", href: `/learn/${game}` }, t("look.learn")))),
    h("div", { class: "look-example" }, stage, says));
}

/** A tile is laid, counts what it sees, and moves the tracks; then again. @param {string} game @param {HTMLElement} stage @param {HTMLElement} says */
async function moving(game, stage, says) {
  const [figures, geometry] = await Promise.all([generated(`examples-${game}`, /** @type {Record<string, Figure>} */ ({})), geometryOf(game, 2)]);
  const figure = figures.score;
  if (!figure) return;
  const { board, preview } = figureBoard(figure, geometry);
  const tracks = newTracks();
  const before = [...geometry.colours].map((_, i) => START + (i % 3));
  const after = tracksAfter(preview, before, geometry);
  const seat = { name: t("new.you"), kind: /** @type {const} */ ("person"), bot: null, program: false, instead_of: null, mine: true, tracks: before, lowest: "", rack: 0, stack: 0, rank: null, leads: false };
  tracks.setup(geometry, [seat]);
  stage.replaceChildren(board, tracks);
  const ghost = board.state.ghost;
  /** @type {Record<typeof STEPS[number][0], () => void>} */
  const show = {
    lay: () => { board.update({ ghost: null }); tracks.set(0, before); tracks.preview(null, null); },
    count: () => { board.update({ ghost }); tracks.preview(0, after); },
    rise: () => { tracks.set(0, after); tracks.preview(null, null); },
  };
  let at = calm() ? 1 : 0;
  const step = () => {
    if (!stage.isConnected) return;
    const [name, ms] = STEPS[at % STEPS.length];
    show[name]();
    says.textContent = t(`look.${name}`);
    at += 1;
    if (!calm()) setTimeout(step, ms);
  };
  step();
}
