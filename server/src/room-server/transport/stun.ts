import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { crc32 } from 'node:zlib';

/**
 * The server's half of STUN connectivity checks (RFC 8489, RFC 8445): parsing a Binding request and answering it. An
 * ICE-lite agent needs nothing more.
 */
export interface BindingRequest {
  readonly packet: Buffer;
  readonly transactionId: Buffer;
  /** Our user name fragment: the part of USERNAME before the colon. */
  readonly localFragment: string;
  readonly useCandidate: boolean;
  /** The sender believes that it is the controlled agent; an ICE-lite agent answers 487. */
  readonly claimsControlled: boolean;
  readonly integrityOffset: number;
}

const MAGIC_COOKIE = 0x2112a442;
const FINGERPRINT_MASK = 0x5354554e;
const HEADER_LENGTH = 20;
const BINDING_REQUEST = 0x0001;
const BINDING_RESPONSE = 0x0101;
const BINDING_ERROR = 0x0111;

const attribute = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  errorCode: 0x0009,
  xorMappedAddress: 0x0020,
  useCandidate: 0x0025,
  fingerprint: 0x8028,
  iceControlled: 0x8029,
} as const;

/** Whether a datagram looks like STUN (RFC 7983: first byte 0 to 3, and the magic cookie). */
export function isStun(packet: Buffer): boolean {
  return packet.length >= HEADER_LENGTH && packet[0]! < 4 && packet.readUInt32BE(4) === MAGIC_COOKIE;
}

/** @returns undefined if the packet is not a well-formed Binding request with USERNAME and MESSAGE-INTEGRITY. */
export function parseBindingRequest(packet: Buffer): BindingRequest | undefined {
  if (!isStun(packet) || packet.readUInt16BE(0) !== BINDING_REQUEST) return undefined;
  const end = HEADER_LENGTH + packet.readUInt16BE(2);
  if (end > packet.length) return undefined;
  let username = '';
  let useCandidate = false;
  let claimsControlled = false;
  let integrityOffset = -1;
  for (let offset = HEADER_LENGTH; offset + 4 <= end; ) {
    const type = packet.readUInt16BE(offset);
    const length = packet.readUInt16BE(offset + 2);
    const valueEnd = offset + 4 + length;
    if (valueEnd > end) return undefined;
    if (type === attribute.username) username = packet.toString('utf8', offset + 4, valueEnd);
    else if (type === attribute.useCandidate) useCandidate = true;
    else if (type === attribute.iceControlled) claimsControlled = true;
    else if (type === attribute.messageIntegrity) {
      if (length !== 20) return undefined;
      integrityOffset = offset;
      break;
    }
    offset = valueEnd + ((4 - (length & 3)) & 3);
  }
  const colon = username.indexOf(':');
  if (colon < 1 || integrityOffset < 0) return undefined;
  return {
    packet,
    transactionId: packet.subarray(8, HEADER_LENGTH),
    localFragment: username.slice(0, colon),
    useCandidate,
    claimsControlled,
    integrityOffset,
  };
}

/** Whether the request was signed with our password. */
export function verifyIntegrity(request: BindingRequest, password: string): boolean {
  const signed = Buffer.from(request.packet.subarray(0, request.integrityOffset));
  // The signature covers the header with its length as if MESSAGE-INTEGRITY were the last attribute.
  signed.writeUInt16BE(request.integrityOffset + 24 - HEADER_LENGTH, 2);
  const expected = createHmac('sha1', password).update(signed).digest();
  const start = request.integrityOffset + 4;
  return timingSafeEqual(expected, request.packet.subarray(start, start + 20));
}

export function buildBindingResponse(
  request: BindingRequest,
  password: string,
  address: string,
  port: number,
): Buffer {
  return buildMessage(BINDING_RESPONSE, request.transactionId, password, [
    buildAttribute(attribute.xorMappedAddress, xorAddress(address, port, request.transactionId)),
  ]);
}

export function buildRoleConflict(request: BindingRequest, password: string): Buffer {
  const value = Buffer.concat([Buffer.from([0, 0, 4, 87]), Buffer.from('Role Conflict')]);
  return buildMessage(BINDING_ERROR, request.transactionId, password, [
    buildAttribute(attribute.errorCode, value),
  ]);
}

function buildAttribute(type: number, value: Buffer): Buffer {
  const padding = (4 - (value.length & 3)) & 3;
  const encoded = Buffer.alloc(4 + value.length + padding);
  encoded.writeUInt16BE(type, 0);
  encoded.writeUInt16BE(value.length, 2);
  value.copy(encoded, 4);
  return encoded;
}

function xorAddress(address: string, port: number, transactionId: Buffer): Buffer {
  const v4 = isIPv4(address);
  const raw = v4 ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address);
  const mask = Buffer.alloc(16);
  mask.writeUInt32BE(MAGIC_COOKIE, 0);
  transactionId.copy(mask, 4);
  const value = Buffer.alloc(4 + raw.length);
  value[1] = v4 ? 1 : 2;
  value.writeUInt16BE(port ^ (MAGIC_COOKIE >>> 16), 2);
  for (let i = 0; i < raw.length; i++) value[4 + i] = raw[i]! ^ mask[i]!;
  return value;
}

function ipv6Bytes(address: string): Buffer {
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const words = [
    ...left,
    ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => 0),
    ...right,
  ];
  const bytes = Buffer.alloc(16);
  words.slice(0, 8).forEach((word, index) => {
    bytes.writeUInt16BE(word & 0xffff, index * 2);
  });
  return bytes;
}

function buildMessage(type: number, transactionId: Buffer, password: string, attributes: Buffer[]): Buffer {
  const body = Buffer.concat(attributes);
  const message = Buffer.alloc(HEADER_LENGTH + body.length + 24 + 8);
  message.writeUInt16BE(type, 0);
  message.writeUInt32BE(MAGIC_COOKIE, 4);
  transactionId.copy(message, 8);
  body.copy(message, HEADER_LENGTH);
  const integrityOffset = HEADER_LENGTH + body.length;
  message.writeUInt16BE(body.length + 24, 2);
  const digest = createHmac('sha1', password).update(message.subarray(0, integrityOffset)).digest();
  message.writeUInt16BE(attribute.messageIntegrity, integrityOffset);
  message.writeUInt16BE(20, integrityOffset + 2);
  digest.copy(message, integrityOffset + 4);
  message.writeUInt16BE(body.length + 32, 2);
  const fingerprintOffset = integrityOffset + 24;
  const checksum = (crc32(message.subarray(0, fingerprintOffset)) ^ FINGERPRINT_MASK) >>> 0;
  message.writeUInt16BE(attribute.fingerprint, fingerprintOffset);
  message.writeUInt16BE(4, fingerprintOffset + 2);
  message.writeUInt32BE(checksum, fingerprintOffset + 4);
  return message;
}
