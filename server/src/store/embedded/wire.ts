/**
 * The parts of PostgreSQL's wire protocol (version 3, "Frontend/Backend Protocol" in its manual) that the embedded
 * server reads; node-postgres and PostgreSQL itself handle the rest.
 */

/** Message types: the first byte of each. `Parse` is sent by the client, the others by the server. */
const PARSE = 'P'.charCodeAt(0);
const PARSE_COMPLETE = '1'.charCodeAt(0);
const NOTIFICATION_RESPONSE = 'A'.charCodeAt(0);
const READY_FOR_QUERY = 'Z'.charCodeAt(0);

/** Returns the statement name in a Parse message at the start of a batch, if any, and the rest of the batch. */
export function readNamedParse(batch: Uint8Array): { name: string; rest: Uint8Array } | undefined {
  // Parse: its type, length, name, text, parameter types. An unnamed statement is valid only until the next.
  if (batch[0] !== PARSE || batch[5] === 0) return undefined;
  const buffer = Buffer.from(batch.buffer, batch.byteOffset, batch.byteLength);
  return {
    name: buffer.toString('utf8', 5, buffer.indexOf(0, 5)),
    rest: buffer.subarray(1 + buffer.readUInt32BE(1)),
  };
}

export interface BackendResponse {
  /** From ReadyForQuery: idle, in a transaction, in a failed one. Undefined if the response has no such message. */
  status: 'I' | 'T' | 'E' | undefined;
  /** The NotificationResponse messages in the response, complete with headers. */
  notifications: Buffer[];
  /** Whether a statement was prepared. */
  isPrepared: boolean;
}

/** Walks through the message headers of a server's response. */
export function readResponse(bytes: Uint8Array): BackendResponse {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const response: BackendResponse = { status: undefined, notifications: [], isPrepared: false };
  for (let at = 0; at + 5 <= buffer.length; ) {
    const end = at + 1 + buffer.readUInt32BE(at + 1);
    const type = buffer[at];
    if (type === PARSE_COMPLETE) response.isPrepared = true;
    if (type === NOTIFICATION_RESPONSE) response.notifications.push(buffer.subarray(at, end));
    if (type === READY_FOR_QUERY)
      response.status = String.fromCharCode(buffer[at + 5] ?? 0) as BackendResponse['status'];
    at = end;
  }
  return response;
}
