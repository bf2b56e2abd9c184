// The panel of moves and unseen tiles: beside the board where there is room, laid over it where there is none.

import { choose, onChange, settings } from "../lib/settings.js";

const narrow = matchMedia("(max-width: 1179px)");

/**
 * @param {import("./table_layout.js").Furniture} at
 * @returns {() => void} opens it
 */
export function foldSide({ side, toggle, fold }) {
  let over = false;
  const open = () => (narrow.matches ? over : settings.panel);
  const adapt = () => {
    document.body.classList.toggle("no-panel", !open());
    toggle.setAttribute("aria-expanded", open() ? "true" : "false");
  };
  const turn = (/** @type {boolean} */ to) => {
    over = to;
    if (narrow.matches) adapt();
    else choose({ panel: to });
  };
  const shut = () => { turn(false); toggle.focus(); };
  toggle.addEventListener("click", () => turn(!open()));
  fold.addEventListener("click", shut);
  side.addEventListener("keydown", (event) => { if (event.key === "Escape" && narrow.matches) shut(); });
  narrow.addEventListener("change", adapt);
  onChange(adapt);
  adapt();
  return () => turn(true);
}
