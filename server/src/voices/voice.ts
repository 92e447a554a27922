/** The contract of an offline voice: text in, speech with exact phoneme times out. */

/** A phoneme in the CMU set that flite prints (`pau` is silence); `endMs` counts from the first sample. */
export interface TimedPhone {
  phone: string;
  endMs: number;
}

export interface ClauseAudio {
  /** Mono, signed 16 bit. */
  pcm: Int16Array;
  sampleRate: number;
  phones: TimedPhone[];
}

export interface SpokenClause extends ClauseAudio {
  text: string;
  /** Why a different voice than usual speaks, as a sentence for the operator. */
  notice?: string;
}

export interface VoiceStyle {
  /** A voice name of our API (`Puck`, `Kore`, …); each offline voice decides how it sounds. */
  voice: string;
  /** BCP 47 tag of the text's language; English if absent. */
  language?: string | undefined;
  /** Whether the user waits for it in silence: it then precedes clauses that continue another answer. */
  urgent?: boolean | undefined;
  /** Identifies an answer: the same object for all of its clauses, so that a voice can be kept for a whole answer. */
  answer?: object | undefined;
}

export interface Voice {
  /** Speaks one clause at a time, in the order of the calls. Rejects with an `AbortError` if `signal` is aborted. */
  speak(clause: string, style: VoiceStyle, signal?: AbortSignal): Promise<SpokenClause>;
  /** Loads models that take long, because a conversation is about to use the voice. */
  prepare?(): void;
  close(): Promise<void>;
}
