import { MODEL_RATE } from '../../../audio/sample-rates.ts';
import type { SpokenClause, Voice } from '../../../voices/voice.ts';

export interface ScriptedVoiceOptions {
  /** How long a clause takes to synthesize; default: until the next turn of the event loop. */
  delayMs?: number;
  fails?: (clause: string) => boolean;
}

const SAMPLE_RATE = MODEL_RATE;
const MS_PER_CHARACTER = 60;

/** A voice for tests: it plays a tone for as long as the words would take, and records its calls. */
export class ScriptedVoice implements Voice {
  readonly asked: string[] = [];
  readonly #options: ScriptedVoiceOptions;

  constructor(options: ScriptedVoiceOptions = {}) {
    this.#options = options;
  }

  async speak(clause: string, _style: unknown, signal?: AbortSignal): Promise<SpokenClause> {
    this.asked.push(clause);
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, this.#options.delayMs ?? 0);
      signal?.addEventListener('abort', stop, { once: true });
    });
    if (this.#options.fails?.(clause)) throw new Error('the voice failed');
    const ms = clause.length * MS_PER_CHARACTER;
    const pcm = new Int16Array((ms * SAMPLE_RATE) / 1000);
    for (let at = 0; at < pcm.length; at++) pcm[at] = 6000 * Math.sin((at * 2 * Math.PI * 180) / SAMPLE_RATE);
    return { text: clause, pcm, sampleRate: SAMPLE_RATE, phones: [{ phone: 'ah', endMs: ms }] };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** A stand-in for the real clause splitter: splits after every comma or sentence. */
export function cutAtPunctuation(text: string): string[] {
  return text.split(/(?<=[.,;:!?])\s+/).filter((clause) => clause !== '');
}
