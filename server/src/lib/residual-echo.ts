import { BANDS } from './band-energies.ts';
import type { PlayoutMemory } from './playout-memory.ts';

/** Uncertainty of the gains. */
const MARGIN_DB = 4.5;
/** What may come back before anything is known: louder than the playout itself. */
const UNKNOWN_GAIN_DB = 12;
/** A canceller in the client leaves about as much, now and then, and it resembles nothing. */
const LOWEST_GAIN_DB = -34;
const HIGHEST_GAIN_DB = 18;
/** The gain aims at the loud end of what comes back (so rises faster than it falls). */
const RISE_DB = 0.3;
const FALL_DB = 0.08;
const FIRST_FRAMES = 60;
const FIRST_FASTER = 12;
const SILENT_DB = -60;
const HISTORY = 16;

/**
 * How loud may be, in each band, what the canceller leaves of our own playout: learned while it plays. As long as the delay
 * is not known, the loudest playout of all delays is what counts.
 */
export class ResidualEcho {
  readonly #playout: PlayoutMemory;
  readonly #lags: number;
  readonly #gainDb = new Float32Array(BANDS).fill(UNKNOWN_GAIN_DB);
  readonly #learned = new Uint32Array(BANDS);
  readonly #playedDb = new Float32Array(BANDS);
  readonly #history = new Float32Array(HISTORY * BANDS).fill(SILENT_DB);
  #frame = -1;
  /** In frames. */
  #lag: number | undefined;

  /** Echo comes after at most `lags` frames. */
  constructor(playout: PlayoutMemory, lags: number) {
    this.#playout = playout;
    this.#lags = lags;
  }

  get isLagKnown(): boolean {
    return this.#lag !== undefined;
  }

  /** The next frame: what is left of the microphone's, in dB. */
  hear(frame: number, residualDb: Float32Array): void {
    this.#frame = frame;
    this.#history.set(residualDb, (frame % HISTORY) * BANDS);
    this.#playedDb.fill(Number.NEGATIVE_INFINITY);
    const [from, to] = this.#lag === undefined ? [0, this.#lags] : [this.#lag, this.#lag];
    for (let lag = from; lag <= to; lag++) {
      const at = this.#playout.at(frame - lag);
      for (let band = 0; band < BANDS; band++) {
        this.#playedDb[band] = Math.max(this.#playedDb[band]!, this.#playout.bounds[at + band]!);
      }
    }
  }

  /** The loudest that echo may be in this frame. */
  boundDb(band: number): number {
    return this.#playedDb[band]! + this.#gainDb[band]! + MARGIN_DB;
  }

  /** The loudest that what resembles nothing of the playout may be, and still be an echo. */
  leastBoundDb(band: number): number {
    return this.#playedDb[band]! + LOWEST_GAIN_DB + 2 * MARGIN_DB;
  }

  /** Takes the last frame for echo and noise only. */
  learn(energies: Float32Array, noise: Float32Array): void {
    if (this.#lag === undefined && !this.#playedLongEnough()) return;
    for (let band = 0; band < BANDS; band++) {
      if (this.#playedDb[band]! < SILENT_DB) continue;
      const heard = Math.max(energies[band]! - noise[band]!, 0.1 * noise[band]!, 1e-10);
      const observed = 10 * Math.log10(heard) - this.#playedDb[band]!;
      const pace = this.#learned[band]! < FIRST_FRAMES ? FIRST_FASTER : 1;
      this.#learned[band]!++;
      // Without a known delay a louder sound may as well be speech: it is learned slowly.
      const rise = this.#lag === undefined ? RISE_DB : RISE_DB * pace;
      const step =
        observed > this.#gainDb[band]! ? Math.min(rise, observed - this.#gainDb[band]!) : -FALL_DB * pace;
      this.#setGain(band, this.#gainDb[band]! + step);
    }
  }

  /** The echo comes after another delay, by the same path. */
  moveTo(lag: number): void {
    this.#lag = lag;
  }

  /**
   * The last `frames` were echo, after `lag` frames: the path is new, or has become louder. A path that is known becomes
   * louder by `mostDb` at once, as the user may be talking over it.
   */
  accept(lag: number, frames: number, mostDb: (band: number) => number): void {
    const isNew = this.#lag === undefined;
    this.#lag = lag;
    this.#learned.fill(0);
    for (let band = 0; band < BANDS; band++) {
      const gain = this.#gainDb[band]!;
      let loudest = LOWEST_GAIN_DB;
      for (let f = Math.max(0, this.#frame - Math.min(frames, HISTORY) + 1); f <= this.#frame; f++) {
        const bound = this.#playout.bounds[this.#playout.at(f - lag) + band]!;
        if (bound > SILENT_DB) {
          loudest = Math.max(loudest, this.#history[(f % HISTORY) * BANDS + band]! - bound);
        }
      }
      this.#setGain(band, isNew ? loudest : Math.max(gain, Math.min(loudest, mostDb(band))));
    }
  }

  gainOf(band: number): number {
    return this.#gainDb[band]!;
  }

  /** Before the longest delay has passed, silence in the microphone says nothing about the gain. */
  #playedLongEnough(): boolean {
    for (let lag = this.#lags - 12; lag <= this.#lags; lag++) {
      if (this.#playout.isAudible(this.#frame - lag)) return true;
    }
    return false;
  }

  #setGain(band: number, gainDb: number): void {
    this.#gainDb[band] = Math.min(Math.max(gainDb, LOWEST_GAIN_DB), HIGHEST_GAIN_DB);
  }
}
