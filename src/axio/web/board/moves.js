// Moves and tiles as text. The page reads and writes them; what is allowed and what it scores, the server says.

/** @typedef {import("../generated/protocol.js").Spot} Spot */

/**
 * A tile where it lies: its marks, and the cells under them (or the one cell under all of them).
 * @typedef {{text: string, marks: string, cells: string[], named: string | null}} Laid
 */

/**
 * @param {string} text such as Re4-Bf4 or RG.P@2,-1=B
 * @returns {Laid | null}
 */
export function readPlace(text) {
  const halves = text.match(/^([A-Z])([a-z]+\d+)-([A-Z])([a-z]+\d+)$/);
  if (halves) return { text, marks: halves[1] + halves[3], cells: [halves[2], halves[4]], named: null };
  const corners = text.match(/^([A-Z.]{4})@(-?\d+,-?\d+)(?:=([A-Z]))?$/);
  if (corners) return { text, marks: corners[1], cells: [corners[2]], named: corners[3] ?? null };
  return null;
}

/**
 * @param {string} marks
 * @param {string[]} cells
 * @param {string | null} [named]
 */
export function writePlace(marks, cells, named = null) {
  if (cells.length > 1) return cells.map((cell, i) => marks[i] + cell).join("-");
  return `${marks}@${cells[0]}${named ? `=${named}` : ""}`;
}

/**
 * The marks of a four-cornered tile after quarter turns clockwise.
 * @param {string} tile
 * @param {number} turn
 */
export function turned(tile, turn) {
  const by = ((turn % 4) + 4) % 4;
  return tile.slice(4 - by) + tile.slice(0, 4 - by);
}

/**
 * What people write, as strictly as the server reads it: case and spaces forgiven.
 * @param {string} text
 */
export function tidy(text) {
  const plain = text.trim().replace(/\s+/g, "").replace(/[–—]/g, "-");
  if (/^(exchange|keep)$/i.test(plain)) return plain.toLowerCase();
  const halves = plain.match(/^([a-z])([a-z]+\d+)-?([a-z])([a-z]+\d+)$/i);
  if (halves) return `${halves[1].toUpperCase()}${halves[2].toLowerCase()}-${halves[3].toUpperCase()}${halves[4].toLowerCase()}`;
  return plain.toUpperCase();
}
