import { BANDS } from './band-energies.ts';
import { findLikeness, type Likeness } from './envelope-likeness.ts';
import { PlayoutMemory } from './playout-memory.ts';
import { WaveformLikeness } from './waveform-likeness.ts';

/** Frames of 10 ms: echo comes back after up to 1.2 s. */
const LAGS = 121;
const HISTORY = 128;
/** Over which likeness of sound and playout is measured: long for the delay, short for a doubt about one event. */
const LONG = 100;
const SHORT = 12;
const LOOK_EVERY = 10;
/** Likeness from which a delay is believed, when it is found so often in a row. */
const LIKE = 0.6;
const AGREEMENTS = 3;
/** This needs no proof by waveform, and may be a room that smears them. */
const SURELY_LIKE = 0.75;
const COPY = 0.45;
const PROBABLY_COPY = 0.33;
/** A delay is given up when there is sound but hardly any likeness, after any delay, so often. */
const UNLIKE = 0.4;
const LONGEST_DISAGREEMENT = 20;
const SAME_LAG = 2;
/** Uncertainty of the gains. */
const MARGIN_DB = 4.5;
/** Excess over noise and echo, all bands together, each counted up to `BAND_LIMIT_DB`. */
const BAND_LIMIT_DB = 12;
const UNEXPLAINED_DB = 21;
const EXPLAINED_DB = 12;
/** What it costs, in unexplained frames, to take the delay for another one by a frame (it drifts), or for any other. */
const DRIFT_COST = 0.15;
const JUMP_COST = 4;
/** What the echo may be before anything is known: louder than the playout itself. */
const UNKNOWN_GAIN_DB = 12;
const LOWEST_GAIN_DB = -60;
const HIGHEST_GAIN_DB = 18;
/** The gain aims at the loud end of what comes back (so rises faster than it falls). */
const RISE_DB = 0.3;
const FALL_DB = 0.08;
const FIRST_FRAMES = 60;
const FIRST_FASTER = 12;
const AFTER_JUMP_MARGIN_DB = 3;

/**
 * What of our own playout may be in the microphone's sound. The echo's way is not known and changes: each delay up to
 * 1.2 s is a hypothesis, which every frame costs if the frame is louder than noise and echo after that delay
 * could be. Paths may drift from one delay to the next for little (jitter buffers stretch and squeeze time) and
 * jump to any other for more. What no path explains is not ours. The gains of the bands are learned while it plays.
 */
export class EchoEstimate {
  private readonly playout = new PlayoutMemory();
  private readonly waveforms = new WaveformLikeness(SHORT, LAGS - 1);
  /** Ring of levels in dB by frame number, noise for whatever is below it. */
  private readonly microphone = new Float32Array(HISTORY * BANDS);
  private readonly gainDb = new Float32Array(BANDS).fill(UNKNOWN_GAIN_DB);
  private readonly learned = new Uint32Array(BANDS);
  private readonly reachDb = new Float32Array(BANDS);
  private readonly excess = new Float32Array(LAGS);
  private costs = new Float32Array(LAGS);
  private lastCosts = new Float32Array(LAGS);
  private readonly leak: number;
  private frame = -1;
  private lastAudible = Number.NEGATIVE_INFINITY;
  private delay: number | undefined;
  private candidate = -1;
  private agreements = 0;
  private disagreements = 0;
  private probed = -LAGS;
  private loudFrames = 0;
  private bestLag = 0;

  /** `memoryFrames`: unexplained frames are forgotten over so long a time. */
  constructor(memoryFrames: number) {
    this.leak = 1 - 1 / memoryFrames;
  }

  /** In frames of 10 ms; `undefined` while it is not known. */
  get delayFrames(): number | undefined {
    return this.delay;
  }

  /** How many frames of late, older ones counted less, are neither noise nor echo whichever way it came. */
  get unexplained(): number {
    return this.costs[this.bestLag]!;
  }

  /** How far above noise and echo the last frame is, in dB of all bands together, on the likeliest path. */
  get excessDb(): number {
    return this.excess[this.bestLag]!;
  }

  /** Whether anything was played that could be heard now. */
  get audible(): boolean {
    return this.frame - this.lastAudible < LAGS;
  }

  /** The echo to be expected in the last frame, in dB, on the likeliest path. */
  expectedDb(band: number): number {
    return this.gainDb[band]! + this.playout.bounds[this.playout.at(this.frame - this.bestLag) + band]!;
  }

  /** Playout of the frame `index`; frames that are never told are silent. */
  addPlayout(index: number, energies: Float32Array, sound: Float32Array): void {
    this.playout.set(index, energies);
    this.waveforms.addPlayout(index, sound);
  }

  /** The microphone's frame `index`, each in order. Both in dB per band; `noiseDb` is the loudest that is still noise. */
  hear(index: number, microphoneDb: Float32Array, noiseDb: Float32Array, sound: Float32Array): void {
    this.waveforms.addMicrophone(index, sound);
    this.playout.silenceUpTo(index);
    this.frame = index;
    if (this.playout.isAudible(index)) this.lastAudible = index;
    if (this.excessOverNoise(microphoneDb, noiseDb) > EXPLAINED_DB) this.loudFrames++;
    const ring = (index & (HISTORY - 1)) * BANDS;
    for (let band = 0; band < BANDS; band++) {
      this.microphone[ring + band] = Math.max(microphoneDb[band]!, noiseDb[band]!);
      this.reachDb[band] = this.gainDb[band]! + MARGIN_DB;
    }
    const before = this.costs;
    const jumped = before[this.bestLag]! + JUMP_COST;
    this.costs = this.lastCosts;
    this.lastCosts = before;
    let best = 0;
    for (let lag = 0; lag < LAGS; lag++) {
      const excess = this.excessAfter(index - lag, microphoneDb, noiseDb);
      this.excess[lag] = excess;
      const share = (excess - EXPLAINED_DB) / (UNEXPLAINED_DB - EXPLAINED_DB);
      let cost = Math.min(before[lag]!, jumped);
      if (lag > 0) cost = Math.min(cost, before[lag - 1]! + DRIFT_COST);
      if (lag < LAGS - 1) cost = Math.min(cost, before[lag + 1]! + DRIFT_COST);
      this.costs[lag] = this.leak * cost + Math.min(1, Math.max(0, share));
      if (this.costs[lag]! < this.costs[best]!) best = lag;
    }
    this.bestLag = this.nearDelay(best);
  }

  /** Takes the last frame for echo and noise only. `noise`: the energy per band without either. */
  learn(energies: Float32Array, noise: Float32Array): void {
    if (!this.audible) return;
    if (this.frame % LOOK_EVERY === 0) {
      this.findDelay();
      if (this.delay === undefined && this.loudFrames > LOOK_EVERY / 2) this.probe();
      this.loudFrames = 0;
    }
    const lag = this.delay === undefined ? undefined : this.bestLag;
    // Frames after another delay than the known one teach nothing: either may be wrong.
    if (lag !== undefined && Math.abs(lag - this.delay!) > 2 * SAME_LAG) return;
    for (let band = 0; band < BANDS; band++) {
      const expected = this.expectedFor(band, lag);
      if (expected < -60 || (lag === undefined && !this.playedLongEnough())) continue;
      const heard = Math.max(energies[band]! - noise[band]!, 0.1 * noise[band]!, 1e-10);
      const observed = 10 * Math.log10(heard) - expected;
      const pace = this.learned[band]! < FIRST_FRAMES ? FIRST_FASTER : 1;
      this.learned[band]!++;
      // Without a delay a louder sound may as well be somebody: only likeness (`accept`) raises the gain then.
      const rise = lag === undefined ? 0 : RISE_DB * pace;
      const step =
        observed > this.gainDb[band]! ? Math.min(rise, observed - this.gainDb[band]!) : -FALL_DB * pace;
      this.setGain(band, this.gainDb[band]! + step);
    }
  }

  /** How far the last 120 ms are a copy of our playout. */
  likeness(): Likeness {
    const { lag, value } = this.waveforms.find(this.frame);
    return { lag: Math.max(0, lag - 1), value };
  }

  /** What was taken for speech was echo after all, after `lag`: the path is new, or has become louder. */
  accept(lag: number): void {
    this.delay = lag;
    this.candidate = lag;
    this.agreements = AGREEMENTS;
    for (let band = 0; band < BANDS; band++) {
      let loudest = this.gainDb[band]!;
      for (let f = this.frame - SHORT + 1; f <= this.frame; f++) {
        const bound = this.playout.bounds[this.playout.at(f - lag) + band]!;
        if (bound > -60)
          loudest = Math.max(loudest, this.microphone[(f & (HISTORY - 1)) * BANDS + band]! - bound);
      }
      this.setGain(band, loudest + (loudest > this.gainDb[band]! ? AFTER_JUMP_MARGIN_DB - MARGIN_DB : 0));
    }
    this.forgive(lag);
  }

  private forgive(lag: number): void {
    this.costs.fill(JUMP_COST);
    for (let d = Math.max(0, lag - SAME_LAG); d <= Math.min(LAGS - 1, lag + SAME_LAG); d++) this.costs[d] = 0;
    this.bestLag = lag;
  }

  /** Of paths that are as good, the one near the known delay. */
  private nearDelay(best: number): number {
    if (this.delay === undefined) return best;
    let near = best;
    for (let d = -SAME_LAG; d <= SAME_LAG; d++) {
      const lag = Math.min(LAGS - 1, Math.max(0, this.delay + d));
      if (this.costs[lag]! <= this.costs[near]! + (near === best ? 0.01 : 0)) near = lag;
    }
    return near;
  }

  private excessAfter(played: number, microphoneDb: Float32Array, noiseDb: Float32Array): number {
    const { bounds } = this.playout;
    const at = this.playout.at(played);
    let excess = 0;
    for (let band = 0; band < BANDS; band++) {
      const limit = Math.max(noiseDb[band]!, this.reachDb[band]! + bounds[at + band]!);
      const over = microphoneDb[band]! - limit;
      if (over > 0) excess += Math.min(over, BAND_LIMIT_DB);
    }
    return excess;
  }

  private excessOverNoise(microphoneDb: Float32Array, noiseDb: Float32Array): number {
    let excess = 0;
    for (let band = 0; band < BANDS; band++) excess += Math.max(0, microphoneDb[band]! - noiseDb[band]!);
    return excess;
  }

  private expectedFor(band: number, lag: number | undefined): number {
    const { playout, frame } = this;
    if (lag !== undefined) return playout.bounds[playout.at(frame - lag) + band]!;
    let loudest = Number.NEGATIVE_INFINITY;
    for (let d = 0; d < LAGS; d++) loudest = Math.max(loudest, playout.bounds[playout.at(frame - d) + band]!);
    return loudest;
  }

  private setGain(band: number, gainDb: number): void {
    this.gainDb[band] = Math.min(Math.max(gainDb, LOWEST_GAIN_DB), HIGHEST_GAIN_DB);
  }

  /** Before the longest delay has passed, silence in the microphone says nothing about the gain. */
  private playedLongEnough(): boolean {
    for (let lag = LAGS - 12; lag < LAGS; lag++) if (this.playout.isAudible(this.frame - lag)) return true;
    return false;
  }

  private findDelay(): void {
    if (this.frame < LONG) return;
    const { lag, value } = this.compare(Array.from({ length: LONG }, (_, i) => this.frame - LONG + 1 + i));
    // 0: too quiet to tell.
    if (value === 0) return;
    if (value < LIKE) {
      if (value < UNLIKE) this.disagree();
      return;
    }
    this.agreements = Math.abs(lag - this.candidate) <= SAME_LAG ? this.agreements + 1 : 1;
    this.candidate = lag;
    if (this.agreements < AGREEMENTS) return;
    this.disagreements = 0;
    if (this.delay !== undefined && Math.abs(lag - this.delay) <= SAME_LAG) {
      this.delay = lag;
    } else if (value > SURELY_LIKE || this.isCopyAfter(lag)) {
      // The gain belongs to the shape it was measured against.
      if (this.delay === undefined) this.learned.fill(0);
      this.delay = lag;
    }
  }

  /** Finds the delay of an echo within a few tenths of a second: two waveforms alike after the same delay are no chance. */
  private probe(): void {
    const { lag, value } = this.likeness();
    if (value < PROBABLY_COPY) return;
    const isAgain = Math.abs(lag - this.probed) <= SAME_LAG;
    this.probed = lag;
    if (isAgain) this.accept(lag);
  }

  private disagree(): void {
    if (++this.disagreements < LONGEST_DISAGREEMENT) return;
    this.delay = undefined;
    this.disagreements = 0;
    this.learned.fill(0);
  }

  /** Levels of speech resemble those of other speech now and then, its waveform does not. */
  private isCopyAfter(lag: number): boolean {
    const likeness = this.likeness();
    return likeness.value > COPY && Math.abs(likeness.lag - lag) <= 2 * SAME_LAG;
  }

  private compare(frames: number[]): Likeness {
    const levels = new Float32Array(frames.length * BANDS);
    frames.forEach((frame, i) => {
      const at = (frame & (HISTORY - 1)) * BANDS;
      levels.set(this.microphone.subarray(at, at + BANDS), i * BANDS);
    });
    const { lag, value } = findLikeness({ frames, levels }, this.playout, 0, LAGS - 1);
    // A bound holds for its own frame and the two before it.
    return { lag: Math.max(0, lag - 1), value };
  }
}
