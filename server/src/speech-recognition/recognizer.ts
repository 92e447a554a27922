/** The contract of speech recognition: speech in, words out. Audio is mono, -1..1, at `MODEL_RATE`. */

export interface Transcription {
  /** Empty where no words were recognized. */
  text: string;
  /** ISO 639-1; the model's only language where it has one, absent where nobody says. */
  language?: string;
  /** Mean over the words, natural logarithm; about -0.2 for clear speech, below -1 for guesses. Absent where nobody says. */
  logProbability?: number;
}

export interface RecognitionOptions {
  /** ISO 639-1, where it is known; otherwise it is detected. */
  language?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Higher priorities go first. */
  priority?: number | undefined;
}

/** Words as they are spoken, of one utterance. */
export interface LiveWords {
  /** Takes audio that follows what was pushed before. */
  push(samples: Float32Array): void;
  /**
   * All words so far, once everything pushed is understood; more may be pushed afterwards. Rejects where the service fails, or
   * with the signal's reason.
   */
  complete(signal: AbortSignal): Promise<Transcription>;
  close(): void;
}

/** Shared by all conversations of a process; the composition root closes it. */
export interface SpeechRecognizer {
  readonly model: string;
  /** Whether it runs on this machine: then what was said may be transcribed anew in every short silence. */
  readonly isLocal: boolean;
  /** Loads the models and runs them once, so that the first speech does not wait. Rejects where that fails. */
  warm(): Promise<void>;
  /** Rejects when it is overloaded, fails, or the signal fires. */
  transcribe(samples: Float32Array, options?: RecognitionOptions): Promise<Transcription>;
  /** Begins an utterance. `onWords` gets what is understood so far, each time all of it. Absent: words come when it is over. */
  listen?(options: { language?: string | undefined; onWords: (words: Transcription) => void }): LiveWords;
}

/** Tells by its melody whether what somebody says is over. Shared by all conversations of a process. */
export interface TurnJudge {
  /** How likely it is, 0 to 1, that the speaker has finished the turn that these samples end with. */
  turnIsOver(samples: Float32Array, options?: Pick<RecognitionOptions, 'signal'>): Promise<number>;
  /** Loads the model and runs it once, so that the first turn does not wait. Rejects where that fails. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** Finds whether audio is speech, for one stream of it. */
export interface SpeechStream {
  /** Takes any amount of gapless audio; the answer comes by `onFrame`, in order, a frame of 32 ms at a time. */
  push(samples: Float32Array): void;
  close(): void;
}

export interface SpeechDetector {
  /**
   * `onFrame`: how likely the frame is speech, 0 to 1, and where it ends on the clock of the pushed audio, in ms.
   * `onLost`: there will be no more answers.
   */
  open(onFrame: (probability: number, endMs: number) => void, onLost: (reason: string) => void): SpeechStream;
  close(): Promise<void>;
}
