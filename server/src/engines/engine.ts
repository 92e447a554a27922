/**
 * The contract of an engine: what the user says goes in, speech and its text come out.
 * An engine thinks and speaks as fast as it can; playing in time, cutting and counting what was heard
 * is the conversation's work.
 */
import type { EnginePlan, FoundPassage } from '@visavis/contracts';
import type { Emotion } from '../faces/face.ts';
import type { TimedPhone } from '../voices/voice.ts';

export type EngineEvent =
  /** The engine works on an answer; nothing to hear yet. */
  | { type: 'thinking' }
  /** What was said last gets no answer: nothing is being worked on any more. */
  | { type: 'unanswered' }
  | { type: 'utterance_started'; utteranceId: string }
  /** `text` is what these samples say, where the engine knows it this finely. */
  | {
      type: 'audio';
      utteranceId: string;
      pcm: Int16Array;
      sampleRate: number;
      text?: string;
      /** Times count from the first sample of this chunk. */
      phones?: TimedPhone[];
    }
  /** Text of the utterance that cannot be tied to a chunk of audio; appended in order. */
  | { type: 'text'; utteranceId: string; text: string }
  | { type: 'utterance_finished'; utteranceId: string }
  /** What the user said. The same `itemId` again replaces the text. */
  /** `language`, ISO 639-1: where it was detected from the sound. */
  | { type: 'user_transcript'; itemId: string; text: string; final: boolean; language?: string }
  /** The provider's own voice activity detection. */
  | { type: 'user_speech'; speaking: boolean }
  | { type: 'tool_call'; name: string; content: string }
  | { type: 'tool_result'; name: string; content: string }
  | { type: 'emotion'; emotion: Emotion }
  /** The engine wants to hang up once it has been heard. */
  | { type: 'end_requested' }
  | { type: 'warning'; message: string }
  /** A provider failed, whatever became of it: only counted. A warning or `failed` says it in words. */
  | { type: 'fault'; provider: string; fault: string }
  /** Nothing more will come. `message` is for operators and holds no secret. */
  | { type: 'failed'; message: string };

/** A function that the model may call. Ours, and the same for every engine that can call. */
export interface EngineTool {
  /** Letters, digits and underscores. */
  name: string;
  description: string;
  /** JSON schema of the arguments: an object. */
  parameters: Record<string, unknown>;
  /** A gesture, not a question: once it has run, the model need not speak again. */
  silent?: boolean;
  /** How long a call may take; ten seconds where it does not say. */
  timeoutMs?: number;
  /** The answer for the model, in words. Rejects when the tool has failed. */
  run(args: Record<string, unknown>, signal: AbortSignal): Promise<string>;
}

/** A picture that the user shows. */
export interface EngineImage {
  mimeType: 'image/jpeg' | 'image/png';
  bytes: Uint8Array;
}

/** What the conversation lends to an engine. */
export interface EngineHost {
  /** As it is now: read it anew, because memories may be erased from it meanwhile. */
  readonly plan: EnginePlan;
  /** Further tools of this conversation, beside the standard ones. */
  tools?: readonly EngineTool[];
  emit(event: EngineEvent): void;
  /** Absent when the conversation has no knowledge base. Best first. */
  searchKnowledge?(query: string, take: number): Promise<FoundPassage[]>;
}

export interface Engine {
  /** True where the engine listens to audio by itself; otherwise `pushAudio` is not called. */
  readonly hears: boolean;
  /** The model that really answers, as its provider names it; absent where that is not known, or there is none. */
  readonly model?: string | undefined;
  /** Rejects when the provider cannot be reached or refuses. */
  start(): Promise<void>;
  /** Says the greeting of the plan, or one of its own. */
  greet(): void;
  /** The consumer's microphone: mono, at `MICROPHONE_RATE`. */
  pushAudio(pcm: Int16Array): void;
  /** The consumer typed (or a recogniser heard) this; it is a turn of its own. */
  sendText(text: string): void;
  /**
   * The user broke in: stop the answer in flight. `heardMs` of `utteranceId` were really played;
   * `heardText` is what that came to.
   */
  interrupt(heard?: { utteranceId: string; heardMs: number; heardText: string }): void;
  /**
   * The user shows this; it is no turn of its own, what they say next may be about it. Absent where the engine cannot see,
   * as `ProviderCapabilities.vision` of its vendor says.
   */
  showImage?(image: EngineImage): void;
  /** Something to know that is not a turn. */
  updateContext(text: string): void;
  /** The conversation ends in about `secondsLeft`; come to a close. */
  wrapUp(secondsLeft: number): void;
  /** The memories of the plan have become fewer: from now on only those that are left count. */
  forget(): void;
  close(): Promise<void>;
}

export type EngineFactory = (host: EngineHost) => Engine;
