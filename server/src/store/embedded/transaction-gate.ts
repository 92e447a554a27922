import { protocol } from '@electric-sql/pglite';
import { type BackendBatch, readBatch } from './wire.ts';

const ROLLBACK = protocol.serialize.query('rollback');

interface Waiting {
  connection: number;
  bytes: Uint8Array;
}

export interface GateOptions {
  /** Runs one batch on the backend and returns its complete answer. Blocks. */
  run(bytes: Uint8Array): Uint8Array;
  answer(connection: number, bytes: Uint8Array): void;
  notify(bytes: Uint8Array, from: number): void;
  end(connection: number): void;
  /** The backend's answer is invalid; the thread must be replaced. */
  broken(): void;
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
  readonly #waiting: Waiting[] = [];
  /** Connections whose transaction was ended, until they close: what they still send belonged to it. */
  readonly #ended = new Set<number>();
  #owner: number | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  submit(connection: number, bytes: Uint8Array): void {
    if (this.#ended.has(connection)) return;
    this.#waiting.push({ connection, bytes });
    this.#pump();
  }

  gone(connection: number): void {
    this.#ended.delete(connection);
    for (let at = this.#waiting.length - 1; at >= 0; at -= 1) {
      if (this.#waiting[at]?.connection === connection) this.#waiting.splice(at, 1);
    }
    if (this.#owner === connection) this.#rollBack();
    this.#pump();
  }

  #pump(): void {
    clearTimeout(this.#idleTimer);
    for (;;) {
      const owner = this.#owner;
      const at = owner === undefined ? 0 : this.#waiting.findIndex((next) => next.connection === owner);
      const next = at < 0 ? undefined : this.#waiting[at];
      if (!next) break;
      this.#waiting.splice(at, 1);
      const answer = this.#options.run(next.bytes);
      const batch = readBatch(answer);
      if (batch.status === undefined) {
        this.#options.broken();
        return;
      }
      this.#owner = batch.status === 'I' ? undefined : next.connection;
      this.#options.answer(next.connection, answer);
      this.#passOn(batch, next.connection);
    }
    if (this.#owner !== undefined && this.#waiting.length > 0) {
      this.#idleTimer = setTimeout(() => this.#endIdleTransaction(), this.#options.idleTransactionMs);
    }
  }

  #passOn(batch: BackendBatch, from: number): void {
    for (const bytes of batch.notifications) this.#options.notify(Uint8Array.from(bytes), from);
  }

  #endIdleTransaction(): void {
    const owner = this.#owner;
    if (owner === undefined) return;
    this.#rollBack();
    this.#ended.add(owner);
    this.#options.end(owner);
    this.#pump();
  }

  #rollBack(): void {
    this.#owner = undefined;
    if (readBatch(this.#options.run(ROLLBACK)).status !== 'I') this.#options.broken();
  }
}
