// The games there are, as the server lists them.

import { api } from "./http.js";
import { add, has, language, t } from "./i18n.js";

/** @typedef {import("../generated/http.js").GameCard} GameCard */

/** @type {Promise<GameCard[]> | undefined} */
let known;

/** Asked once for each page; from then on the texts speak of every game. @returns {Promise<GameCard[]>} */
export const games = () => (known ??= api("GET /games").then((cards) => {
  cards.forEach(learnTexts);
  return cards;
}));

/** A game's own texts, such as `rules.aim`, become `rules.NAME.aim`; what it lacks in a language is English. @param {GameCard} card */
function learnTexts({ name, title, texts }) {
  const own = { ...texts.en, ...texts[language()] };
  add(Object.fromEntries(Object.entries(own).map(([key, text]) => [key.replace(/^[^.]+/, `$&.${name}`), text])));
  add({ [`game.${name}`]: title });
}

/** The one sentence about a game. @param {string} name */
export const gameLine = (name) => (has(`welcome.${name}`) ? t(`welcome.${name}`) : "");

/** @param {string} name */
export const gameName = (name) => (has(`game.${name}`) ? t(`game.${name}`) : name);

/** As options of a choice, in the server's order. @returns {Promise<[value: string, text: string][]>} */
export const gameOptions = async () => (await games()).map(({ name }) => [name, gameName(name)]);

/** @type {Map<string, Promise<import("../generated/protocol.js").Geometry>>} */
const boards = new Map();

/** A game's board for so many seats. @param {string} name @param {number} seats */
export function geometryOf(name, seats) {
  const key = `${name} ${seats}`;
  const board = boards.get(key) ?? api("GET /games/{name}/{seats}", { name, seats });
  boards.set(key, board);
  return board;
}

/**
 * A file made from the rules for every game there was then; a game that came later goes without.
 * @template T
 * @param {string} name
 * @param {T} without
 * @returns {Promise<T>}
 */
export async function generated(name, without) {
  const response = await fetch(`/static/generated/${name}.json`);
  return response.ok ? response.json() : without;
}
