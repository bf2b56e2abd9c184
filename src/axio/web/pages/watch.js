// Watch again: every ply of a game, all racks, and how each seat's lowest colour rose.

import { miniTile, newBoard } from "../board/api.js";
import { lineChart } from "../lib/charts.js";
import { h } from "../lib/dom.js";
import { gameName, geometryOf } from "../lib/games.js";
import { api } from "../lib/http.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { playOn } from "../lib/play_on.js";
import { named } from "../lib/player_names.js";
import { isDark } from "../lib/settings.js";
import { header } from "../lib/shell.js";
import { announce, complain } from "../lib/toasts.js";
import { openRules } from "../table/controls.js";
import { endingOf, pointsText } from "../table/status.js";
import { seatMark, sightsOf } from "../table/story.js";
import { newTracks } from "../table/tracks.js";

/** @typedef {import("../generated/http.js").Frame} Frame */

/** The same in a frame on another site: the game alone, from a ply on. @param {HTMLElement} main @param {string} id @param {string} [ply] */
export function embeddedPage(main, id, ply) {
  document.body.classList.add("embedded");
  return watchPage(main, id, ply === undefined ? undefined : Number(ply));
}

/**
 * @param {HTMLElement} main
 * @param {string} id
 * @param {number} [ply]  to begin with; none: the last
 */
export async function watchPage(main, id, ply) {
  const { table, frames } = await api("GET /tables/{name}/replay", { name: id });
  for (const frame of frames) frame.view.seats = named(frame.view.seats);
  const { view } = frames[0];
  const { game } = view;
  const geometry = await geometryOf(game, view.seats.length);
  header({ title: t("watch.title", { game: gameName(game) }), rules: { game, open: () => openRules(game) } });
  main.className = "table watch";
  document.body.dataset.shape = geometry.shape;
  const [board, tracks] = [newBoard(), newTracks()];
  const lines = view.seats.map((seat, number) => ({ name: seat.name, values: frames.map((frame) => Math.min(...frame.view.seats[number].tracks)) }));
  const plot = lineChart(lines, { end: Math.max(...lines.flatMap((line) => line.values), 6), label: t("watch.chart") });
  const range = h("input", { type: "range", class: "scrub", id: "scrub", min: 0, max: frames.length - 1, value: 0, "aria-label": t("watch.scrub") });
  const says = h("p", { class: "status", id: "status" });
  const gains = h("p", { class: "gains-line" });
  const racks = h("div", { class: "racks" });
  const sealed = view.daily !== null && table.over && Date.now() < Date.parse(view.daily) + 86_400_000; // others may yet play this deal
  const framed = document.body.classList.contains("embedded");
  let at = ply ?? frames.length - 1;
  /** @type {number | undefined} */
  let timer;
  const analyse = h("a", { class: "button small", id: "watch-analyse" }, t("watch.analyse"));
  const goOn = h("button", { type: "button", class: "button small", id: "watch-play-on", onclick: () => playOn({ game, seats: view.seats.length, toMove: frames[at].view.to_move ?? 0, luck: true, from: { from: id, ply: at } }).catch(complain) }, t("watch.playon"));

  const show = (/** @type {number} */ to) => {
    at = Math.max(0, Math.min(frames.length - 1, to));
    const frame = frames[at];
    const move = at ? moveOf(frame) : null;
    board.update({ tiles: frame.view.tiles, pyramids: frame.view.pyramids, last: null, told: move?.told ?? [] });
    tracks.show(frame.view.seats, frame.view.to_move);
    range.value = String(at);
    plot.point(at);
    says.textContent = at === frames.length - 1 && frame.view.over ? endingOf(frame.view) : at ? `${at}. ${move?.name}: ${frame.view.last ?? ""}` : t("watch.start");
    gains.textContent = move ? pointsText(move.points) : t("watch.plies", { n: frames.length - 1 });
    const open = frame.racks ?? frame.view.seats.map((_, seat) => (seat === frame.view.shown ? frame.view.rack : null));
    const position = frame.view.over ? null : frame.position;
    analyse.hidden = goOn.hidden = !position;
    analyse.href = `/analyse?p=${encodeURIComponent(position ?? "")}`;
    racks.hidden = open.every((rack) => !rack?.length);
    racks.replaceChildren(...open.map((rack, seat) => rack && h("div", { class: "open-rack" }, h("span", {}, frame.view.seats[seat].name),
      h("span", { class: "given-tiles" }, ...rack.map(miniTile)))).filter((row) => row !== null));
  };
  const stop = () => { clearInterval(timer); timer = undefined; playButton.replaceChildren(icon("play")); };
  const go = (/** @type {number} */ to) => { stop(); show(to); announce(`${says.textContent} ${gains.textContent}`); };
  const button = (/** @type {string} */ name, /** @type {() => void} */ act) => h("button", { type: "button", class: "tool bare", id: `watch-${name}`, "aria-label": t(`watch.${name}`), title: t(`watch.${name}`), onclick: act }, icon(name));
  const playButton = button("play", () => {
    if (timer) return stop();
    if (at === frames.length - 1) show(0);
    playButton.replaceChildren(icon("pause"));
    timer = setInterval(() => (at >= frames.length - 1 ? stop() : show(at + 1)), 900);
  });
  range.addEventListener("input", () => { stop(); show(Number(range.value)); });
  addEventListener("keydown", (event) => {
    if (event.target === range || document.querySelector("dialog[open]")) return;
    if (event.key === "ArrowLeft") go(at - 1);
    else if (event.key === "ArrowRight") go(at + 1);
  });

  main.replaceChildren(
    h("section", { class: "stage", "aria-label": t("board.label") }, board),
    h("section", { class: "scores", "aria-label": t("scores.label") }, tracks, h("div", { class: "story" }, racks, plot.element)),
    h("section", { class: "tray", "aria-label": t("watch.controls") },
      h("div", { class: "says" }, says, gains),
      h("div", { class: "player" }, button("first", () => go(0)), button("back", () => go(at - 1)), playButton, button("next", () => go(at + 1)), button("last", () => go(frames.length - 1)), range),
      framed ? h("div", { class: "tools" }, h("a", { class: "button small", id: "on-site", href: `/watch/${id}`, target: "_blank", rel: "noopener" }, t("watch.site"))) : h("div", { class: "tools" },
        sealed || !table.over ? "" : h("a", { class: "button small", id: "review", href: `/review/${id}` }, t("review.link")), analyse, goOn,
        sealed ? "" : table.over ? h("a", { class: "button small", href: `/api/tables/${id}/record`, download: `axio-${id}.json` }, t("watch.record")) : h("a", { class: "button small", href: `/table/${id}` }, t("watch.back-to")),
        h("button", { type: "button", class: "button small", onclick: () => savePicture(id, at, "svg") }, "SVG"),
        h("button", { type: "button", class: "button small", onclick: () => savePicture(id, at, "png") }, "PNG"))));
  board.setup(geometry, { still: true, label: gameName(game) });
  tracks.setup(geometry, view.seats);
  show(at);
}

/** @param {Frame} frame */
function moveOf(frame) {
  /** @type {Record<string, number>} */
  const points = {};
  let seat = 0;
  for (const fact of frame.events) {
    if (fact.event === "Scored") points[fact.colour] = (points[fact.colour] ?? 0) + fact.after - fact.before;
    if (fact.event === "TilePlaced" || fact.event === "RackExchanged" || fact.event === "TilesDrawn") seat = fact.seat;
  }
  const placed = frame.events.find((fact) => fact.event === "TilePlaced");
  const told = placed ? [{ place: String(placed.place), mark: seatMark(placed.seat), points, seen: sightsOf(frame.events) }] : [];
  return { name: frame.view.seats[placed ? placed.seat : seat].name, points, told };
}

/**
 * A position as a picture: the server draws it, the page saves it.
 * @param {string} id
 * @param {number} ply
 * @param {"svg" | "png"} kind
 */
async function savePicture(id, ply, kind) {
  const address = `/api/tables/${id}/picture.svg?ply=${ply}&theme=${isDark() ? "dark" : "light"}`;
  if (kind === "svg") return save(address, `axio-${id}-${ply}.svg`);
  const image = new Image();
  image.src = address;
  await image.decode();
  const width = Math.max(image.naturalWidth, 1200);
  const height = Math.round((width * image.naturalHeight) / image.naturalWidth);
  const canvas = h("canvas", { width, height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  canvas.toBlob((blob) => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    save(made, `axio-${id}-${ply}.png`);
    setTimeout(() => URL.revokeObjectURL(made), 5000);
  }, "image/png");
}

/** @param {string} href @param {string} name */
function save(href, name) {
  const link = h("a", { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}
