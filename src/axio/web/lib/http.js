// The server's plain requests.

/** What went wrong, in words. */
export class Fault extends Error {
  /** @param {{text?: string, reason?: string, fault?: string, move?: number | null, values?: Record<string, string | number>}} body @param {number} status */
  constructor(body, status) {
    super(body.text ?? String(status));
    this.reason = body.reason ?? "";
    this.move = body.move ?? null;
    this.values = body.values ?? {};
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {{method?: string, body?: unknown, text?: string}} [options]
 * @returns {Promise<any>}
 */
export async function api(path, { method = "GET", body, text } = {}) {
  const response = await fetch(`/api${path}`, {
    method,
    headers: body === undefined && text === undefined ? {} : { "Content-Type": "application/json" },
    body: text ?? (body === undefined ? undefined : JSON.stringify(body)),
  });
  if (!response.ok) throw new Fault(await response.json().catch(() => ({})), response.status);
  return response.status === 204 ? null : response.json();
}

/** Sixteen random bytes: this browser's part in the deal. */
export function nonce() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
