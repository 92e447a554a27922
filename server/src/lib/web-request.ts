import { IncomingMessage } from 'node:http';

/** Number of pieces of any size that every body may have: a slow body arrives in small ones. */
const FREE_PIECES = 1_000;
/** Average number of bytes that the other pieces must have. */
const MIN_BYTES = 256;

/**
 * A request class for a service on the internet, for the option `IncomingMessage` of `http.createServer`. It ignores
 * upgrades to protocols other than WebSocket, and bodies that arrive in thousands of tiny pieces.
 *
 * Node passes every request with an `Upgrade` header to the `upgrade` listener, whatever the protocol; some HTTP
 * clients offer `h2c` with each request (Java's does by default), and a server may ignore an offer (RFC 9110, 7.8).
 */
export class WebRequest extends IncomingMessage {
  // Declared only: the parent constructor sets it, before a field of this class would exist.
  declare asksForUpgrade: boolean | null;
  #pieces = 0;
  #bytes = 0;
  #hasTinyPieces = false;

  /** Node sets and reads this before it decides which listener gets the request. */
  get upgrade(): boolean | null {
    const { asksForUpgrade, method, headers } = this;
    if (!asksForUpgrade || method === 'CONNECT') return asksForUpgrade;
    return headers.upgrade?.trim().toLowerCase() === 'websocket';
  }

  set upgrade(value: boolean | null) {
    this.asksForUpgrade = value;
  }

  /**
   * Called by Node with each piece of the body. Even a piece of a single byte costs as much time and memory as hundreds
   * of bytes: if a body has too many tiny pieces, the rest is dropped, and `tinyPieces` is emitted once.
   */
  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.#hasTinyPieces) return false;
    if (piece !== null) {
      this.#pieces++;
      this.#bytes += piece.length;
      this.#hasTinyPieces = this.#bytes < (this.#pieces - FREE_PIECES) * MIN_BYTES;
      if (this.#hasTinyPieces) return this.emit('tinyPieces') && false;
    }
    return super.push(piece, encoding);
  }

  /** Called by Node if nobody reads the body of a request that was answered: its pieces must be counted as well. */
  _dump(): void {
    this.resume();
  }
}
