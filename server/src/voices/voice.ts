/** The contract of an offline voice: text in, speech with exact phoneme times out. */

/** A phoneme in the CMU set that flite prints (`pau` is silence); `endMs` counts from the first sample. */
export interface TimedPhone {
  phone: string;
  endMs: number;
}

export interface ClauseSound {
  /** Mono, signed 16 bit. */
  pcm: Int16Array;
  sampleRate: number;
  phones: TimedPhone[];
}

export interface SpokenClause extends ClauseSound {
  text: string;
  /** Why another voice than the usual one speaks, in a sentence for the operator. */
  notice?: string;
}

export interface VoiceStyle {
  /** A voice name of the specification (`Puck`, `Kore`, …); how it sounds is the voice's own affair. */
  voice: string;
  /** BCP 47 tag of the language that the text is in; English where it is not said. */
  language?: string | undefined;
  /** The user waits for it in silence: it is made before clauses that continue another answer. */
  urgent?: boolean | undefined;
  /** Identifies an answer: the same object for all of its clauses. A voice changes between answers only. */
  answer?: object | undefined;
}

export interface Voice {
  /** One clause at a time, in the order of the calls. Rejects with an `AbortError` when `signal` fires. */
  speak(clause: string, style: VoiceStyle, signal?: AbortSignal): Promise<SpokenClause>;
  /** Loads models that take long, because a conversation is about to use the voice. */
  prepare?(): void;
  close(): Promise<void>;
}
