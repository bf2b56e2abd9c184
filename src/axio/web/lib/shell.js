// What every page shares: the bar at the top and the settings.

import { nextGame, titled } from "./waiting_badge.js";
import { dialog } from "./dialog.js";
import { h, need } from "./dom.js";
import { icon } from "./icons.js";
import { LANGUAGES, language, t } from "./i18n.js";
import { accountLink } from "./who_am_i.js";
import { choose, settings } from "./settings.js";

/**
 * @param {{title?: string, game?: string, practice?: boolean}} [page]
 */
export function header({ title = "", game = "", practice = false } = {}) {
  titled(title ? `${title} · Axio` : "Axio");
  const link = (/** @type {string} */ to, /** @type {string} */ text) => h("a", { href: to, class: location.pathname === to ? "here" : "" }, text);
  need("#bar").replaceChildren(
    h("a", { class: "brand", href: "/", "aria-label": t("nav.home") }, h("span", { class: "brand-tile", "aria-hidden": "true" }, h("i"), h("i")), h("span", {}, "Axio")),
    title ? h("h1", { class: "bar-title" }, h("span", {}, title), practice && h("span", { class: "badge" }, t("practice"))) : "",
    h("nav", { "aria-label": t("nav.label") },
      nextGame(),
      ...(game ? [] : [link("/lobby", t("nav.lobby")), link("/daily", t("nav.daily")), link("/ratings", t("nav.ratings")), link("/scores", t("nav.scores")), link("/about", t("nav.about"))]),
      h("a", { href: `/rules/${game || "axio"}`, class: "icon-link", title: t("nav.rules"), "aria-label": t("nav.rules"), onclick: game ? opened(game) : null }, icon("rules"), h("span", {}, t("nav.rules"))),
      h("button", { type: "button", class: "icon-link", id: "settings", title: t("settings.title"), "aria-label": t("settings.title"), onclick: openSettings }, icon("gear"), h("span", {}, t("settings.title"))),
      !game && accountLink()),
  );
}

/** At a table the rules open above it. @param {string} game */
const opened = (game) => async (/** @type {MouseEvent} */ event) => {
  event.preventDefault();
  (await import("../pages/rules.js")).rulesDialog(game);
};

/**
 * @param {string} label
 * @param {string} id
 * @param {[value: string, text: string][]} options
 * @param {string} now
 * @param {(value: string) => void} set
 */
function pick(label, id, options, now, set) {
  return h("div", { class: "setting" }, h("label", { for: id }, label),
    h("select", { id, onchange: (/** @type {Event} */ event) => set(/** @type {HTMLSelectElement} */ (event.target).value) },
      ...options.map(([value, text]) => h("option", { value, selected: value === now }, text))));
}

/**
 * @param {string} label
 * @param {string} id
 * @param {boolean} now
 * @param {(value: boolean) => void} set
 */
function tick(label, id, now, set) {
  return h("div", { class: "setting" }, h("label", { for: id }, label),
    h("input", { id, type: "checkbox", class: "switch", checked: now, onchange: (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).checked) }));
}

export function openSettings() {
  dialog(t("settings.title"), [
    h("div", { class: "settings" },
      pick(t("settings.theme"), "set-theme", [["system", t("theme.system")], ["light", t("theme.light")], ["dark", t("theme.dark")]], settings.theme,
        (value) => choose({ theme: /** @type {"system" | "light" | "dark"} */ (value) })),
      pick(t("settings.language"), "set-language", Object.entries(LANGUAGES), language(), (value) => {
        choose({ language: value });
        location.reload();
      }),
      pick(t("settings.speed"), "set-speed", [["0.5", t("speed.slow")], ["1", t("speed.normal")], ["2", t("speed.fast")], ["0", t("speed.off")]], String(settings.speed),
        (value) => choose({ speed: Number(value) })),
      tick(t("settings.confirm"), "set-confirm", settings.confirm, (confirm) => choose({ confirm })),
      tick(t("settings.sound"), "set-sound", settings.sound, (sound) => choose({ sound }))),
    h("p", {}, h("a", { href: "/notices" }, t("tell.link"))),
    h("p", {}, h("a", { href: "/account" }, t("account.title"))),
    h("p", { class: "soft keys" }, t("settings.keys")),
  ], [{ label: t("done"), main: true }]);
}

/** @param {HTMLElement} main */
export function lost(main) {
  header({ title: t("lost.title") });
  main.className = "page narrow";
  main.replaceChildren(h("section", { class: "card nothing" }, h("h2", {}, t("lost.title")), h("p", {}, t("lost.text")), h("a", { class: "button main", href: "/" }, t("nav.home"))));
}
