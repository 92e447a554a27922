import { createHmac, randomBytes } from 'node:crypto';

const MAGIC_COOKIE = 0x2112a442;
const [USERNAME, MESSAGE_INTEGRITY] = [0x0006, 0x0008];

/** Returns a connectivity check (RFC 8489, Binding request) framed for TCP (RFC 4571). @param fragment of the server */
export function stunCheck(fragment: string, password: string): Buffer {
  const name = Buffer.from(`${fragment}:test`);
  const padded = Buffer.alloc((name.length + 3) & ~3);
  name.copy(padded);
  const message = Buffer.alloc(20 + 4 + padded.length + 24);
  message.writeUInt16BE(1, 0);
  message.writeUInt16BE(message.length - 20, 2);
  message.writeUInt32BE(MAGIC_COOKIE, 4);
  randomBytes(12).copy(message, 8);
  message.writeUInt16BE(USERNAME, 20);
  message.writeUInt16BE(name.length, 22);
  padded.copy(message, 24);
  const signed = message.length - 24;
  message.writeUInt16BE(MESSAGE_INTEGRITY, signed);
  message.writeUInt16BE(20, signed + 2);
  createHmac('sha1', password)
    .update(message.subarray(0, signed))
    .digest()
    .copy(message, signed + 4);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}
