// The server's plain requests, typed by the routes it has.

/** @typedef {import("../generated/http.js").Routes} Routes */

const OUTLIVES = 10_000; // characters; browsers let 64 KB of requests at once outlive their page

/** What went wrong, in words. */
export class Fault extends Error {
  /** @param {Partial<import("../generated/http.js").Fault>} body @param {number} status */
  constructor(body, status) {
    super(body.text ?? String(status));
    this.reason = body.reason ?? "";
    this.move = body.move ?? null;
    this.values = body.values ?? {};
    this.status = status;
  }
}

/**
 * @template {keyof Routes} R
 * @param {R} route  method and path: "GET /tables/{name}/replay"
 * @param {Record<string, string | number>} [parts]  what stands in the braces; the rest is asked behind a question mark
 * @param {Routes[R]["body"] | string} [body]  as JSON; a string is JSON already
 * @returns {Promise<Routes[R]["answer"]>}
 */
export async function api(route, parts = {}, body = undefined) {
  const response = await asked(route, parts, body);
  return response.status === 204 ? null : response.json();
}

/**
 * What a stream sends, line by line as it comes.
 * @template {keyof Routes} R
 * @param {R} route
 * @param {Record<string, string | number>} [parts]
 * @param {AbortSignal} [signal]  ends it
 * @returns {AsyncGenerator<Routes[R]["answer"]>}
 */
export async function* lines(route, parts = {}, signal = undefined) {
  const { body } = await asked(route, parts, undefined, signal);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (body).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (let got = await reader.read(); !got.done; got = await reader.read()) {
    const found = (rest + decoder.decode(got.value, { stream: true })).split("\n");
    rest = found.pop() ?? "";
    for (const line of found) if (line) yield JSON.parse(line);
  }
}

/** @param {string} route @param {Record<string, string | number>} parts @param {unknown} [body] @param {AbortSignal} [signal] */
async function asked(route, parts, body = undefined, signal = undefined) {
  const [method, path] = route.split(" ");
  const query = Object.entries(parts).filter(([name]) => !path.includes(`{${name}}`)).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parts[name]));
  const sent = typeof body === "object" ? JSON.stringify(body) : /** @type {string | undefined} */ (body);
  const response = await fetch(`/api${filled}${query.length ? `?${query.join("&")}` : ""}`, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: sent,
    keepalive: method !== "GET" && (sent?.length ?? 0) < OUTLIVES, // what somebody just set is kept although they leave
    signal,
  });
  if (!response.ok) throw new Fault(await response.json().catch(() => ({})), response.status);
  return response;
}

/**
 * Asks, and shows the answer to the latest question only: an earlier one may arrive after it.
 * @template {unknown[]} Given
 * @template Answer
 * @param {(...given: Given) => Promise<Answer>} ask
 * @param {(answer: Answer, ...given: Given) => void} show
 */
export function latest(ask, show) {
  let questions = 0;
  return async (/** @type {Given} */ ...given) => {
    const mine = ++questions;
    const answer = await ask(...given);
    if (mine === questions) show(answer, ...given);
  };
}

/** Sixteen random bytes: this browser's part in the deal. */
export function nonce() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The whole address of a path that somebody gave us, or null if it would lead to another site. A browser reads it:
 * it skips tabs, turns backslashes and resolves dots, so a pattern does not tell.
 * @param {string} path
 */
export function ownAddress(path, site = location.origin) {
  try {
    const url = new URL(path, site);
    return path.startsWith("/") && url.origin === site ? url.href : null;
  } catch {
    return null;
  }
}
