// Small drawings for buttons, on a grid of 24.

import { s } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  turn: "M19 12a7 7 0 1 1-2.2-5.1M19 3.5V8h-4.5",
  undo: "M8 5L4 9l4 4M4 9h9.5a5.5 5.5 0 0 1 0 11H9",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5 1 1.2 1 2V16h5.2v-.2c0-.8.4-1.5 1-2A6 6 0 0 0 12 3z",
  list: "M4 6h16M4 12h16M4 18h10",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  rules: "M5 4.5h10a3 3 0 0 1 3 3V20H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h10M9 8.5h5",
  gear: "M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM12 2.8v3M12 18.2v3M2.8 12h3M18.2 12h3M5.5 5.5l2.1 2.1M16.4 16.4l2.1 2.1M5.5 18.5l2.1-2.1M16.4 7.6l2.1-2.1",
  play: "M8 5.5v13l10-6.5z",
  pause: "M8 5.5v13M16 5.5v13",
  first: "M6 5.5v13M18 5.5v13L9 12z",
  last: "M18 5.5v13M6 5.5v13l9-6.5z",
  back: "M15 5.5v13L6 12z",
  next: "M9 5.5v13l9-6.5z",
  star: "M12 3.5l2.6 5.6 6 .7-4.5 4.1 1.2 6-5.3-3-5.3 3 1.2-6L3.4 9.8l6-.7z",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13",
  chat: "M4 5.5h16v10H10l-4.5 4v-4H4zM8.5 9.5h7M8.5 12h4.5",
  block: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM6.4 6.4l11.2 11.2",
  person: "M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.9-4 3.9-6 7.5-6s6.6 2 7.5 6",
  clock: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3.2 2",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  calendar: "M5 6h14v13.5H5zM5 10.5h14M9 3.5V7M15 3.5V7M9 14.8l2 2 4-4",
  sound: "M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  mute: "M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM16 9.5l5 5M21 9.5l-5 5",
  save: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4 19.5h16",
};

/** @param {string} name */
export function icon(name) {
  return s("svg", { class: "icon-drawing", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}
