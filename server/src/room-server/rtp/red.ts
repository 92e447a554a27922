import { type RtpPacket, sequenceDistance } from './rtp-packet.ts';

const REDUNDANCY = 2;
/** The maximum number of earlier packets in a received one, as in libwebrtc. Each costs a packet per subscriber. */
const MAX_REPEATED = 9;
/** RFC 2198 §3: ten bits for the length of a block, fourteen for its timestamp offset. */
const MAX_BLOCK_BYTES = 0x3ff;
const MAX_TIME_OFFSET = 0x3fff;
const MORE = 0x80;
/** How many packets are remembered as received. */
const REMEMBERED = 64;

export type AudioPacket = Pick<RtpPacket, 'sequence' | 'timestamp' | 'payload'>;

/** Splits the redundant audio (RED, RFC 2198) of one publisher into single packets. */
export class RedReader {
  /** The sequence numbers that were passed on, in order of arrival. */
  readonly #seen = new Set<number>();
  #first: number | undefined;

  /** @returns the new packets of a redundant one, in order: lost ones, then its own. Empty for malformed data. */
  read({ sequence, timestamp, payload }: AudioPacket): AudioPacket[] {
    const blocks = readBlocks(payload);
    if (blocks === undefined) return [];
    this.#first ??= sequence;
    const packets = blocks.map(({ timeOffset, bytes }, index) => ({
      sequence: (sequence - (blocks.length - 1 - index)) & 0xffff,
      timestamp: (timestamp - timeOffset) >>> 0,
      payload: bytes,
    }));
    return packets.filter((packet) => packet.payload.length > 0 && this.recordArrival(packet.sequence));
  }

  /** Records a packet without redundancy. @returns whether it is new. */
  recordArrival(sequence: number): boolean {
    this.#first ??= sequence;
    if (this.#seen.has(sequence) || (this.#seen.size < REMEMBERED && this.#isBeforeFirst(sequence)))
      return false;
    this.#seen.add(sequence);
    if (this.#seen.size > REMEMBERED) this.#seen.delete(this.#seen.values().next().value!);
    return true;
  }

  #isBeforeFirst(sequence: number): boolean {
    return this.#first !== undefined && sequenceDistance(sequence, this.#first) < 0;
  }
}

/** Builds redundant audio (RED) for a receiver that supports it. */
export class RedWriter {
  readonly #before: AudioPacket[] = [];

  /** @returns undefined if the packet must be sent as it is. @param payloadType the payload type of the audio itself */
  write(packet: AudioPacket, payloadType: number): Buffer | undefined {
    const repeated = this.#before.filter((earlier, index) => {
      const distance = this.#before.length - index;
      const time = (packet.timestamp - earlier.timestamp) >>> 0;
      const follows = sequenceDistance(packet.sequence, earlier.sequence) === distance;
      return follows && time <= MAX_TIME_OFFSET && earlier.payload.length <= MAX_BLOCK_BYTES;
    });
    const last = this.#before.at(-1);
    if (last === undefined || sequenceDistance(packet.sequence, last.sequence) > 0) {
      this.#before.push(packet);
      if (this.#before.length > REDUNDANCY) this.#before.shift();
    }
    if (packet.payload.length > MAX_BLOCK_BYTES) return undefined;
    const heads = repeated.map(({ timestamp, payload }) => {
      const head = Buffer.alloc(4);
      const time = (packet.timestamp - timestamp) >>> 0;
      head.writeUInt32BE((((MORE | payloadType) << 24) | (time << 10) | payload.length) >>> 0);
      return head;
    });
    const blocks = [...repeated, packet].map(({ payload }) => payload);
    return Buffer.concat([...heads, Buffer.from([payloadType]), ...blocks]);
  }
}

function readBlocks(payload: Buffer): { timeOffset: number; bytes: Buffer }[] | undefined {
  const heads: { timeOffset: number; length: number }[] = [];
  let at = 0;
  for (; at < payload.length && (payload[at]! & MORE) !== 0; at += 4) {
    if (at + 4 > payload.length || heads.length === MAX_REPEATED) return undefined;
    const head = payload.readUInt32BE(at);
    heads.push({ timeOffset: (head >>> 10) & MAX_TIME_OFFSET, length: head & MAX_BLOCK_BYTES });
  }
  at++;
  const redundant = heads.reduce((sum, { length }) => sum + length, 0);
  if (at + redundant > payload.length) return undefined;
  const blocks = heads.map(({ timeOffset, length }) => {
    const bytes = payload.subarray(at, at + length);
    at += length;
    return { timeOffset, bytes };
  });
  return [...blocks, { timeOffset: 0, bytes: payload.subarray(at) }];
}
