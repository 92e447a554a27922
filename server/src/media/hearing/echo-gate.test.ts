import { describe, expect, test } from 'vitest';
import { EchoGate } from './echo-gate.ts';

const piece = (value: number) => new Int16Array(240).fill(value);
const first = (pieces: Int16Array[]) => pieces.map((pcm) => pcm[0]);

describe('EchoGate', () => {
  test('returns the beginning of speech that was recognised late, once', () => {
    const gate = new EchoGate();
    for (let n = 1; n <= 50; n++) gate.pass(piece(n), true, false);
    const passed = first(gate.pass(piece(51), true, true));
    expect(passed).toEqual(Array.from({ length: 31 }, (_, n) => n + 21));
    expect(first(gate.pass(piece(52), true, true))).toEqual([52]);
  });

  test('forgets the echo when the avatar has ended', () => {
    const gate = new EchoGate();
    gate.pass(piece(1), true, false);
    gate.pass(piece(2), false, false);
    expect(first(gate.pass(piece(3), false, true))).toEqual([3]);
  });
});
