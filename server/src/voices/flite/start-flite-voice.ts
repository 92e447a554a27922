import { type ModelThread, startModelThread, ThreadLost } from '../../models/runtime/model-thread.ts';
import { pauseAfter } from '../finish-clause.ts';
import { toSpeakable } from '../speakable.ts';
import { spellOut } from '../spoken-text/spell-out.ts';
import type { ClauseAudio, SpokenClause, Voice, VoiceStyle } from '../voice.ts';
import { SAMPLE_RATE } from './synthesize.ts';

/** More than any clause of `splitClauses` reaches when its symbols are written out. */
const MAX_SPEAKABLE_CHARS = 4000;
/** Answers that wait for their first audio have priority over the rest of others, which have speech ahead. */
const PRIORITY = { again: 3, urgent: 2, later: 1 };

/**
 * Starts the offline voice: flite in its own thread, warmed up. One thread serves any number of conversations. Urgent
 * clauses are spoken first, otherwise in the order of the calls. `speak` rejects with an `AbortError` as soon as its
 * signal is aborted (a queued clause is then not synthesized), with a `RangeError` if the text is far longer than a
 * clause, and with an `Error` if the voice is closed or fails. A text with nothing to pronounce gives empty audio. A
 * thread that dies or hangs is replaced, and its clause retried once.
 */
export async function startFliteVoice(): Promise<Voice> {
  const voice = new FliteVoice();
  await voice.speak('Hello.', { voice: 'Kore' });
  return voice;
}

class FliteVoice implements Voice {
  readonly #thread: ModelThread<FliteJob, FliteResult> = startModelThread({
    entry: new URL('./flite-thread.js', import.meta.url),
    name: 'the voice',
    maxWaiting: Number.POSITIVE_INFINITY,
  });

  async speak(clause: string, style: VoiceStyle, signal?: AbortSignal): Promise<SpokenClause> {
    const text = toSpeakable(spellOut(clause, style.language));
    if (text.length > MAX_SPEAKABLE_CHARS)
      throw new RangeError(`the clause of ${text.length} characters is too long: split it with splitClauses`);
    if (text === '') return { text: clause, pcm: new Int16Array(0), sampleRate: SAMPLE_RATE, phones: [] };
    const speak = (priority: number) =>
      this.#thread.run(
        { text, voice: style.voice, tailMs: pauseAfter(clause) },
        { priority, ...(signal && { signal }) },
      );
    const sound = await speak(style.urgent ? PRIORITY.urgent : PRIORITY.later).catch((error: unknown) => {
      if (error instanceof ThreadLost) return speak(PRIORITY.again);
      throw error;
    });
    return { text: clause, sampleRate: SAMPLE_RATE, ...sound };
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

/** One clause for the thread, already made speakable. */
export interface FliteJob {
  text: string;
  voice: string;
  tailMs: number;
}

export type FliteResult = Omit<ClauseAudio, 'sampleRate'>;
