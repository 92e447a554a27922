/** The messages between the process and the thread of the embedded server. The process numbers the connections. */
export type ToThread =
  /** One batch of protocol messages, up to and including a Sync or a simple Query. */
  | { type: 'batch'; connection: number; bytes: Uint8Array }
  /** The client has closed the connection; its open transaction is rolled back. */
  | { type: 'disconnect'; connection: number }
  | { type: 'close' };

export type FromThread =
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  /** The complete response to a batch. */
  | { type: 'response'; connection: number; bytes: Uint8Array }
  | { type: 'notification'; bytes: Uint8Array; from: number }
  /** The server ended this connection, because its transaction was idle while others waited. */
  | { type: 'ended'; connection: number }
  | { type: 'closed' };

export interface ThreadData {
  dataDirectory: string;
  /** False only in tests and benchmarks: no fsync, so a machine crash may lose or corrupt data. */
  durable: boolean;
  /** How long a transaction may be idle between two statements while others wait for the database. */
  idleTransactionMs: number;
}
