// The rules of a game in our own words, with drawn examples: on a page of their own, or above a table.

import { layoutOf, newBoard, previewOf } from "../board/api.js";
import { dialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { gameLine, gameName, generated, geometryOf } from "../lib/games.js";
import { below, has, t } from "../lib/i18n.js";
import { pointsText } from "./status.js";

/** @typedef {import("../generated/protocol.js").Geometry} Geometry */
/** @typedef {{tiles: string[], pyramids: string[], spot: import("../generated/protocol.js").Spot, marks: string, named: string | null}} Figure */

/** The rules without leaving the table. @param {string} game */
export async function rulesDialog(game) {
  dialog(t("rules.title", { game: gameName(game) }), [await rulesArticle(game)], [], { cls: "rules-sheet" });
}

/** @param {string} game */
export async function rulesArticle(game) {
  const [figures, geometry] = await Promise.all([generated(`examples-${game}`, /** @type {Record<string, Figure>} */ ({})), geometryOf(game, 2)]);
  const sections = below(`rules.${game}`).map((name) => section(game, name, figures[name], geometry));
  return h("article", { class: "prose" }, h("p", { class: "lead" }, gameLine(game)), ...sections);
}

/**
 * @param {string} game
 * @param {string} name
 * @param {Figure | undefined} figure
 * @param {Geometry} geometry
 */
function section(game, name, figure, geometry) {
  return h("section", { class: figure ? "rule with-picture" : "rule" },
    h("div", {}, h("h3", {}, has(`rules.${name}`) ? t(`rules.${name}`) : name), ...t(`rules.${game}.${name}`).split("\n").map((text) => h("p", {}, text))),
    figure && drawn(figure, geometry));
}

/** @param {Figure} figure @param {Geometry} geometry */
function drawn(figure, geometry) {
  const { board, preview } = figureBoard(figure, geometry);
  const named = figure.named ? ` (${t("rules.named", { colour: t(`colour.${figure.named}`) })})` : "";
  return h("figure", { class: "example" }, board, h("figcaption", {}, t("rules.scores", { points: pointsText(preview.points) }) + named));
}

/** A part of a board with a tile about to be placed, and what it would score. @param {Figure} figure @param {Geometry} geometry */
export function figureBoard(figure, geometry) {
  const board = newBoard();
  const layout = layoutOf(geometry);
  const preview = previewOf(figure.spot, figure.marks, figure.named);
  const cells = [...figure.spot[0], ...preview.marks.flatMap((mark) => mark.lines.flat()), ...preview.pyramids.map(({ at }) => at)];
  const points = cells.map(layout.centre);
  const room = layout.pitch * 1.6;
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const side = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) + room * 2;
  const [cx, cy] = [(Math.max(...xs) + Math.min(...xs)) / 2, (Math.max(...ys) + Math.min(...ys)) / 2];
  const [x, y] = [kept(cx - side / 2, side, layout, 0), kept(cy - side / 2, side, layout, 1)];
  board.setup(geometry, {
    still: true, bare: true, tiles: figure.tiles, pyramids: figure.pyramids,
    ghost: { spot: figure.spot, marks: figure.marks, pinned: false, named: figure.named },
    camera: { x, y, w: side, h: side }, label: pointsText(preview.points),
  });
  return { board, preview };
}

/**
 * Where a picture begins: one of a board's corner shows board, not the table beside it.
 * @param {number} from
 * @param {number} side
 * @param {import("../board/api.js").Layout} layout
 * @param {0 | 1} axis
 */
function kept(from, side, layout, axis) {
  if (!layout.cells.length) return from;
  const edge = layout.frame(9).map((point) => point[axis]);
  return Math.max(Math.min(...edge), Math.min(from, Math.max(...edge) - side));
}
