import { Resampler } from './resampler.ts';

/** 8 kHz: speech has little energy above 4 kHz, telephony none, and half the samples take half the time. */
export const ANALYSIS_RATE = 8000;
export const FRAME_MS = 10;
/** Samples of a frame. */
export const FRAME_SAMPLES = (ANALYSIS_RATE * FRAME_MS) / 1000;

/** Cuts mono audio of any rate, in pieces of any size, into frames of 10 ms at 8 kHz, -1..1. */
export class FrameCutter {
  readonly #frame = new Float32Array(FRAME_SAMPLES);
  readonly #resamplers = new Map<number, Resampler>();
  #filled = 0;

  /** Milliseconds of audio in the incomplete frame. */
  get pendingMs(): number {
    return (1000 * this.#filled) / ANALYSIS_RATE;
  }

  /** Calls `onFrame` with each complete frame; the array is reused for the next. */
  push(pcm: Int16Array, sampleRate: number, onFrame: (frame: Float32Array) => void): void {
    const samples = this.#convert(pcm, sampleRate);
    const frame = this.#frame;
    let filled = this.#filled;
    for (let at = 0; at < samples.length; at++) {
      frame[filled++] = samples[at]! / 32_768;
      if (filled < FRAME_SAMPLES) continue;
      filled = 0;
      onFrame(frame);
    }
    this.#filled = filled;
  }

  #convert(pcm: Int16Array, sampleRate: number): Int16Array {
    if (sampleRate === ANALYSIS_RATE) return pcm;
    let resampler = this.#resamplers.get(sampleRate);
    if (!resampler) {
      resampler = new Resampler(sampleRate, ANALYSIS_RATE);
      this.#resamplers.set(sampleRate, resampler);
    }
    return resampler.convert(pcm);
  }
}

/** The latest audio by frame number. Frames that are never pushed are silent. */
export class FrameRing {
  readonly #size: number;
  readonly #samples: Float32Array;
  readonly #indexes: Int32Array;

  constructor(size: number) {
    this.#size = size;
    this.#samples = new Float32Array(size * FRAME_SAMPLES);
    this.#indexes = new Int32Array(size).fill(-1);
  }

  set(index: number, frame: Float32Array): void {
    if (index < 0) return;
    const slot = index % this.#size;
    this.#indexes[slot] = index;
    this.#samples.set(frame, slot * FRAME_SAMPLES);
  }

  /** Copies `length` samples, starting at sample `from` (0 is the first of frame 0), to `to`. */
  read(from: number, to: Float32Array, length: number): void {
    for (let at = 0; at < length; ) {
      const index = Math.floor((from + at) / FRAME_SAMPLES);
      const offset = from + at - index * FRAME_SAMPLES;
      const count = Math.min(length - at, FRAME_SAMPLES - offset);
      const slot = index < 0 ? 0 : index % this.#size;
      if (index >= 0 && this.#indexes[slot] === index) {
        const start = slot * FRAME_SAMPLES + offset;
        to.set(this.#samples.subarray(start, start + count), at);
      } else {
        to.fill(0, at, at + count);
      }
      at += count;
    }
  }
}
