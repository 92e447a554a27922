import type { Engine, EngineHost } from '@visavis/server/dist/engines/engine.js';

/** Beeps begin at multiples of this, counted from the first sample of the utterance. */
export const BEEP_EVERY_MS = 500;
export const BEEP_MS = 60;
export const BEEPS = 10;
const SAMPLE_RATE = 24_000;
const PITCH = 1000;

/** Answers every text with the same beeps. */
export class BeepEngine implements Engine {
  readonly hears = false;
  readonly #host: EngineHost;
  #utterances = 0;

  constructor(host: EngineHost) {
    this.#host = host;
  }

  async start(): Promise<void> {
    // There is no provider to reach.
  }

  greet(): void {
    // It only answers.
  }

  pushAudio(): void {
    // It only answers.
  }

  sendText(): void {
    const utteranceId = `beeps-${++this.#utterances}`;
    this.#host.emit({ type: 'utterance_started', utteranceId });
    this.#host.emit({ type: 'audio', utteranceId, pcm: beeps(), sampleRate: SAMPLE_RATE, text: 'Beep.' });
    this.#host.emit({ type: 'utterance_finished', utteranceId });
  }

  interrupt(): void {
    // It only answers.
  }

  updateContext(): void {
    // It only answers.
  }

  forget(): void {
    // It has no memories to forget.
  }

  wrapUp(): void {
    // It only answers.
  }

  async close(): Promise<void> {
    // It holds no resources.
  }
}

/** Full amplitude at once, so that the beginning of a beep is known to the sample. */
function beeps(): Int16Array {
  const pcm = new Int16Array((BEEPS * BEEP_EVERY_MS * SAMPLE_RATE) / 1000);
  for (let beep = 0; beep < BEEPS; beep++) {
    const from = (beep * BEEP_EVERY_MS * SAMPLE_RATE) / 1000;
    for (let n = 0; n < (BEEP_MS * SAMPLE_RATE) / 1000; n++) {
      pcm[from + n] = Math.round(12_000 * Math.cos((2 * Math.PI * PITCH * n) / SAMPLE_RATE));
    }
  }
  return pcm;
}
