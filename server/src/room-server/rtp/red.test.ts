import { expect, test } from 'vitest';
import { type AudioPacket, RedReader, RedWriter } from './red.ts';

const OPUS = 111;
const sound = (sequence: number, bytes = 3): AudioPacket => ({
  sequence: sequence & 0xffff,
  timestamp: (sequence * 960) >>> 0,
  payload: Buffer.alloc(bytes, sequence & 0xff),
});
const written = (packets: readonly AudioPacket[]) => {
  const writer = new RedWriter();
  return packets.map((packet) => ({ ...packet, payload: writer.write(packet, OPUS)! }));
};

test('a packet contains the two before it, as RFC 2198 specifies', () => {
  const writer = new RedWriter();
  expect(writer.write(sound(1, 2), OPUS)).toEqual(Buffer.from([111, 1, 1]));
  const second = writer.write(sound(2, 1), OPUS)!;
  const head = (0xef << 24) | (960 << 10) | 2;
  expect(second.readUInt32BE(0)).toBe(head >>> 0);
  expect(second.subarray(4)).toEqual(Buffer.from([111, 1, 1, 2]));
  expect(writer.write(sound(3, 1), OPUS)).toHaveLength(4 + 4 + 1 + 2 + 1 + 1);
  expect(writer.write(sound(4, 1), OPUS)).toHaveLength(4 + 4 + 1 + 1 + 1 + 1);
});

test('lost packets are recovered once from later ones, even if the numbers wrap', () => {
  const packets = written([65_534, 65_535, 65_536, 65_537, 65_538].map((sequence) => sound(sequence)));
  const reader = new RedReader();
  const read = [0, 3, 4, 2].map((index) => reader.read(packets[index]!));
  expect(read.map((each) => each.map(({ sequence }) => sequence))).toEqual([
    [65_534],
    [65_535, 0, 1],
    [2],
    [],
  ]);
  expect(read[1]).toEqual(
    [sound(65_535), sound(65_536), sound(65_537)].map((packet) => ({
      ...packet,
      timestamp: packet.timestamp >>> 0,
    })),
  );
});

test('packets from before the first one are not played', () => {
  const packets = written([10, 11, 12].map((sequence) => sound(sequence)));
  expect(new RedReader().read(packets[2]!).map(({ sequence }) => sequence)).toEqual([12]);
});

test('nothing is repeated after a gap, a long silence, or if it does not fit', () => {
  const writer = new RedWriter();
  const bare = 1 + 3;
  writer.write(sound(1), OPUS);
  expect(writer.write(sound(3), OPUS)).toHaveLength(bare);
  expect(writer.write({ ...sound(4), timestamp: 3 * 960 + 20_000 }, OPUS)).toHaveLength(bare);
  expect(writer.write(sound(5, 1_100), OPUS)).toBeUndefined();
});

test('a packet that claims to repeat hundreds is dropped, because each would be sent to every subscriber', () => {
  const repeating = (count: number): AudioPacket => {
    const heads = Array.from({ length: count }, () => Buffer.from([0xef, 0, 0, 1]));
    const payload = Buffer.concat([...heads, Buffer.from([OPUS]), Buffer.alloc(count + 1, 7)]);
    return { sequence: 1_000, timestamp: 0, payload };
  };
  const read = (count: number) => {
    const reader = new RedReader();
    reader.recordArrival(500);
    return reader.read(repeating(count)).length;
  };
  expect(read(9)).toBe(10);
  expect(read(10)).toBe(0);
  expect(read(230)).toBe(0);
});

test('garbage is survived', () => {
  const whole = written([1, 2, 3].map((sequence) => sound(sequence)))[2]!;
  for (let length = 0; length < whole.payload.length; length++) {
    const packets = new RedReader().read({ ...whole, payload: whole.payload.subarray(0, length) });
    expect(packets.length).toBeLessThanOrEqual(1);
  }
});

test('a payload longer than its length field allows is sent once, and not repeated', () => {
  const writer = new RedWriter();
  expect(writer.write(sound(1, 1_500), OPUS)).toBeUndefined();
  expect(writer.write(sound(2, 1), OPUS)).toEqual(Buffer.from([111, 2]));
});
