import type {
  RecognitionStream,
  SpeechRecognizer,
  Transcription,
} from '../../speech-recognition/recognizer.ts';
import type { AudioHistory } from './audio-history.ts';

/** Many short silences are only the middle of a word, so they cause at most one transcription in this time. */
const EARLY_INTERVAL_MS = 1000;
/** A remote recognizer gets the audio so far at most once in this time, except at the end: it may cost money. */
const REMOTE_INTERVAL_MS = 2000;
/** Audio around detected speech that belongs to it: words begin and end softly. */
export const MARGIN_MS = 300;
/** A longer turn is transcribed in parts: Whisper takes 30 s at a time. */
const MIN_PART_MS = 15_000;
const MAX_PART_MS = 27_000;

export interface UtteranceTranscriberNeeds {
  recognizer: SpeechRecognizer;
  audio: AudioHistory;
  /** ISO 639-1, if the conversation has a fixed language. */
  language: string | undefined;
  onError: (error: Error) => void;
  onChange: () => void;
}

/** A transcription up to a silence. */
interface ActiveTranscription {
  untilMs: number;
  stop: AbortController;
  done: Promise<Transcription>;
}

/** The words of one utterance, transcribed at each silence or live. All times are on the microphone's clock. */
export class UtteranceTranscriber {
  readonly #needs: UtteranceTranscriberNeeds;
  /** Transcribes the words as they are spoken. If absent, they are transcribed at each silence. */
  readonly #live: RecognitionStream | undefined;
  #fromMs: number;
  /** Words of earlier parts of a long utterance. */
  #earlierText = '';
  #latest: Transcription | undefined;
  /** The end of the speech that `#heard` covers. */
  #latestUntilMs = 0;
  #active: ActiveTranscription | undefined;
  #earlyTranscribedMs = Number.NEGATIVE_INFINITY;
  #lastRequestMs = Number.NEGATIVE_INFINITY;

  /** @param fromMs where the speech begins */
  constructor(fromMs: number, needs: UtteranceTranscriberNeeds) {
    this.#needs = needs;
    this.#fromMs = Math.max(0, fromMs - MARGIN_MS);
    const { recognizer, language, audio } = needs;
    this.#live = recognizer.listen?.({ language, onWords: (heard) => this.#update(heard) });
    this.#live?.push(audio.slice(this.#fromMs, Number.POSITIVE_INFINITY));
  }

  push(samples: Float32Array): void {
    this.#live?.push(samples);
  }

  /** Where the audio begins that is not transcribed yet. */
  get fromMs(): number {
    return this.#fromMs;
  }

  get text(): string {
    return [this.#earlierText, this.#latest?.text].filter(Boolean).join(' ');
  }

  /** ISO 639-1; `undefined` if the recognizer does not report it. */
  get language(): string | undefined {
    return this.#latest?.language;
  }

  /** Begins to transcribe what was said up to a silence that may be the middle of a word. */
  transcribeEarly(untilMs: number): void {
    if (!this.#needs.recognizer.isLocal || untilMs - this.#earlyTranscribedMs < EARLY_INTERVAL_MS) return;
    this.#earlyTranscribedMs = untilMs;
    void this.transcribe(untilMs);
  }

  /** Whether what was said up to a pause at `atMs` may be transcribed before that pause counts as the end of speech. */
  mayTranscribe(atMs: number): boolean {
    return (
      this.#needs.recognizer.isLocal ||
      this.#live !== undefined ||
      atMs - this.#lastRequestMs >= REMOTE_INTERVAL_MS
    );
  }

  /** Transcribes a part of long speech that contains no pause. */
  transcribePartIfLong(nowMs: number): void {
    if (!this.#live && nowMs - this.#fromMs > MAX_PART_MS) void this.#transcribePart(nowMs);
  }

  /** Transcribes up to a silence, unless that is done or in progress. Resolves with what is new since the last part. */
  transcribe(untilMs: number): Promise<Transcription> {
    if (this.#active?.untilMs === untilMs) return this.#active.done;
    this.#lastRequestMs = untilMs;
    this.#active?.stop.abort();
    const stop = new AbortController();
    const { signal } = stop;
    const words = this.#live?.complete(signal) ?? this.#recognize(untilMs + MARGIN_MS, signal);
    const done = words.then((heard) => {
      signal.throwIfAborted();
      this.#latestUntilMs = untilMs;
      this.#update(heard);
      return heard;
    });
    const active = { untilMs, stop, done };
    // A transcription that fails before the pause is tried again in the pause.
    done.catch(() => {
      if (this.#active === active) this.#active = undefined;
    });
    this.#active = active;
    return done;
  }

  /** Speech continues at `atMs`. A long utterance keeps its earlier words as text: they are transcribed only once. */
  resumedAt(atMs: number): void {
    const isTranscribed = this.#active?.untilMs === this.#latestUntilMs;
    this.stop();
    if (this.#live || !this.#latest || !isTranscribed || atMs - this.#fromMs < MIN_PART_MS) return;
    this.#earlierText = this.text;
    this.#latest = undefined;
    this.#fromMs = atMs - MARGIN_MS;
  }

  get isTranscribing(): boolean {
    return this.#active !== undefined;
  }

  stop(): void {
    this.#active?.stop.abort();
    this.#active = undefined;
  }

  close(): void {
    this.stop();
    this.#live?.close();
  }

  #update(heard: Transcription): void {
    this.#latest = heard;
    this.#needs.onChange();
  }

  async #transcribePart(untilMs: number): Promise<void> {
    const part = this.#recognize(untilMs);
    this.#fromMs = untilMs;
    try {
      const { text } = await part;
      this.#earlierText = [this.#earlierText, text].filter(Boolean).join(' ');
      this.#needs.onChange();
    } catch (error) {
      this.#needs.onError(error as Error);
    }
  }

  #recognize(untilMs: number, signal?: AbortSignal): Promise<Transcription> {
    const { recognizer, audio, language } = this.#needs;
    return recognizer.transcribe(audio.slice(this.#fromMs, untilMs), { signal, language });
  }
}
