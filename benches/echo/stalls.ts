import type { DelayStep } from './echo-path.ts';
import { RATE } from './speakers.ts';

const CHUNK = RATE / 100;
/** How much audio a jitter buffer still has when packets stop, and collects again afterwards. */
const BUFFERED_MS = 40;

export interface BrokenUp {
  /** The audio as sent by a worker that sometimes gets no CPU time, during which nothing is sent. */
  sent: Float32Array;
  /** Samples at which a 10 ms frame begins in which nothing is sent. */
  stalledAt: Set<number>;
  /** How much later than without stalls the receiver plays it, because its jitter buffer runs empty and stretches. */
  stalls: DelayStep[];
  stretches: DelayStep[];
}

/** Returns audio from a worker that stalls for up to 0.3 s every few seconds. `delayMs`: delay until it is heard. */
export function breakUp(sound: Float32Array, delayMs: number, random: () => number): BrokenUp {
  const sent = new Float32Array(sound.length);
  const stalls: DelayStep[] = [{ atMs: 0, delayMs }];
  const stretches: DelayStep[] = [{ atMs: 0, delayMs: 0 }];
  const stalledAt = new Set<number>();
  let brokenMs = 0;
  let left = 0;
  const next = () => 10 * Math.round(150 + 250 * random());
  let stallsAtMs = next();
  for (let at = 0; at < sent.length; at += CHUNK) {
    const atMs = (1000 * at) / RATE;
    if (atMs >= stallsAtMs) {
      left = Math.round(5 + 25 * random());
      stallsAtMs = atMs + 10 * left + next();
      brokenMs += 10 * left;
      const stretchedMs = BUFFERED_MS * (stalls.length - 1);
      const bufferedMs = stretchedMs + BUFFERED_MS;
      stalls.push({ atMs: atMs + delayMs - stretchedMs, delayMs: delayMs + brokenMs - bufferedMs });
      stretches.push({ atMs: atMs + delayMs + 10 * left, delayMs: bufferedMs });
    }
    if (left-- > 0) {
      stalledAt.add(at);
      continue;
    }
    const from = at - (brokenMs * RATE) / 1000;
    sent.set(sound.subarray(from, from + Math.min(CHUNK, sent.length - at)), at);
  }
  return { sent, stalledAt, stalls, stretches };
}
