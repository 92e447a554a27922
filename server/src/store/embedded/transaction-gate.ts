import { protocol } from '@electric-sql/pglite';
import { readResponse } from './wire.ts';

const ROLLBACK = protocol.serialize.query('rollback');

interface QueuedBatch {
  connection: number;
  bytes: Uint8Array;
}

export interface GateOptions {
  /** Runs one batch on the backend and returns its complete response. Blocks. */
  run(bytes: Uint8Array): Uint8Array;
  respond(connection: number, bytes: Uint8Array): void;
  notify(bytes: Uint8Array, from: number): void;
  endConnection(connection: number): void;
  /** The backend's response is invalid; the thread must be replaced. */
  onInvalidResponse(): void;
  idleTransactionMs: number;
}

/**
 * Lets many connections share the single backend of the embedded server. Batches run in the order of arrival. From its
 * BEGIN to its COMMIT or ROLLBACK, a connection has the backend to itself and the others wait.
 *
 * Unlike on a real server, a transaction whose code waits for a second connection would wait for ever. So a transaction
 * that is idle for `idleTransactionMs` while others wait is rolled back and its connection ended with SQLSTATE 25P03,
 * as with PostgreSQL's idle_in_transaction_session_timeout.
 */
export class TransactionGate {
  readonly #options: GateOptions;
  readonly #queue: QueuedBatch[] = [];
  /** Connections whose transaction was ended, until they close: what they still send belonged to it. */
  readonly #ended = new Set<number>();
  #owner: number | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  submit(connection: number, bytes: Uint8Array): void {
    if (this.#ended.has(connection)) return;
    this.#queue.push({ connection, bytes });
    this.#runBatches();
  }

  disconnect(connection: number): void {
    this.#ended.delete(connection);
    for (let at = this.#queue.length - 1; at >= 0; at -= 1) {
      if (this.#queue[at]?.connection === connection) this.#queue.splice(at, 1);
    }
    if (this.#owner === connection) this.#rollBack();
    this.#runBatches();
  }

  #runBatches(): void {
    clearTimeout(this.#idleTimer);
    for (;;) {
      const owner = this.#owner;
      const at = owner === undefined ? 0 : this.#queue.findIndex((next) => next.connection === owner);
      const next = at < 0 ? undefined : this.#queue[at];
      if (!next) break;
      this.#queue.splice(at, 1);
      const response = this.#options.run(next.bytes);
      const batch = readResponse(response);
      if (batch.status === undefined) {
        this.#options.onInvalidResponse();
        return;
      }
      this.#owner = batch.status === 'I' ? undefined : next.connection;
      this.#options.respond(next.connection, response);
      for (const bytes of batch.notifications) this.#options.notify(bytes, next.connection);
    }
    if (this.#owner !== undefined && this.#queue.length > 0) {
      this.#idleTimer = setTimeout(() => this.#endIdleTransaction(), this.#options.idleTransactionMs);
    }
  }

  #endIdleTransaction(): void {
    const owner = this.#owner;
    if (owner === undefined) return;
    this.#rollBack();
    this.#ended.add(owner);
    this.#options.endConnection(owner);
    this.#runBatches();
  }

  #rollBack(): void {
    this.#owner = undefined;
    if (readResponse(this.#options.run(ROLLBACK)).status !== 'I') this.#options.onInvalidResponse();
  }
}
