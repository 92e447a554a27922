import { durationMs } from '../audio/pcm.ts';
import { AsyncQueue } from '../lib/async-queue.ts';
import { messageOf } from '../lib/message-of.ts';
import { sleepUnlessAborted } from '../lib/sleep-unless-aborted.ts';
import { ClauseWords, type TimedText } from '../providers/tts/clause-words.ts';
import type { SpeechService } from '../providers/tts/speech-service.ts';
import type { SpokenPiece } from '../providers/tts/synthesizer.ts';
import type { TimedPhone, Voice } from '../voices/voice.ts';
import type { Aside } from './engine.ts';
import type { EngineCore } from './engine-core.ts';

export interface SpeechOptions {
  core: EngineCore;
  /** The next one speaks where one fails. */
  services: readonly SpeechService[];
  /** Speaks where there is no service, or where they fail. */
  voice?: Voice | undefined;
  voiceName: string;
  style: string | undefined;
  /** ISO 639-1 code of what is said; English where it is not known. */
  language?: string | undefined;
  /** How much speech may be made ahead of playout. */
  maxAheadMs: number;
  aside?: Aside | undefined;
  onBegun?: () => void;
}

interface Piece extends SpokenPiece {
  phones?: TimedPhone[];
}

/** After so much silence in the middle of an answer, what follows is an utterance of its own, and is being thought about. */
const SILENT_MS = 1500;

/**
 * Speaks a text clause by clause while it is still being written: as one utterance, or as several where the
 * text is long in coming.
 */
export class SpokenAnswer {
  id: string;
  readonly #name: string;
  #parts = 1;
  readonly #options: SpeechOptions;
  readonly #signal: AbortSignal;
  readonly #clauses: { text: string; speech: Speech | undefined }[] = [];
  #worker: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;
  #said = 0;
  #aheadSince: number | undefined;
  #soundMs = 0;
  #cancelPause: () => void = () => undefined;
  #isClosed = false;

  constructor(name: string, options: SpeechOptions, signal: AbortSignal) {
    this.id = name;
    this.#name = name;
    this.#options = options;
    this.#signal = signal;
  }

  get hasWords(): boolean {
    return this.#said > 0 || this.#clauses.length > 0;
  }

  /** Words wait to be spoken. */
  get awaitsVoice(): boolean {
    return this.#clauses.length > 0;
  }

  say(clause: string): void {
    if (clause.trim() === '') return;
    this.#cancelPause();
    this.#clauses.push({ text: clause.trim(), speech: undefined });
    this.#prepare();
    this.#worker ??= this.#work().catch((error: unknown) => {
      this.#failure = { error };
      this.#worker = undefined;
    });
  }

  /** Resolves when all of it has been emitted; rejects with the abort's reason, or with the error that made speaking fail. */
  async end(): Promise<void> {
    while (this.#worker) await this.#worker;
    this.#cancelPause();
    this.#signal.throwIfAborted();
    if (this.#failure) throw this.#failure.error;
    this.#options.core.utterances.finish(this.id);
  }

  /** Ends it before its end: nothing follows. */
  close(): void {
    this.#cancelPause();
    this.#isClosed = true;
  }

  /** All that was written is spoken. */
  #awaitMore(): void {
    const { core, aside } = this.#options;
    if (aside || this.#isClosed || this.#signal.aborted) return;
    this.#cancelPause = core.clock.after(Math.max(0, this.#aheadMs) + SILENT_MS, () => {
      if (this.#signal.aborted) return;
      core.utterances.finish(this.id);
      this.id = `${this.#name}_${++this.#parts}`;
      this.#aheadSince = undefined;
      this.#soundMs = 0;
      core.emit({ type: 'thinking' });
    });
  }

  async #work(): Promise<void> {
    for (;;) {
      const next = this.#clauses[0];
      if (!next) {
        // Not once the promise is settled: what is said until then would find a worker that has ended.
        this.#worker = undefined;
        this.#awaitMore();
        return;
      }
      this.#prepare();
      await this.#speak(next.text, next.speech!);
      this.#clauses.shift();
      this.#said++;
    }
  }

  /** The clause after the present one is made meanwhile. */
  #prepare(): void {
    let before: Speech | undefined;
    for (const clause of this.#clauses.slice(0, 2)) {
      const isFirst = this.#said === 0 && clause === this.#clauses[0];
      const place = { isFirst, answer: this, before };
      clause.speech ??= new Speech(clause.text, place, this.#options, this.#signal);
      before = clause.speech;
    }
  }

  /** Where a voice breaks off, the next one goes on. */
  async #speak(clause: string, speech: Speech): Promise<void> {
    let text = this.#said === 0 ? clause : ` ${clause}`;
    for (let voice = speech; ; ) {
      text = await this.#play(text, voice, voice !== speech);
      if (text.trim() === '') return;
      const options = { ...this.#options, services: voice.untried };
      voice = new Speech(
        text.trim(),
        { isFirst: true, answer: this, before: undefined },
        options,
        this.#signal,
      );
    }
  }

  /** Plays the speech of a text. @returns the part of it that another voice is to say */
  async #play(text: string, speech: Speech, isRest: boolean): Promise<string> {
    const { utterances } = this.#options.core;
    const words = new ClauseWords(text);
    const fromMs = utterances.audioMs(this.id);
    const tell = ({ text: stretch, startMs, endMs }: TimedText) =>
      utterances.text(this.id, stretch, { startMs: fromMs + startMs, endMs: fromMs + endMs });
    let clauseMs = 0;
    for (let piece = await speech.pieces.next(); piece; piece = await speech.pieces.next()) {
      this.#signal.throwIfAborted();
      this.#begin();
      const { pcm, sampleRate, phones, words: timed } = piece;
      const pieceMs = durationMs(pcm.length, sampleRate);
      clauseMs += pieceMs;
      if (phones) {
        // The piece is the whole clause, with the times of its phonemes.
        const all = words.all(clauseMs).map((stretch) => stretch.text);
        utterances.audio(this.id, pcm, sampleRate, { text: all.join(''), phones });
      } else {
        utterances.audio(this.id, pcm, sampleRate);
        for (const stretch of timed ? words.timed(timed) : words.estimated(clauseMs)) tell(stretch);
      }
      await this.#notTooFarAhead(pieceMs);
    }
    this.#signal.throwIfAborted();
    if (speech.hasBrokenOff) return words.rest;
    this.#begin();
    // Text that no voice could speak is shown all the same, but not the rest of what was heard in part.
    if (clauseMs > 0 || !isRest) for (const stretch of words.all(clauseMs)) tell(stretch);
    return '';
  }

  #begin(): void {
    const { core, aside, onBegun } = this.#options;
    if (core.utterances.has(this.id)) return;
    onBegun?.();
    core.utterances.start(this.id, aside);
  }

  /** About how much of it is still to be heard. */
  get #aheadMs(): number {
    const { clock } = this.#options.core;
    return this.#soundMs - (clock.now() - (this.#aheadSince ?? clock.now()));
  }

  async #notTooFarAhead(ms: number): Promise<void> {
    const { core, maxAheadMs } = this.#options;
    const { clock } = core;
    this.#aheadSince ??= clock.now();
    this.#soundMs += ms;
    const aheadMs = this.#aheadMs;
    if (aheadMs > maxAheadMs) await sleepUnlessAborted(clock, aheadMs - maxAheadMs, this.#signal);
    this.#signal.throwIfAborted();
  }
}

interface ClausePlace {
  isFirst: boolean;
  answer: SpokenAnswer;
  before: Speech | undefined;
}

/** The audio of one clause while it is made, by the first voice that can: a service, or else the offline voice. */
class Speech {
  /** Ends with the abort's reason only. */
  readonly pieces = new AsyncQueue<Piece>();
  /** Nothing more is made. */
  readonly made: Promise<void>;
  /** Whether a service has made only the beginning of it. */
  hasBrokenOff = false;
  /** The services that were not asked. */
  untried: readonly SpeechService[];

  constructor(clause: string, place: ClausePlace, options: SpeechOptions, signal: AbortSignal) {
    this.untried = options.services;
    this.made = this.#make(clause, place, options, signal).then(
      () => this.pieces.end(),
      (error: unknown) => this.pieces.end(error),
    );
  }

  async #make(text: string, place: ClausePlace, options: SpeechOptions, signal: AbortSignal): Promise<void> {
    const { core, services, voice: offline, voiceName: voice, style: instructions, language } = options;
    const onNotice = (notice: string) => core.notice(notice);
    for (const [at, service] of services.entries()) {
      this.untried = services.slice(at + 1);
      if (service.oneAtATime) await place.before?.made;
      if (service.isResting) continue;
      try {
        const request = { text, voice, instructions, language, onNotice };
        for await (const piece of service.speak(request, signal)) {
          this.hasBrokenOff = true;
          this.pieces.push(piece);
        }
        this.hasBrokenOff = false;
        return;
      } catch (error) {
        signal.throwIfAborted();
        core.warn(error instanceof Error ? error : String(error));
        if (this.hasBrokenOff) return;
      }
    }
    if (!offline) return;
    try {
      const { isFirst: urgent, answer } = place;
      const { pcm, sampleRate, phones, notice } = await offline.speak(
        text,
        { voice, urgent, answer, language },
        signal,
      );
      if (notice !== undefined) core.notice(notice);
      if (pcm.length > 0) this.pieces.push({ pcm, sampleRate, phones });
    } catch (error) {
      signal.throwIfAborted();
      core.warn(`The offline voice failed: ${messageOf(error)}`);
    }
  }
}
