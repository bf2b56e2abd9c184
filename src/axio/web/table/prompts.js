// What the table asks of the player, beside a placement: to take over, to exchange, to look at the end.

import { endScreen } from "./end.js";
import { askExchange } from "./exchange.js";
import { handOver } from "./handover.js";

/** @typedef {import("../generated/protocol.js").View} View */

/** @param {View} view */
const exchanging = (view) => view.asks === "exchange" && view.to_move !== null && view.to_move === view.shown;

/** In one word. @param {View} view @param {boolean} place a tile can be placed now */
export function askedFor(view, place) {
  if (view.over) return "nothing";
  if (view.handover !== null) return "handover";
  if (exchanging(view)) return "exchange";
  return place ? "place" : "wait";
}

/**
 * @param {string} id
 * @param {View} view
 * @param {string} colours
 * @param {{send: (move: string) => void, reveal: (seat: number) => void}} answers
 */
export function ask(id, view, colours, { send, reveal }) {
  const next = view.handover;
  if (next !== null) handOver(view.seats[next], () => reveal(next));
  else if (exchanging(view)) askExchange(view, send);
  else if (view.over) endScreen(id, view, colours);
  else for (const open of document.querySelectorAll("dialog.table-asks")) open.remove();
}
