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
  texts = await response.json();
  document.documentElement.lang = lang;
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

/** @param {string} iso */
export function when(iso) {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "" : date.toLocaleDateString(language(), { day: "numeric", month: "short", year: "numeric" });
}
