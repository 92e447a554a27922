/**
 * The contract of an engine: it receives what the user says, and returns speech and its text. An engine produces speech
 * as fast as it can; the conversation plays it in real time, cuts it at interruptions and measures how much was played.
 */
import type { EngineName, EnginePlan, FoundPassage } from '@visavis/contracts';
import type { Emotion } from '../faces/face.ts';
import type { ProviderFault } from '../providers/provider-error.ts';
import type { TimedPhone } from '../voices/voice.ts';

/** When words are said, in ms from the first sample of their utterance. */
export interface SpokenTime {
  startMs: number;
  endMs: number;
}

/** An utterance instead of an answer: the answer will still come (`wait`), or there is none (`apology`). */
export type Aside = 'wait' | 'apology';

export type EngineEvent =
  /** The engine is working on an answer; there is no audio yet. */
  | { type: 'thinking' }
  /** The last turn gets no answer: the engine is idle. */
  | { type: 'unanswered' }
  | { type: 'utterance_started'; utteranceId: string; aside?: Aside }
  /** `text`: the words spoken in these samples, if the engine can align them. */
  | {
      type: 'audio';
      utteranceId: string;
      pcm: Int16Array;
      sampleRate: number;
      text?: string;
      /** Times count from the first sample of this chunk. */
      phones?: TimedPhone[];
    }
  /** Text of the utterance that is not aligned with one chunk of audio; appended in order. */
  | { type: 'text'; utteranceId: string; text: string; time?: SpokenTime }
  /** `spokenText`: what the audio contains of text without times, if it broke off before the end of the text. */
  | { type: 'utterance_finished'; utteranceId: string; spokenText?: string }
  /**
   * The user's transcript. A later event with the same `itemId` replaces the text. `language` is ISO 639-1, if it was
   * detected from the audio.
   */
  | { type: 'user_transcript'; itemId: string; text: string; final: boolean; language?: string }
  /** The provider's own voice activity detection. `cut`: it has dropped the rest of its answer because of it. */
  | { type: 'user_speech'; speaking: boolean; cut?: boolean }
  | { type: 'tool_call'; name: string; content: string }
  | { type: 'tool_result'; name: string; content: string }
  | { type: 'emotion'; emotion: Emotion }
  /** The engine wants to hang up when its audio has been played. */
  | { type: 'end_requested' }
  /** A problem that the user may notice. `message` is for operators; the user gets our own words. */
  | { type: 'warning'; message: string }
  /** Information for operators; there is no problem. */
  | { type: 'notice'; message: string }
  /** A provider failed, whatever the consequence. It is only counted; a `warning` or `failed` describes it. */
  | ({ type: 'fault' } & ProviderFault)
  /** No further events follow. `message` is for operators and contains no secret. */
  | { type: 'failed'; message: string };

/** A function that the model may call, in a form common to all engines with tools. */
export interface EngineTool {
  /** Letters, digits and underscores. */
  name: string;
  description: string;
  /** JSON schema of the arguments: an object. */
  parameters: Record<string, unknown>;
  /** The call needs no answer: the model does not speak again because of it. */
  silent?: boolean;
  /** Timeout of a call; ten seconds by default. */
  timeoutMs?: number;
  /** Returns the result as text for the model. Rejects if the tool has failed. */
  run(args: Record<string, unknown>, signal: AbortSignal): Promise<string>;
}

/** A picture that the user shows. */
export interface EngineImage {
  mimeType: 'image/jpeg' | 'image/png';
  bytes: Uint8Array;
}

/** The services that the conversation provides to an engine. */
export interface EngineHost {
  /** The current plan. Read it each time, because memories may be erased from it. */
  readonly plan: EnginePlan;
  /** Tools of this conversation, in addition to the standard ones. */
  tools?: readonly EngineTool[];
  emit(event: EngineEvent): void;
  /** Returns passages, best first. Absent if the conversation has no knowledge base. */
  searchKnowledge?(query: string, take: number): Promise<FoundPassage[]>;
}

export interface Engine {
  /** True if the engine takes audio; otherwise `pushAudio` is not called. */
  readonly hears: boolean;
  /** The model in use, by its provider's name; absent if unknown or if there is none. */
  readonly model?: string | undefined;
  /**
   * Rejects if the provider is unreachable or refuses. An engine that can speak without its model's server starts
   * anyway: it greets, and says that it cannot answer once it is asked.
   */
  start(): Promise<void>;
  /** Says the greeting of the plan, or one of its own. */
  greet(): void;
  /** Takes the consumer's microphone: mono, at `MICROPHONE_RATE`. */
  pushAudio(pcm: Int16Array): void;
  /** Takes a turn of the consumer as text, typed or from speech recognition. */
  sendText(text: string): void;
  /**
   * The user pauses and has probably said this, but may continue: the engine may silently prepare the answer.
   * `undefined`: the user continues. Absent in engines that prepare nothing.
   */
  expectText?(text: string | undefined): void;
  /**
   * The user interrupted: stops the answer in progress. `heardMs` of `utteranceId` were played; `heardText` is the text
   * of that part.
   */
  interrupt(heard?: { utteranceId: string; heardMs: number; heardText: string }): void;
  /**
   * The user shows a picture. It is not a turn, but the next turn may refer to it. Absent if the engine takes no
   * pictures (`ProviderCapabilities.vision`).
   */
  showImage?(image: EngineImage): void;
  /**
   * Says with these words that an answer takes a while, after the user has waited in silence for `afterMs` (0: never).
   * Such an engine also gives up by itself on answers that never come. If absent, the conversation does both in its
   * fallback voice.
   */
  readonly wait?: { readonly afterMs: number; readonly say: (words: string) => void } | undefined;
  /**
   * Called when the user's speech could not be transcribed: asks the user to repeat it, or to type if further speech
   * will probably fail too (`isLasting`). Absent if the engine hears by itself, or stays silent.
   */
  notUnderstood?(isLasting: boolean): void;
  /** Adds information for the model from now on. It is not a turn and gets no answer. */
  updateContext(text: string): void;
  /**
   * From this turn on, the consumer clearly speaks this language (ISO 639-1). Not called if the plan has a fixed one.
   * Absent in engines whose model detects the language by itself, or whose provider takes it only when a connection is
   * opened.
   */
  followLanguage?(language: string): void;
  /** The conversation ends in about `secondsLeft`; the engine should say goodbye. */
  wrapUp(secondsLeft: number): void;
  /** Memories were erased from the plan; the engine must not use them any more. */
  forget(): void;
  close(): Promise<void>;
}

export type EngineFactory = (host: EngineHost) => Engine;

/** The engines of a conversation. `fallback` takes text, and answers if the engine of a vendor cannot start. */
export type Engines = Partial<Record<EngineName, EngineFactory>> & { fallback?: EngineFactory };
