// The rules page: the article, and the way to the other games.

import { h } from "../lib/dom.js";
import { gameName, gameOptions } from "../lib/games.js";
import { t } from "../lib/i18n.js";
import { header } from "../lib/shell.js";
import { rulesArticle } from "../table/rules_article.js";

/**
 * @param {HTMLElement} main
 * @param {string} [wanted]
 */
export async function rulesPage(main, wanted) {
  const options = await gameOptions();
  const game = wanted ?? options[0][0];
  const title = t("rules.title", { game: gameName(game) });
  header({ title });
  main.className = "page rules";
  const article = await rulesArticle(game);
  article.classList.add("card");
  article.prepend(h("h2", {}, title));
  article.append(h("p", { class: "new-links" }, h("a", { class: "button main", href: `/learn/${game}` }, t("welcome.learn")), h("a", { class: "button", href: `/new/${game}` }, t("welcome.play"))));
  main.replaceChildren(
    h("nav", { class: "segments", "aria-label": t("welcome.games") }, ...options.map(([each, name]) => h("a", { href: `/rules/${each}`, "aria-current": each === game ? "page" : null }, name))),
    article);
}
