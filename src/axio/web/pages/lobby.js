// The lobby: find a game, open tables, games to watch, who is here.

import { commit, remember, sitDown } from "../lib/deal_memory.js";
import { dialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { gameName, games } from "../lib/games.js";
import { api, nonce } from "../lib/http.js";
import { t, tn } from "../lib/i18n.js";
import { named } from "../lib/player_names.js";
import { header } from "../lib/shell.js";
import { on, show } from "../lib/site_socket.js";
import { complain } from "../lib/toasts.js";
import { whoAmI } from "../lib/who_am_i.js";
import { clockText } from "../table/clocks.js";

/** @typedef {import("../generated/site_protocol.js").OpenTable} OpenTable */
/** @typedef {import("../generated/site_protocol.js").RunningTable} RunningTable */
/** @typedef {import("../generated/site_protocol.js").OpenSeat} OpenSeat */
/** @typedef {import("../generated/site_protocol.js").Online} Online */
/** @typedef {import("../generated/site_protocol.js").Challenge} Challenge */
/** @typedef {import("../generated/protocol.js").LiveClock | import("../generated/protocol.js").TurnsClock | null} Clock */

/** @type {Clock[]} */
const SPEEDS = [{ kind: "live", main: 900, increment: 10 }, { kind: "turns", days: 3, holiday: 7 }, null];

const RATED = SPEEDS[1]; // the clock of a rated game that asks for none
const wish = { game: "", seats: 2, clock: SPEEDS[0], rated: false, name: "" };

/** @param {HTMLElement} main */
export async function lobbyPage(main) {
  header({ title: t("lobby.title") });
  main.className = "page lobby";
  const [all, me] = await Promise.all([games(), whoAmI().catch(() => ({ name: null, account: false }))]);
  wish.game = all[0].name;
  wish.name = me.name ?? "";
  const asked = h("div");
  const open = h("ul", { class: "rooms", id: "open-tables" });
  const running = h("ul", { class: "rooms", id: "running-tables" });
  const people = h("div");
  main.replaceChildren(
    h("h2", {}, t("lobby.title")),
    h("div", { class: "lobby-main" }, asked, quick(me.account, all), section("lobby.open", open), section("lobby.watch", running)),
    h("aside", { class: "card", "aria-labelledby": "lobby.online" }, h("h3", { id: "lobby.online" }, t("lobby.online")), people));
  on("lobby", (now) => {
    for (const { table, commitment } of now.open) commitments.set(table, commitment);
    fill(open, now.open.map(openRow), "lobby.open.none");
    fill(running, now.running.map(runningRow), "lobby.watch.none");
    people.replaceChildren(h("p", { class: "soft" }, tn("lobby.here", now.people)), h("ul", { class: "plain people" }, ...now.online.map((each) => person(each, me.account))));
  });
  on("waiting", ({ challenges }) => asked.replaceChildren(...challenges.filter((each) => !each.mine).map(challenge)));
  show({ lobby: true });
}

/** @param {string} key @param {Node} content */
const section = (key, content) => h("section", { "aria-labelledby": key }, h("h3", { id: key }, t(key)), content);

/** @param {HTMLElement} list @param {Node[]} rows @param {string} none */
function fill(list, rows, none) {
  list.replaceChildren(...(rows.length ? rows : [h("li", { class: "none soft" }, t(none))]));
}

/** The name this person goes by here, kept if it is new. */
async function introduced() {
  const name = wish.name.trim();
  if (!name) return {};
  await api("PUT /me", {}, { name });
  return { name };
}

/** @param {Promise<string>} table */
const goTo = (table) => table.then((id) => location.assign(`/table/${id}`)).catch(complain);

/** What the server committed itself to at each open table, as this page saw it. @type {Map<string, string>} */
const commitments = new Map();

/**
 * Ask for a table that may be made for us: the server commits itself first, then comes our nonce.
 * @param {(part: {name?: string, deal: string, nonce: string}) => Promise<{id: string, commitment?: string}>} request
 * @returns {Promise<string>}
 */
async function askFor(request) {
  const me = await introduced();
  const { deal, commitment } = await commit();
  const mine = nonce();
  const made = await request({ ...me, deal, nonce: mine });
  const ours = !made.commitment || made.commitment === commitment;
  remember(made.id, { nonce: mine, commitment: commitments.get(made.id) ?? (ours ? commitment : undefined) });
  return made.id;
}

/** @param {boolean} account  only accounts play for a rating @param {import("../lib/games.js").GameCard[]} all */
function quick(account, all) {
  const form = h("form", { class: "card quick", "aria-labelledby": "lobby.quick" },
    h("h3", { id: "lobby.quick" }, t("lobby.quick")),
    choice("game", all.map(({ name }) => [gameName(name), name]), (game) => (wish.game = game)),
    choice("seats", all[0].seats.filter((n) => n > 1).map((n) => [String(n), n]), (seats) => (wish.seats = seats)),
    choice("speed", SPEEDS.map((clock) => [clock?.kind === "turns" ? tn("clock.turns", clock.days) : clockText(clock), clock]), (clock) => (wish.clock = clock)),
    account && choice("stake", [[t("lobby.unrated"), false], [t("lobby.rated"), true]], (rated) => (wish.rated = rated)),
    h("div", { class: "quick-foot" },
      h("input", { type: "text", id: "lobby-name", maxlength: 40, value: wish.name, placeholder: t("lobby.name"), "aria-label": t("lobby.name"), autocomplete: "nickname", oninput: (/** @type {Event} */ event) => { wish.name = /** @type {HTMLInputElement} */ (event.target).value; } }),
      h("button", { class: "button main", id: "quick-go" }, t("lobby.quick")),
      h("p", { class: "soft" }, t("lobby.quick.text"))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { game, seats, rated } = wish;
    goTo(askFor((part) => api("POST /lobby/pairings", {}, { game, seats, clock: agreedClock(), rated, ...part })));
  });
  return form;
}

/**
 * @template T
 * @param {string} name
 * @param {[string, T][]} options
 * @param {(value: T) => void} set
 */
function choice(name, options, set) {
  return h("fieldset", { class: "counts" }, h("legend", {}, t(`lobby.${name}`)),
    ...options.map(([text, value], i) => h("label", {}, h("input", { type: "radio", name: `quick-${name}`, checked: i === 0, onchange: () => set(value) }), h("span", {}, text))));
}

/** @param {OpenSeat[]} seats */
const sitting = (seats) => h("span", { class: "who-sits" }, ...named(seats).map((seat) => seat.kind === "open"
  ? h("span", { class: "sitting free" }, t("lobby.free"))
  : h("span", { class: "sitting" }, seat.name, seat.rating !== null && h("small", {}, seat.rating))));

/** @param {OpenTable} table */
function openRow(table) {
  const terms = [clockText(table.clock), table.rated && t("lobby.rated"), range(table)].filter(Boolean).join(" · ");
  return h("li", { "data-table": table.table },
    h("strong", {}, gameName(table.game)), sitting(table.seats), h("span", { class: "agreed" }, terms), entrance(table));
}

/** @param {OpenTable} table */
function range({ rating_from: from, rating_to: to }) {
  if (from === null && to === null) return "";
  if (from === null || to === null) return from === null ? t("lobby.to", { to: to ?? "" }) : t("lobby.from", { from });
  return t("lobby.range", { from, to });
}

/** @param {OpenTable} table */
function entrance(table) {
  if (table.mine) return h("a", { class: "button small", href: `/table/${table.table}` }, t("lobby.yours"));
  if (!table.may) return h("span", { class: "why" }, t(`refusal.${table.why}`));
  return h("button", { type: "button", class: "button small main", onclick: () => sit(table) }, t("lobby.join"));
}

/** @param {{table: string, commitment: string}} where */
const sit = ({ table, commitment }) => goTo(introduced().then((me) => sitDown({ table }, commitment, me)));

/** @param {RunningTable} table */
function runningRow(table) {
  return h("li", { "data-table": table.table },
    h("strong", {}, gameName(table.game)), sitting(table.seats),
    h("span", { class: "agreed" }, `${table.lows.join(" : ")} · ${tn("welcome.plies", table.ply)}`),
    h("a", { class: "button small", href: `/table/${table.table}` }, t("lobby.look")));
}

/** @param {Online} each @param {boolean} account  only accounts challenge */
function person(each, account) {
  const may = account && each.account && !each.me;
  return h("li", {}, h("span", { class: "lamp" }), h("span", { class: "who" }, each.name || t("lobby.you"), each.me && each.name ? ` (${t("lobby.you")})` : ""),
    may && h("button", { type: "button", class: "button small", "aria-label": t("lobby.challengeName", { name: each.name }), onclick: () => ask(each.name) }, t("lobby.challenge")));
}

const agreedClock = () => wish.clock ?? (wish.rated ? RATED : null);

/** @param {string} name */
function ask(name) {
  const { game, rated } = wish;
  const clock = agreedClock();
  const go = () => goTo(askFor((part) => api("POST /challenges", {}, { to: name, game, clock, rated, ...part })));
  dialog(t("lobby.challengeName", { name }), [t("lobby.challenge.text", { game: gameName(game), speed: clockText(clock) })], [{ label: t("lobby.challenge"), act: go, main: true }, { label: t("cancel") }]);
}

/** @param {Challenge} each */
function challenge(each) {
  const decline = () => api("DELETE /challenges/{name}", { name: each.table }).catch(complain);
  return h("section", { class: "card asked" }, h("h3", {}, t("lobby.asked")),
    h("p", {}, t("lobby.asks", { name: each.name, game: gameName(each.game) }), " ", h("span", { class: "soft" }, clockText(each.clock))),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "button small main", onclick: () => sit(each) }, t("lobby.accept")),
      h("button", { type: "button", class: "button small", onclick: decline }, t("lobby.decline"))));
}
