// The line to a table: comes back by itself, says what it has, and gets the moves it missed, or everything.

/** @typedef {import("../generated/protocol.js").ToClient} ToClient */
/** @typedef {import("../generated/protocol.js").ToServer} ToServer */

export class TableSocket {
  /** @type {WebSocket | null} */ #socket = null;
  #tries = 0;
  #closed = false;
  /** @type {number | null} */ #seq = null;
  /** @type {ToServer | null} */ #unanswered = null;

  /**
   * @param {string} table
   * @param {(message: ToClient) => void} heard
   * @param {(open: boolean) => void} changed
   * @param {() => void} gone  there is no such table
   */
  constructor(table, heard, changed, gone) {
    this.gone = gone;
    this.heard = heard;
    this.changed = changed;
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${table}/socket`;
    addEventListener("online", () => this.#open());
    this.#open();
  }

  #open() {
    if (this.#closed || (this.#socket && this.#socket.readyState <= 1)) return;
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.changed(true);
      socket.send(JSON.stringify({ kind: "hello", seq: this.#seq }));
      if (this.#unanswered) socket.send(JSON.stringify(this.#unanswered));
    };
    socket.onmessage = (event) => {
      /** @type {ToClient} */
      const message = JSON.parse(event.data);
      if ("view" in message) this.#seq = message.view.seq;
      if (message.kind === "step" || message.kind === "refusal" || message.kind === "undone") this.#unanswered = null;
      this.heard(message);
    };
    socket.onclose = (event) => {
      if (this.#closed) return;
      if (event.code === 4404) return this.gone();
      this.changed(false);
      this.#tries += 1;
      setTimeout(() => this.#open(), Math.min(200 * 1.6 ** this.#tries, 5000));
    };
  }

  /**
   * A move is sent again after a lost connection until it is answered; its number makes that harmless.
   * @param {ToServer} message
   */
  send(message) {
    if (message.kind === "play" || message.kind === "undo") this.#unanswered = message;
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
  }

  close() {
    this.#closed = true;
    this.#socket?.close();
  }
}
