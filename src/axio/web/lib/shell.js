// What every page shares: the bar at the top and the settings.

import { nextGame, titled } from "./waiting_badge.js";
import { dialog } from "./dialog.js";
import { h, need } from "./dom.js";
import { toggle } from "./form.js";
import { icon } from "./icons.js";
import { LANGUAGES, language, t } from "./i18n.js";
import { accountLink } from "./who_am_i.js";
import { choose, onChange, settings } from "./settings.js";
import { play } from "./sound.js";

/**
 * @param {{title?: string, practice?: boolean, rules?: {game: string, open: () => void}, sound?: boolean}} [page]  rules: of
 *   the game that is shown, opened above it; sound: it can be heard
 */
export function header({ title = "", practice = false, rules, sound = false } = {}) {
  const opened = (/** @type {MouseEvent} */ event) => { event.preventDefault(); rules?.open(); };
  titled(title ? `${title} · Axio` : "Axio");
  const link = (/** @type {string} */ to, /** @type {string} */ text) => h("a", { href: to, class: location.pathname === to ? "here" : "" }, text);
  need("#bar").replaceChildren(
    h("a", { class: "brand", href: "/", "aria-label": t("nav.home") }, h("span", { class: "brand-tile", "aria-hidden": "true" }, h("i"), h("i")), h("span", {}, "Axio")),
    title ? h("h1", { class: "bar-title" }, h("span", {}, title), h("span", { class: "badge", id: "practice", hidden: !practice }, t("practice"))) : "",
    h("nav", { "aria-label": t("nav.label") },
      nextGame(),
      ...(rules ? [] : [link("/lobby", t("nav.lobby")), link("/daily", t("nav.daily")), link("/puzzles", t("nav.puzzles")), link("/ratings", t("nav.ratings")), link("/scores", t("nav.scores")), link("/analyse", t("nav.analyse")), link("/about", t("nav.about"))]),
      !rules && h("button", { type: "button", class: "icon-link site-menu", id: "site-menu", title: t("nav.menu"), "aria-label": t("nav.menu"), onclick: openMenu }, icon("list")),
      sound && soundSwitch(),
      h("a", { href: rules ? `/rules/${rules.game}` : "/rules", class: "icon-link", title: t("nav.rules"), "aria-label": t("nav.rules"), onclick: rules ? opened : null }, icon("rules"), h("span", {}, t("nav.rules"))),
      h("button", { type: "button", class: "icon-link", id: "settings", title: t("settings.title"), "aria-label": t("settings.title"), onclick: openSettings }, icon("gear"), h("span", {}, t("settings.title"))),
      !rules && accountLink()),
  );
}

/** Sound on and off, where there is something to hear. */
function soundSwitch() {
  const button = h("button", { type: "button", class: "icon-link", id: "sound", onclick: () => { choose({ sound: !settings.sound }); play("place"); } });
  const show = () => {
    button.replaceChildren(icon(settings.sound ? "sound" : "mute"), h("span", {}, t("settings.sound")));
    for (const [name, value] of Object.entries({ title: t("settings.sound"), "aria-label": t("settings.sound"), "aria-pressed": settings.sound })) button.setAttribute(name, String(value));
  };
  onChange(show);
  show();
  return button;
}

/** Where the bar has no room for all pages: one tap away. */
function openMenu() {
  const ways = ["lobby", "daily", "puzzles", "ratings", "scores", "analyse", "about"].map((name) => [`/${name}`, t(`nav.${name}`)]);
  dialog(t("nav.menu"), [h("nav", { class: "menu-list", "aria-label": t("nav.label") },
    ...[...ways, ["/account", t("account.title")], ["/notices", t("tell.title")]].map(([to, text]) => h("a", { class: "button", href: to }, text)))], []);
}

/** A game that became practice says so from then on. @param {boolean} is */
export function markPractice(is) {
  document.body.classList.toggle("practice", is);
  need("#practice").hidden = !is;
}

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

/** @param {"confirm" | "sound" | "letters"} name */
const tick = (name) => toggle(`set-${name}`, t(`settings.${name}`), { checked: settings[name], onchange: (/** @type {Event} */ event) => choose({ [name]: /** @type {HTMLInputElement} */ (event.target).checked }) }).box;

function openSettings() {
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
      tick("confirm"),
      tick("letters"),
      tick("sound")),
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
