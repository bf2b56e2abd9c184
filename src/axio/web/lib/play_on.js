// Play on from a position, or from a ply of a finished game: against bots or side by side, as practice.

import { dialog } from "./dialog.js";
import { h } from "./dom.js";
import { segments } from "./form.js";
import { api } from "./http.js";
import { has, t } from "./i18n.js";
import { complain } from "./toasts.js";
import { whoAmI } from "./who_am_i.js";

const PERSON = "";
const OPPONENT = "careful";

/**
 * Ask who plays, and open the table.
 * @param {{game: string, seats: number, toMove: number, luck: boolean, from: {position: string} | {from: string, ply: number}}} where
 *   toMove: the seat that is the reader's, unless they choose otherwise; luck: whether the tiles to come are decided already
 */
export async function playOn({ game, seats, toMove, luck, from }) {
  const [all, me] = await Promise.all([api("GET /bots"), whoAmI().catch(() => ({ name: null }))]);
  const bots = all.filter((bot) => bot.games.includes(game) && (bot.face || !bot.level[game]));
  const usual = bots.some((bot) => bot.name === OPPONENT) ? OPPONENT : bots[0]?.name ?? PERSON;
  /** @type {"same" | "new"} */
  let chosen = luck ? "same" : "new";
  const choices = Array.from({ length: seats }, (_, seat) => h("select", { id: `play-on-${seat}`, autofocus: seat === 0 },
    h("option", { value: PERSON, selected: seat === toMove }, t(seat === toMove ? "new.you" : "new.person")),
    ...bots.map((bot) => h("option", { value: bot.name, selected: seat !== toMove && bot.name === usual }, has(`bot.${bot.name}`) ? t(`bot.${bot.name}`) : bot.title))));
  const start = async () => {
    const people = choices.filter((choice) => choice.value === PERSON).length;
    const named = (/** @type {number} */ seat) => (people === 1 && me.name) || (people === 1 ? t("new.you") : t("new.player", { n: seat + 1 }));
    const sitting = choices.map((choice, seat) => (choice.value === PERSON ? { kind: /** @type {const} */ ("person"), name: named(seat) } : { kind: /** @type {const} */ ("bot"), bot: choice.value }));
    const { id } = await api("POST /tables", {}, { game, seats: sitting, luck: chosen, ...from });
    location.assign(`/table/${id}`);
  };
  dialog(t("playon.title"), [
    h("p", { class: "soft" }, t("playon.note")),
    h("div", { class: "settings" }, ...choices.map((choice, seat) => h("div", { class: "setting" }, h("label", { for: choice.id }, t("playon.seat", { n: seat + 1 })), choice))),
    luck && segments(t("playon.luck"), [["same", t("playon.same")], ["new", t("playon.new")]], chosen, (value) => { chosen = /** @type {"same" | "new"} */ (value); }),
  ], [{ label: t("playon.start"), main: true, act: () => start().catch(complain) }], { cls: "play-on" });
}
