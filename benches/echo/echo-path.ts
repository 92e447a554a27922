import { RATE } from './speakers.ts';

export interface DelayStep {
  atMs: number;
  delayMs: number;
}

const FADE = 80;
const STEP = 160;
/** What a jitter buffer repeats while it waits for sound, and how long until that has faded. */
const REPEATED = 320;
const FADING = 3200;
/** Squeezing or stretching takes out, or puts in, so much of every tenth of a second. */
const STRETCHED = 240;
const STRETCH_EVERY = 10;

/**
 * Sound as it comes out of a jitter buffer whose delay follows `steps`: a longer delay begins with a stall (the last
 * sound repeated and faded, then nothing), a shorter one by skipping (`squeeze: false`) or by playing faster.
 */
export function throughJitterBuffer(sound: Float32Array, steps: DelayStep[], squeeze: boolean): Float32Array {
  const out = new Float32Array(sound.length);
  let delay = Math.round((steps[0]!.delayMs * RATE) / 1000);
  let stalled = 0;
  let fadeFrom: number | undefined;
  const at = (i: number) => sound[i] ?? 0;
  for (let start = 0, n = 0; start < out.length; start += STEP, n++) {
    const now = (1000 * start) / RATE;
    const target = Math.round((steps.findLast(({ atMs }) => atMs <= now)!.delayMs * RATE) / 1000);
    if (target > delay + STEP / 2 && !squeeze) {
      // Waits: the sound stands still while the delay grows.
      for (let i = 0; i < STEP && start + i < out.length; i++) {
        const back = start - stalled - delay + stalled - REPEATED + ((stalled + i) % REPEATED);
        out[start + i] = at(back) * Math.max(0, 1 - (stalled + i) / FADING);
      }
      stalled += STEP;
      delay += STEP;
      continue;
    }
    stalled = 0;
    const before = start - delay;
    if (target < delay - STEP / 2) {
      if (!squeeze) fadeFrom = before;
      if (!squeeze) delay = target;
      else if (n % STRETCH_EVERY === 0) {
        fadeFrom = before;
        delay -= Math.min(STRETCHED, delay - target);
      }
    } else if (target > delay + STEP / 2 && n % STRETCH_EVERY === 0) {
      fadeFrom = before;
      delay += Math.min(STRETCHED, target - delay);
    }
    for (let i = 0; i < STEP && start + i < out.length; i++) {
      const sample = at(start - delay + i);
      const old = fadeFrom === undefined ? sample : at(fadeFrom + i);
      const share = Math.min(1, i / FADE);
      out[start + i] = share * sample + (1 - share) * old;
    }
    fadeFrom = undefined;
  }
  return out;
}

/** A small room and a small loudspeaker: a few reflections, no bass. */
export function throughRoom(sound: Float32Array, random: () => number): Float32Array {
  const taps = Array.from({ length: 24 }, (_, k) => ({
    after: Math.round((3 + 5 * k + 4 * random()) * (RATE / 1000)),
    gain: (random() < 0.5 ? -0.35 : 0.35) * 0.85 ** k,
  }));
  const out = new Float32Array(sound.length);
  let slow = 0;
  for (let i = 0; i < sound.length; i++) {
    let sum = sound[i]!;
    for (const { after, gain } of taps) if (i >= after) sum += gain * sound[i - after]!;
    slow += 0.1 * (sum - slow);
    out[i] = sum - slow;
  }
  return out;
}
