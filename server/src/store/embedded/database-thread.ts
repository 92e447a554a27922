/**
 * The thread that runs the embedded PostgreSQL (PGlite). It communicates in PostgreSQL's own protocol, so that
 * node-postgres parses results, types and errors the same way for both databases.
 */

import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { messageOf } from '../../lib/message-of.ts';
import { DurableFS, verifyDurable } from './durable-fs.ts';
import { SharedStatements } from './shared-statements.ts';
import type { FromThread, ThreadData, ToThread } from './thread-messages.ts';
import { TransactionGate } from './transaction-gate.ts';

const port = parentPort;
if (!port) throw new Error('database-thread can run only as a worker thread');
const data = workerData as ThreadData;

function send(message: FromThread, bytes?: Uint8Array): void {
  port?.postMessage(message, bytes ? [bytes.buffer as ArrayBuffer] : []);
}

/** Sends a copy: PGlite and the gate may return views into memory that is reused. */
function sendBytes(bytes: Uint8Array, wrap: (copy: Uint8Array) => FromThread): void {
  const copy = Uint8Array.from(bytes);
  send(wrap(copy), copy);
}

const settings = {
  // fdatasync is a stub that does nothing in this build; see DurableFS.
  wal_sync_method: 'fsync',
  shared_buffers: '32MB',
  max_wal_size: '128MB',
  min_wal_size: '32MB',
  timezone: 'UTC',
  // Statements must not be logged.
  log_min_error_statement: 'panic',
};

function startParameters(): string[] {
  return [
    ...PGlite.defaultStartParams.filter((parameter) => !(data.durable && parameter === '-F')),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

async function open(): Promise<PGlite> {
  const files = data.durable ? new DurableFS(data.dataDirectory) : new NodeFS(data.dataDirectory);
  const db = await PGlite.create({ fs: files, startParams: startParameters() });
  if (files instanceof DurableFS) await verifyDurable(db, files);
  return db;
}

function runBatch(db: PGlite, bytes: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = [];
  // Synchronous, because syncToFs is off. A failure is recognized by an incomplete response.
  db.execProtocolRawStream(bytes, {
    syncToFs: false,
    onRawData: (chunk) => {
      chunks.push(chunk.slice());
    },
  }).catch(() => undefined);
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

function createGate(db: PGlite): TransactionGate {
  const statements = new SharedStatements((batch) => runBatch(db, batch));
  return new TransactionGate({
    idleTransactionMs: data.idleTransactionMs,
    run: (batch) => statements.run(batch),
    respond: (connection, bytes) =>
      sendBytes(bytes, (copy) => ({ type: 'response', connection, bytes: copy })),
    notify: (bytes, from) => sendBytes(bytes, (copy) => ({ type: 'notification', bytes: copy, from })),
    endConnection: (connection) => send({ type: 'ended', connection }),
    onInvalidResponse: () => process.exit(1),
  });
}

async function serve(): Promise<void> {
  const db = await open();
  const gate = createGate(db);
  port?.on('message', (message: ToThread) => {
    if (message.type === 'batch') gate.submit(message.connection, message.bytes);
    else if (message.type === 'disconnect') gate.disconnect(message.connection);
    else void close(db);
  });
  send({ type: 'ready' });
}

async function close(db: PGlite): Promise<void> {
  // A clean checkpoint first, so that the next start has nothing to replay.
  await db.exec('checkpoint');
  await db.close();
  send({ type: 'closed' });
  port?.close();
}

serve().catch((error: unknown) => {
  send({ type: 'failed', message: messageOf(error) });
  port?.close();
});
