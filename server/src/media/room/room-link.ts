/** What a conversation needs of a room, whatever carries it. */
import type { AgentState, RoomEvent } from '@visavis/contracts';
import type { AudioSink } from '../avatar/audio-pump.ts';
import type { VideoSink } from '../avatar/frame-pump.ts';

/** The two tracks of the avatar; they take sound and pictures before they are published. */
export interface AvatarTracks {
  audio: AudioSink;
  video: VideoSink;
  close(): Promise<void>;
}

export interface ReceivedText {
  from: string;
  topic: string;
  attributes: Record<string, string>;
  /** Undefined when it was longer than `TEXT_LIMIT`; the rest was not read. */
  text: string | undefined;
  /** False for a part of a text that still goes on; only topics that were asked for in parts have those. */
  complete: boolean;
  streamId: string;
}

/** A stream of bytes; leaving the iteration early discards the rest. */
export interface ReceivedBytes {
  from: string;
  streamId: string;
  name: string;
  attributes: Record<string, string>;
  chunks: AsyncIterable<Uint8Array>;
  discard(): Promise<void>;
}

export interface RoomLinkEvents {
  onJoined: (identity: string) => void;
  /** `hungUp`: it left on purpose, rather than losing its connection. */
  onLeft: (identity: string, hungUp: boolean) => void;
  /** Our own connection is gone for good. */
  onDisconnected: (why: string) => void;
  /** Our own connection was lost and restored. */
  onReconnected: () => void;
  onText: (text: ReceivedText) => void;
  onBytes?: (bytes: ReceivedBytes) => void;
  /** Mono 24 kHz, 10 ms at a time, from the microphone of a participant that `hears` accepts. */
  onMicrophone: (identity: string, pcm: Int16Array) => void;
  onMicrophoneEnded: (identity: string) => void;
}

export interface RoomLinkOptions {
  url: string;
  token: string;
  /** Where the server is a caller's: whether it may be in a private network. */
  host?: { privateAddresses: boolean };
  /** Whose microphone to subscribe to. */
  hears: (identity: string) => boolean;
  events: RoomLinkEvents;
}

/** What the avatar answers in a room; registered before anything is published. */
export interface RoomServices {
  /** Text streams to read: whole, or piece by piece as they come. */
  readonly textTopics: Record<string, 'whole' | 'pieces'>;
  readonly byteTopics: string[];
  readonly rpc: Record<string, (caller: string, payload: string) => string>;
}

export interface TranscriptSegment {
  id: string;
  /** The speaker; the avatar itself where absent. */
  identity?: string;
  text: string;
  final: boolean;
}

/** A transcript that grows word by word in one stream. */
export interface SegmentWriter {
  write(more: string): void;
  close(): void;
}

/** A participant's connection to a room. What is sent goes out in order and never throws: a lost room ends by itself. */
export interface RoomLink {
  /** What was sent before this resolves goes out then. Rejects when the server cannot be reached or refuses. */
  connect(services: RoomServices): Promise<void>;
  /** All other participants. */
  participants(): string[];
  publish(tracks: AvatarTracks): Promise<void>;
  /** Resolves when a participant receives the avatar's sound, or after `timeoutMs`. */
  heardBySomebody(timeoutMs: number): Promise<void>;
  /** The same of its pictures. */
  seenBySomebody(timeoutMs: number): Promise<void>;
  setState(state: AgentState): void;
  /** Whether what the consumer says is understood; goes out with the next state. */
  setHears(hears: boolean): void;
  sendEvent(event: RoomEvent): void;
  sendSegment(segment: TranscriptSegment): void;
  openSegment(id: string): SegmentWriter;
  /** Rejects with the remote error. */
  callRpc(identity: string, method: string, payload: string, timeoutMs: number): Promise<string>;
  /** Waits until everything sent before has gone out, then leaves. Resolves in bounded time. */
  leave(): Promise<void>;
}

/** Characters. Longer texts are refused, and no more than this is held in memory. */
export const TEXT_LIMIT = 10_000;
