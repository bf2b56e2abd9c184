// Runs a module's functions on a memory that the tests have laid out, and gives the memory back.

/** Text of base 64 as bytes. @param {string} text */
const bytes = (text) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));

/** @param {Uint8Array} array */
function text(array) {
  let all = "";
  for (let at = 0; at < array.length; at += 8192) all += String.fromCharCode(...array.subarray(at, at + 8192));
  return btoa(all);
}

/** @param {string} module @param {string} image  what lies in memory from `base` on @param {number} base */
async function started(module, image, base) {
  const laid = bytes(image);
  const memory = new WebAssembly.Memory({ initial: Math.ceil((base + laid.length) / 65536) + 1 });
  const expf = (/** @type {number} */ x) => Math.fround(Math.exp(x));
  const { instance } = await WebAssembly.instantiate(bytes(module), { env: { memory, expf } });
  const heap = instance.exports.__heap_base.value;
  if (heap > base) throw new Error(`the module itself takes ${heap} bytes, more than ${base}`);
  new Uint8Array(memory.buffer).set(laid, base);
  return { functions: instance.exports, memory, size: laid.length };
}

/** One call after the other. @param {{module: string, image: string, base: number, calls: [string, number][]}} given */
async function called({ module, image, base, calls }) {
  const { functions, memory, size } = await started(module, image, base);
  const took = calls.map(([name, block]) => {
    const start = performance.now();
    functions[name](block);
    return performance.now() - start;
  });
  return { image: text(new Uint8Array(memory.buffer, base, size)), took };
}

/**
 * Plays by chosen numbers: of the legal moves that `list` finds, the one at `choices[ply] % count`. Every row is kept.
 * @param {{module: string, image: string, base: number, list: number, step: number, found: number, count: number,
 *   action: number, row: number, width: number, choices: number[]}} given
 */
async function played(given) {
  const { functions, memory } = await started(given.module, given.image, given.base);
  const numbers = new BigInt64Array(memory.buffer);
  const rows = new Uint8Array(given.choices.length * given.width);
  given.choices.forEach((choice, ply) => {
    functions.list(given.list);
    const count = Number(numbers[given.count / 8]);
    numbers[given.action / 8] = count ? numbers[given.found / 8 + (choice % count)] : 0n;
    functions.step(given.step);
    rows.set(new Uint8Array(memory.buffer, given.row, given.width), ply * given.width);
  });
  return text(rows);
}
