// A new game: how many seats, who sits on them, and by which terms they play.

import { commit, newTable } from "../lib/deal_memory.js";
import { demoBoard } from "../lib/demo_board.js";
import { h } from "../lib/dom.js";
import { toggle } from "../lib/form.js";
import { gameLine, gameName, games } from "../lib/games.js";
import { api } from "../lib/http.js";
import { has, t, tn } from "../lib/i18n.js";
import { header, lost } from "../lib/shell.js";
import { complain } from "../lib/toasts.js";
import { whoAmI } from "../lib/who_am_i.js";
import { commitmentLine } from "../table/room.js";
import { botFace } from "./bot_faces.js";

/** @typedef {{kind: "person" | "bot" | "open", name: string, bot: string}} Chosen */

/** @typedef {import("../generated/http.js").BotCard} Bot */
/** @typedef {{bots: Bot[], game: string, fits: import("../generated/http.js").ProposedLevel | null}} Roster  the bots, the weakest first */
/** @typedef {import("../generated/http.js").NewTable} NewTable */

const STRONGEST = "careful";
const FIRST = "sprout"; // for whoever has not finished a game yet
const MINUTES = [3, 5, 10, 15, 20, 30, 60];
const SECONDS = [0, 5, 10, 20, 30, 60];
const DAYS = [1, 2, 3, 5, 7, 10, 14];
const HOLIDAYS = [0, 3, 7, 14, 30];
const SUBSTITUTE = "careful";
const RATINGS = [800, 1000, 1200, 1400, 1600, 1800, 2000];

/**
 * @param {HTMLElement} main
 * @param {string} [wanted]
 */
export async function newPage(main, wanted) {
  const [all, bots_, me, tables] = await Promise.all([games(), api("GET /bots"), whoAmI().catch(() => ({ name: null, account: false })), api("GET /tables").catch(() => [])]);
  const { name: game, seats: sizes, lesson } = all.find(({ name }) => name === wanted) ?? all[0];
  if (wanted && game !== wanted) return lost(main);
  const bots = bots_.filter((bot) => bot.games.includes(game)).sort((a, b) => (a.strength[game] ?? 2) - (b.strength[game] ?? 2));
  const fits = bots.some((bot) => bot.level[game]) ? await api("GET /games/{name}/level", { name: game }).catch(() => null) : null;
  header({ title: gameName(game) });
  main.className = "page new";
  const friends = location.search.includes("friends");
  const mine = me.name || t("new.you");
  const fitting = fits?.games ? fits.bot : tables.some((table) => table.over && table.mine) ? STRONGEST : FIRST;
  const opponent = bots.some((bot) => bot.name === fitting) ? fitting : bots[bots.length - 1].name;
  /** @type {Chosen[]} */
  const seats = Array.from({ length: Math.max(...sizes) }, (_, i) => (i === 0 ? { kind: "person", name: mine, bot: opponent } : { kind: friends ? "open" : "bot", name: t("new.player", { n: i + 1 }), bot: opponent }));
  let count = 2;
  const list = h("div", { class: "seats" });
  const { element: terms, terms: agreed, seats: seatsAre } = chooseTerms(me.account, bots.filter((bot) => isCard(bot, game)).map((bot) => [bot.name, titleOf(bot)]));
  const open = () => seats.slice(0, count).some((seat) => seat.kind === "open");
  const start = h("button", { class: "button main big", type: "submit" }, t("new.start"));
  /** @type {import("../generated/http.js").Committed | undefined} */
  let committed;
  const promise = h("div");
  const show = async () => {
    if (seats[0].name === "" && !open()) seats[0].name = mine;
    if (seats[0].name === t("new.you") && open()) seats[0].name = ""; // to others one is not "you"
    const shared = seats.slice(1, count).some((seat) => seat.kind === "person");
    if (shared && seats[0].name === t("new.you")) seats[0].name = t("new.player", { n: 1 });
    list.replaceChildren(...seats.slice(0, count).map((seat, i) => chair(seat, i, { bots, game, fits }, show, open())));
    terms.hidden = !open();
    seatsAre(count);
    start.textContent = t(open() ? "new.gather" : "new.start");
    if (!open() || committed) return;
    committed = await commit();
    promise.replaceChildren(commitmentLine(committed.commitment));
  };
  const counts = h("fieldset", { class: "counts" }, h("legend", {}, t("new.seats")),
    ...sizes.map((n) => h("label", {}, h("input", { type: "radio", name: "seats", value: n, checked: n === count, onchange: () => { count = n; show(); } }), h("span", {}, n === 1 ? t("new.solo") : String(n)))));
  const form = h("form", { class: "new-form" },
    h("h2", {}, gameName(game)), h("p", { class: "soft" }, gameLine(game)), counts, list, terms, start, promise,
    h("p", { class: "new-links" }, lesson && h("a", { href: `/learn/${game}` }, t("welcome.learn")), h("a", { href: `/rules/${game}` }, t("nav.rules"))));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    /** @type {NewTable} */
    const body = {
      game, ...(open() ? agreed() : {}),
      seats: seats.slice(0, count).map(({ kind, name, bot }) => (kind === "person" ? { kind, name: name.trim() || mine } : kind === "bot" ? { kind, bot } : { kind })),
    };
    try {
      if (seats[0].name.trim() && seats[0].name !== mine) await api("PUT /me", {}, { name: seats[0].name.trim() });
      location.assign(`/table/${await newTable(body, open() ? committed : undefined)}`);
    } catch (fault) {
      committed = undefined;
      complain(fault);
    }
  });
  show();
  main.replaceChildren(h("div", { class: "new-board" }, demoBoard(game)), form);
}

/** @param {Bot} bot */
const titleOf = (bot) => (has(`bot.${bot.name}`) ? t(`bot.${bot.name}`) : bot.title);

/**
 * @param {Chosen} seat
 * @param {number} number
 * @param {Roster} roster
 * @param {() => void} show
 * @param {boolean} met  by others, who want a name
 */
function chair(seat, number, roster, show, met) {
  const select = h("select", { id: `kind-${number}`, "aria-label": t("new.who", { n: number + 1 }), onchange: (/** @type {Event} */ event) => {
    seat.kind = /** @type {Chosen["kind"]} */ (/** @type {HTMLSelectElement} */ (event.target).value);
    show();
    document.getElementById(`kind-${number}`)?.focus();
  } },
    h("option", { value: "bot", selected: seat.kind === "bot" }, t("new.bot")),
    h("option", { value: "person", selected: seat.kind === "person" }, t("new.person")),
    number > 0 && h("option", { value: "open", selected: seat.kind === "open" }, t("new.open")));
  return h("div", { class: "chair" },
    h("span", { class: "chair-number", "aria-hidden": "true" }, number + 1),
    select,
    seat.kind === "person"
      ? h("input", { type: "text", value: seat.name, maxlength: 40, required: met, placeholder: met ? t("join.name") : null, "aria-label": t("new.name", { n: number + 1 }), autocomplete: "off", oninput: (/** @type {Event} */ event) => { seat.name = /** @type {HTMLInputElement} */ (event.target).value; } })
      : h("span", { class: "soft character" }, seat.kind === "open" ? t("new.open.is") : characterOf(seat.bot, roster)),
    seat.kind === "bot" && botCards(seat, number, roster));
}

/** @param {string} name @param {Roster} roster */
function characterOf(name, { bots, game }) {
  const bot = bots.find((each) => each.name === name);
  if (has(`bot.${name}.is`)) return t(`bot.${name}.is`);
  return bot?.level[game] ? t("bot.level.is") : bot?.character ?? "";
}

/** A level that has no face is on the dial alone. @param {Bot} bot @param {string} game */
const isCard = (bot, game) => Boolean(bot.face) || !bot.level[game];

const PIPS = 5;

/** As the server says; 0 where nobody knows. @param {Bot} bot @param {string} game */
const pipsOf = (bot, game) => (game in bot.strength ? 1 + Math.floor((PIPS - 1) * bot.strength[game]) : 0);

/**
 * Who plays this seat: a face, a name, and how strong they are; what the chosen one is like stands beside. Below, the dial.
 * @param {Chosen} seat
 * @param {number} number
 * @param {Roster} roster
 */
function botCards(seat, number, roster) {
  const { bots, game } = roster;
  const show = () => {
    const text = box.closest(".chair")?.querySelector(".character");
    if (text) text.textContent = characterOf(seat.bot, roster);
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (box.querySelectorAll("input[type=radio]"))) input.checked = input.value === seat.bot;
  };
  const dial = botDial(seat, number, roster, show);
  const choose = (/** @type {Event} */ event) => {
    seat.bot = /** @type {HTMLInputElement} */ (event.target).value;
    dial?.turn();
    show();
  };
  const box = h("fieldset", { class: "bot-cards" }, h("legend", { class: "visually-hidden" }, t("new.which", { n: number + 1 })),
    ...bots.filter((bot) => isCard(bot, game)).map((bot) => {
      const strength = pipsOf(bot, game);
      return h("label", { class: "bot-card", title: characterOf(bot.name, roster) },
        h("input", { type: "radio", name: `bot-${number}`, value: bot.name, checked: bot.name === seat.bot, onchange: choose }),
        h("span", {}, bot.face ? botFace(bot.face) : null, h("b", {}, titleOf(bot)),
          strength > 0 && h("span", { class: "pips", role: "img", "aria-label": t("new.strength", { n: strength, of: PIPS }) }, ...Array.from({ length: PIPS }, (_, pip) => h("i", { class: pip < strength ? "on" : "" })))));
    }), dial?.element);
  return box;
}

/**
 * The levels from gentle to strong, by number; and which of them fits the person, by their results.
 * @param {Chosen} seat
 * @param {number} number
 * @param {Roster} roster
 * @param {() => void} show
 */
function botDial(seat, number, { bots, game, fits }, show) {
  const steps = bots.filter((bot) => bot.level[game]).sort((a, b) => a.level[game] - b.level[game]);
  if (steps.length < 2) return null;
  const [text, label] = [h("output", { for: `dial-${number}` }), h("label", { for: `dial-${number}` }, t("new.dial"))];
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "range", id: `dial-${number}`, min: 1, max: steps.length, step: 1, oninput: () => {
    seat.bot = steps[input.valueAsNumber - 1].name;
    turn();
    show();
  } }));
  const turn = () => {
    const bot = bots.find((each) => each.name === seat.bot);
    input.value = String(bot?.level[game] ?? Math.round(1 + (steps.length - 1) * (bot?.strength[game] ?? 0)));
    text.textContent = bot?.level[game] ? t("new.level", { n: input.value, of: steps.length }) : bot ? titleOf(bot) : "";
    input.setAttribute("aria-valuetext", text.textContent);
  };
  turn();
  return { turn, element: h("div", { class: "bot-dial" }, label, input, text, fits && fits.games > 0 && h("p", { class: "soft fits" }, t("new.fits", { n: fits.level, games: fits.games }))) };
}

/**
 * What a table for several people is played by: the clock, rated or not, seen in the lobby or not.
 * @param {boolean} account  only accounts have ratings
 * @param {string[][]} bots  name and title
 * @returns {{element: HTMLElement, terms: () => Partial<NewTable>, seats: (count: number) => void}}
 */
function chooseTerms(account, bots) {
  let kind = "none";
  const live = choices("live", [["main", t("terms.main"), MINUTES.map((n) => [n * 60, t("clock.minutes", { n })]), 600], ["increment", t("terms.increment"), SECONDS.map((n) => [n, t("clock.seconds", { n })]), 10]]);
  const turns = choices("turns", [["days", t("terms.days"), DAYS.map((n) => [n, tn("terms.n", n)]), 3], ["holiday", t("terms.holiday"), HOLIDAYS.map((n) => [n, tn("terms.n", n)]), 7]]);
  const rated = toggle("terms-rated", t("terms.rated"), { disabled: !account });
  const listed = toggle("terms-open", t("terms.open"));
  const bounds = [[0, t("terms.any")], ...RATINGS.map((n) => [n, n])];
  const range = choices("range", [["from", t("terms.from"), bounds, 0], ["to", t("terms.to"), bounds, 0]]);
  const substitute = choices("substitute", [["bot", t("terms.substitute"), bots, SUBSTITUTE]]);
  const show = () => {
    const none = /** @type {HTMLInputElement} */ (kinds.querySelector("[value=none]"));
    none.disabled = rated.input.checked; // a rated game has a clock
    if (none.disabled && kind === "none") {
      kind = "turns";
      /** @type {HTMLInputElement} */ (kinds.querySelector("[value=turns]")).checked = true;
    }
    live.hidden = kind !== "live"; turns.hidden = kind !== "turns"; range.hidden = !account || !listed.input.checked;
  };
  for (const { input } of [rated, listed]) input.addEventListener("change", () => show());
  const kinds = h("fieldset", { class: "counts" }, h("legend", {}, t("terms.clock")),
    ...["none", "live", "turns"].map((each) => h("label", {}, h("input", { type: "radio", name: "clock", value: each, checked: each === kind, onchange: () => { kind = each; show(); } }), h("span", {}, t(`terms.${each}`)))));
  show();
  const chosen = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (element.querySelector(`#${id}`)).value;
  const value = (/** @type {string} */ id) => Number(chosen(id));
  const element = h("div", { class: "terms" }, kinds, live, turns, substitute,
    h("div", { class: "settings" }, rated.box, account ? "" : h("p", { class: "soft fine-print" }, t("terms.guest")), listed.box), range);
  const bound = (/** @type {string} */ id) => (range.hidden ? null : value(id) || null);
  const clock = () => kind === "live" ? { kind: /** @type {const} */ ("live"), main: value("live-main"), increment: value("live-increment") }
    : kind === "turns" ? { kind: /** @type {const} */ ("turns"), days: value("turns-days"), holiday: value("turns-holiday") } : null;
  const seats = (/** @type {number} */ count) => { substitute.hidden = count < 3; }; // with two a game is lost
  return { element, seats, terms: () => ({ substitute: substitute.hidden ? null : chosen("substitute-bot"), clock: clock(), rated: rated.input.checked, visibility: listed.input.checked ? "open" : "private", rating_from: bound("range-from"), rating_to: bound("range-to") }) };
}

/**
 * @param {string} kind
 * @param {[name: string, label: string, options: (string | number)[][], now: string | number][]} fields
 */
function choices(kind, fields) {
  return h("div", { class: "choices" }, ...fields.map(([name, label, options, now]) =>
    h("label", {}, h("span", {}, label), h("select", { id: `${kind}-${name}` }, ...options.map(([value, text]) => h("option", { value, selected: value === now }, text))))));
}
