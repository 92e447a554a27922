import type { ListedVoice, SpeechStyle } from './synthesizer.ts';

/** One page of a list of voices. */
export interface VoicePage {
  voices: ListedVoice[];
  /** The parameters that request the next page in place of those before; absent with the last one. */
  next?: Readonly<Record<string, string>> | undefined;
}

/** How one API over HTTP is asked for speech as raw PCM16 or WAVE, and for its voices. */
export interface SpeechApi {
  /** See `VoiceOffer`. */
  readonly common: string;
  readonly byName: boolean;
  /** Whether the texts of an answer should be requested sequentially: concurrent ones count against a limit. */
  readonly oneAtATime: boolean;
  /** Matches the media types of answers that cannot be the requested sound. */
  readonly notSound: RegExp;
  headersOf(apiKey: string | undefined): Record<string, string>;
  /** Returns the path and query below the server's address, and the body. */
  speech(
    endpoint: { model: string; format: 'pcm' | 'wav'; baseUrl: string },
    text: string,
    style: SpeechStyle,
  ): { path: string; body: object };
  readonly voicesPath: string;
  /** The parameters of the first page of each list; the lists are read one after the other. */
  readonly voiceLists: readonly Readonly<Record<string, string>>[];
  /** Returns `undefined` if the answer is no list. */
  readVoices(body: unknown): VoicePage | undefined;
}
