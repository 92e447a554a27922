import { randomUUID } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { Resampler } from '../../lib/resampler.ts';
import { MICROPHONE_RATE, MODEL_RATE } from '../../lib/sample-rates.ts';
import { ThreadBusy, ThreadLost } from '../../models/runtime/model-thread.ts';
import type {
  SpeechDetector,
  SpeechRecognizer,
  SpeechStream,
  Transcription,
} from '../../speech-recognition/recognizer.ts';
import type { Engine, EngineFactory, EngineHost } from '../engine.ts';
import { endsOpen, endsWhole } from './open-ending.ts';
import { SpeechPauses } from './speech-pauses.ts';

export interface ListeningOptions {
  recognizer: SpeechRecognizer;
  detector: SpeechDetector;
  clock: Clock;
}

/** Silence after which the words are transcribed: most often the turn is over, and then its words are there at once. */
const HESITATION_MS = 96;
/** Many short silences are only the middle of a word; they are not transcribed more often than this. */
const AHEAD_EVERY_MS = 1000;
/** Silence after which the model is asked whether the turn is over. */
const PAUSE_MS = 200;
/** Longest silence within a turn that does not sound finished: while its words are no whole sentence, and when they are. */
const LONGEST_PAUSE_MS = 1500;
const LONGEST_PAUSE_OF_WHOLE_MS = 700;
/** From this likelihood on, a turn is over. */
const OVER = 0.5;
/** Sound before the detected start that belongs to the turn: words may begin softly. */
const MARGIN_MS = 300;
/** A longer turn is transcribed in parts: Whisper takes 30 s at a time. */
const PART_MS = 15_000;
const LONGEST_PART_MS = 27_000;

/**
 * Gives an engine that takes text only speech recognition on this machine: what the consumer says becomes a turn of text when the
 * turn is over, and is shown in the room as it is transcribed.
 */
export function withSpeechRecognition(inner: EngineFactory, options: ListeningOptions): EngineFactory {
  return (host) => new ListeningEngine(host, inner(host), options);
}

/** Errors that affect one transcription only, by their names. */
const TEMPORARY = new Map<string, string>([
  [
    ThreadLost.name,
    'Speech recognition on this machine was interrupted and starts again; what was said meanwhile is lost',
  ],
  [ThreadBusy.name, 'Speech recognition on this machine has too much to do, and some words were lost'],
]);

/** What is being said. */
interface Turn {
  itemId: string;
  fromMs: number;
  /** Of earlier parts of a long turn. */
  said: string;
  heard: Transcription | undefined;
  /** The end of the speech that `heard` is of. */
  heardUntilMs: number;
}

/** A transcription of the turn up to a silence. */
interface Writing {
  untilMs: number;
  stop: AbortController;
  /** Resolves when the words are in the turn. */
  done: Promise<Transcription>;
}

class ListeningEngine implements Engine {
  readonly hears = true;
  readonly #host: EngineHost;
  readonly #inner: Engine;
  readonly #options: ListeningOptions;
  readonly #resampler = new Resampler(MICROPHONE_RATE, MODEL_RATE);
  readonly #stream: SpeechStream;
  readonly #pauses = new SpeechPauses({ hesitationMs: HESITATION_MS, pauseMs: PAUSE_MS });
  readonly #sound = new SoundMemory();
  #turn: Turn | undefined;
  #writing: Writing | undefined;
  #writtenAheadMs = Number.NEGATIVE_INFINITY;
  /** The pause that is being judged. */
  #judging: AbortController | undefined;
  #giveUp: (() => void) | undefined;
  readonly #warned = new Set<string>();
  #closed = false;

  constructor(host: EngineHost, inner: Engine, options: ListeningOptions) {
    this.#host = host;
    this.#inner = inner;
    this.#options = options;
    this.#stream = options.detector.open(
      (probability, endMs) => this.#onFrame(probability, endMs),
      (reason) => this.#warn(new Error(reason)),
    );
  }

  get model(): string | undefined {
    return this.#inner.model;
  }

  start(): Promise<void> {
    // The models are loaded when a conversation starts. A consumer who speaks before that waits, but no sound is lost.
    this.#options.recognizer.warm().catch((error: Error) => this.#warn(error));
    return this.#inner.start();
  }

  greet(): void {
    this.#inner.greet();
  }

  pushAudio(pcm: Int16Array): void {
    if (this.#closed) return;
    const sound = Float32Array.from(this.#resampler.convert(pcm), (sample) => sample / 32_768);
    this.#sound.add(sound);
    this.#stream.push(sound);
  }

  sendText(text: string): void {
    this.#inner.sendText(text);
  }

  interrupt(heard?: { utteranceId: string; heardMs: number; heardText: string }): void {
    this.#inner.interrupt(heard);
  }

  updateContext(text: string): void {
    this.#inner.updateContext(text);
  }

  followLanguage(language: string): void {
    this.#inner.followLanguage?.(language);
  }

  wrapUp(secondsLeft: number): void {
    this.#inner.wrapUp(secondsLeft);
  }

  forget(): void {
    this.#inner.forget();
  }

  close(): Promise<void> {
    this.#closed = true;
    this.#stopJudging();
    this.#stream.close();
    return this.#inner.close();
  }

  #onFrame(probability: number, endMs: number): void {
    if (this.#closed) return;
    const event = this.#pauses.take(probability, endMs);
    if (event?.kind === 'started') {
      const fromMs = Math.max(0, event.atMs - MARGIN_MS);
      this.#turn = { itemId: `user_${randomUUID()}`, fromMs, said: '', heard: undefined, heardUntilMs: 0 };
      this.#host.emit({ type: 'user_speech', speaking: true });
    } else if (event?.kind === 'hesitated') this.#writeAhead(event.atMs);
    else if (event?.kind === 'paused') void this.#judge(event.atMs);
    else if (event?.kind === 'resumed') this.#goOn(event.atMs);
    else if (this.#turn && endMs - this.#turn.fromMs > LONGEST_PART_MS && !this.#writing)
      void this.#writePart(endMs);
    if (!this.#turn) this.#sound.forgetBefore(endMs - MARGIN_MS - 1000);
  }

  /** In a silence that is probably the end of the turn. */
  #writeAhead(silentFromMs: number): void {
    if (!this.#turn || silentFromMs - this.#writtenAheadMs < AHEAD_EVERY_MS) return;
    this.#writtenAheadMs = silentFromMs;
    this.#write(this.#turn, silentFromMs);
  }

  /** Transcribes the turn up to a silence, unless that is done or being done already. */
  #write(turn: Turn, untilMs: number): Writing {
    if (this.#writing?.untilMs === untilMs) return this.#writing;
    this.#writing?.stop.abort();
    const stop = new AbortController();
    const { signal } = stop;
    const samples = this.#sound.slice(turn.fromMs, untilMs + MARGIN_MS);
    const done = this.#options.recognizer
      .transcribe(samples, { signal, language: this.#host.plan.language })
      .then((heard) => {
        signal.throwIfAborted();
        turn.heard = heard;
        turn.heardUntilMs = untilMs;
        this.#show(turn, false);
        return heard;
      });
    const writing = { untilMs, stop, done };
    // Where it fails ahead of the pause, it is tried again in the pause.
    done.catch(() => {
      if (this.#writing === writing) this.#writing = undefined;
    });
    this.#writing = writing;
    return writing;
  }

  /** In a pause: asks whether the turn is over; its words are being transcribed meanwhile. */
  async #judge(pausedAtMs: number): Promise<void> {
    const turn = this.#turn;
    if (!turn) return;
    const judging = new AbortController();
    this.#judging = judging;
    const { signal } = judging;
    const { recognizer, clock } = this.#options;
    const { done } = this.#write(turn, pausedAtMs);
    const askedAt = clock.now();
    let isLate = false;
    let isHeard = false;
    const giveUpAfter = (pauseMs: number) => {
      this.#giveUp?.();
      this.#giveUp = clock.after(Math.max(0, pauseMs - PAUSE_MS - (clock.now() - askedAt)), () => {
        isLate = true;
        if (isHeard && !signal.aborted) this.#finish(turn);
      });
    };
    giveUpAfter(LONGEST_PAUSE_MS);
    const samples = this.#sound.slice(turn.fromMs, pausedAtMs + MARGIN_MS);
    const over = recognizer.turnIsOver(samples, { signal }).catch(() => 1);
    try {
      const heard = await done;
      if (signal.aborted) return;
      isHeard = true;
      const likelihood = await over;
      if (signal.aborted) return;
      const { text, language } = heard;
      if (isLate || (likelihood >= OVER && !endsOpen(text, language))) this.#finish(turn);
      else if (endsWhole(text, language)) giveUpAfter(LONGEST_PAUSE_OF_WHOLE_MS);
    } catch (error) {
      if (signal.aborted) return;
      this.#warn(error as Error);
      this.#finish(turn);
    }
  }

  /** The consumer goes on after a pause. What a long turn said before the pause is kept as text, and transcribed only once. */
  #goOn(atMs: number): void {
    const isWritten = this.#writing?.untilMs === this.#turn?.heardUntilMs;
    this.#stopJudging();
    const turn = this.#turn;
    if (!turn?.heard || !isWritten || atMs - turn.fromMs < PART_MS) return;
    turn.said = textOf(turn);
    turn.heard = undefined;
    turn.fromMs = atMs - MARGIN_MS;
  }

  /** Transcribes a part of a turn that has had no pause. */
  async #writePart(endMs: number): Promise<void> {
    const turn = this.#turn!;
    const samples = this.#sound.slice(turn.fromMs, endMs);
    turn.fromMs = endMs;
    try {
      const heard = await this.#options.recognizer.transcribe(samples, {
        language: this.#host.plan.language,
      });
      if (this.#turn !== turn) return;
      turn.said = [turn.said, heard.text].filter(Boolean).join(' ');
      this.#show(turn, false);
    } catch (error) {
      this.#warn(error as Error);
    }
  }

  #finish(turn: Turn): void {
    this.#stopJudging();
    this.#pauses.finish();
    this.#turn = undefined;
    const text = textOf(turn);
    this.#host.emit({ type: 'user_speech', speaking: false });
    if (text === '') {
      this.#host.emit({ type: 'unanswered' });
      return;
    }
    this.#show(turn, true);
    this.#inner.sendText(text);
  }

  #show(turn: Turn, final: boolean): void {
    const text = textOf(turn);
    if (text === '') return;
    const language = turn.heard?.language;
    this.#host.emit({
      type: 'user_transcript',
      itemId: turn.itemId,
      text,
      final,
      ...(language !== undefined && { language }),
    });
  }

  #stopJudging(): void {
    this.#writing?.stop.abort();
    this.#writing = undefined;
    this.#judging?.abort();
    this.#judging = undefined;
    this.#giveUp?.();
    this.#giveUp = undefined;
  }

  /** Each kind of trouble is reported once. */
  #warn({ name, message }: Error): void {
    const told = TEMPORARY.get(name) ?? 'Speech recognition on this machine has failed; typing still works';
    if (this.#warned.has(told) || this.#closed) return;
    this.#warned.add(told);
    this.#host.emit({ type: 'warning', message: `${told} (${message}).` });
  }
}

const textOf = ({ said, heard }: Turn): string => [said, heard?.text].filter(Boolean).join(' ');

/** The latest sound, by its place on the stream's clock. */
class SoundMemory {
  #pieces: Float32Array[] = [];
  #fromMs = 0;
  #endMs = 0;

  add(sound: Float32Array): void {
    this.#pieces.push(sound);
    this.#endMs += msOf(sound.length);
  }

  forgetBefore(ms: number): void {
    while (this.#pieces.length > 0 && this.#fromMs + msOf(this.#pieces[0]!.length) < ms)
      this.#fromMs += msOf(this.#pieces.shift()!.length);
  }

  slice(fromMs: number, toMs: number): Float32Array {
    const sampleAt = (ms: number) => Math.round(((ms - this.#fromMs) * MODEL_RATE) / 1000);
    const all = new Float32Array(sampleAt(this.#endMs));
    let at = 0;
    for (const piece of this.#pieces) {
      all.set(piece.subarray(0, all.length - at), at);
      at += piece.length;
    }
    return all.slice(Math.max(0, sampleAt(fromMs)), sampleAt(toMs));
  }
}

const msOf = (samples: number): number => (1000 * samples) / MODEL_RATE;
