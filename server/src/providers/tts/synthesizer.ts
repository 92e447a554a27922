/** The contract of speech synthesis by a server: text in, audio out, with the times of its words if available. */
import type { ProviderName } from '../provider-error.ts';

/** A word as it is spoken. Times count from the first sample of the text that was passed to `speak`. */
export interface TimedWord {
  word: string;
  startMs: number;
  endMs: number;
}

export interface SpokenPiece {
  /** Mono. The first piece always has samples; a later one may contain only words. */
  pcm: Int16Array;
  sampleRate: number;
  /**
   * Words whose times are known now, in order; their audio may be in earlier or later pieces. Absent if the server
   * gives no times.
   */
  words?: readonly TimedWord[];
}

export interface SpeechStyle {
  /** The server's name for it: the `id` of a `ListedVoice`. */
  voice: string;
  /** How to speak it, in words, for servers that accept that. */
  instructions?: string | undefined;
  /** ISO 639-1, if it is known. */
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
  /** Whether the account at the vendor has made or cloned it. */
  own?: boolean | undefined;
}

const SEXES: Readonly<Record<string, 'f' | 'm'>> = { female: 'f', feminine: 'f', male: 'm', masculine: 'm' };

/** Returns the sex that a server states for a voice, if that is one of the usual words. */
export const sexIn = (stated = ''): 'f' | 'm' | undefined => SEXES[stated.toLowerCase()];

/** Returns the ISO 639-1 code at the beginning of a stated language, such as `en` in `en-US`. */
export const languageIn = (stated = ''): string | undefined =>
  /^[a-z]{2}(?=$|[-_])/i.exec(stated)?.[0].toLowerCase();

/** The facts about a server's voices that the choice of one depends on. */
export interface VoiceOffer {
  readonly setting: string;
  /** The voice that this setting names, which replaces every agent's voice. */
  readonly chosen?: string | undefined;
  /** A voice that certainly exists, used if the list is not available. */
  readonly common: string;
  /** True: voices are addressed by name, and a list of them is complete. False: by id, and a list may be partial. */
  readonly byName: boolean;
  /** A few hundred at most; `undefined` if there is no list. Rejects with a `ProviderError`, or a `TimeoutError`. */
  list(): Promise<ListedVoice[] | undefined>;
}

/** Shared by all conversations of a process; the composition root closes it. */
export interface SpeechSynthesizer {
  readonly provider: ProviderName;
  /** Whether the texts of an answer should be requested sequentially rather than concurrently. */
  readonly oneAtATime: boolean;
  readonly voices: VoiceOffer;
  /** Opens what `speak` needs, because something will be said soon. */
  prepare?(): void;
  /**
   * Yields audio while it is synthesized. Rejects with a `ProviderError`, or with the signal's reason. If the consumer
   * stops iterating or aborts, the server's work ends too.
   */
  speak(text: string, style: SpeechStyle, signal: AbortSignal): AsyncIterable<SpokenPiece>;
  close(): Promise<void>;
}
