import { BANDS } from './band-energies.ts';

/** Frames of 10 ms. */
const MAX_DELAY = 36;
const HISTORY = 256;
/** Over which likeness of sound and playout is measured: long for the delay, short for a doubt about one event. */
const LONG = 100;
const SHORT = 30;
/** Correlation of band energies (in dB) from which a delay is believed. */
const LIKE = 0.6;
const AGREEMENTS = 3;
/** An echo fades; so much of the playout's energy is still expected a frame later. */
const TAIL = 0.55;
const TAIL_FRAMES = 8;
/** A known delay is sure to so many frames. */
const SPREAD = 1;
/** Quieter playout than this (per band) teaches nothing and is not expected back. */
const AUDIBLE = 1e-6;
const LOG_AUDIBLE = Math.log(AUDIBLE);
/** What the echo may be before anything is known: louder than the playout itself. */
const UNKNOWN_GAIN_DB = 12;
const LOWEST_GAIN_DB = -50;
const HIGHEST_GAIN_DB = 18;
/** The gain aims at the loud end of what comes back (so rises faster than it falls). */
const RISE_DB = 0.5;
const FALL_DB = 0.15;
const FIRST_FRAMES = 60;
const FIRST_FASTER = 8;

/**
 * What of our own playout may be in the microphone's sound: after an unknown delay (up to 360 ms), with an unknown
 * gain in each band, both learned while it plays. Until the delay is known, the loudest playout of the last 360 ms
 * counts, which errs on the side of echo.
 */
export class EchoEstimate {
  /** Rings of band energies by frame number. */
  private readonly playout = new Float32Array(HISTORY * BANDS);
  private readonly microphone = new Float32Array(HISTORY * BANDS);
  /** The logarithms of both, for comparing them. */
  private readonly playoutLog = new Float32Array(HISTORY * BANDS).fill(LOG_AUDIBLE);
  private readonly microphoneLog = new Float32Array(HISTORY * BANDS);
  private readonly gainDb = new Float32Array(BANDS).fill(UNKNOWN_GAIN_DB);
  private readonly learned = new Uint32Array(BANDS);
  private readonly shape = new Float32Array(BANDS);
  private frame = -1;
  private playedUntil = -1;
  private delay: number | undefined;
  private candidate = -1;
  private agreements = 0;

  /** In frames of 10 ms; `undefined` while it is not known. */
  get delayFrames(): number | undefined {
    return this.delay;
  }

  /** Playout of the frame `index`; frames that are never told are silent. */
  addPlayout(index: number, energies: Float32Array): void {
    if (index <= this.playedUntil - HISTORY + MAX_DELAY) return;
    this.silenceUpTo(index - 1);
    this.playedUntil = Math.max(this.playedUntil, index);
    this.playout.set(energies, this.at(index));
    energies.forEach((energy, band) => {
      this.playoutLog[this.at(index) + band] = Math.log(Math.max(energy, AUDIBLE));
    });
  }

  /**
   * The energy per band that the microphone's frame `index` may owe to the echo; call once a frame, in order, then
   * `learn`. The array is used again.
   */
  expect(index: number, microphone: Float32Array): Float32Array {
    this.silenceUpTo(index);
    this.frame = index;
    this.microphone.set(microphone, this.at(index));
    microphone.forEach((energy, band) => {
      this.microphoneLog[this.at(index) + band] = Math.log(energy + 1e-12);
    });
    const from = this.delay === undefined ? 0 : this.delay - SPREAD;
    const to = this.delay === undefined ? MAX_DELAY : this.delay + SPREAD;
    for (let band = 0; band < BANDS; band++) {
      let loudest = 0;
      for (let lag = from; lag <= to; lag++) loudest = Math.max(loudest, this.played(index - lag, band));
      let fading = 1;
      for (let lag = to + 1; lag <= to + TAIL_FRAMES; lag++) {
        fading *= TAIL;
        loudest = Math.max(loudest, fading * this.played(index - lag, band));
      }
      this.shape[band] = loudest;
    }
    return this.shape.map((energy, band) => energy * 10 ** (this.gainDb[band]! / 10));
  }

  /** Whether anything was played that could be heard now. */
  get audible(): boolean {
    return this.shape.some((energy) => energy > AUDIBLE);
  }

  /** Takes the last frame for echo and noise only. `noise`: the energy per band without either. */
  learn(noise: Float32Array): void {
    for (let band = 0; band < BANDS; band++) {
      const expected = this.shape[band]!;
      if (expected < AUDIBLE || !this.playedLongEnough(band)) continue;
      const heard = Math.max(
        this.microphone[this.at(this.frame) + band]! - noise[band]!,
        0.1 * noise[band]!,
        1e-10,
      );
      const observed = 10 * Math.log10(heard / expected);
      const pace = this.learned[band]! < FIRST_FRAMES ? FIRST_FASTER : 1;
      this.learned[band]!++;
      const step = observed > this.gainDb[band]! ? RISE_DB : -FALL_DB;
      this.moveGain(band, step * pace);
    }
    if (this.frame % 10 === 0) this.findDelay(noise);
  }

  /** What was taken for speech was echo: the path has become louder. */
  raise(): void {
    for (let band = 0; band < BANDS; band++) if (this.shape[band]! > AUDIBLE) this.moveGain(band, 3);
  }

  /** How much the last 300 ms are like the playout at its likeliest delay, about 0 (not at all) to 1 (its copy). */
  likeness(noise: Float32Array): number {
    return this.bestDelay(noise, SHORT).likeness;
  }

  private moveGain(band: number, stepDb: number): void {
    const moved = this.gainDb[band]! + stepDb;
    this.gainDb[band] = Math.min(Math.max(moved, LOWEST_GAIN_DB), HIGHEST_GAIN_DB);
  }

  /** Before the longest delay has passed, silence in the microphone says nothing about the gain. */
  private playedLongEnough(band: number): boolean {
    if (this.delay !== undefined) return true;
    for (let lag = MAX_DELAY; lag < MAX_DELAY + 12; lag++) {
      if (this.played(this.frame - lag, band) > AUDIBLE) return true;
    }
    return false;
  }

  private findDelay(noise: Float32Array): void {
    const { delay, likeness } = this.bestDelay(noise, LONG);
    if (likeness < LIKE) return;
    this.agreements = Math.abs(delay - this.candidate) <= 1 ? this.agreements + 1 : 1;
    this.candidate = delay;
    if (this.agreements < AGREEMENTS || (this.delay !== undefined && Math.abs(delay - this.delay) <= 1))
      return;
    this.delay = delay;
    // The gain belongs to the shape it was measured against.
    this.learned.fill(0);
  }

  private bestDelay(noise: Float32Array, frames: number): { delay: number; likeness: number } {
    let best = { delay: 0, likeness: 0 };
    for (let delay = 0; delay <= MAX_DELAY; delay++) {
      const likeness = this.correlate(noise, frames, delay);
      if (likeness > best.likeness) best = { delay, likeness };
    }
    return best;
  }

  /** Pearson's correlation over time of the bands' energies in dB, each band about its own mean. */
  private correlate(noise: Float32Array, frames: number, delay: number): number {
    let both = 0;
    let own = 0;
    let theirs = 0;
    for (let band = 0; band < BANDS; band++) {
      const floor = Math.log(Math.max(2 * noise[band]!, 1e-8));
      let sumA = 0;
      let sumB = 0;
      let sumAA = 0;
      let sumBB = 0;
      let sumAB = 0;
      for (let f = this.frame - frames + 1; f <= this.frame; f++) {
        const a = Math.max(this.microphoneLog[this.at(f) + band]!, floor);
        const b = this.playoutLog[this.at(f - delay) + band]!;
        sumA += a;
        sumB += b;
        sumAA += a * a;
        sumBB += b * b;
        sumAB += a * b;
      }
      both += sumAB - (sumA * sumB) / frames;
      own += sumAA - (sumA * sumA) / frames;
      theirs += sumBB - (sumB * sumB) / frames;
    }
    // Without movement of either there is nothing to compare.
    return own < 0.3 * frames || theirs < 0.3 * frames ? 0 : both / Math.sqrt(own * theirs);
  }

  private played(index: number, band: number): number {
    return index > this.playedUntil || index < 0 ? 0 : this.playout[this.at(index) + band]!;
  }

  private at(index: number): number {
    return (((index % HISTORY) + HISTORY) % HISTORY) * BANDS;
  }

  private silenceUpTo(index: number): void {
    for (let f = Math.max(this.playedUntil + 1, index - HISTORY + 1); f <= index; f++) {
      const at = this.at(f);
      this.playout.fill(0, at, at + BANDS);
      this.playoutLog.fill(LOG_AUDIBLE, at, at + BANDS);
    }
    this.playedUntil = Math.max(this.playedUntil, index);
  }
}
