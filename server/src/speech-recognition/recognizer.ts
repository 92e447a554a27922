/** The contract of speech recognition: speech in, words out. Audio is mono, -1..1, at `MODEL_RATE`. */

export interface Transcription {
  /** Empty if no words were recognized. */
  text: string;
  /** ISO 639-1; the model's only language if it has just one. Absent if unknown. */
  language?: string;
  /** Natural logarithm, mean over the words: about -0.2 for clear speech, below -1 for guesses. Absent if unknown. */
  logProbability?: number;
}

export interface RecognitionOptions {
  /** ISO 639-1, if it is known; otherwise it is detected. */
  language?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Higher priorities go first. */
  priority?: number | undefined;
}

/** Words of one utterance, as they are spoken. */
export interface RecognitionStream {
  /** Takes audio that follows what was pushed before. */
  push(samples: Float32Array): void;
  /**
   * Returns all words so far, once everything pushed is recognized; more may be pushed afterwards. Rejects if the
   * service fails, or with the signal's reason.
   */
  complete(signal: AbortSignal): Promise<Transcription>;
  close(): void;
}

/** Shared by all conversations of a process; the composition root closes it. */
export interface SpeechRecognizer {
  readonly model: string;
  /** Whether it runs on this machine: then the speech so far may be transcribed again in every short silence. */
  readonly isLocal: boolean;
  /** Loads the models and runs them once, so that the first speech does not wait. Rejects if that fails. */
  warm(): Promise<void>;
  /** Rejects if it is overloaded, fails, or is aborted. */
  transcribe(samples: Float32Array, options?: RecognitionOptions): Promise<Transcription>;
  /** Begins an utterance. `onWords` gets all words so far, repeatedly. Absent if words come only at the end. */
  listen?(options: {
    language?: string | undefined;
    onWords: (words: Transcription) => void;
  }): RecognitionStream;
}

/** Judges from the melody of speech whether it is over. Shared by all conversations of a process. */
export interface TurnJudge {
  /** Returns the likelihood, 0 to 1, that the speaker has finished the turn that these samples end with. */
  turnIsOver(samples: Float32Array, options?: Pick<RecognitionOptions, 'signal'>): Promise<number>;
  /** Loads the model and runs it once, so that the first turn does not wait. Rejects if that fails. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** Detects whether audio is speech, for one stream of it. */
export interface SpeechStream {
  /** Takes any amount of audio without gaps; `onFrame` gets the results in order, one for each frame of 32 ms. */
  push(samples: Float32Array): void;
  close(): void;
}

export interface SpeechDetector {
  /**
   * `onFrame`: the likelihood, 0 to 1, that the frame is speech, and its end on the clock of the pushed audio, in ms.
   * `onLost`: there will be no more results.
   */
  open(onFrame: (probability: number, endMs: number) => void, onLost: (reason: string) => void): SpeechStream;
  close(): Promise<void>;
}
