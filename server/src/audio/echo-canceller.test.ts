import { describe, expect, test } from 'vitest';
import { seededRandom } from '../lib/seeded-random.ts';
import { ANALYSIS_RATE, FRAME_SAMPLES, FrameRing } from './audio-frames.ts';
import { EchoCanceller } from './echo-canceller.ts';

const LAG = 1000;
/** The echo paths of the room: delay after the playout in samples, and gain. */
const ROOM = [
  [LAG, 0.3],
  [LAG + 37, -0.12],
  [LAG + 250, 0.08],
] as const;

/** Returns noise that swells and fades like syllables. */
function babble(seconds: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  let slow = 0;
  return Float32Array.from({ length: seconds * ANALYSIS_RATE }, (_, i) => {
    slow += 0.4 * (random() - 0.5 - slow);
    return slow * (1 + Math.sin((2 * Math.PI * i) / (ANALYSIS_RATE / 4))) * 0.5;
  });
}

/** Returns by how many dB the canceller reduces the echo, for each second. */
function reduction(playout: Float32Array, user: Float32Array): number[] {
  const ring = new FrameRing(200);
  const canceller = new EchoCanceller(ring);
  const reductions: number[] = [];
  let before = 0;
  let after = 0;
  for (let frame = 0; (frame + 1) * FRAME_SAMPLES <= playout.length; frame++) {
    const at = frame * FRAME_SAMPLES;
    ring.set(frame, playout.subarray(at, at + FRAME_SAMPLES));
    if (frame === 20) canceller.moveTo(LAG, frame - 1);
    const echo = Float32Array.from({ length: FRAME_SAMPLES }, (_, i) =>
      ROOM.reduce((sum, [after, gain]) => sum + gain * (playout[at + i - after] ?? 0), 0),
    );
    const left = canceller.process(
      frame,
      echo.map((sample, i) => sample + user[at + i]!),
    );
    for (let i = 0; i < FRAME_SAMPLES; i++) {
      before += echo[i]! ** 2;
      after += (left[i]! - user[at + i]!) ** 2;
    }
    if ((frame + 1) % 100 > 0) continue;
    reductions.push(10 * Math.log10(before / after));
    before = 0;
    after = 0;
  }
  return reductions;
}

describe('EchoCanceller', () => {
  test('adapts to a room within a second or two', () => {
    const reductions = reduction(babble(5, 1), new Float32Array(5 * ANALYSIS_RATE));
    expect(reductions[2]).toBeGreaterThan(15);
  });

  test('keeps its filter while somebody talks as loudly as the echo', () => {
    const user = babble(8, 2).map((sample, i) => (i < 4 * ANALYSIS_RATE ? 0 : 0.33 * sample));
    const reductions = reduction(babble(8, 1), user);
    expect(Math.min(...reductions.slice(4))).toBeGreaterThan(6);
  });

  test('does not change the microphone signal until the delay is known', () => {
    const canceller = new EchoCanceller(new FrameRing(10));
    const heard = babble(1, 3).subarray(0, FRAME_SAMPLES);
    expect(canceller.process(0, heard)).toEqual(heard);
  });
});
