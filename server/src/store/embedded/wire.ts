/**
 * The parts of PostgreSQL's wire protocol (version 3, "Frontend/Backend Protocol" in its manual) that are needed
 * between node-postgres and the embedded server: framing, the start-up of a connection, a fatal error.
 */

const STARTUP_PROTOCOL = 196608;

/** Cuts a client's bytes into whole messages; the first message of a connection has no type byte. */
export class FrontendFraming {
  #pending: Buffer = Buffer.alloc(0);
  #started = false;

  /** Whole messages, in order. `type` is '' for the startup message. Throws on what is not this protocol. */
  push(chunk: Buffer): { type: string; bytes: Buffer }[] {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const messages: { type: string; bytes: Buffer }[] = [];
    for (;;) {
      const header = this.#started ? 1 : 0;
      if (this.#pending.length < header + 4) return messages;
      const length = header + this.#pending.readUInt32BE(header);
      if (this.#pending.length < length) return messages;
      const bytes = this.#pending.subarray(0, length);
      this.#pending = this.#pending.subarray(length);
      if (this.#started) {
        messages.push({ type: String.fromCharCode(bytes[0] ?? 0), bytes });
        continue;
      }
      if (length < 8 || bytes.readUInt32BE(4) !== STARTUP_PROTOCOL)
        throw new Error('not a PostgreSQL client');
      this.#started = true;
      messages.push({ type: '', bytes });
    }
  }
}

function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)),
  );
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** The server's messages to a client that needs no password. */
export function greeting(serverVersion: string): Buffer {
  const parameters: [string, string][] = [
    ['server_version', serverVersion],
    ['server_encoding', 'UTF8'],
    ['client_encoding', 'UTF8'],
    ['DateStyle', 'ISO, MDY'],
    ['TimeZone', 'UTC'],
    ['integer_datetimes', 'on'],
    ['standard_conforming_strings', 'on'],
  ];
  return Buffer.concat([
    message('R', Buffer.alloc(4)),
    ...parameters.map(([name, value]) => message('S', name, value)),
    message('K', Buffer.alloc(8)),
    message('Z', Buffer.from('I')),
  ]);
}

/** ErrorResponse that ends a connection. */
export function fatalError(code: string, text: string): Buffer {
  return message('E', 'SFATAL', 'VFATAL', `C${code}`, `M${text}`, Buffer.alloc(1));
}

/** A simple query, as a client would send it. */
export function simpleQuery(sql: string): Uint8Array {
  return message('Q', sql);
}

/** The statement name in a Parse message at the start of a batch, if any, and the rest of the batch. */
export function parsedStatement(batch: Uint8Array): { name: string; rest: Uint8Array } | undefined {
  // Parse: 'P', length, name, text, types of parameters. Without a name it holds until the next.
  if (batch[0] !== 0x50 || batch[5] === 0) return undefined;
  const buffer = Buffer.from(batch.buffer, batch.byteOffset, batch.byteLength);
  return {
    name: buffer.toString('utf8', 5, buffer.indexOf(0, 5)),
    rest: buffer.subarray(1 + buffer.readUInt32BE(1)),
  };
}

export interface BackendBatch {
  /** From ReadyForQuery: idle, in a transaction, in a failed one. Undefined if the answer has no such message. */
  status: 'I' | 'T' | 'E' | undefined;
  /** Whole NotificationResponse messages among the bytes. */
  notifications: Buffer[];
  /** Whether a statement was prepared. */
  isParsed: boolean;
}

/** Walks over the headers of a server's answer. */
export function readBatch(bytes: Uint8Array): BackendBatch {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const batch: BackendBatch = { status: undefined, notifications: [], isParsed: false };
  for (let at = 0; at + 5 <= buffer.length; ) {
    const end = at + 1 + buffer.readUInt32BE(at + 1);
    const type = buffer[at];
    if (type === 0x31) batch.isParsed = true;
    if (type === 0x41) batch.notifications.push(buffer.subarray(at, end));
    if (type === 0x5a) batch.status = String.fromCharCode(buffer[at + 5] ?? 0) as BackendBatch['status'];
    at = end;
  }
  return batch;
}
