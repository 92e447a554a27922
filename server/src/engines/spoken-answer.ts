import { setImmediate as nextRound } from 'node:timers/promises';
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
  /** If one fails, the next one speaks. */
  services: readonly SpeechService[];
  /** Speaks if there is no service, or if all fail. */
  voice?: Voice | undefined;
  voiceName: string;
  style: string | undefined;
  /** ISO 639-1 code of the spoken text; English if it is unknown. */
  language?: string | undefined;
  /** How far ahead of playout speech may be synthesized. */
  maxAheadMs: number;
  aside?: Aside | undefined;
  onBegun?: () => void;
}

interface Piece extends SpokenPiece {
  phones?: TimedPhone[];
}

/** After this much silence within an answer, the rest becomes a separate utterance, with `thinking` before it. */
const PAUSE_MS = 1500;

/**
 * Speaks a text clause by clause while it is still being written: as one utterance, or as several if the text arrives
 * slowly.
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
  #spokenClauses = 0;
  #startedAt: number | undefined;
  #emittedMs = 0;
  #cancelPause: () => void = () => undefined;
  #isClosed = false;

  constructor(name: string, options: SpeechOptions, signal: AbortSignal) {
    this.id = name;
    this.#name = name;
    this.#options = options;
    this.#signal = signal;
  }

  get hasWords(): boolean {
    return this.#spokenClauses > 0 || this.#clauses.length > 0;
  }

  /** Whether words wait to be spoken. */
  get awaitsVoice(): boolean {
    return this.#clauses.length > 0;
  }

  say(clause: string): void {
    if (clause.trim() === '') return;
    this.#cancelPause();
    this.#clauses.push({ text: clause.trim(), speech: undefined });
    this.#prepare();
    this.#worker ??= this.#speakAll().catch((error: unknown) => {
      this.#failure = { error };
      this.#worker = undefined;
    });
  }

  /** Resolves when everything has been emitted; rejects with the abort's reason, or the error of the failed speech. */
  async end(): Promise<void> {
    while (this.#worker) await this.#worker;
    this.#cancelPause();
    this.#signal.throwIfAborted();
    if (this.#failure) throw this.#failure.error;
    this.#options.core.utterances.finish(this.id);
  }

  /** Closes the answer before its end: nothing follows. */
  close(): void {
    this.#cancelPause();
    this.#isClosed = true;
  }

  /** Everything written so far is spoken: starts the timer for a pause. */
  #schedulePause(): void {
    const { core, aside } = this.#options;
    if (aside || this.#isClosed || this.#signal.aborted) return;
    this.#cancelPause = core.clock.after(Math.max(0, this.#aheadMs) + PAUSE_MS, () => {
      if (this.#signal.aborted) return;
      core.utterances.finish(this.id);
      this.id = `${this.#name}_${++this.#parts}`;
      this.#startedAt = undefined;
      this.#emittedMs = 0;
      core.emit({ type: 'thinking' });
    });
  }

  async #speakAll(): Promise<void> {
    for (;;) {
      const next = this.#clauses[0];
      if (!next) {
        // Cleared here rather than when the promise settles: `say` would find a finished worker meanwhile.
        this.#worker = undefined;
        this.#schedulePause();
        return;
      }
      this.#prepare();
      await this.#speak(next.text, next.speech!);
      this.#clauses.shift();
      this.#spokenClauses++;
    }
  }

  /** Starts the synthesis of the current and the next clause. */
  #prepare(): void {
    let before: Speech | undefined;
    for (const clause of this.#clauses.slice(0, 2)) {
      const isFirst = this.#spokenClauses === 0 && clause === this.#clauses[0];
      const context = { isFirst, answer: this, before };
      clause.speech ??= new Speech(clause.text, context, this.#options, this.#signal);
      before = clause.speech;
    }
  }

  /** Speaks a clause. If a voice breaks off, the next one continues. */
  async #speak(clause: string, speech: Speech): Promise<void> {
    let text = this.#spokenClauses === 0 ? clause : ` ${clause}`;
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

  /** Plays the speech of a text. @returns the part that another voice has to say */
  async #play(text: string, speech: Speech, isRest: boolean): Promise<string> {
    const { utterances } = this.#options.core;
    const words = new ClauseWords(text);
    const fromMs = utterances.audioMs(this.id);
    const addText = ({ text: stretch, startMs, endMs }: TimedText) =>
      utterances.text(this.id, stretch, { startMs: fromMs + startMs, endMs: fromMs + endMs });
    let clauseMs = 0;
    for (let piece = await speech.pieces.next(); piece; piece = await speech.pieces.next()) {
      this.#signal.throwIfAborted();
      this.#startUtterance();
      const { pcm, sampleRate, phones, words: timed } = piece;
      const pieceMs = durationMs(pcm.length, sampleRate);
      clauseMs += pieceMs;
      if (phones) {
        // The piece is the whole clause, with the times of its phonemes.
        const all = words.all(clauseMs).map((stretch) => stretch.text);
        utterances.audio(this.id, pcm, sampleRate, { text: all.join(''), phones });
      } else {
        utterances.audio(this.id, pcm, sampleRate);
        for (const stretch of timed ? words.timed(timed) : words.estimated(clauseMs)) addText(stretch);
      }
      await this.#waitForPlayout(pieceMs);
    }
    this.#signal.throwIfAborted();
    if (speech.hasBrokenOff) return words.rest;
    this.#startUtterance();
    // Text that no voice could speak is still shown, but not the rest of text that was partly heard.
    if (clauseMs > 0 || !isRest) for (const stretch of words.all(clauseMs)) addText(stretch);
    // Thousands of clauses without sound would otherwise keep the process, and its other conversations, from everything else.
    if (clauseMs === 0) await nextRound();
    return '';
  }

  #startUtterance(): void {
    const { core, aside, onBegun } = this.#options;
    if (core.utterances.has(this.id)) return;
    onBegun?.();
    core.utterances.start(this.id, aside);
  }

  /** Approximately how much is still to be heard. */
  get #aheadMs(): number {
    const { clock } = this.#options.core;
    return this.#emittedMs - (clock.now() - (this.#startedAt ?? clock.now()));
  }

  async #waitForPlayout(ms: number): Promise<void> {
    const { core, maxAheadMs } = this.#options;
    const { clock } = core;
    this.#startedAt ??= clock.now();
    this.#emittedMs += ms;
    const aheadMs = this.#aheadMs;
    if (aheadMs > maxAheadMs) await sleepUnlessAborted(clock, aheadMs - maxAheadMs, this.#signal);
    this.#signal.throwIfAborted();
  }
}

interface ClauseContext {
  isFirst: boolean;
  answer: SpokenAnswer;
  before: Speech | undefined;
}

/** The audio of one clause during its synthesis by the first voice that works: a service, or else the offline voice. */
class Speech {
  /** Ends only with the abort's reason. */
  readonly pieces = new AsyncQueue<Piece>();
  /** Resolves when the synthesis has ended. */
  readonly done: Promise<void>;
  /** Whether a service has produced only the beginning. */
  hasBrokenOff = false;
  /** The services that were not tried. */
  untried: readonly SpeechService[];

  constructor(clause: string, context: ClauseContext, options: SpeechOptions, signal: AbortSignal) {
    this.untried = options.services;
    this.done = this.#synthesize(clause, context, options, signal).then(
      () => this.pieces.end(),
      (error: unknown) => this.pieces.end(error),
    );
  }

  async #synthesize(
    text: string,
    context: ClauseContext,
    options: SpeechOptions,
    signal: AbortSignal,
  ): Promise<void> {
    const { core, services, voice: offline, voiceName: voice, style: instructions, language } = options;
    const onNotice = (notice: string) => core.notice(notice);
    for (const [at, service] of services.entries()) {
      this.untried = services.slice(at + 1);
      if (service.oneAtATime) await context.before?.done;
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
      const { isFirst: urgent, answer } = context;
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
