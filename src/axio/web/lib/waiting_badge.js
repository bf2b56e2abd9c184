// How many games wait for me: before the title, on the icon of the tab, and on that of the installed page.

import { h, s } from "./dom.js";
import { t } from "./i18n.js";
import { on } from "./site_socket.js";
import { play } from "./sound.js";

let name = "Axio";
let count = 0;

/** The page's own title; the number stands before it. @param {string} text */
export function titled(text) {
  name = text;
  document.title = count ? `(${count}) ${name}` : name;
}

/** The icon, with a number on it. */
function drawing() {
  const star = "M19 19q3 10 13 13q-10 3-13 13q-3-10-13-13q10-3 13-13z";
  return s("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: "0 0 64 64" },
    s("rect", { x: 2, y: 14, width: 60, height: 36, rx: 8, fill: "#17191D" }),
    s("path", { d: star, fill: "#8BB4F4" }),
    s("circle", { cx: 46, cy: 32, r: 9.6, fill: "#3EE7A9" }),
    s("circle", { cx: 46, cy: 18, r: 17, fill: "#E14B61", stroke: "#fff", "stroke-width": 3 }),
    s("text", { x: 46, y: 26, "text-anchor": "middle", "font-family": "system-ui, sans-serif", "font-size": 24, "font-weight": 700, fill: "#fff" }, count > 9 ? "9+" : count));
}

function mark() {
  titled(name);
  const href = count ? `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing()))}` : "/static/icon.svg";
  document.querySelector("link[rel=icon]")?.replaceWith(h("link", { rel: "icon", type: "image/svg+xml", href }));
  const tab = /** @type {{setAppBadge?: (n: number) => Promise<void>, clearAppBadge?: () => Promise<void>}} */ (navigator);
  (count ? tab.setAppBadge?.(count) : tab.clearAppBadge?.())?.catch(() => {});
}

/** Keep the number true, and the way to the next game open. */
export function keepBadge() {
  on("waiting", ({ games }) => {
    if (games.length > count && document.hidden) play("call");
    count = games.length;
    mark();
    offer(games.filter(({ table }) => location.pathname !== `/table/${table}`));
  });
}

/** @type {{table: string}[]} */
let others = [];

/** The button that leads to the game which waits longest. */
export function nextGame() {
  const text = t("next.game");
  return h("a", { id: "next-game", class: "next-game", href: others.length ? `/table/${others[0].table}` : "/", hidden: !others.length, title: text, "aria-label": `${text}: ${others.length}` },
    h("span", {}, text), h("b", { class: "count" }, others.length));
}

/** @param {{table: string}[]} games */
function offer(games) {
  others = games;
  document.getElementById("next-game")?.replaceWith(nextGame());
}
