import type { EngineHost } from '@visavis/server/dist/engines/engine.js';
import { ToneEngine } from '@visavis/server/dist/media/testing/tone-engine.js';

/** Beeps begin at multiples of this, counted from the first sample of the utterance. */
export const BEEP_EVERY_MS = 500;
export const BEEP_MS = 60;
export const BEEPS = 10;
const SAMPLE_RATE = 24_000;
const PITCH = 1000;

/** Answers every text with the same beeps, and does nothing else. */
export class BeepEngine extends ToneEngine {
  readonly #beeps: EngineHost;
  #utterances = 0;

  constructor(host: EngineHost) {
    super(host);
    this.#beeps = host;
  }

  override greet(): void {
    // It only answers.
  }

  override sendText(): void {
    const utteranceId = `beeps-${++this.#utterances}`;
    this.#beeps.emit({ type: 'utterance_started', utteranceId });
    this.#beeps.emit({ type: 'audio', utteranceId, pcm: beeps(), sampleRate: SAMPLE_RATE, text: 'Beep.' });
    this.#beeps.emit({ type: 'utterance_finished', utteranceId });
  }
}

/** Starts at full amplitude, so that the beginning of a beep is exact to the sample. */
function beeps(): Int16Array {
  const pcm = new Int16Array((BEEPS * BEEP_EVERY_MS * SAMPLE_RATE) / 1000);
  for (let beep = 0; beep < BEEPS; beep++) {
    const from = (beep * BEEP_EVERY_MS * SAMPLE_RATE) / 1000;
    for (let n = 0; n < (BEEP_MS * SAMPLE_RATE) / 1000; n++)
      pcm[from + n] = Math.round(12_000 * Math.cos((2 * Math.PI * PITCH * n) / SAMPLE_RATE));
  }
  return pcm;
}
