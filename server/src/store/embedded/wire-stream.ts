import { Duplex } from 'node:stream';
import { FrontendFraming, greeting } from './wire.ts';

/** The embedded server as a connection sees it. */
export interface WireBackend {
  /** Resolves with PostgreSQL's version when batches are accepted. */
  open(stream: WireStream): Promise<string>;
  submit(stream: WireStream, bytes: Uint8Array): void;
  gone(stream: WireStream): void;
}

/**
 * Replaces the socket of a `pg.Client`: sends the client's messages to the embedded server in batches, one for each
 * round trip of the protocol.
 */
export class WireStream extends Duplex {
  readonly #backend: WireBackend;
  readonly #framing = new FrontendFraming();
  #batch: Buffer[] = [];
  #serverVersion = '';

  constructor(backend: WireBackend) {
    super({ allowHalfOpen: false });
    this.#backend = backend;
  }

  /** Called by `pg` instead of `net.Socket.connect`. */
  connect(): this {
    this.#backend.open(this).then(
      (serverVersion) => {
        this.#serverVersion = serverVersion;
        this.emit('connect');
      },
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

  /** The server's thread keeps the process alive until the database is closed; connections do not. */
  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    try {
      for (const { type, bytes } of this.#framing.push(chunk)) this.#take(type, bytes);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'binary' as BufferEncoding, done);
  }

  override _read(): void {
    // The server pushes as it answers; an answer is as large as its query asked for.
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#backend.gone(this);
    done(error);
  }

  #take(type: string, bytes: Buffer): void {
    if (type === '') {
      this.push(greeting(this.#serverVersion));
      return;
    }
    if (type === 'X') {
      this.push(null);
      return;
    }
    // Flush asks for an answer in the middle of a batch (cursors), the others belong to COPY FROM STDIN.
    if ('Hdcf'.includes(type)) throw new Error('cursors and COPY are not available on the embedded database');
    this.#batch.push(bytes);
    if (type !== 'S' && type !== 'Q') return;
    // A copy of its own: node-postgres reuses its write buffer, and the bytes move to the thread.
    const batch = Uint8Array.from(this.#batch.length === 1 ? bytes : Buffer.concat(this.#batch));
    this.#batch = [];
    this.#backend.submit(this, batch);
  }
}
