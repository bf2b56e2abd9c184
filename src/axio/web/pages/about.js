// Whose games these are, and what this page is.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { header } from "../lib/shell.js";

/** @param {HTMLElement} main */
export async function aboutPage(main) {
  header({ title: t("nav.about") });
  main.className = "page narrow";
  main.replaceChildren(h("article", { class: "card prose" },
    h("h2", {}, t("about.title")),
    ...["about.whose", "about.what", "about.fair", "about.yours", "about.open"].map((key) => h("p", {}, t(key))),
    h("p", {}, h("a", { class: "button main", href: "/" }, t("about.play")))));
}
