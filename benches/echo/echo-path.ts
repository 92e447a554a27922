import { Fft } from '@visavis/server/dist/audio/fft.js';
import { RATE } from './speakers.ts';

export interface DelayStep {
  atMs: number;
  delayMs: number;
}

const FADE = 80;
const STEP = 160;
/** How many samples a jitter buffer repeats while it waits for more, and over how many it fades them out. */
const REPEATED = 320;
const FADING = 3200;
/** Squeezing or stretching removes or inserts this many samples in every tenth of a second. */
const STRETCHED = 240;
const STRETCH_EVERY = 10;

/**
 * Returns audio after a jitter buffer whose delay follows `steps`: a longer delay begins with a stall (the last audio
 * repeated and faded, then silence), a shorter one with skipping (`squeeze: false`) or faster playback.
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
      // Stalls: no new audio is played while the delay grows.
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

/** Applies loudspeaker and room: direct sound, some reflections, a tail that fades by 60 dB in `fadeMs`; no bass. */
export function throughRoom(sound: Float32Array, fadeMs: number, random: () => number): Float32Array {
  const taps: { after: number; gain: number }[] = [];
  const length = Math.round((0.6 * fadeMs * RATE) / 1000);
  for (let n = 0; n < 160; n++) {
    const after = 24 + Math.floor((length - 24) * random() ** 1.5);
    taps.push({ after, gain: (random() * 2 - 1) * 0.22 * 10 ** ((-3 * after) / ((fadeMs * RATE) / 1000)) });
  }
  const out = new Float32Array(sound);
  for (const { after, gain } of taps) {
    for (let i = after; i < out.length; i++) out[i]! += gain * sound[i - after]!;
  }
  let slow = 0;
  for (let i = 0; i < out.length; i++) {
    slow += 0.1 * (out[i]! - slow);
    out[i]! -= slow;
  }
  return out;
}

/** Returns audio after a small, overdriven loudspeaker. */
export function throughLoudspeaker(sound: Float32Array): Float32Array {
  return sound.map((sample) => Math.tanh(4 * sample + 0.3) / 4);
}

/** Returns audio as played by a clock that is `ppm` parts per million too fast. */
export function throughClock(sound: Float32Array, ppm: number): Float32Array {
  return sound.map((_, i) => {
    const at = i * (1 + ppm / 1e6);
    const whole = Math.floor(at);
    const share = at - whole;
    return (1 - share) * (sound[whole] ?? 0) + share * (sound[whole + 1] ?? 0);
  });
}

const CODEC_SIZE = 512;
/** Level of the noise that a speech encoder leaves, relative to each part of the spectrum. */
const CODEC_NOISE_DB = -11;
const CODEC_BAND = 8;

/** Returns audio after encoding and decoding: with noise in the shape of its spectrum. */
export function throughCodec(sound: Float32Array, random: () => number): Float32Array {
  return throughSpectra(sound, (re, im) => {
    for (let from = 0; from < CODEC_SIZE / 2; from += CODEC_BAND) {
      let power = 0;
      for (let k = from; k < from + CODEC_BAND; k++) power += re[k]! ** 2 + im[k]! ** 2;
      const amplitude = Math.sqrt((3 * power) / CODEC_BAND) * 10 ** (CODEC_NOISE_DB / 20);
      for (let k = Math.max(1, from); k < from + CODEC_BAND; k++) {
        re[k]! += (random() - 0.5) * amplitude * Math.SQRT2;
        im[k]! += (random() - 0.5) * amplitude * Math.SQRT2;
      }
    }
  });
}

/**
 * Returns the echo that a canceller in the client leaves: it subtracts most of it, and gates the rest frame by frame,
 * so that it hardly resembles the played audio.
 */
export function throughCanceller(sound: Float32Array, random: () => number): Float32Array {
  const gate = new Float32Array(CODEC_SIZE / 2 / CODEC_BAND);
  return throughSpectra(sound, (re, im) => {
    for (let band = 0; band < gate.length; band++) {
      gate[band] = 0.7 * gate[band]! + 0.3 * (random() < 0.15 ? 0.4 : 0.02);
      const turn = 2 * Math.PI * random();
      for (let k = Math.max(1, band * CODEC_BAND); k < (band + 1) * CODEC_BAND; k++) {
        const [r, m] = [re[k]! * gate[band]!, im[k]! * gate[band]!];
        re[k] = r * Math.cos(turn) - m * Math.sin(turn);
        im[k] = r * Math.sin(turn) + m * Math.cos(turn);
      }
    }
  });
}

/** Changes audio through the spectrum of overlapping frames; `change` gets the lower half, which is mirrored. */
function throughSpectra(
  sound: Float32Array,
  change: (re: Float32Array, im: Float32Array) => void,
): Float32Array {
  const fft = new Fft(CODEC_SIZE);
  const out = new Float32Array(sound.length);
  const re = new Float32Array(CODEC_SIZE);
  const im = new Float32Array(CODEC_SIZE);
  const window = Float32Array.from({ length: CODEC_SIZE }, (_, i) =>
    Math.sin((Math.PI * (i + 0.5)) / CODEC_SIZE),
  );
  for (let start = 0; start + CODEC_SIZE <= sound.length; start += CODEC_SIZE / 2) {
    for (let i = 0; i < CODEC_SIZE; i++) re[i] = sound[start + i]! * window[i]!;
    im.fill(0);
    fft.transform(re, im);
    change(re, im);
    for (let k = 1; k < CODEC_SIZE / 2; k++) {
      re[CODEC_SIZE - k] = re[k]!;
      im[CODEC_SIZE - k] = -im[k]!;
    }
    for (let i = 0; i < CODEC_SIZE; i++) im[i] = -im[i]!;
    fft.transform(re, im);
    for (let i = 0; i < CODEC_SIZE; i++) out[start + i]! += (re[i]! / CODEC_SIZE) * window[i]!;
  }
  return out;
}
