import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { freeBytesOf } from '../../lib/disk-reserve.ts';
import type { Logger } from '../../lib/logger.ts';
import type { FromThread, ThreadData, ToThread } from './thread-messages.ts';
import type { WireBackend, WireStream } from './wire-stream.ts';

export interface EmbeddedServerOptions extends ThreadData {
  log: Logger;
  /** A batch that runs longer than this ends the thread; PostgreSQL's own statement_timeout does not work here. */
  statementTimeoutMs: number;
}

/**
 * How many bytes of its code a database function must execute before V8 optimizes it. With V8's default of 1.8 million,
 * optimizing what a start executes takes as much processor time as the start itself. Functions that queries use often
 * still get there within seconds under load.
 */
const TIERING_BUDGET = 54_000_000;
const CLOSE_TIMEOUT_MS = 20_000;
const START_RETRY_MS = 1_000;

/** Free space that PostgreSQL needs to replay its write-ahead log of 4 MiB files (see `template-thread.ts`). */
const MIN_FREE_BYTES = 32 * 2 ** 20;
/** Messages of the WebAssembly runtime, which do not help the operator. */
const RUNTIME_FAILURE = /^Aborted\(|RuntimeError|unreachable|exit\(\d/;
/** SQLSTATE codes, as PostgreSQL itself returns them. */
const DISK_FULL = '53100';
const CANNOT_CONNECT_NOW = '57P03';
const IDLE_IN_TRANSACTION = '25P03';
const QUERY_CANCELED = '57014';

/**
 * Runs the thread of the embedded database and the connections to it. If the thread dies (the engine panicked, the disk
 * was full, a statement never ended), its connections break as if a server had crashed, and the next connection
 * restarts it: PostgreSQL then recovers from its write-ahead log.
 */
export class EmbeddedServer implements WireBackend {
  readonly #options: EmbeddedServerOptions;
  readonly #streams = new Map<number, WireStream>();
  readonly #connections = new Map<WireStream, number>();
  readonly #inFlight = new Set<number>();
  #watchdog: NodeJS.Timeout | undefined;
  #running: Promise<Worker> | undefined;
  #worker: Worker | undefined;
  #closed = false;
  #timedOut = false;
  #nextConnection = 1;
  /** Why the last start failed; cleared after a short time, so that another start can be tried. */
  #startError: Error | undefined;
  #hasRun = false;

  constructor(options: EmbeddedServerOptions) {
    this.#options = options;
  }

  /** Starts the thread, or waits for a start in progress. Rejects with a message for the operator. */
  start(): Promise<Worker> {
    if (this.#closed) return Promise.reject(new Error('the embedded database is closed'));
    if (this.#startError) return Promise.reject(this.#startError);
    this.#running ??= this.#launch().catch(async (error: Error) => {
      throw await this.#rememberStartError(error);
    });
    return this.#running;
  }

  /**
   * A start takes a second of CPU time, and every request would trigger one, so the last failure is returned for a
   * short time. Callers see it as an unavailable database or a full disk.
   */
  async #rememberStartError(error: Error): Promise<Error> {
    const message = RUNTIME_FAILURE.test(error.message) ? 'it cannot read or write its files' : error.message;
    const freeBytes = await freeBytesOf(this.#options.dataDirectory);
    const isFull = freeBytes !== undefined && freeBytes < MIN_FREE_BYTES;
    const startError = Object.assign(new Error(message), { code: isFull ? DISK_FULL : CANNOT_CONNECT_NOW });
    this.#running = undefined;
    this.#startError = startError;
    setTimeout(() => {
      this.#startError = undefined;
    }, START_RETRY_MS).unref();
    // `open-embedded.ts` reports the failure of the first start.
    if (this.#hasRun)
      this.#options.log.error(
        { event: 'store.embedded_not_restarted', reason: message, isFull, freeBytes },
        'the embedded database could not be restarted; a later request tries again',
      );
    return startError;
  }

  async open(stream: WireStream): Promise<void> {
    await this.start();
    const connection = this.#nextConnection;
    this.#nextConnection += 1;
    this.#streams.set(connection, stream);
    this.#connections.set(stream, connection);
  }

  submit(stream: WireStream, bytes: Uint8Array): void {
    const connection = this.#connections.get(stream);
    if (connection === undefined) return;
    this.#inFlight.add(connection);
    if (this.#inFlight.size === 1) this.#restartWatchdog();
    this.#post({ type: 'batch', connection, bytes }, bytes);
  }

  disconnect(stream: WireStream): void {
    const connection = this.#connections.get(stream);
    if (connection === undefined) return;
    this.#forget(connection);
    this.#post({ type: 'disconnect', connection });
  }

  /** Checkpoints and ends the thread. Connections still open break. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#watchdog);
    const running = await this.#running?.catch(() => undefined);
    if (!running || running !== this.#worker) return;
    const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
    this.#post({ type: 'close' });
    const timer = setTimeout(() => void running.terminate(), CLOSE_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
  }

  /** Terminates the thread as a crash would; for tests of recovery. */
  async crash(): Promise<void> {
    await this.#worker?.terminate();
  }

  #launch(): Promise<Worker> {
    const { dataDirectory, durable, idleTransactionMs, log } = this.#options;
    const workerData: ThreadData = { dataDirectory, durable, idleTransactionMs };
    // V8 has this flag for the whole process only; no other large WebAssembly module runs in it.
    setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
    const worker = new Worker(new URL('./database-thread.js', import.meta.url), {
      workerData,
      // On failure, PGlite prints PostgreSQL's messages, which may contain statements.
      stdout: true,
      stderr: true,
    });
    worker.stdout.resume();
    worker.stderr.resume();
    this.#worker = worker;
    return new Promise<Worker>((resolve, reject) => {
      let failure = 'its thread ended';
      let ready = false;
      worker.on('error', (error) => {
        failure = error.message;
      });
      worker.on('message', (message: FromThread) => {
        if (message.type === 'ready') {
          ready = true;
          this.#hasRun = true;
          resolve(worker);
        } else if (message.type === 'failed') failure = message.message;
        else this.#receive(message);
      });
      worker.once('exit', () => {
        reject(new Error(failure));
        // A thread that never became ready has no connections, and `start` reports its failure.
        if (this.#worker === worker && ready) this.#onThreadExit(failure);
        if (ready && !this.#closed)
          log.error({ event: 'store.embedded_stopped', reason: failure }, 'the embedded database stopped');
      });
    });
  }

  #receive(message: FromThread): void {
    if (message.type === 'response') {
      this.#inFlight.delete(message.connection);
      this.#restartWatchdog();
      this.#streams.get(message.connection)?.receive(Buffer.from(message.bytes.buffer));
    } else if (message.type === 'notification') {
      // LISTEN belongs to the single backend, so every connection gets the notification; the sender has it in its own
      // response.
      for (const [connection, stream] of this.#streams) {
        if (connection !== message.from) stream.receive(Buffer.from(message.bytes.slice().buffer));
      }
    } else if (message.type === 'ended') {
      const stream = this.#streams.get(message.connection);
      stream?.destroy(
        Object.assign(new Error('its transaction was idle for too long'), { code: IDLE_IN_TRANSACTION }),
      );
    }
  }

  /** Restarts the watchdog: from now, a batch must get its response within the limit. */
  #restartWatchdog(): void {
    clearTimeout(this.#watchdog);
    if (this.#inFlight.size === 0) return;
    this.#watchdog = setTimeout(() => {
      this.#options.log.error(
        { event: 'store.statement_too_long', limitMs: this.#options.statementTimeoutMs },
        'a query took longer than limitMs; the embedded database is stopped, and the next connection restarts it',
      );
      this.#timedOut = true;
      void this.#worker?.terminate();
    }, this.#options.statementTimeoutMs);
    this.#watchdog.unref();
  }

  #onThreadExit(reason: string): void {
    clearTimeout(this.#watchdog);
    // Statements that waited behind the long one get the same code.
    const code = this.#timedOut ? QUERY_CANCELED : 'ECONNRESET';
    this.#timedOut = false;
    this.#worker = undefined;
    this.#running = undefined;
    this.#inFlight.clear();
    const streams = [...this.#streams.values()];
    this.#streams.clear();
    this.#connections.clear();
    for (const stream of streams) {
      stream.destroy(Object.assign(new Error(`embedded database: ${reason}`), { code }));
    }
  }

  #forget(connection: number): void {
    const stream = this.#streams.get(connection);
    this.#streams.delete(connection);
    if (stream) this.#connections.delete(stream);
    if (this.#inFlight.delete(connection) && this.#inFlight.size === 0) clearTimeout(this.#watchdog);
  }

  #post(message: ToThread, bytes?: Uint8Array): void {
    this.#worker?.postMessage(message, bytes ? [bytes.buffer as ArrayBuffer] : []);
  }
}
