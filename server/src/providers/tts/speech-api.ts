import type { ListedVoice, SpeechStyle, SpeechSynthesizer, VoiceOffer } from './synthesizer.ts';

/** One page of a list of voices. */
export interface VoicePage {
  voices: ListedVoice[];
  /** The path and query of the next page; absent with the last one. */
  next?: string | undefined;
}

/** How one API over HTTP is asked for speech as raw PCM16 or WAVE, and for its voices. */
export interface SpeechApi
  extends Pick<SpeechSynthesizer, 'oneAtATime'>,
    Pick<VoiceOffer, 'common' | 'byName'> {
  /** Matches the media types of answers that cannot be the requested sound. */
  readonly notSound: RegExp;
  headersOf(apiKey: string | undefined): Record<string, string>;
  /** Returns the path and query below the server's address, and the body. */
  speech(
    endpoint: { model: string; format: 'pcm' | 'wav'; baseUrl: string },
    text: string,
    style: SpeechStyle,
  ): { path: string; body: object };
  /** The path and query of the first page of each list; the lists are read one after the other. */
  readonly voiceLists: readonly string[];
  /** Returns `undefined` if the answer is no list. */
  readVoices(body: unknown): VoicePage | undefined;
}
