// Puzzles: a position in which one move is clearly best. The server keeps the answer until there was an attempt.

import { miniTile } from "../board/api.js";
import { demoBoard } from "../lib/demo_board.js";
import { h } from "../lib/dom.js";
import { gameName, geometryOf } from "../lib/games.js";
import { api } from "../lib/http.js";
import { t, tn } from "../lib/i18n.js";
import { ratingText } from "../lib/player_names.js";
import { whyBetter } from "../lib/review_words.js";
import { header } from "../lib/shell.js";
import { announce, complain } from "../lib/toasts.js";
import { Animation } from "../table/animation.js";
import { guidedTable } from "../table/guided_table.js";

/** @typedef {import("../generated/http.js").PuzzleGame} PuzzleGame */
/** @typedef {import("../generated/http.js").PuzzleTask} PuzzleTask */
/** @typedef {import("../generated/http.js").PuzzleResult} PuzzleResult */
/** @typedef {import("../generated/http.js").PuzzleAnswer} PuzzleAnswer */

/** @param {HTMLElement} main @param {string} [game] @param {string} [name] */
export async function puzzlesPage(main, game, name) {
  if (!game) return overview(main);
  const theme = new URLSearchParams(location.search).get("theme");
  const found = name ?? (await api("GET /puzzles/{game}/next", theme ? { game, theme } : { game })).name;
  if (!found) return nothingLeft(main, game);
  const task = await api("GET /puzzles/{game}/{name}", { game, name: found });
  if (!name) history.replaceState(null, "", addressOf(game, found, theme));
  return solve(main, task, theme);
}

/** @param {string} game @param {string} name @param {string | null} theme */
const addressOf = (game, name, theme) => `/puzzles/${game}${name && `/${name}`}${theme ? `?theme=${theme}` : ""}`;

/** @param {HTMLElement} main */
async function overview(main) {
  header({ title: t("nav.puzzles") });
  main.className = "page puzzles-page";
  const { games } = await api("GET /puzzles");
  main.replaceChildren(h("h2", {}, t("puzzle.title")), h("p", { class: "soft" }, t("puzzle.text")),
    games.length ? h("div", { class: "day-games" }, ...games.map(gameCard)) : h("section", { class: "card nothing" }, h("p", {}, t("puzzle.none"))));
}

/** @param {PuzzleGame} game */
function gameCard({ game, count, themes, mine, today, today_right }) {
  const daily = [t("puzzle.today"), today_right === null ? "" : t(today_right ? "puzzle.solved" : "puzzle.missed")].filter(Boolean).join(": ");
  return h("article", { class: "card day-game", "data-game": game, "aria-labelledby": `puzzles-${game}` },
    h("div", { class: "game-board" }, demoBoard(game)),
    h("h3", { id: `puzzles-${game}` }, gameName(game)),
    h("p", { class: "standing-line" }, mine.tried ? h("strong", { class: "huge" }, ratingText(mine)) : "",
      h("span", {}, mine.tried ? t("puzzle.standing", { right: mine.right, tried: mine.tried, of: count }) : tn("puzzle.count", count), mine.streak.best > 1 ? ` · ${t("puzzle.streak", { now: mine.streak.now, best: mine.streak.best })}` : "")),
    h("p", { class: "day-actions" },
      h("a", { class: "button main", href: addressOf(game, "", null), "aria-label": t("puzzle.solveGame", { game: gameName(game) }) }, t("puzzle.solve")),
      h("a", { class: "button", href: addressOf(game, today, null), "aria-label": `${gameName(game)}: ${daily}` }, daily)),
    h("ul", { class: "theme-list", "aria-label": t("puzzle.themes") }, ...Object.entries(themes).map(([theme, n]) =>
      h("li", {}, h("a", { href: addressOf(game, "", theme) }, t(`puzzle.theme.${theme}`), h("span", { class: "soft" }, ` ${n}`))))));
}

/** @param {HTMLElement} main @param {string} game */
function nothingLeft(main, game) {
  header({ title: t("nav.puzzles") });
  main.className = "page narrow";
  main.replaceChildren(h("section", { class: "card nothing" }, h("h2", {}, gameName(game)), h("p", {}, t("puzzle.nothing")), h("a", { class: "button main", href: "/puzzles" }, t("puzzle.all"))));
}

/** @param {HTMLElement} main @param {PuzzleTask} task @param {string | null} theme */
async function solve(main, task, theme) {
  const { game, name } = task;
  const view = { ...task.view, seats: task.view.seats.map((seat) => ({ ...seat, name: t(seat.mine ? "new.you" : "puzzle.other") })) };
  const geometry = await geometryOf(game, view.seats.length);
  const title = t("puzzle.of", { game: gameName(game) });
  const { at, guide, turn } = guidedTable(main, { game, title, label: t("puzzle.title"), geometry, make: (move) => void attempt(move) });
  at.tracks.setup(geometry, view.seats);
  const animation = new Animation(at.board, at.tracks);
  let busy = false;
  let answered = 0;

  const show = () => {
    at.board.update({ tiles: view.tiles, pyramids: view.pyramids, last: null, spots: task.spots, ghost: null, held: null, cursor: null, hint: null, camera: null });
    at.board.draw();
    at.tracks.show(view.seats, view.to_move);
    turn.view = null;
    turn.show(view, task.after);
    at.status.textContent = t(`puzzle.do.${view.asks}`);
  };
  /** @param {string} [wrong]  the move that was not the best */
  const explain = (wrong) => guide.replaceChildren(
    h("h2", {}, wrong ? t("puzzle.wrong") : t("puzzle.yourMove")),
    h("p", { class: "soft" }, `${task.today ? `${t("puzzle.today")} · ` : ""}${t("puzzle.rating", { n: task.rating })}`),
    wrong ? h("p", {}, t("puzzle.again", { move: moveName(wrong) })) : task.mine === null ? "" : h("p", {}, t("puzzle.unrated")),
    h("p", { class: "task" }, t(`puzzle.do.${view.asks}`)),
    view.asks === "exchange" ? choice() : "",
    h("button", { type: "button", class: "button small", id: "show", onclick: () => attempt(null) }, t("puzzle.show")));
  const choice = () => h("div", { class: "puzzle-choice" },
    h("div", { class: "given-tiles" }, ...view.rack.map(miniTile)),
    ...["exchange", "keep"].map((move) => h("button", { type: "button", class: "button main", onclick: () => attempt(move) }, t(`exchange.${move}`))));
  /** @param {string | null} move */
  const attempt = async (move) => {
    if (busy) return;
    busy = true;
    try {
      const result = await api("POST /puzzles/{game}/{name}", { game, name }, { move });
      if (result.answer) await reveal(result, result.answer);
      else missed(/** @type {string} */ (move));
    } catch (fault) {
      complain(fault);
      show();
    } finally {
      busy = false;
      main.dataset.seq = String(++answered);
    }
  };
  /** @param {string} move */
  const missed = (move) => {
    task.mine ??= false;
    show();
    explain(move);
    announce(`${t("puzzle.wrong")} ${t("puzzle.again", { move: moveName(move) })}`);
  };
  /** @param {PuzzleResult} result @param {PuzzleAnswer} answer */
  const reveal = async (result, answer) => {
    show();
    turn.show({ ...view, to_move: null }, task.after);
    at.board.update({ spots: [], held: null, ghost: null });
    const next = h("a", { class: "button main", id: "next", href: addressOf(game, "", theme) }, t("puzzle.next"));
    guide.replaceChildren(
      h("h2", {}, t(result.right ? "puzzle.right" : "puzzle.answer")),
      h("p", { class: "puzzle-outcome" }, outcomeText(result)),
      h("p", {}, h("strong", {}, answer.moves.map(moveName).join(` ${t("puzzle.or")} `)), ": ", worth(answer)),
      whyBetter(answer.reasons),
      h("p", { class: "soft" }, answer.themes.map((each) => t(`puzzle.theme.${each}`)).join(" · ")),
      h("p", {}, h("a", { class: "quiet-link", href: "/puzzles" }, t("puzzle.all"))),
      next);
    at.status.textContent = t(result.right ? "puzzle.right" : "puzzle.answer");
    await animation.perform(answer.events, view.seats.map((seat) => [...seat.tracks]));
    next.focus();
  };
  show();
  explain();
  main.dataset.seq = "0";
}

/** @param {PuzzleResult} result */
function outcomeText({ counted, before, standing }) {
  if (!counted) return t("puzzle.notCounted", { n: standing.rating });
  const change = standing.rating - before;
  const streak = standing.streak.now > 1 ? ` · ${t("puzzle.streakNow", { n: standing.streak.now })}` : "";
  return t("puzzle.counted", { n: standing.rating, change: `${change < 0 ? "−" : "+"}${Math.abs(change)}` }) + streak;
}

/** @param {PuzzleAnswer} answer */
function worth({ value, margin, rival, proved }) {
  const percent = (/** @type {number} */ share) => Math.round(100 * share);
  return t(proved ? "puzzle.proved" : "puzzle.searched", { value: percent(value), rival: moveName(rival), less: percent(value - margin) });
}

/** @param {string} move */
const moveName = (move) => (move === "exchange" || move === "keep" ? t(`exchange.${move}`) : move);
