// Which page this is, and the words it speaks.

import { h, need } from "./dom.js";
import { load, t } from "./i18n.js";
import { header } from "./shell.js";

/** @type {[RegExp, (main: HTMLElement, ...parts: string[]) => Promise<unknown>][]} */
const PAGES = [
  [/^\/$/, async (main) => (await import("./welcome.js")).welcomePage(main)],
  [/^\/new\/(\w+)$/, async (main, game) => (await import("./new.js")).newPage(main, game)],
  [/^\/table\/([\w-]+)$/, async (main, id) => (await import("./table.js")).tablePage(main, id)],
  [/^\/watch\/([\w-]+)$/, async (main, id) => (await import("./watch.js")).watchPage(main, id)],
  [/^\/scores$/, async (main) => (await import("./scores.js")).scoresPage(main)],
  [/^\/learn\/(\w+)$/, async (main, game) => (await import("./learn.js")).learnPage(main, game)],
  [/^\/rules\/(\w+)$/, async (main, game) => (await import("./rules.js")).rulesPage(main, game)],
  [/^\/about$/, async (main) => (await import("./about.js")).aboutPage(main)],
];

async function start() {
  await load();
  header();
  const main = need("#main");
  need("#skip").textContent = t("nav.skip");
  for (const [pattern, open] of PAGES) {
    const match = location.pathname.match(pattern);
    if (match) return open(main, ...match.slice(1));
  }
  return lost(main);
}

/** @param {HTMLElement} main */
function lost(main) {
  header({ title: t("lost.title") });
  main.className = "page narrow";
  main.replaceChildren(h("h2", {}, t("lost.title")), h("p", {}, t("lost.text")), h("p", {}, h("a", { class: "button main", href: "/" }, t("nav.home"))));
}

start().catch((fault) => {
  const main = need("#main");
  console.error(fault);
  if (fault?.status === 404) lost(main);
  else main.replaceChildren(h("p", { class: "page narrow" }, String(fault?.message ?? fault)));
}).finally(() => document.body.classList.add("ready"));
