/** The contract of ears: speech in, words out, by models on this machine. */

/** In Hz, of all sound that ears are given: mono, -1..1. */
export const EARS_RATE = 16_000;

/** What was understood. */
export interface Heard {
  /** Empty where nothing was said, or nothing that could be understood. */
  text: string;
  /** ISO 639-1; the model's only language where it has one. */
  language: string;
  /** Mean over the words, natural logarithm; about -0.2 for clear speech, below -1 for guesses. */
  logProbability: number;
}

export interface HearingOptions {
  /** ISO 639-1, where it is known; otherwise it is detected. */
  language?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Greater goes first. */
  priority?: number | undefined;
}

/** Shared by all conversations of a process; whoever composes it closes it. */
export interface Ears {
  /** The model's name. */
  readonly model: string;
  /** Loads the models and makes them quick, ahead of the first speech. Rejects where that fails. */
  warm(): Promise<void>;
  /** Rejects when it is overloaded, fails, or the signal fires. */
  transcribe(samples: Float32Array, options?: HearingOptions): Promise<Heard>;
  /** How likely it is, 0 to 1, that the turn that ends with these samples is over. */
  turnIsOver(samples: Float32Array, options?: Pick<HearingOptions, 'signal'>): Promise<number>;
}

/** Whether sound is speech, for one stream of it. */
export interface SpeechStream {
  /** Any amount of gapless sound; the answer comes by `onFrame`, in order, a frame of 32 ms at a time. */
  push(samples: Float32Array): void;
  /** Forgets what was heard: what comes is another room. */
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
