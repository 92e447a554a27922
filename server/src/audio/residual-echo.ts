import { BANDS } from './band-energies.ts';
import type { PlayoutHistory } from './playout-history.ts';

/** Uncertainty of the gains. */
const MARGIN_DB = 4.5;
/** Until the echo path is known, an echo may be this much louder than the playout. */
const UNKNOWN_GAIN_DB = 12;
/** The echo that remains after a canceller in the client, too distorted to be recognized as a copy. */
const MIN_GAIN_DB = -34;
const MAX_GAIN_DB = 18;
/** The gain's change, in dB per frame. It follows the loudest echoes, so it rises faster than it falls. */
const RISE_DB = 0.3;
const FALL_DB = 0.08;
const INITIAL_FRAMES = 60;
const INITIAL_PACE = 12;
const SILENT_DB = -60;
const HISTORY_FRAMES = 16;

/**
 * Estimates, for each band, the maximum level of the echo after cancelling, and learns it while something is
 * played. As long as the delay of the echo is unknown, it assumes the delay with the loudest playout.
 */
export class ResidualEcho {
  readonly #playout: PlayoutHistory;
  readonly #maxLag: number;
  readonly #gainDb = new Float32Array(BANDS).fill(UNKNOWN_GAIN_DB);
  readonly #learned = new Uint32Array(BANDS);
  readonly #playedDb = new Float32Array(BANDS);
  readonly #history = new Float32Array(HISTORY_FRAMES * BANDS).fill(SILENT_DB);
  #frame = -1;
  /** The delay of the echo, in frames. */
  #lag: number | undefined;

  /** @param maxLag the longest delay of an echo, in frames */
  constructor(playout: PlayoutHistory, maxLag: number) {
    this.#playout = playout;
    this.#maxLag = maxLag;
  }

  get isLagKnown(): boolean {
    return this.#lag !== undefined;
  }

  /** @param residualDb the level of the next frame after cancelling, by band */
  observe(frame: number, residualDb: Float32Array): void {
    this.#frame = frame;
    this.#history.set(residualDb, (frame % HISTORY_FRAMES) * BANDS);
    this.#playedDb.fill(Number.NEGATIVE_INFINITY);
    const [from, to] = this.#lag === undefined ? [0, this.#maxLag] : [this.#lag, this.#lag];
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

  /** Returns the maximum level, in dB, of audio that may be an echo without being a recognizable copy. */
  minBoundDb(band: number): number {
    return this.#playedDb[band]! + MIN_GAIN_DB + 2 * MARGIN_DB;
  }

  /** Learns from the last frame, which contains only echo and noise. */
  learn(energies: Float32Array, noise: Float32Array): void {
    if (this.#lag === undefined && !this.#playedLongEnough()) return;
    for (let band = 0; band < BANDS; band++) {
      if (this.#playedDb[band]! < SILENT_DB) continue;
      const echo = Math.max(energies[band]! - noise[band]!, 0.1 * noise[band]!, 1e-10);
      const observed = 10 * Math.log10(echo) - this.#playedDb[band]!;
      const pace = this.#learned[band]! < INITIAL_FRAMES ? INITIAL_PACE : 1;
      this.#learned[band]!++;
      // While the delay is unknown, louder audio may also be speech, so the gain rises slowly.
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
   * louder. The gain of a known path rises to `maxDb` at most, because the user may be talking over the echo.
   */
  accept(lag: number, frames: number, maxDb: (band: number) => number): void {
    const isNew = this.#lag === undefined;
    this.#lag = lag;
    this.#learned.fill(0);
    for (let band = 0; band < BANDS; band++) {
      const gain = this.#gainDb[band]!;
      let loudest = MIN_GAIN_DB;
      for (let f = Math.max(0, this.#frame - Math.min(frames, HISTORY_FRAMES) + 1); f <= this.#frame; f++) {
        const bound = this.#playout.bounds[this.#playout.at(f - lag) + band]!;
        if (bound > SILENT_DB) {
          loudest = Math.max(loudest, this.#history[(f % HISTORY_FRAMES) * BANDS + band]! - bound);
        }
      }
      this.#setGain(band, isNew ? loudest : Math.max(gain, Math.min(loudest, maxDb(band))));
    }
  }

  gainOf(band: number): number {
    return this.#gainDb[band]!;
  }

  /** Whether the longest delay has passed: before that, a silent microphone says nothing about the gain. */
  #playedLongEnough(): boolean {
    for (let lag = this.#maxLag - 12; lag <= this.#maxLag; lag++) {
      if (this.#playout.isAudible(this.#frame - lag)) return true;
    }
    return false;
  }

  #setGain(band: number, gainDb: number): void {
    this.#gainDb[band] = Math.min(Math.max(gainDb, MIN_GAIN_DB), MAX_GAIN_DB);
  }
}
