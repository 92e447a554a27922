/**
 * The contract of an engine: what the user says goes in, speech and its text come out. An engine produces speech as
 * fast as it can; the conversation plays it in real time, cuts it at interruptions and measures how much was played.
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

/** An utterance in place of an answer: it says that the answer still comes (`wait`), or that there is none (`apology`). */
export type Aside = 'wait' | 'apology';

export type EngineEvent =
  /** The engine is working on an answer; no audio yet. */
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
  | { type: 'utterance_finished'; utteranceId: string }
  /**
   * The transcript of the user. The same `itemId` again replaces the text. `language` (ISO 639-1) where it
   * was detected from the audio.
   */
  | { type: 'user_transcript'; itemId: string; text: string; final: boolean; language?: string }
  /** The provider's own voice activity detection. `cut`: it has dropped the rest of its answer because of it. */
  | { type: 'user_speech'; speaking: boolean; cut?: boolean }
  | { type: 'tool_call'; name: string; content: string }
  | { type: 'tool_result'; name: string; content: string }
  | { type: 'emotion'; emotion: Emotion }
  /** The engine wants to hang up when its audio has been played. */
  | { type: 'end_requested' }
  /** Something is wrong that the user may notice. `message` is for operators; the user hears words of our own. */
  | { type: 'warning'; message: string }
  /** For operators only: nothing is wrong. */
  | { type: 'notice'; message: string }
  /** A provider failed, whatever became of it: only counted. A warning or `failed` says it in words. */
  | ({ type: 'fault' } & ProviderFault)
  /** No further events follow. `message` is for operators and holds no secret. */
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
  /** Time-out of a call; ten seconds by default. */
  timeoutMs?: number;
  /** Returns the result as text for the model. Rejects when the tool has failed. */
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
  /** Further tools of this conversation, beside the standard ones. */
  tools?: readonly EngineTool[];
  emit(event: EngineEvent): void;
  /** Returns the best passages first. Absent when the conversation has no knowledge base. */
  searchKnowledge?(query: string, take: number): Promise<FoundPassage[]>;
}

export interface Engine {
  /** True if the engine takes audio; otherwise `pushAudio` is not called. */
  readonly hears: boolean;
  /** The model in use, by its provider's name; absent when unknown or when there is none. */
  readonly model?: string | undefined;
  /**
   * Rejects when the provider cannot be reached or refuses. An engine that can speak without its model's server starts all the same:
   * it greets, and says that it cannot answer once it is asked.
   */
  start(): Promise<void>;
  /** Says the greeting of the plan, or one of its own. */
  greet(): void;
  /** The consumer's microphone: mono, at `MICROPHONE_RATE`. */
  pushAudio(pcm: Int16Array): void;
  /** A turn of the consumer as text, typed or from speech recognition. */
  sendText(text: string): void;
  /**
   * The user pauses and has probably said this, but may go on: the engine may prepare the answer, and nobody notices. `undefined`:
   * the user goes on. Absent in engines that prepare nothing.
   */
  expectText?(text: string | undefined): void;
  /**
   * The user interrupted: stop the answer in flight. `heardMs` of `utteranceId` were played; `heardText` is the text of
   * that part.
   */
  interrupt(heard?: { utteranceId: string; heardMs: number; heardText: string }): void;
  /**
   * The user shows a picture. It is not a turn; the next turn may refer to it. Absent if the engine takes no pictures
   * (`ProviderCapabilities.vision`).
   */
  showImage?(image: EngineImage): void;
  /**
   * Says that an answer takes a while, where the user has waited in silence for `afterMs` (0: never), and gives up by itself
   * what never comes. Absent: the conversation does both with its spare voice.
   */
  readonly wait?: { readonly afterMs: number; readonly say: () => void } | undefined;
  /**
   * Called when the user's speech could not be transcribed: asks for it again, or, where the next will probably not be either
   * (`isLasting`), to type. Absent where the engine hears by itself, or stays silent.
   */
  notUnderstood?(isLasting: boolean): void;
  /** Something for the model to know from now on. It is no turn and gets no answer. */
  updateContext(text: string): void;
  /**
   * The consumer clearly speaks this language from this turn on (ISO 639-1). Not called where the plan has a fixed one.
   * Absent in engines whose model hears or reads the language by itself, and in those whose provider takes it only when a
   * connection is opened.
   */
  followLanguage?(language: string): void;
  /** The conversation ends in about `secondsLeft`; the engine should say goodbye. */
  wrapUp(secondsLeft: number): void;
  /** Memories were erased from the plan; the engine must not use them any more. */
  forget(): void;
  close(): Promise<void>;
}

export type EngineFactory = (host: EngineHost) => Engine;

/** The engines that a conversation may have. `fallback`, which takes text, answers where the engine of a vendor cannot start. */
export type Engines = Partial<Record<EngineName, EngineFactory>> & { fallback?: EngineFactory };
