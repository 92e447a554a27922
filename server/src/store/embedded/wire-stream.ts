import { Duplex } from 'node:stream';

/** The embedded server as a connection sees it. */
export interface WireBackend {
  /** Resolves when batches are accepted. */
  open(stream: WireStream): Promise<void>;
  submit(stream: WireStream, bytes: Uint8Array): void;
  gone(stream: WireStream): void;
}

/** AuthenticationOk and ReadyForQuery, which are all that a `pg.Client` waits for. */
const GREETING = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');

/** How many bytes of an answer the client parses in one iteration of the event loop. */
const PIECE_BYTES = 64 * 1024;

/**
 * Replaces the socket of a `pg.Client`, which writes one whole message at a time. Sends the messages to the embedded
 * server in batches, one for each round trip of the protocol.
 */
export class WireStream extends Duplex {
  readonly #backend: WireBackend;
  #batch: Buffer[] = [];
  #unread: Buffer[] = [];
  #isStarted = false;

  constructor(backend: WireBackend) {
    super({ allowHalfOpen: false });
    this.#backend = backend;
  }

  /** Called by `pg` instead of `net.Socket.connect`. */
  connect(): this {
    this.#backend.open(this).then(
      () => this.emit('connect'),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
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
    this.#unread.push(bytes);
    if (this.#unread.length === 1) this.#passOn();
  }

  override _writev(messages: { chunk: Buffer }[], done: (error?: Error) => void): void {
    try {
      for (const { chunk } of messages) this.#take(chunk);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _read(): void {
    // Data is pushed as it arrives; an answer is as large as its query requested.
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#backend.gone(this);
    done(error);
  }

  #passOn(): void {
    const [first] = this.#unread;
    if (!first || this.destroyed) return;
    this.push(first.subarray(0, PIECE_BYTES));
    if (first.length > PIECE_BYTES) this.#unread[0] = first.subarray(PIECE_BYTES);
    else this.#unread.shift();
    if (this.#unread.length > 0) setImmediate(() => this.#passOn());
  }

  #take(message: Buffer): void {
    if (!this.#isStarted) {
      this.#isStarted = true;
      this.push(GREETING);
      return;
    }
    const type = String.fromCharCode(message[0]!);
    if (type === 'X') {
      this.#unread = [];
      this.push(null);
      return;
    }
    // Flush requests an answer in the middle of a batch (cursors); the other messages belong to COPY FROM STDIN.
    if ('Hdcf'.includes(type)) throw new Error('cursors and COPY are not available on the embedded database');
    this.#batch.push(message);
    if (type !== 'S' && type !== 'Q') return;
    // A copy, because node-postgres reuses its write buffer, and the bytes are transferred to the thread.
    const batch = Uint8Array.from(this.#batch.length === 1 ? message : Buffer.concat(this.#batch));
    this.#batch = [];
    this.#backend.submit(this, batch);
  }
}
