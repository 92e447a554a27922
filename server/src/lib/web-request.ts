import { IncomingMessage } from 'node:http';

/** Pieces of a body that may be of any size: a body that trickles in has some. */
const FREE_PIECES = 1_000;
/** Bytes that the other pieces must have on average. */
const MIN_BYTES = 256;

/**
 * A request as a service on the internet can bear it, for the option `IncomingMessage` of `http.createServer`: one that asks
 * for no other protocol than WebSocket, and whose body does not come in thousands of tiny pieces.
 *
 * Node hands every request with an `Upgrade` header to the listener of `upgrade`, whatever it asks for; some HTTP clients
 * offer `h2c` with each request (Java's does by default), and a server may ignore an offer (RFC 9110, 7.8).
 */
export class WebRequest extends IncomingMessage {
  // Set by the constructor that it extends, so before a field of this class would exist.
  declare asksForUpgrade: boolean | null;
  #pieces = 0;
  #bytes = 0;
  #hasTinyPieces = false;

  /** Set and read by Node before it decides whose listener the request is for. */
  get upgrade(): boolean | null {
    const { asksForUpgrade, method, headers } = this;
    if (!asksForUpgrade || method === 'CONNECT') return asksForUpgrade;
    return headers.upgrade?.trim().toLowerCase() === 'websocket';
  }

  set upgrade(value: boolean | null) {
    this.asksForUpgrade = value;
  }

  /**
   * Called by Node with each piece of the body. Each costs the thread and the memory as much as hundreds of bytes, also one of
   * a single byte: of a body in many tiny ones the rest is dropped, and `tinyPieces` is emitted once.
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

  /** Called by Node where nobody reads the body of a request that was answered: its pieces are counted then, too. */
  _dump(): void {
    this.resume();
  }
}
