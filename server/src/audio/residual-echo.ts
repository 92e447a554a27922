import { BANDS } from './band-energies.ts';
import type { PlayoutMemory } from './playout-memory.ts';

/** Uncertainty of the gains. */
const MARGIN_DB = 4.5;
/** Until the echo path is known, an echo may be this much louder than the playout. */
const UNKNOWN_GAIN_DB = 12;
/** An echo canceller in the client sometimes leaves about this much, too distorted to be recognized as a copy. */
const LOWEST_GAIN_DB = -34;
const HIGHEST_GAIN_DB = 18;
/** Change of the gain, in dB per frame. It follows the loudest echoes, so it rises faster than it falls. */
const RISE_DB = 0.3;
const FALL_DB = 0.08;
const FIRST_FRAMES = 60;
const FIRST_FASTER = 12;
const SILENT_DB = -60;
const HISTORY = 16;

/**
 * Estimates, for each band, the maximum level of the echo that the canceller leaves, and learns it while something is
 * played. As long as the delay of the echo is unknown, it assumes the delay with the loudest playout.
 */
export class ResidualEcho {
  readonly #playout: PlayoutMemory;
  readonly #lags: number;
  readonly #gainDb = new Float32Array(BANDS).fill(UNKNOWN_GAIN_DB);
  readonly #learned = new Uint32Array(BANDS);
  readonly #playedDb = new Float32Array(BANDS);
  readonly #history = new Float32Array(HISTORY * BANDS).fill(SILENT_DB);
  #frame = -1;
  /** The delay of the echo, in frames. */
  #lag: number | undefined;

  /** @param lags the longest delay of an echo, in frames */
  constructor(playout: PlayoutMemory, lags: number) {
    this.#playout = playout;
    this.#lags = lags;
  }

  get isLagKnown(): boolean {
    return this.#lag !== undefined;
  }

  /** @param residualDb what the canceller has left of the microphone's next frame, by band */
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

  /** Returns the maximum level of an echo in this frame, in dB. */
  boundDb(band: number): number {
    return this.#playedDb[band]! + this.#gainDb[band]! + MARGIN_DB;
  }

  /** Returns the maximum level, in dB, of a sound that may be an echo without being a recognizable copy. */
  leastBoundDb(band: number): number {
    return this.#playedDb[band]! + LOWEST_GAIN_DB + 2 * MARGIN_DB;
  }

  /** Learns from the last frame, which contains only echo and noise. */
  learn(energies: Float32Array, noise: Float32Array): void {
    if (this.#lag === undefined && !this.#playedLongEnough()) return;
    for (let band = 0; band < BANDS; band++) {
      if (this.#playedDb[band]! < SILENT_DB) continue;
      const heard = Math.max(energies[band]! - noise[band]!, 0.1 * noise[band]!, 1e-10);
      const observed = 10 * Math.log10(heard) - this.#playedDb[band]!;
      const pace = this.#learned[band]! < FIRST_FRAMES ? FIRST_FASTER : 1;
      this.#learned[band]!++;
      // While the delay is unknown, a louder sound may also be speech, so the gain rises slowly.
      const rise = this.#lag === undefined ? RISE_DB : RISE_DB * pace;
      const step =
        observed > this.#gainDb[band]! ? Math.min(rise, observed - this.#gainDb[band]!) : -FALL_DB * pace;
      this.#setGain(band, this.#gainDb[band]! + step);
    }
  }

  /** Changes the delay of the echo, but not its level. */
  moveTo(lag: number): void {
    this.#lag = lag;
  }

  /**
   * Takes the last `frames` frames as an echo with a delay of `lag` frames, by a new path or one that has become
   * louder. The gain of a known path rises to `mostDb` at most, because the user may be talking over the echo.
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

  /** Whether the longest delay has passed: before that, a silent microphone says nothing about the gain. */
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
