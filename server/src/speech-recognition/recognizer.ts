/** The contract of speech recognition by models on this machine: speech in, words out. Sound is mono, -1..1, at `MODEL_RATE`. */

export interface Transcription {
  /** Empty where no words were recognized. */
  text: string;
  /** ISO 639-1; the model's only language where it has one. */
  language: string;
  /** Mean over the words, natural logarithm; about -0.2 for clear speech, below -1 for guesses. */
  logProbability: number;
}

export interface RecognitionOptions {
  /** ISO 639-1, where it is known; otherwise it is detected. */
  language?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Higher priorities go first. */
  priority?: number | undefined;
}

/** Shared by all conversations of a process; the composition root closes it. */
export interface SpeechRecognizer {
  /** The model's name. */
  readonly model: string;
  /** Loads the models and runs them once, so that the first speech does not wait. Rejects where that fails. */
  warm(): Promise<void>;
  /** Rejects when it is overloaded, fails, or the signal fires. */
  transcribe(samples: Float32Array, options?: RecognitionOptions): Promise<Transcription>;
  /** How likely it is, 0 to 1, that the speaker has finished the turn that these samples end with. */
  turnIsOver(samples: Float32Array, options?: Pick<RecognitionOptions, 'signal'>): Promise<number>;
}

/** Whether sound is speech, for one stream of it. */
export interface SpeechStream {
  /** Any amount of gapless sound; the answer comes by `onFrame`, in order, a frame of 32 ms at a time. */
  push(samples: Float32Array): void;
  /** Forgets all sound so far, because the next sound does not continue it. */
  reset(): void;
  close(): void;
}

export interface SpeechDetector {
  /**
   * `onFrame`: how likely the frame is speech, 0 to 1, and where it ends on the clock of the pushed sound, in ms.
   * `onLost`: there will be no more answers.
   */
  open(onFrame: (probability: number, endMs: number) => void, onLost: (reason: string) => void): SpeechStream;
  close(): Promise<void>;
}
