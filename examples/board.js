// A position out of a record, with the tiles of whoever is to move. Serve the checkout and open this page:
//
//   python -m http.server
//   http://localhost:8000/examples/board.html

import { mount, tileName } from "../src/axio/web/board/api.js";

const { geometry, position } = await (await fetch("board.json")).json();
const [points, tracks] = ["#points", "#tracks"].map((id) => /** @type {HTMLElement} */ (document.querySelector(id)));

/** @param {Record<string, number>} gained */
const inWords = (gained) => Object.entries(gained).map(([colour, by]) => `${by} ${tileName(colour)}`).join(", ") || "nothing";

/** @param {number[]} scores */
const listed = (scores) => [...geometry.colours].map((colour, i) => `${tileName(colour)} ${scores[i]}`).join(" · ");

const { show } = mount(/** @type {HTMLElement} */ (document.querySelector("#board")), geometry, {
  onPick: (tile) => { points.textContent = `${tileName(tile)}: where to?`; },
  onPreview: (considered) => {
    tracks.textContent = `Tracks: ${listed(considered?.tracks ?? position.tracks)}`;
    if (considered) points.textContent = `${considered.move} scores ${inWords(considered.preview.points)}`;
  },
  onPlace: (move, { preview, tracks: after }) => {
    points.textContent = `${move} scored ${inWords(preview.points)}`;
    const pyramids = [...position.pyramids, ...preview.pyramids.map(({ at }) => at)];
    show({ tiles: [...position.tiles, move], pyramids, last: move, tracks: after ?? [] });
    tracks.textContent = `Tracks: ${listed(after ?? [])}`;
  },
});

/** @type {HTMLElement} */ (document.querySelector("#again")).onclick = () => show(position);
show(position);
