// Every game as a live board, and what is still going on.

import { demoBoard } from "../lib/demo_board.js";
import { dialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { gameLine, gameName, games } from "../lib/games.js";
import { api, Fault } from "../lib/http.js";
import { t, tn, when } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { named } from "../lib/player_names.js";
import { header } from "../lib/shell.js";
import { announce, faultText } from "../lib/toasts.js";
import { firstLook } from "./first_look.js";

/** @param {HTMLElement} main */
export async function welcomePage(main) {
  header();
  main.className = "page welcome";
  const all = await games();
  const going = h("div");
  const done = h("div");
  const tables = await api("GET /tables");
  const taught = all.find(({ lesson }) => lesson);
  const first = !!taught && !tables.some((table) => table.over && table.mine);
  main.replaceChildren(
    h("h1", { class: "visually-hidden" }, "Axio"),
    going,
    taught && first ? firstLook(taught.name) : "",
    h("section", { class: "games", "aria-label": t("welcome.games") }, ...all.map((each) => card(each, first))),
    dailyStrip(all.length),
    done,
    h("p", { class: "fine" }, t("about.short"), " ", h("a", { href: "/about" }, t("nav.about"))),
  );
  lists(going, done, tables);
}

/** @param {import("../lib/games.js").GameCard} card @param {boolean} first  the lesson is what to do first */
function card({ name: game, lesson }, first) {
  return h("article", { class: "game" },
    h("div", { class: "game-board" }, demoBoard(game)),
    h("h2", {}, gameName(game)),
    h("p", {}, gameLine(game)),
    h("div", { class: "game-actions" },
      h("a", { class: first ? "button" : "button main", href: `/new/${game}`, "aria-label": t("welcome.playGame", { game: gameName(game) }) }, t("welcome.play")),
      h("a", { class: "quiet-link", href: `/new/${game}?friends` }, t("welcome.friends")),
      lesson && h("a", { class: "quiet-link", href: `/learn/${game}` }, t("welcome.learn")),
      h("a", { class: "quiet-link", href: `/rules/${game}` }, t("nav.rules"))));
}

/** @param {HTMLElement} going @param {HTMLElement} done @param {import("../generated/http.js").ListedTable[]} tables */
function lists(going, done, tables) {
  const again = async () => lists(going, done, await api("GET /tables"));
  const running = tables.filter((table) => !table.over);
  const over = tables.filter((table) => table.over).slice(0, 6);
  going.replaceChildren(...(running.length ? [h("section", { class: "going", "aria-labelledby": "going" },
    h("h2", { id: "going" }, t("welcome.going")), h("ul", { class: "tables" }, ...running.slice(0, 4).map((table) => row(table, again))))] : []));
  done.replaceChildren(h("section", { class: "done", "aria-labelledby": "recent" },
    h("header", {}, h("h2", { id: "recent" }, t("welcome.recent")), h("button", { type: "button", class: "button small", onclick: importDialog }, t("import.open"))),
    over.length ? h("ul", { class: "tables" }, ...over.map((table) => row(table, again))) : h("p", { class: "soft" }, t("welcome.none"))));
}

/** @param {import("../generated/http.js").ListedTable} table @param {() => void} changed */
function row(table, changed) {
  const names = named(table.seats).map((seat) => seat.name || t("room.free")).join(" – ");
  const alone = !table.seats.some((seat) => seat.kind === "person" && !seat.mine);
  const state = table.over ? when(table.updated) : table.gathering ? t("welcome.gathering") : table.mine_to_move ? t("welcome.yourTurn") : tn("welcome.plies", table.ply);
  const giveUp = t(table.rated && !table.gathering ? "welcome.resign" : "welcome.abandon", { names });
  return h("li", {},
    h("a", { class: "table-link", href: table.over ? `/watch/${table.id}` : `/table/${table.id}` },
      h("strong", {}, gameName(table.game)),
      h("span", { class: "names" }, names),
      h("span", { class: "lows" }, table.lows.join(" : "), resultOf(table)),
      h("span", { class: table.mine_to_move && !table.over ? "state now" : "state" }, state)),
    table.over && h("a", { class: "icon", href: `/review/${table.id}`, "aria-label": t("welcome.review", { names }), title: t("review.link") }, icon("hint")),
    !table.over && (alone || table.gathering) && h("button", { type: "button", class: "icon", "aria-label": giveUp, title: giveUp, onclick: async () => {
      await api("DELETE /tables/{name}", { name: table.id });
      changed();
    } }, icon("trash")));
}

/** Won or lost, for whoever played one of several seats. @param {import("../generated/http.js").ListedTable} table */
function resultOf({ over, seats, ranks }) {
  const mine = seats.findIndex((seat) => seat.mine);
  if (!over || seats.length < 2 || seats.filter((seat) => seat.mine).length !== 1 || ranks[mine] === null) return "";
  const what = ranks[mine] !== 1 ? "lost" : ranks.filter((rank) => rank === 1).length > 1 ? "shared" : "won";
  return h("span", { class: `result ${what}` }, t(`welcome.${what}`));
}

/** The daily deal in one line. @param {number} of  so many games */
function dailyStrip(of) {
  const state = h("span", { class: "state" });
  api("GET /daily/mine").then(({ calendar, streak }) => {
    const done = calendar[calendar.length - 1].finished;
    const row = streak.now > 1 ? `${streak.now} ${tn("daily.streak", streak.now)}` : "";
    state.textContent = [done ? t("daily.stripDone", { n: done, of }) : "", row].filter(Boolean).join(" · ");
  }, () => {}); // without it the line still leads there
  return h("a", { class: "daily-strip", href: "/daily" }, icon("calendar"), h("strong", {}, t("daily.title")), h("span", { class: "names" }, t("daily.strip")), state);
}

/** A saved game comes in: by file or by paste. A bad one says which move is wrong, and why. */
function importDialog() {
  const wrong = h("p", { class: "import-wrong", id: "import-wrong", role: "alert" });
  const area = h("textarea", { id: "import-text", rows: 7, "aria-label": t("import.paste"), placeholder: '{"format": "axio-record/1", …}', spellcheck: "false", "aria-describedby": "import-wrong" });
  const file = h("input", { type: "file", id: "import-file", accept: ".json,application/json", "aria-label": t("import.file"), onchange: async () => {
    const chosen = file.files?.[0];
    if (chosen) area.value = await chosen.text();
    if (chosen) await send();
  } });
  const send = async () => {
    wrong.textContent = "";
    try {
      const made = await api("POST /records", {}, area.value);
      location.assign(`/watch/${made.id}`);
    } catch (fault) {
      wrong.textContent = explain(fault);
      announce(wrong.textContent);
    }
  };
  dialog(t("import.title"), [h("p", { class: "soft" }, t("import.text")), file, area, wrong],
    [{ label: t("import.go"), act: send, main: true, stay: true }, { label: t("cancel") }], { cls: "import" });
}

/** @param {unknown} fault */
function explain(fault) {
  if (!(fault instanceof Fault)) return String(fault);
  const why = faultText(fault);
  return fault.move === null ? t("import.bad", { why }) : t("import.badMove", { n: fault.move, why });
}
