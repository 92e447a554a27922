import type { Voice } from '../../voices/voice.ts';
import type { EngineEvent } from '../engine.ts';

export interface SpeakerOptions {
  voice: Voice;
  splitClauses: (text: string) => string[];
  /** The voice's name. */
  voiceName: string;
  emit: (event: EngineEvent) => void;
  /** How much speech may be made ahead of playout before synthesis waits. */
  maxAheadMs: number;
}

/** A clause that was emitted; `ms` is how long it sounds. */
interface SpokenPart {
  text: string;
  ms: number;
}

interface SpokenUtterance {
  id: string;
  clauses: string[];
  parts: SpokenPart[];
  complete: boolean;
}

/** A clause counts as heard from this share on. */
const HEARD_SHARE = 0.85;
const REMEMBERED = 8;
const MAX_VOICE_FAILURES = 3;

/** The voice has failed too often in a row. */
export class VoiceLost extends Error {
  override readonly name = 'VoiceLost';
}

/** Turns replies into utterances, clause by clause, and remembers them, so that an interrupted one can go on. */
export class Speaker {
  readonly #options: SpeakerOptions;
  readonly #utterances: SpokenUtterance[] = [];
  /** Started and neither finished nor interrupted. */
  #open: string | undefined;
  #count = 0;
  #failures = 0;
  /** Notices of the voice that were reported; each is reported once. */
  readonly #told = new Set<string>();

  constructor(options: SpeakerOptions) {
    this.#options = options;
  }

  /**
   * Speaks the text; resolves when its last clause was emitted. The texts of its audio events together are the whole
   * text, spaces included. Rejects with the signal's reason when that fires: from then on nothing is emitted.
   * @throws {VoiceLost} when the voice fails again and again
   */
  async say(text: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { splitClauses } = this.#options;
    // A listener may interrupt from within an event; what follows is then dropped too.
    const emit = (event: EngineEvent) => {
      signal.throwIfAborted();
      this.#options.emit(event);
    };
    const clauses = splitClauses(text)
      .map((clause) => clause.trim())
      .filter((clause) => clause !== '');
    const utterance: SpokenUtterance = {
      id: `utterance-${++this.#count}`,
      clauses,
      parts: [],
      complete: false,
    };
    this.#utterances.push(utterance);
    if (this.#utterances.length > REMEMBERED) this.#utterances.shift();
    let startedAt: number | undefined;
    let soundMs = 0;
    for (const clause of clauses) {
      const spoken = await this.#speak(clause, utterance, signal);
      signal.throwIfAborted();
      const shown = utterance.parts.length === 0 ? clause : ` ${clause}`;
      if (startedAt === undefined) {
        startedAt = performance.now();
        emit({ type: 'utterance_started', utteranceId: utterance.id });
        this.#open = utterance.id;
      }
      if (spoken === undefined) {
        utterance.parts.push({ text: clause, ms: 0 });
        emit({ type: 'text', utteranceId: utterance.id, text: shown });
        continue;
      }
      const { pcm, sampleRate, phones } = spoken;
      const ms = (pcm.length / sampleRate) * 1000;
      utterance.parts.push({ text: clause, ms });
      soundMs += ms;
      emit({ type: 'audio', utteranceId: utterance.id, pcm, sampleRate, text: shown, phones });
      const aheadMs = soundMs - (performance.now() - startedAt);
      if (aheadMs > this.#options.maxAheadMs) await wait(aheadMs - this.#options.maxAheadMs, signal);
    }
    if (clauses.length === 0 && text.trim() !== '') {
      // The voice cannot pronounce any of it (another script, emoji), but the user can still read it.
      emit({ type: 'utterance_started', utteranceId: utterance.id });
      startedAt = performance.now();
      emit({ type: 'text', utteranceId: utterance.id, text: text.trim() });
    }
    utterance.complete = true;
    if (startedAt !== undefined) emit({ type: 'utterance_finished', utteranceId: utterance.id });
    this.#open = undefined;
  }

  /** Ends the utterance in flight for the listener: something else is said instead of the rest. */
  cutShort(): void {
    if (this.#open !== undefined) this.#options.emit({ type: 'utterance_finished', utteranceId: this.#open });
    this.#open = undefined;
  }

  /** Where the voice fails, the clause is tried once more, then shown without sound. */
  async #speak(clause: string, answer: SpokenUtterance, signal: AbortSignal) {
    const { voice, voiceName, emit } = this.#options;
    const style = { voice: voiceName, urgent: answer.parts.length === 0, answer };
    for (let attempt = 1; ; attempt++) {
      try {
        const spoken = await voice.speak(clause, style, signal);
        this.#failures = 0;
        if (spoken.notice !== undefined && !this.#told.has(spoken.notice)) {
          this.#told.add(spoken.notice);
          emit({ type: 'warning', message: spoken.notice });
        }
        return spoken;
      } catch (error) {
        signal.throwIfAborted();
        if (attempt < 2) continue;
        if (++this.#failures >= MAX_VOICE_FAILURES)
          throw new VoiceLost('the voice has failed', { cause: error });
        emit({ type: 'warning', message: `the voice could not say a clause: ${describe(error)}` });
        return undefined;
      }
    }
  }

  /**
   * The utterance in flight was interrupted. Returns what was not heard of it, from the beginning of the clause
   * that was cut; empty where all was heard. Without `heard` nothing was playing: an utterance that was not yet
   * complete counts as unheard, any other as heard.
   */
  interrupted(heard?: { utteranceId: string; heardMs: number }): string {
    this.#open = undefined;
    const last = this.#utterances.at(-1);
    const utterance =
      heard === undefined ? last : this.#utterances.find((one) => one.id === heard.utteranceId);
    if (utterance === undefined || (heard === undefined && utterance.complete)) return '';
    let left = heard?.heardMs ?? 0;
    let next = 0;
    for (const part of utterance.parts) {
      if (left < part.ms * HEARD_SHARE || (part.ms === 0 && left <= 0)) break;
      left -= part.ms;
      next++;
    }
    return utterance.clauses.slice(next).join(' ');
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
