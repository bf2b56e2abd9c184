// A position as a picture: the server draws it, the page saves it.

import { h } from "../lib/dom.js";
import { isDark } from "../lib/settings.js";

/**
 * @param {string} id
 * @param {number} ply
 * @param {"svg" | "png"} kind
 */
export async function savePicture(id, ply, kind) {
  const address = `/api/tables/${id}/picture.svg?ply=${ply}&theme=${isDark() ? "dark" : "light"}`;
  if (kind === "svg") return save(address, `axio-${id}-${ply}.svg`);
  const image = new Image();
  image.src = address;
  await image.decode();
  const width = Math.max(image.naturalWidth, 1200);
  const height = Math.round((width * image.naturalHeight) / image.naturalWidth);
  const canvas = h("canvas", { width, height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  canvas.toBlob((blob) => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    save(made, `axio-${id}-${ply}.png`);
    setTimeout(() => URL.revokeObjectURL(made), 5000);
  }, "image/png");
}

/** @param {string} href @param {string} name */
function save(href, name) {
  const link = h("a", { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}
