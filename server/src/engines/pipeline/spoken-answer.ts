import type { Clock } from '../../lib/clock.ts';
import { durationMs } from '../../lib/pcm.ts';
import { sleepUnlessAborted } from '../../lib/sleep-unless-aborted.ts';
import type { TimedPhone, Voice } from '../../voices/voice.ts';
import type { EngineCore } from '../engine-core.ts';
import { ProviderError } from '../provider-error.ts';
import { type SpeechEndpoint, streamSpeech } from './speech-client.ts';
import type { SpeechVoices } from './speech-voices.ts';

export interface SpeechOptions {
  core: EngineCore;
  clock: Clock;
  /** The service that speaks, and its voices. */
  service?: { endpoint: SpeechEndpoint; voices: SpeechVoices } | undefined;
  /** Speaks where there is no service, or where it fails. */
  voice?: Voice | undefined;
  voiceName: string;
  style: string | undefined;
  /** ISO 639-1 code of what is said; English where it is not known. */
  language?: string | undefined;
  /** How much speech may be made ahead of playout. */
  maxAheadMs: number;
}

interface Piece {
  pcm: Int16Array;
  sampleRate: number;
  phones?: TimedPhone[];
}

/** About how long a character sounds; only the split of a clause's words over its pieces of sound depends on it. */
const MS_PER_CHARACTER = 65;

/** One utterance, spoken clause by clause while its text is still being written. */
export class SpokenAnswer {
  readonly id: string;
  readonly #options: SpeechOptions;
  readonly #signal: AbortSignal;
  readonly #clauses: { text: string; speech: Speech | undefined }[] = [];
  #worker: Promise<void> | undefined;
  #said = 0;
  #aheadSince: number | undefined;
  #soundMs = 0;

  constructor(id: string, options: SpeechOptions, signal: AbortSignal) {
    this.id = id;
    this.#options = options;
    this.#signal = signal;
  }

  get hasWords(): boolean {
    return this.#said > 0 || this.#clauses.length > 0;
  }

  say(clause: string): void {
    if (clause.trim() === '') return;
    this.#clauses.push({ text: clause.trim(), speech: undefined });
    this.#prepare();
    this.#worker ??= this.#work().finally(() => {
      this.#worker = undefined;
    });
    // Failures are reported by `end`.
    this.#worker.catch(() => undefined);
  }

  /** Resolves when all of it has been emitted; rejects with the abort's reason. */
  async end(): Promise<void> {
    while (this.#worker) await this.#worker;
    this.#signal.throwIfAborted();
    this.#options.core.utterances.finish(this.id);
  }

  async #work(): Promise<void> {
    for (;;) {
      const next = this.#clauses[0];
      if (!next) return;
      this.#prepare();
      await this.#speak(next.text, next.speech!);
      this.#clauses.shift();
      this.#said++;
    }
  }

  /** The clause after the present one is made meanwhile. */
  #prepare(): void {
    for (const clause of this.#clauses.slice(0, 2)) {
      const isFirst = this.#said === 0 && clause === this.#clauses[0];
      clause.speech ??= new Speech(clause.text, { isFirst, answer: this }, this.#options, this.#signal);
    }
  }

  async #speak(clause: string, speech: Speech): Promise<void> {
    const { utterances } = this.#options.core;
    let rest = this.#said === 0 ? clause : ` ${clause}`;
    let clauseMs = 0;
    const whole = rest.length;
    for (let piece = await speech.next(); piece; ) {
      this.#signal.throwIfAborted();
      const following = await speech.next();
      this.#signal.throwIfAborted();
      clauseMs += durationMs(piece.pcm.length, piece.sampleRate);
      const share = following ? wordsUntil(rest, clauseMs / MS_PER_CHARACTER - (whole - rest.length)) : rest;
      rest = rest.slice(share.length);
      utterances.audio(this.id, piece.pcm, piece.sampleRate, {
        ...(share === '' ? {} : { text: share }),
        ...(piece.phones ? { phones: piece.phones } : {}),
      });
      await this.#notTooFarAhead(durationMs(piece.pcm.length, piece.sampleRate));
      piece = following;
    }
    this.#signal.throwIfAborted();
    // Text that no voice could speak is still shown.
    utterances.text(this.id, rest);
  }

  async #notTooFarAhead(ms: number): Promise<void> {
    const { clock, maxAheadMs } = this.#options;
    this.#aheadSince ??= clock.now();
    this.#soundMs += ms;
    const aheadMs = this.#soundMs - (clock.now() - this.#aheadSince);
    if (aheadMs > maxAheadMs) await sleepUnlessAborted(clock, aheadMs - maxAheadMs, this.#signal);
    this.#signal.throwIfAborted();
  }
}

interface ClausePlace {
  isFirst: boolean;
  answer: SpokenAnswer;
}

/** The sound of one clause while it is made, by the service or, where that fails, by the offline voice. */
class Speech {
  readonly #pieces: Piece[] = [];
  #done = false;
  #failure: unknown;
  #wake: () => void = () => undefined;

  constructor(clause: string, place: ClausePlace, options: SpeechOptions, signal: AbortSignal) {
    this.#make(clause, place, options, signal).then(
      () => this.#end(),
      (error: unknown) => this.#end(error),
    );
  }

  /** Rejects with the abort's reason only. */
  async next(): Promise<Piece | undefined> {
    for (;;) {
      const piece = this.#pieces.shift();
      if (piece) return piece;
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#done) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async #make(
    clause: string,
    { isFirst, answer }: ClausePlace,
    options: SpeechOptions,
    signal: AbortSignal,
  ): Promise<void> {
    const { core, service, voice, voiceName, style: manner, language } = options;
    let made = false;
    for (let attempt = 1; service && attempt <= 2 && !made; attempt++) {
      try {
        const { name, warning } = await service.voices.choose(voiceName);
        if (warning) core.warnOnce(warning);
        for await (const piece of streamSpeech(service.endpoint, clause, name, manner, signal)) {
          made = true;
          this.#push(piece);
        }
        if (made) return;
        break;
      } catch (error) {
        signal.throwIfAborted();
        const isOfVoice =
          error instanceof ProviderError && error.kind === 'rejected' && /voice/i.test(error.message);
        if (!made && isOfVoice && service.voices.refused(voiceName)) continue;
        core.warn(error instanceof Error ? error : String(error));
        // A part of the clause was emitted: its rest is lost, because its beginning must not be repeated.
        if (made) return;
      }
    }
    if (!voice) return;
    try {
      const style = { voice: voiceName, urgent: isFirst, answer, language };
      const { pcm, sampleRate, phones, notice } = await voice.speak(clause, style, signal);
      if (notice !== undefined) core.warnOnce(notice);
      if (pcm.length > 0) this.#push({ pcm, sampleRate, phones });
    } catch (error) {
      signal.throwIfAborted();
      core.warn(`The offline voice failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #push(piece: Piece): void {
    this.#pieces.push(piece);
    this.#wake();
  }

  #end(failure?: unknown): void {
    this.#failure = failure;
    this.#done = true;
    this.#wake();
  }
}

/** The beginning of the text, about so many characters, in whole words. */
function wordsUntil(text: string, characters: number): string {
  if (characters <= 0) return '';
  if (characters >= text.length) return text;
  const cut = text.lastIndexOf(' ', characters);
  return cut <= 0 ? '' : text.slice(0, cut);
}
