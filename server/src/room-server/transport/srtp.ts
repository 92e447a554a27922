import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';

/** DTLS-SRTP protection profiles (RFC 5764 §4.1.2, RFC 7714 §14.2), the best first. */
export const srtpProfile = { aeadAes128Gcm: 7, aes128CmSha1_80: 1 } as const;
export type SrtpProfile = (typeof srtpProfile)[keyof typeof srtpProfile];

/** The sizes of the master key and master salt of a profile. */
export const MASTER_KEY_BYTES = 16;
export const masterSaltBytes = (profile: SrtpProfile) => (profile === srtpProfile.aeadAes128Gcm ? 12 : 14);

const REPLAY_WINDOW = 1024;
/** The maximum number of sources remembered per peer. Beyond it, the one silent for longest is forgotten. */
const MAX_STREAMS = 256;
const GCM_TAG_BYTES = 16;
const HMAC_TAG_BYTES = 10;
const RTCP_ENCRYPTED = 0x80000000;

interface Stream {
  /** The highest packet index: rollover counter × 65536 + sequence number; for SRTCP, the index in the packets. */
  highest: number;
  /** The received packet indices, each stored at its index modulo the window. Only on the receiving side. */
  readonly seen: Float64Array | undefined;
}

interface Keys {
  readonly cipher: Buffer;
  readonly auth: Buffer;
  readonly salt: Buffer;
}

/**
 * One direction of SRTP and SRTCP (RFC 3711, RFC 7714), for any number of SSRCs. Each packet index is estimated from
 * the highest sequence number, so that retransmissions across a sequence wrap work too.
 */
export class SrtpContext {
  readonly #gcm: boolean;
  readonly #rtp: Keys;
  readonly #rtcp: Keys;
  readonly #receiving: boolean;
  readonly #streams = new Map<number, Stream>();
  readonly #rtcpStreams = new Map<number, Stream>();
  #rtcpIndex = 0;

  constructor(profile: SrtpProfile, masterKey: Buffer, masterSalt: Buffer, direction: 'send' | 'receive') {
    this.#gcm = profile === srtpProfile.aeadAes128Gcm;
    this.#receiving = direction === 'receive';
    const salt = Buffer.alloc(14);
    masterSalt.copy(salt);
    const saltBytes = masterSaltBytes(profile);
    const keys = (first: number): Keys => ({
      cipher: derive(masterKey, salt, first, 16),
      auth: derive(masterKey, salt, first + 1, 20),
      salt: derive(masterKey, salt, first + 2, saltBytes),
    });
    this.#rtp = keys(0);
    this.#rtcp = keys(3);
  }

  /** @param header the RTP header with its extensions, which precedes the payload */
  protectRtp(header: Buffer, payload: Buffer): Buffer {
    const ssrc = header.readUInt32BE(8);
    const stream = this.#streamOf(ssrc);
    const index = estimateIndex(stream, header.readUInt16BE(2));
    if (index > stream.highest) stream.highest = index;
    if (this.#gcm) return Buffer.concat([header, ...sealGcm(this.#rtp, ssrc, index, header, payload)]);
    const encrypted = applyCounter(this.#rtp, ssrc, index, payload);
    return Buffer.concat([header, encrypted, this.#rtpTag(header, encrypted, index)]);
  }

  /** @returns the plain packet, or undefined if it is malformed, forged or replayed. */
  unprotectRtp(packet: Buffer): Buffer | undefined {
    const headerBytes = rtpHeaderBytes(packet);
    const end = packet.length - (this.#gcm ? GCM_TAG_BYTES : HMAC_TAG_BYTES);
    if (headerBytes === undefined || end < headerBytes) return undefined;
    const ssrc = packet.readUInt32BE(8);
    const known = this.#streams.get(ssrc);
    const stream = known ?? newStream(this.#receiving);
    const index = estimateIndex(stream, packet.readUInt16BE(2));
    if (isReplay(stream, index)) return undefined;
    const header = packet.subarray(0, headerBytes);
    const body = packet.subarray(headerBytes, end);
    const tag = packet.subarray(end);
    let payload: Buffer | undefined;
    if (this.#gcm) {
      payload = openGcm(this.#rtp, ssrc, index, header, body, tag);
      if (payload === undefined) return undefined;
    } else {
      if (!timingSafeEqual(tag, this.#rtpTag(header, body, index))) return undefined;
      payload = applyCounter(this.#rtp, ssrc, index, body);
    }
    // Change state only for authentic packets; otherwise anyone could fill the map or move the window.
    remember(this.#streams, ssrc, stream, index);
    return Buffer.concat([header, payload]);
  }

  protectRtcp(compound: Buffer): Buffer {
    this.#rtcpIndex = (this.#rtcpIndex + 1) & 0x7fffffff;
    const ssrc = compound.readUInt32BE(4);
    const header = compound.subarray(0, 8);
    const trailer = Buffer.alloc(4);
    trailer.writeUInt32BE((this.#rtcpIndex | RTCP_ENCRYPTED) >>> 0);
    const body = compound.subarray(8);
    if (this.#gcm) {
      const aad = Buffer.concat([header, trailer]);
      return Buffer.concat([header, ...sealGcm(this.#rtcp, ssrc, this.#rtcpIndex, aad, body), trailer]);
    }
    const signed = Buffer.concat([header, applyCounter(this.#rtcp, ssrc, this.#rtcpIndex, body), trailer]);
    return Buffer.concat([signed, this.#rtcpTag(signed)]);
  }

  /** @returns the plain compound packet, or undefined if it is malformed, forged or replayed. */
  unprotectRtcp(packet: Buffer): Buffer | undefined {
    if (packet.length < 8 + 4 + (this.#gcm ? GCM_TAG_BYTES : HMAC_TAG_BYTES)) return undefined;
    const ssrc = packet.readUInt32BE(4);
    const trailerAt = packet.length - (this.#gcm ? 4 : 4 + HMAC_TAG_BYTES);
    const trailer = packet.readUInt32BE(trailerAt);
    const index = trailer & 0x7fffffff;
    const stream = this.#rtcpStreams.get(ssrc) ?? newStream(this.#receiving);
    // The standard permits unencrypted RTCP in both profiles; no WebRTC implementation sends it.
    if (trailer < RTCP_ENCRYPTED || isReplay(stream, index)) return undefined;
    const header = packet.subarray(0, 8);
    let payload: Buffer | undefined;
    if (this.#gcm) {
      const tagAt = trailerAt - GCM_TAG_BYTES;
      const aad = Buffer.concat([header, packet.subarray(trailerAt)]);
      const tag = packet.subarray(tagAt, trailerAt);
      payload = openGcm(this.#rtcp, ssrc, index, aad, packet.subarray(8, tagAt), tag);
      if (payload === undefined) return undefined;
    } else {
      const signed = packet.subarray(0, trailerAt + 4);
      if (!timingSafeEqual(packet.subarray(trailerAt + 4), this.#rtcpTag(signed))) return undefined;
      payload = applyCounter(this.#rtcp, ssrc, index, packet.subarray(8, trailerAt));
    }
    remember(this.#rtcpStreams, ssrc, stream, index);
    return Buffer.concat([header, payload]);
  }

  #streamOf(ssrc: number): Stream {
    let stream = this.#streams.get(ssrc);
    if (stream === undefined) {
      stream = newStream(this.#receiving);
      this.#streams.set(ssrc, stream);
    }
    return stream;
  }

  #rtpTag(header: Buffer, body: Buffer, index: number): Buffer {
    const rollover = Buffer.alloc(4);
    rollover.writeUInt32BE(Math.floor(index / 65536) >>> 0);
    const hmac = createHmac('sha1', this.#rtp.auth).update(header).update(body).update(rollover);
    return hmac.digest().subarray(0, HMAC_TAG_BYTES);
  }

  #rtcpTag(signed: Buffer): Buffer {
    return createHmac('sha1', this.#rtcp.auth).update(signed).digest().subarray(0, HMAC_TAG_BYTES);
  }
}

/** Whether a packet was received before, or is older than the replay window. */
function isReplay({ highest, seen }: Stream, index: number): boolean {
  return index <= highest - REPLAY_WINDOW || seen?.[index % REPLAY_WINDOW] === index;
}

/** Records a received packet. Its source becomes the most recent of at most `MAX_STREAMS`. */
function remember(streams: Map<number, Stream>, ssrc: number, stream: Stream, index: number): void {
  streams.delete(ssrc);
  streams.set(ssrc, stream);
  if (streams.size > MAX_STREAMS) streams.delete(streams.keys().next().value!);
  if (index > stream.highest) stream.highest = index;
  if (stream.seen !== undefined) stream.seen[index % REPLAY_WINDOW] = index;
}

function newStream(receiving: boolean): Stream {
  return { highest: -1, seen: receiving ? new Float64Array(REPLAY_WINDOW).fill(-1) : undefined };
}

/** Returns the index nearest to the highest one that has this sequence number (RFC 3711 §3.3.1). */
function estimateIndex(stream: Stream, sequence: number): number {
  if (stream.highest < 0) return sequence;
  let distance = (sequence - stream.highest) & 0xffff;
  if (distance >= 0x8000) distance -= 0x10000;
  const index = stream.highest + distance;
  return index < 0 ? index + 0x10000 : index;
}

/** Returns the offset of the payload, after CSRCs and header extensions; undefined if the packet is malformed. */
function rtpHeaderBytes(packet: Buffer): number | undefined {
  if (packet.length < 12 || packet[0]! >> 6 !== 2) return undefined;
  const bytes = 12 + (packet[0]! & 0x0f) * 4;
  if ((packet[0]! & 0x10) === 0) return bytes;
  if (packet.length < bytes + 4) return undefined;
  const total = bytes + 4 + packet.readUInt16BE(bytes + 2) * 4;
  return total <= packet.length ? total : undefined;
}

/** Derives a key: AES in counter mode as pseudorandom function, key derivation rate 0 (RFC 3711 §4.3). */
function derive(masterKey: Buffer, masterSalt: Buffer, label: number, bytes: number): Buffer {
  const iv = Buffer.alloc(16);
  masterSalt.copy(iv);
  iv[7] = iv[7]! ^ label;
  return createCipheriv('aes-128-ctr', masterKey, iv).update(Buffer.alloc(bytes));
}

/** Encrypts or decrypts, which is the same operation in counter mode. */
function applyCounter({ cipher, salt }: Keys, ssrc: number, index: number, body: Buffer): Buffer {
  const iv = Buffer.alloc(16);
  salt.copy(iv);
  iv.writeUInt32BE((iv.readUInt32BE(4) ^ ssrc) >>> 0, 4);
  iv.writeUInt32BE((iv.readUInt32BE(8) ^ Math.floor(index / 65536)) >>> 0, 8);
  iv.writeUInt16BE(iv.readUInt16BE(12) ^ (index & 0xffff), 12);
  return createCipheriv('aes-128-ctr', cipher, iv).update(body);
}

/** Builds the IV: RFC 7714 §8.1 and, for an index of 31 bits, §9.1. */
function gcmIv(salt: Buffer, ssrc: number, index: number): Buffer {
  const iv = Buffer.from(salt);
  iv.writeUInt32BE((iv.readUInt32BE(2) ^ ssrc) >>> 0, 2);
  iv.writeUInt32BE((iv.readUInt32BE(6) ^ Math.floor(index / 65536)) >>> 0, 6);
  iv.writeUInt16BE(iv.readUInt16BE(10) ^ (index & 0xffff), 10);
  return iv;
}

/** @returns the encrypted body and its tag. */
function sealGcm(
  { cipher: key, salt }: Keys,
  ssrc: number,
  index: number,
  aad: Buffer,
  body: Buffer,
): Buffer[] {
  const cipher = createCipheriv('aes-128-gcm', key, gcmIv(salt, ssrc, index));
  cipher.setAAD(aad);
  const encrypted = cipher.update(body);
  cipher.final();
  return [encrypted, cipher.getAuthTag()];
}

function openGcm(
  { cipher: key, salt }: Keys,
  ssrc: number,
  index: number,
  aad: Buffer,
  body: Buffer,
  tag: Buffer,
): Buffer | undefined {
  const iv = gcmIv(salt, ssrc, index);
  const decipher = createDecipheriv('aes-128-gcm', key, iv, { authTagLength: GCM_TAG_BYTES });
  decipher.setAAD(aad);
  decipher.setAuthTag(tag);
  const plain = decipher.update(body);
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  return plain;
}
