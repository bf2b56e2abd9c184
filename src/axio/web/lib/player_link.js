// Players by name: links to their pages, bots with a badge, ratings with a mark while they are unsure.

import { h } from "./dom.js";
import { has, t } from "./i18n.js";

/** A bot's label in the reader's language, anyone else as they are called. @param {string} name */
export function playerName(name) {
  const [bot, version] = name.split("@");
  if (version === undefined || !has(`bot.${bot}`)) return name;
  return version === "1" ? t(`bot.${bot}`) : `${t(`bot.${bot}`)} ${version}`;
}

/** @param {{name: string | null, bot: boolean}} player */
export function who({ name, bot }) {
  if (name === null) return h("span", { class: "soft" }, t("player.gone"));
  return h("span", { class: "who" }, h("a", { href: `/player/${encodeURIComponent(name)}` }, playerName(name)), bot && h("span", { class: "badge" }, t("new.bot")));
}

/** @param {{rating: number, provisional: boolean}} standing */
export function ratingText({ rating, provisional }) {
  return provisional ? h("span", {}, rating, h("abbr", { class: "unsure", title: t("ratings.provisional") }, "?")) : h("span", {}, rating);
}
