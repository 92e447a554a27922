import { durationMs } from '../audio/pcm.ts';
import { cutAtWord, FASTEST_PACE } from '../lib/cut-at-word.ts';
import type { TimedPhone } from '../voices/voice.ts';
import type { Aside, EngineEvent, SpokenTime } from './engine.ts';
import type { History } from './history.ts';

interface Utterance {
  id: string;
  open: boolean;
  audioMs: number;
  /** Whether any of its text has times. */
  timed: boolean;
  /** How many more characters of text are accepted. */
  charactersLeft: number;
}

/** How many past utterances an interruption may refer to. */
const REMEMBERED_UTTERANCES = 32;
/** Maximum characters of an utterance: as many as a spoken answer of the pipeline may have. */
const MAX_CHARACTERS = 20_000;

/**
 * The engine's own speech. Every utterance is started once and finished once; anything that arrives after its end, such
 * as audio in transit at an interruption, is dropped.
 */
export class Utterances {
  readonly #emit: (event: EngineEvent) => void;
  readonly #history: History;
  readonly #utterances: Utterance[] = [];

  constructor(emit: (event: EngineEvent) => void, history: History) {
    this.#emit = emit;
    this.#history = history;
  }

  get openId(): string | undefined {
    return this.#utterances.find((utterance) => utterance.open)?.id;
  }

  start(id: string, aside?: Aside): void {
    if (this.#find(id)) return;
    this.#utterances.push({ id, open: true, audioMs: 0, timed: false, charactersLeft: MAX_CHARACTERS });
    if (this.#utterances.length > REMEMBERED_UTTERANCES) this.#utterances.shift();
    this.#history.set(id, 'assistant', '');
    this.#emit({ type: 'utterance_started', utteranceId: id, ...(aside && { aside }) });
  }

  audio(
    id: string,
    pcm: Int16Array,
    sampleRate: number,
    extra: { text?: string; phones?: TimedPhone[] } = {},
  ): void {
    this.start(id);
    const utterance = this.#find(id);
    if (!utterance?.open || pcm.length === 0) return;
    utterance.audioMs += durationMs(pcm.length, sampleRate);
    const text = extra.text === undefined ? undefined : this.#cutToLimit(utterance, extra.text);
    if (text) this.#history.append(id, 'assistant', text);
    utterance.timed ||= Boolean(text);
    this.#emit({
      type: 'audio',
      utteranceId: id,
      pcm,
      sampleRate,
      ...extra,
      ...(text !== undefined && { text }),
    });
  }

  /** `time`: when it is said, if that is known. */
  text(id: string, text: string, time?: SpokenTime): void {
    this.start(id);
    const utterance = this.#find(id);
    const kept = utterance?.open ? this.#cutToLimit(utterance, text) : '';
    if (kept === '') return;
    this.#history.append(id, 'assistant', kept);
    utterance!.timed ||= time !== undefined;
    this.#emit({ type: 'text', utteranceId: id, text: kept, ...(time && { time }) });
  }

  finish(id: string, spokenText?: string): void {
    const utterance = this.#find(id);
    if (!utterance?.open) return;
    utterance.open = false;
    this.#emit({
      type: 'utterance_finished',
      utteranceId: id,
      ...(spokenText !== undefined && { spokenText }),
    });
  }

  finishAll(): void {
    for (const utterance of this.#utterances) this.finish(utterance.id);
  }

  /** Finishes all, and keeps only the text that their audio can contain: no more of it will come. */
  breakOff(): void {
    for (const { id, open, timed, audioMs } of this.#utterances) {
      const text = this.#history.textOf(id) ?? '';
      const spokenText = timed ? text : cutAtWord(text, (FASTEST_PACE * audioMs) / 1000);
      if (!open || spokenText === text) this.finish(id);
      else {
        this.#history.cut(id, spokenText);
        this.finish(id, spokenText);
      }
    }
  }

  has(id: string): boolean {
    return this.#find(id) !== undefined;
  }

  /** How much of its audio has arrived from the provider. */
  audioMs(id: string): number {
    return this.#find(id)?.audioMs ?? 0;
  }

  /**
   * The user interrupted: `id` was played up to `heardText`, later utterances not at all. Finishes all open utterances.
   * Returns the ids that were not played.
   */
  cut(id: string, heardText: string): string[] {
    const at = this.#utterances.findIndex((utterance) => utterance.id === id);
    const unheard = at < 0 ? [] : this.#utterances.slice(at + 1).map((utterance) => utterance.id);
    if (at >= 0) this.#history.cut(id, heardText);
    for (const later of unheard) this.#history.cut(later, '');
    this.finishAll();
    return unheard;
  }

  #cutToLimit(utterance: Utterance, text: string): string {
    const kept = text.slice(0, utterance.charactersLeft);
    utterance.charactersLeft -= kept.length;
    return kept;
  }

  #find(id: string): Utterance | undefined {
    return this.#utterances.find((utterance) => utterance.id === id);
  }
}
