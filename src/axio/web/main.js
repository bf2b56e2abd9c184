// Which page this is, and the words it speaks.

import { keepBadge } from "./badge.js";
import { h, need } from "./dom.js";
import { load, t } from "./i18n.js";
import { install } from "./install.js";
import { header, lost } from "./shell.js";
import { openSite } from "./site.js";

/** @type {[RegExp, (main: HTMLElement, ...parts: string[]) => Promise<unknown>][]} */
const PAGES = [
  [/^\/$/, async (main) => (await import("./welcome.js")).welcomePage(main)],
  [/^\/new\/(\w+)$/, async (main, game) => (await import("./new.js")).newPage(main, game)],
  [/^\/join\/([\w-]+)$/, async (main, invite) => (await import("./join.js")).joinPage(main, invite)],
  [/^\/table\/([\w-]+)$/, async (main, id) => (await import("./table.js")).tablePage(main, id)],
  [/^\/watch\/([\w-]+)$/, async (main, id) => (await import("./watch.js")).watchPage(main, id)],
  [/^\/scores$/, async (main) => (await import("./scores.js")).scoresPage(main)],
  [/^\/daily(?:\/([\d-]+))?$/, async (main, day) => (await import("./daily.js")).dailyPage(main, day)],
  [/^\/ratings$/, async (main) => (await import("./ratings.js")).ratingsPage(main)],
  [/^\/player\/([^/]+)$/, async (main, name) => (await import("./player.js")).playerPage(main, name)],
  [/^\/learn\/(\w+)$/, async (main, game) => (await import("./learn.js")).learnPage(main, game)],
  [/^\/rules\/(\w+)$/, async (main, game) => (await import("./rules.js")).rulesPage(main, game)],
  [/^\/lobby$/, async (main) => (await import("./lobby.js")).lobbyPage(main)],
  [/^\/notices$/, async (main) => (await import("./notices.js")).noticesPage(main)],
  [/^\/mail\/(confirm|stop)\/(\w+)$/, async (main, what, token) => (await import("./notices.js")).letterPage(main, what, token)],
  [/^\/account$/, async (main) => (await import("./account/page.js")).accountPage(main)],
  [/^\/about$/, async (main) => (await import("./about.js")).aboutPage(main)],
];

async function start() {
  await load();
  header();
  const main = need("#main");
  need("#skip").textContent = t("nav.skip");
  keepBadge();
  openSite();
  install();
  for (const [pattern, open] of PAGES) {
    const match = location.pathname.match(pattern);
    if (match) return open(main, ...match.slice(1));
  }
  return lost(main);
}

start().catch((fault) => {
  const main = need("#main");
  if (fault?.status === 404) lost(main);
  else {
    const down = !navigator.onLine || (fault instanceof TypeError && /fetch|load|import|network/i.test(fault.message));
    if (!down) console.error(fault);
    header({ title: t("wrong.title") });
    main.className = "page narrow";
    main.replaceChildren(h("p", {}, down ? t("status.offline") : String(fault?.message ?? fault)), h("p", {}, h("a", { class: "button main", href: location.href }, t("wrong.again"))));
  }
}).finally(() => document.body.classList.add("ready"));
