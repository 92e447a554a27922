import { Duplex } from 'node:stream';
import { toError } from '../../lib/to-error.ts';

/** The embedded server as a connection sees it. */
export interface WireBackend {
  /** Resolves when batches are accepted. */
  open(stream: WireStream): Promise<void>;
  submit(stream: WireStream, bytes: Uint8Array): void;
  disconnect(stream: WireStream): void;
}

/** AuthenticationOk and ReadyForQuery, which are all that a `pg.Client` waits for. */
const STARTUP_RESPONSE = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');

/** How many bytes of a response the client parses in one iteration of the event loop. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Replaces the socket of a `pg.Client`, which writes one whole message at a time. Sends the messages to the embedded
 * server in batches, one for each round trip of the protocol.
 */
export class WireStream extends Duplex {
  readonly #backend: WireBackend;
  #batch: Buffer[] = [];
  #undelivered: Buffer[] = [];
  #isStarted = false;

  constructor(backend: WireBackend) {
    super({ allowHalfOpen: false });
    this.#backend = backend;
  }

  /** Called by `pg` instead of `net.Socket.connect`. */
  connect(): this {
    this.#backend.open(this).then(
      () => this.emit('connect'),
      (error: unknown) => this.destroy(toError(error)),
    );
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  /** Does nothing: the server's thread keeps the process alive until the database is closed; connections do not. */
  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  /** Delivers what the server sent in pieces, as a socket would: megabytes at once would block the process. */
  receive(bytes: Buffer): void {
    this.#undelivered.push(bytes);
    if (this.#undelivered.length === 1) this.#deliverNext();
  }

  override _writev(messages: { chunk: Buffer }[], done: (error?: Error) => void): void {
    try {
      for (const { chunk } of messages) this.#addMessage(chunk);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _read(): void {
    // Data is pushed as it arrives; a response is as large as its query requested.
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#backend.disconnect(this);
    done(error);
  }

  #deliverNext(): void {
    const [first] = this.#undelivered;
    if (!first || this.destroyed) return;
    this.push(first.subarray(0, CHUNK_BYTES));
    if (first.length > CHUNK_BYTES) this.#undelivered[0] = first.subarray(CHUNK_BYTES);
    else this.#undelivered.shift();
    if (this.#undelivered.length > 0) setImmediate(() => this.#deliverNext());
  }

  #addMessage(message: Buffer): void {
    if (!this.#isStarted) {
      this.#isStarted = true;
      this.push(STARTUP_RESPONSE);
      return;
    }
    const type = String.fromCharCode(message[0]!);
    if (type === 'X') {
      this.#undelivered = [];
      this.push(null);
      return;
    }
    // Flush requests a response in the middle of a batch (cursors); the other messages belong to COPY FROM STDIN.
    if ('Hdcf'.includes(type)) throw new Error('cursors and COPY are not available on the embedded database');
    this.#batch.push(message);
    if (type !== 'S' && type !== 'Q') return;
    // A copy, because node-postgres reuses its write buffer, and the bytes are transferred to the thread.
    const batch = Uint8Array.from(this.#batch.length === 1 ? message : Buffer.concat(this.#batch));
    this.#batch = [];
    this.#backend.submit(this, batch);
  }
}
