import type { LipTrack } from '@visavis/server/dist/lips/lip-track.js';
import { CODE_PERIOD_MS } from './time-code.ts';

/** Another lip track whose loudness is the time of the utterance, as a share of `CODE_PERIOD_MS`. */
export class TimeCodedLips implements LipTrack {
  readonly #inner: LipTrack;

  constructor(inner: LipTrack) {
    this.#inner = inner;
  }

  append(...sound: Parameters<LipTrack['append']>): void {
    this.#inner.append(...sound);
  }

  visemesAt(timeMs: number, weights: Float32Array): boolean {
    return this.#inner.visemesAt(timeMs, weights);
  }

  energyAt(timeMs: number): number {
    return (timeMs % CODE_PERIOD_MS) / CODE_PERIOD_MS;
  }
}
