import { type ModelThread, type StartThread, startModelThread } from '../../models/runtime/model-thread.ts';
import { pauseAfter } from '../finish-clause.ts';
import { profileOf } from '../flite/voice-profiles.ts';
import { toSpeakable } from '../speakable.ts';
import { spellOut } from '../spoken-text/spell-out.ts';
import type { ClauseAudio, SpokenClause, Voice, VoiceStyle } from '../voice.ts';
import type { InstalledVoice, PiperJob, PiperThreadData } from './piper-messages.ts';

/** How many clauses may wait; more would be too late for a listener. */
const MAX_WAITING = 16;
/** Loading takes a second, or many seconds on a busy machine. */
const JOB_TIMEOUT_MS = 60_000;
const MAX_SPEAKABLE_CHARS = 4000;
const FIRST = 2;
const LATER = 1;
/**
 * Fraction of a profile's vocal tract that is applied, so that names with the same model sound different but natural.
 */
const TRACT_SHARE = 0.5;

export interface PiperVoice extends Voice {
  /** Returns the model that speaks for a voice's name; `undefined` if none of that sex is installed. */
  modelFor(voice: string): InstalledVoice | undefined;
  /** Loads the models once; rejects with the reason if none of them can speak. */
  load(): Promise<void>;
  /** Uses other models from now on, which are loaded anew. */
  setVoices(models: readonly InstalledVoice[]): void;
}

/**
 * Starts Piper's voices for English: one thread of low priority, which loads a model when it is first needed and keeps
 * it. `speak` rejects like `ModelThread.run`. ONNX Runtime may be in `modelsFolder`.
 */
export function startPiperVoice(
  models: readonly InstalledVoice[],
  modelsFolder: string,
  startThread: StartThread = startModelThread,
): PiperVoice {
  return new Piper(models, modelsFolder, startThread);
}

class Piper implements PiperVoice {
  #models: readonly InstalledVoice[];
  readonly #thread: ModelThread<PiperJob, ClauseAudio>;
  #loading: Promise<void> | undefined;

  constructor(models: readonly InstalledVoice[], modelsFolder: string, startThread: StartThread) {
    this.#models = models;
    this.#thread = startThread<PiperJob, ClauseAudio>({
      entry: new URL('./piper-thread.js', import.meta.url),
      data: { modelsFolder } satisfies PiperThreadData,
      name: 'the voice',
      maxWaiting: MAX_WAITING,
      jobTimeoutMs: JOB_TIMEOUT_MS,
    });
  }

  modelFor(voice: string): InstalledVoice | undefined {
    const wanted = profileOf(voice).speaker === 'slt' ? 'woman' : 'man';
    return this.#models.find(({ manifest }) => sexOf(manifest.title) === wanted);
  }

  load(): Promise<void> {
    const loads = () => this.#models.slice(0, 2).map((model) => this.#thread.run({ kind: 'load', model }));
    this.#loading ??= Promise.any(loads()).then(
      () => undefined,
      (error: AggregateError) => {
        throw error.errors[0];
      },
    );
    return this.#loading;
  }

  setVoices(models: readonly InstalledVoice[]): void {
    this.#models = models;
    this.#loading = undefined;
  }

  async speak(clause: string, style: VoiceStyle, signal?: AbortSignal): Promise<SpokenClause> {
    const model = this.modelFor(style.voice);
    if (!model) throw new Error(`no installed voice matches ${style.voice}`);
    const text = toSpeakable(spellOut(clause));
    if (text.length > MAX_SPEAKABLE_CHARS)
      throw new RangeError(`the clause of ${text.length} characters is too long: split it with splitClauses`);
    if (text === '') return { text: clause, pcm: new Int16Array(0), sampleRate: 16_000, phones: [] };
    const { tract, tempo } = profileOf(style.voice);
    const sound = await this.#thread.run(
      {
        kind: 'speak',
        model,
        text,
        tailMs: pauseAfter(clause),
        lengthScale: 1 / tempo,
        tract: 1 + TRACT_SHARE * (tract - 1),
      },
      { priority: style.urgent ? FIRST : LATER, ...(signal && { signal }) },
    );
    return { text: clause, ...sound };
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

/** Returns the sex according to a voice's title: "Kristin, a woman from the USA". */
function sexOf(title: string): 'woman' | 'man' {
  return /\b(?:woman|female|girl)\b/i.test(title) ? 'woman' : 'man';
}
