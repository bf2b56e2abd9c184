// How a daily deal ended: a picture to share, and everyone's results with one's own marked.

import { histogram } from "./charts.js";
import { h } from "./dom.js";
import { gameName } from "./games.js";
import { api } from "./http.js";
import { language, t } from "./i18n.js";
import { isDark } from "./settings.js";
import { announce, tell } from "./toasts.js";

/** @typedef {import("../generated/http.js").DailyGame} DailyGame */
/** @typedef {import("../generated/http.js").DailyTry} DailyTry */

const SHARP = 2; // pixels of the shared picture for each of the drawing

/** A day as people say it. @param {string} day */
export const dayName = (day) => new Date(`${day}T00:00:00Z`).toLocaleDateString(language(), { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

/** What stands at the end of the game, once the server has counted it. @param {string} day @param {string} game */
export function dailyEnd(day, game) {
  const place = h("div", { class: "daily-end" });
  api("GET /daily/{text}", { text: day }).then(({ games }) => {
    const found = games.find((each) => each.game === game);
    if (!found?.mine?.over) return;
    const said = `${comparedText(found.mine)} · ${placeText(found.mine, found.players)}`;
    place.replaceChildren(
      h("div", { class: "daily-line" }, h("p", { class: "soft" }, said), shareButton(day, game, found.mine)),
      h("img", { class: "daily-picture", src: pictureOf(day, game), alt: inWords(day, game, found.mine), width: 600, height: 437 }),
      spreadOf(found) ?? "");
    announce(said);
  }).catch(() => {}); // the page of the day shows it too
  return place;
}

/** @param {DailyTry} mine */
export const comparedText = ({ beaten }) => (beaten === null ? t("daily.alone") : t("daily.beaten", { n: beaten }));

/** @param {DailyTry} mine @param {number} players */
export const placeText = ({ scored, place }, players) => (scored ? t("daily.place", { place: place ?? 1, n: players }) : t("daily.unranked"));

/** The results of the day, one's own lit; a sentence while there is no other. @param {DailyGame} game */
export function spreadOf({ spread, mine }) {
  if (!spread?.length) return null;
  const alone = spread.reduce((sum, { count }) => sum + count, 0) === 1 && mine?.over;
  if (alone) return h("p", { class: "soft", id: "first-today" }, t("daily.first"));
  return histogram(spread.map(({ low, count }) => ({ name: low, count, mine: mine?.low[0] === low })), { label: t("daily.spread") });
}

/** @param {string} day @param {string} game */
const pictureOf = (day, game) => `/api/daily/${day}/${game}/result.svg?theme=${isDark() ? "dark" : "light"}&language=${language()}`;

/** @param {string} day @param {string} game @param {DailyTry} mine */
const inWords = (day, game, mine) => `${t("daily.shareText", { game: gameName(game), day: dayName(day), n: mine.low[0] })} ${comparedText(mine)}.`;

/** @param {string} day @param {string} game @param {DailyTry} mine */
export function shareButton(day, game, mine) {
  const share = async () => {
    const words = { title: "Axio", text: inWords(day, game, mine), url: `${location.origin}/daily/${day}` };
    const picture = await pixels(pictureOf(day, game)).catch(() => null);
    const files = picture ? [new File([picture], `axio-${game}-${day}.png`, { type: picture.type })] : [];
    if (navigator.canShare?.({ files }) && files.length) await navigator.share({ ...words, files }).catch(() => {}); // or they thought better of it
    else if ("share" in navigator) await navigator.share(words).catch(() => {});
    else say(await copied(`${words.text}\n${words.url}`, picture));
  };
  return h("button", { type: "button", class: "button", "data-share": game, onclick: share }, t("daily.share"));
}

/** @param {"both" | "text" | "nothing"} what */
function say(what) {
  tell(t(`daily.copied.${what}`));
}

/** The picture as PNG, which every programme takes. @param {string} address @returns {Promise<Blob | null>} */
async function pixels(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = h("canvas", { width: image.naturalWidth * SHARP, height: image.naturalHeight * SHARP });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Both where the clipboard takes pictures; over plain http only the words. @param {string} text @param {Blob | null} picture */
async function copied(text, picture) {
  try {
    if (!picture) throw new Error("no picture");
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": new Blob([text], { type: "text/plain" }), [picture.type]: picture })]);
    return "both";
  } catch {
    return navigator.clipboard?.writeText(text).then(() => /** @type {const} */ ("text")) ?? typed(text);
  }
}

/** As people copied before there was a clipboard for pages. @param {string} text */
function typed(text) {
  const field = h("textarea", { class: "visually-hidden", readonly: true }, text);
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done ? "text" : "nothing";
}
