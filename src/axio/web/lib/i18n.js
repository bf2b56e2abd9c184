// Words. One flat file of texts for each language; a test holds that they have the same keys and placeholders.

import { settings } from "./settings.js";

export const LANGUAGES = { en: "English", de: "Deutsch", nl: "Nederlands" };

/** @type {Record<string, string>} */
let texts = {};

/** The language in use. */
export function language() {
  const wanted = settings.language || navigator.languages.map((each) => each.slice(0, 2)).find((each) => each in LANGUAGES);
  return wanted && wanted in LANGUAGES ? wanted : "en";
}

/** Load the texts of the language in use. */
export async function load() {
  const lang = language();
  const response = await fetch(`/static/texts/${lang}.json`);
  const own = await response.json(); // before `texts` is read: others may add to it meanwhile
  texts = { ...texts, ...own };
  document.documentElement.lang = lang;
}

/** Texts that come from elsewhere; those of this site stay. @param {Record<string, string>} more */
export function add(more) {
  texts = { ...more, ...texts };
}

/**
 * A text, with its places filled.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const text = texts[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * A text that counts: `key.one` or `key.many`.
 * @param {string} key
 * @param {number} n
 * @param {Record<string, string | number>} [values]
 */
export const tn = (key, n, values = {}) => t(`${key}.${n === 1 ? "one" : "many"}`, { n, ...values });

/** @param {string} key */
export const has = (key) => key in texts;

/** What stands in the texts below a key, in their order. @param {string} key */
export const below = (key) => Object.keys(texts).filter((each) => each.startsWith(`${key}.`)).map((each) => each.slice(key.length + 1));

/** @param {number} seconds since 1970 */
export function when(seconds) {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? "" : date.toLocaleDateString(language(), { day: "numeric", month: "short", year: "numeric" });
}

/** As a sentence lists them: "one, two and three". @param {string[]} words */
export const listed = (words) => new Intl.ListFormat(language() === "en" ? "en-GB" : language()).format(words);

/** Letters of colours as a list in words. @param {string} letters */
export const colourNames = (letters) => listed([...letters].map((letter) => t(`colour.${letter}`)));
