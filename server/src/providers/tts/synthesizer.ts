/** The contract of speech synthesis by a server: text in, audio out, with the times of its words where the server gives them. */
import type { ProviderName } from '../provider-error.ts';

/** A word as it is spoken. Times count from the first sample of the text that was given to speak. */
export interface TimedWord {
  word: string;
  startMs: number;
  endMs: number;
}

export interface SpokenPiece {
  /** Mono. The first piece always has samples; a later one may bring words only. */
  pcm: Int16Array;
  sampleRate: number;
  /**
   * Words whose times are known now, in their order; their audio may be in earlier or later pieces. Absent
   * where the server gives no times.
   */
  words?: readonly TimedWord[];
}

export interface SpeechStyle {
  /** As the server names it: the `id` of a `ListedVoice`. */
  voice: string;
  /** How it is to be spoken, in words, for servers that take them. */
  instructions?: string | undefined;
  /** ISO 639-1, where it is known. */
  language?: string | undefined;
  /** For how long the server's list of voices was waited for: the audio is waited for so much less. */
  waitedMs?: number | undefined;
}

export interface ListedVoice {
  id: string;
  /** The name by which agents or operators may know it. */
  name: string;
  sex?: 'f' | 'm' | undefined;
  /** ISO 639-1. */
  language?: string | undefined;
}

/** The facts about a server's voices by which one is chosen. */
export interface VoiceOffer {
  readonly setting: string;
  /** The voice that this setting names, used instead of every agent's voice. */
  readonly chosen?: string | undefined;
  /** A voice that certainly exists, for when no list can be had. */
  readonly common: string;
  /** True: voices are addressed by name, and a list of them is complete. False: by id, and a list may be partial. */
  readonly byName: boolean;
  /** At most some hundreds; `undefined` where there is no list. Rejects with a `ProviderError`, or a `TimeoutError`. */
  list(): Promise<ListedVoice[] | undefined>;
}

/** Shared by all conversations of a process; the composition root closes it. */
export interface SpeechSynthesizer {
  readonly provider: ProviderName;
  /** Whether texts of an answer are better asked for one after the other than at the same time. */
  readonly oneAtATime: boolean;
  readonly voices: VoiceOffer;
  /** Opens what `speak` needs, because something will be said soon. */
  prepare?(): void;
  /**
   * Yields audio while it is made. Rejects with a `ProviderError`, or with the signal's reason; whoever stops
   * taking, or aborts, ends the work of the server too.
   */
  speak(text: string, style: SpeechStyle, signal: AbortSignal): AsyncIterable<SpokenPiece>;
  close(): Promise<void>;
}
