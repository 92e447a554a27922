import { expect, test } from 'vitest';
import { startsKeyframe, vp8DescriptorBytes } from './keyframe.ts';

test.each<[string, 'VP8' | 'H264', number[], boolean]>([
  ['VP8 key frame without extensions', 'VP8', [0x10, 0x00, 1, 2], true],
  ['VP8 delta frame', 'VP8', [0x10, 0x01, 1, 2], false],
  ['VP8 continuation', 'VP8', [0x00, 0x00, 1, 2], false],
  ['VP8 key frame with long picture id, TL0 and key index', 'VP8', [0x90, 0xf0, 0x81, 2, 3, 4, 0x00], true],
  ['VP8 cut inside the descriptor', 'VP8', [0x90], false],
  ['VP8 empty', 'VP8', [], false],
  ['H264 parameter sets', 'H264', [0x67, 1, 2, 3], true],
  ['H264 IDR', 'H264', [0x65, 1], true],
  ['H264 slice', 'H264', [0x41, 1, 2], false],
  ['H264 aggregate that begins with parameter sets', 'H264', [0x78, 0, 2, 0x67, 1, 0, 1, 0x65], true],
  ['H264 aggregate with an impossible size', 'H264', [0x78, 0xff, 0xff, 0x41], false],
  ['H264 first fragment of an IDR', 'H264', [0x7c, 0x85, 1], true],
  ['H264 later fragment of an IDR', 'H264', [0x7c, 0x05, 1], false],
])('%s', (_, codec, bytes, key) => expect(startsKeyframe(codec, Buffer.from(bytes))).toBe(key));

test('parsing an aggregate with a size of zero terminates', () =>
  expect(startsKeyframe('H264', Buffer.from([0x78, 0, 0, 0x41, 0, 0, 0]))).toBe(false));

test('descriptor lengths', () => {
  expect(vp8DescriptorBytes(Buffer.from([0x10, 1]))).toBe(1);
  expect(vp8DescriptorBytes(Buffer.from([0x90, 0x80, 0x01, 1]))).toBe(3);
  expect(vp8DescriptorBytes(Buffer.from([0x90, 0x80, 0x81, 1, 1]))).toBe(4);
});
