// The rules page: the article, and the way to the other games.

import { h } from "../lib/dom.js";
import { gameName, games } from "../lib/games.js";
import { t } from "../lib/i18n.js";
import { header } from "../lib/shell.js";
import { rulesArticle } from "../table/rules_article.js";

/**
 * @param {HTMLElement} main
 * @param {string} [wanted]
 */
export async function rulesPage(main, wanted) {
  const all = await games();
  const game = wanted ?? all[0].name;
  const title = t("rules.title", { game: gameName(game) });
  header({ title });
  main.className = "page rules";
  const article = await rulesArticle(game);
  article.classList.add("card");
  article.prepend(h("h2", {}, title));
  article.append(h("p", { class: "new-links" }, all.some(({ name, lesson }) => name === game && lesson) && h("a", { class: "button main", href: `/learn/${game}` }, t("welcome.learn")), h("a", { class: "button", href: `/new/${game}` }, t("welcome.play"))));
  main.replaceChildren(
    h("nav", { class: "segments", "aria-label": t("welcome.games") }, ...all.map(({ name }) => h("a", { href: `/rules/${name}`, "aria-current": name === game ? "page" : null }, gameName(name)))),
    article);
}
