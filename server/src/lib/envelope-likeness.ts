import { BANDS } from './band-energies.ts';
import type { PlayoutMemory } from './playout-memory.ts';

/** Movement (variance in dB², per frame, all bands) below which there is nothing to compare. */
const LEAST_MOVEMENT = 6;

export interface Likeness {
  lag: number;
  /** About 0 (unlike) to 1 (a copy). */
  value: number;
}

/** Frames of the microphone that are to be compared with the playout: numbers, and levels in dB, frame by frame. */
export interface HeardFrames {
  frames: readonly number[];
  levels: Float32Array;
}

/**
 * How much these frames are like the playout of `lag` frames before, for the likeliest lag from `from` up to `to`:
 * Pearson's correlation over the frames of the bands' levels in dB, each band about its own mean, so that the
 * bands' gains do not matter.
 */
export function findLikeness(
  { frames, levels }: HeardFrames,
  playout: PlayoutMemory,
  from: number,
  to: number,
): Likeness {
  const best: Likeness = { lag: from, value: 0 };
  const count = frames.length;
  const centred = new Float32Array(count * BANDS);
  let own = 0;
  for (let band = 0; band < BANDS; band++) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += levels[i * BANDS + band]!;
    for (let i = 0; i < count; i++) {
      const value = levels[i * BANDS + band]! - sum / count;
      centred[i * BANDS + band] = value;
      own += value * value;
    }
  }
  if (own < LEAST_MOVEMENT * count) return best;
  const played = playout.levels;
  const sums = new Float64Array(BANDS);
  for (let lag = from; lag <= to; lag++) {
    let both = 0;
    let squares = 0;
    sums.fill(0);
    for (let i = 0; i < count; i++) {
      const at = playout.at(frames[i]! - lag);
      for (let band = 0; band < BANDS; band++) {
        const level = played[at + band]!;
        both += centred[i * BANDS + band]! * level;
        squares += level * level;
        sums[band]! += level;
      }
    }
    for (let band = 0; band < BANDS; band++) squares -= sums[band]! ** 2 / count;
    if (squares < LEAST_MOVEMENT * count) continue;
    const value = both / Math.sqrt(own * squares);
    if (value > best.value) {
      best.value = value;
      best.lag = lag;
    }
  }
  return best;
}
