// Short, wooden and low, made in the page. Off until somebody switches it on.

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/**
 * One knock: a low tone that dies at once, with a little noise of wood on wood.
 * @param {number} pitch
 * @param {number} length
 * @param {number} loud
 * @param {number} [after]
 */
function knock(pitch, length, loud, after = 0) {
  context ??= new AudioContext();
  const at = context.currentTime + after;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + length);
  gain.connect(context.destination);
  const tone = context.createOscillator();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch * 1.6, at);
  tone.frequency.exponentialRampToValueAtTime(pitch, at + 0.03);
  tone.connect(gain);
  tone.start(at);
  tone.stop(at + length);
}

const SOUNDS = {
  pick: () => knock(300, 0.06, 0.08),
  turn: () => knock(240, 0.05, 0.06),
  place: () => (knock(130, 0.16, 0.3), knock(95, 0.2, 0.18, 0.012)),
  point: () => knock(420, 0.09, 0.07),
  pyramid: () => (knock(330, 0.12, 0.1), knock(495, 0.16, 0.08, 0.07)),
  reached: () => [262, 330, 392, 523].forEach((pitch, i) => knock(pitch, 0.35, 0.14, i * 0.09)),
  end: () => [392, 330, 262].forEach((pitch, i) => knock(pitch, 0.4, 0.12, i * 0.14)),
  win: () => [262, 330, 392, 523, 659, 784].forEach((pitch, i) => knock(pitch, 0.5, 0.14, i * 0.11)),
  call: () => (knock(392, 0.22, 0.14), knock(523, 0.3, 0.12, 0.14)),
  wrong: () => knock(80, 0.14, 0.2),
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (settings.sound) SOUNDS[name]();
}
