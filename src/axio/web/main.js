// Which page this is, and the words it speaks.

import { configure } from "./board/words.js";
import { keepBadge } from "./lib/waiting_badge.js";
import { h, need } from "./lib/dom.js";
import { games } from "./lib/games.js";
import { load, t } from "./lib/i18n.js";
import { install } from "./lib/push.js";
import { settings } from "./lib/settings.js";
import { header, lost } from "./lib/shell.js";
import { openSite } from "./lib/site_socket.js";

/** @type {[RegExp, (main: HTMLElement, ...parts: string[]) => Promise<unknown>][]} */
const PAGES = [
  [/^\/$/, async (main) => (await import("./pages/welcome.js")).welcomePage(main)],
  [/^\/new(?:\/(\w+))?$/, async (main, game) => (await import("./pages/new.js")).newPage(main, game)],
  [/^\/join\/([\w-]+)$/, async (main, invite) => (await import("./pages/join.js")).joinPage(main, invite)],
  [/^\/table\/([\w-]+)$/, async (main, id) => (await import("./table/table.js")).tablePage(main, id)],
  [/^\/watch\/([\w-]+)$/, async (main, id) => (await import("./pages/watch.js")).watchPage(main, id)],
  [/^\/embed\/([\w-]+)(?:\/(\d+))?$/, async (main, id, ply) => (await import("./pages/watch.js")).embeddedPage(main, id, ply)],
  [/^\/review\/(\w+)$/, async (main, id) => (await import("./pages/review.js")).reviewPage(main, id)],
  [/^\/exercises$/, async (main) => (await import("./pages/exercises.js")).exercisesPage(main)],
  [/^\/exercises\/(\w+)\/(\d+)$/, async (main, id, ply) => (await import("./pages/exercises.js")).exercisePage(main, id, Number(ply))],
  [/^\/analyse$/, async (main) => (await import("./pages/analyse/page.js")).analysePage(main)],
  [/^\/scores$/, async (main) => (await import("./pages/scores.js")).scoresPage(main)],
  [/^\/daily(?:\/([\d-]+))?$/, async (main, day) => (await import("./pages/daily.js")).dailyPage(main, day)],
  [/^\/puzzles(?:\/(\w+)(?:\/(\w+))?)?$/, async (main, game, name) => (await import("./pages/puzzles.js")).puzzlesPage(main, game, name)],
  [/^\/ratings$/, async (main) => (await import("./pages/ratings.js")).ratingsPage(main)],
  [/^\/player\/([^/]+)$/, async (main, name) => (await import("./pages/player.js")).playerPage(main, name)],
  [/^\/learn(?:\/(\w+))?$/, async (main, game) => (await import("./pages/learn.js")).learnPage(main, game)],
  [/^\/rules(?:\/(\w+))?$/, async (main, game) => (await import("./pages/rules.js")).rulesPage(main, game)],
  [/^\/lobby$/, async (main) => (await import("./pages/lobby.js")).lobbyPage(main)],
  [/^\/notices$/, async (main) => (await import("./pages/notifications.js")).notificationsPage(main)],
  [/^\/mail\/(confirm|stop)\/(\w+)$/, async (main, what, token) => (await import("./pages/notifications.js")).letterPage(main, /** @type {"confirm" | "stop"} */ (what), token)],
  [/^\/account$/, async (main) => (await import("./pages/account/page.js")).accountPage(main)],
  [/^\/about$/, async (main) => (await import("./pages/about.js")).aboutPage(main)],
];

async function start() {
  await Promise.all([load(), games().catch(() => {})]); // a page that needs the games says what went wrong
  configure({ text: t, animated: () => settings.speed > 0 });
  header();
  const main = need("#main");
  need("#skip").textContent = t("nav.skip");
  if (!location.pathname.startsWith("/embed/")) { // a frame on another site is nobody's own page
    keepBadge();
    openSite();
    install();
  }
  for (const [pattern, open] of PAGES) {
    const match = location.pathname.match(pattern);
    if (match) return open(main, ...match.slice(1));
  }
  return lost(main);
}

/** Open this page again as soon as the server answers. */
async function comeBack() {
  const answered = await fetch("/static/theme.js", { cache: "no-store", method: "HEAD" }).then((answer) => answer.ok, () => false);
  if (answered) location.reload();
  else setTimeout(comeBack, 2000);
}

start().catch((fault) => {
  const main = need("#main");
  if (fault?.status === 404) lost(main);
  else {
    const down = !navigator.onLine || (fault instanceof TypeError && /fetch|load|import|network/i.test(fault.message));
    if (down) comeBack();
    else console.error(fault);
    header({ title: t("wrong.title") });
    main.className = "page narrow";
    main.replaceChildren(h("p", {}, down ? t("status.offline") : String(fault?.message ?? fault)), h("p", {}, h("a", { class: "button main", href: location.href }, t("wrong.again"))));
  }
}).finally(() => document.body.classList.add("ready"));
