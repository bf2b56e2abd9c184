// The rules of a game in our own words, with drawn examples.

import { api } from "../lib/http.js";
import { AxioBoard } from "../board/board.js";
import { dialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { has, t } from "../lib/i18n.js";
import { layoutOf } from "../board/layout.js";
import { previewOf } from "../board/preview.js";
import { header } from "../lib/shell.js";
import { pointsText } from "../table/status.js";
import { GAMES } from "./welcome.js";

/** @typedef {{tiles: string[], pyramids: string[], spot: import("../generated/protocol.js").Spot, marks: string, named: string | null}} Figure */

/** Which section has which picture. @type {Record<string, Record<string, number>>} */
const PICTURES = { axio: { score: 0, pyramid: 1 }, hex: { score: 0, lines: 1 }, rota: { score: 0, circle: 1, name: 2 } };
const SECTIONS = ["aim", "turn", "first", "score", "lines", "circle", "name", "pyramid", "axio", "exchange", "end", "solo"];

/**
 * @param {HTMLElement} main
 * @param {string} game
 */
export async function rulesPage(main, game) {
  header({ title: t("rules.title", { game: t(`game.${game}`) }) });
  main.className = "page rules";
  const article = await written(game);
  article.classList.add("card");
  article.prepend(h("h2", {}, t("rules.title", { game: t(`game.${game}`) })));
  article.append(h("p", { class: "new-links" }, h("a", { class: "button main", href: `/learn/${game}` }, t("welcome.learn")), h("a", { class: "button", href: `/new/${game}` }, t("welcome.play"))));
  main.replaceChildren(
    h("nav", { class: "segments", "aria-label": t("welcome.games") }, ...GAMES.map((each) => h("a", { href: `/rules/${each}`, "aria-current": each === game ? "page" : null }, t(`game.${each}`)))),
    article);
}

/** The rules without leaving the table. @param {string} game */
export async function rulesDialog(game) {
  dialog(t("rules.title", { game: t(`game.${game}`) }), [await written(game)], [], { cls: "rules-sheet" });
}

/** @param {string} game */
async function written(game) {
  const [figures, geometry] = await Promise.all([fetch(`/static/generated/examples-${game}.json`).then((response) => response.json()), api(`/games/${game}/2`)]);
  const sections = SECTIONS.filter((name) => has(`rules.${game}.${name}`));
  return h("article", { class: "prose" }, h("p", { class: "lead" }, t(`welcome.${game}`)), ...sections.flatMap((name) => section(game, name, figures, geometry)));
}

/**
 * @param {string} game
 * @param {string} name
 * @param {Figure[]} figures
 * @param {import("../generated/protocol.js").Geometry} geometry
 */
function section(game, name, figures, geometry) {
  const picture = PICTURES[game]?.[name];
  return [
    h("section", { class: picture === undefined ? "rule" : "rule with-picture" },
      h("div", {}, h("h3", {}, t(`rules.${name}`)), ...t(`rules.${game}.${name}`).split("\n").map((text) => h("p", {}, text))),
      picture === undefined ? null : drawn(figures[picture], geometry)),
  ];
}

/** @param {Figure} figure @param {import("../generated/protocol.js").Geometry} geometry */
function drawn(figure, geometry) {
  const board = /** @type {AxioBoard} */ (document.createElement("axio-board"));
  const layout = layoutOf(geometry);
  const preview = previewOf(figure.spot, figure.marks, figure.named);
  const cells = [...figure.spot[0], ...preview.marks.flatMap((mark) => mark.lines.flat()), ...preview.pyramids.map(({ at }) => at)];
  const points = cells.map(layout.centre);
  const room = layout.pitch * 1.6;
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const side = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) + room * 2;
  const [cx, cy] = [(Math.max(...xs) + Math.min(...xs)) / 2, (Math.max(...ys) + Math.min(...ys)) / 2];
  const [x, y] = [held(cx - side / 2, side, layout, 0), held(cy - side / 2, side, layout, 1)];
  board.setup(geometry, {
    still: true, bare: true, tiles: figure.tiles, pyramids: figure.pyramids,
    ghost: { spot: figure.spot, marks: figure.marks, pinned: false, named: figure.named },
    camera: { x, y, w: side, h: side },
  });
  const caption = pointsText(preview.points);
  board.layers.base.setAttribute("aria-label", caption);
  const named = figure.named ? ` (${t("rules.named", { colour: t(`colour.${figure.named}`) })})` : "";
  return h("figure", { class: "example" }, board, h("figcaption", {}, t("rules.scores", { points: caption }) + named));
}

/**
 * A picture of a board's corner shows board, not the table beside it.
 * @param {number} from
 * @param {number} side
 * @param {import("../board/layout.js").Layout} layout
 * @param {0 | 1} axis
 */
function held(from, side, layout, axis) {
  if (!layout.cells.length) return from;
  const edge = layout.frame(9).map((point) => point[axis]);
  return Math.max(Math.min(...edge), Math.min(from, Math.max(...edge) - side));
}
