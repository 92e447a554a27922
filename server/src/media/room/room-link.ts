/** The interface between a conversation and a room, independent of the transport. */

import type { AgentState, RoomEvent } from '@visavis/contracts';
import type { AvatarTracks } from './avatar-tracks.ts';

export interface ReceivedText {
  from: string;
  topic: string;
  attributes: Record<string, string>;
  /** Undefined if the text was longer than `TEXT_LIMIT`; the rest was not read. */
  text: string | undefined;
  /** False for the beginning of a text that continues; only topics requested in pieces have those. */
  complete: boolean;
  streamId: string;
}

/** A byte stream; leaving the iteration early discards the rest. */
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
  /** `hungUp`: the participant left on purpose rather than losing its connection. */
  onLeft: (identity: string, hungUp: boolean) => void;
  /** Our own connection is permanently lost. */
  onDisconnected: (why: string) => void;
  onReconnected: () => void;
  onText: (text: ReceivedText) => void;
  /** A participant sends more streams than we read; called once. */
  onStreamsRefused?: (identity: string) => void;
  onBytes?: (bytes: ReceivedBytes) => void;
  /** Mono 24 kHz, 20 ms at a time, from the microphone of a participant that `isHeard` accepts. */
  onMicrophone: (identity: string, pcm: Int16Array) => void;
  onMicrophoneEnded: (identity: string) => void;
}

export interface RoomLinkOptions {
  url: string;
  token: string;
  /** Present if the room is the caller's. `privateAddresses`: its server may be in a private network. */
  callerRoom?: { privateAddresses: boolean };
  /** Whether the avatar has no video: only its audio is published. */
  voiceOnly?: boolean | undefined;
  /** Whether to subscribe to the microphone of this participant. */
  isHeard: (identity: string) => boolean;
  events: RoomLinkEvents;
}

/** The streams and calls that the avatar answers in a room. They are registered before anything is published. */
export interface RoomServices {
  /** Text streams to read: whole, or piece by piece as they arrive. */
  readonly textTopics: Record<string, 'whole' | 'pieces'>;
  readonly byteTopics: string[];
  readonly rpc: Record<string, (caller: string, payload: string) => string>;
}

export interface TranscriptSegment {
  id: string;
  /** The speaker; the avatar itself if absent. */
  identity?: string;
  text: string;
  final: boolean;
}

/** A transcript that grows word by word in one stream. */
export interface SegmentWriter {
  write(more: string): void;
  close(): void;
}

/** A participant's connection to a room. Messages are sent in order; sending never throws, even if the room is lost. */
export interface RoomLink {
  /** Connects, then sends the messages queued until then. Rejects if the server is unreachable or refuses. */
  connect(services: RoomServices): Promise<void>;
  participants(): string[];
  publish(tracks: AvatarTracks): Promise<void>;
  /** Resolves when a participant receives the avatar's audio, or after 3 seconds in which nobody does. */
  audioReceived(): Promise<void>;
  /** Resolves when a participant receives the avatar's video, or if the server does not report who receives what. */
  videoReceived(): Promise<void>;
  /** Whether a participant shows the avatar's video; true if the room server does not report it. Never rejects. */
  videoWanted(): Promise<boolean>;
  setState(state: AgentState): void;
  /**
   * Sets what understands the consumer's speech, as a value of `AGENT_HEARD_BY_ATTRIBUTE`; undefined means nothing
   * does. It is sent with the next state.
   */
  setUnderstoodBy(by: string | undefined): void;
  sendEvent(event: RoomEvent): void;
  sendSegment(segment: TranscriptSegment): void;
  openSegment(id: string): SegmentWriter;
  /** Rejects with the remote error. */
  callRpc(identity: string, method: string, payload: string, timeoutMs: number): Promise<string>;
  /**
   * Waits until everything queued before has been sent, then leaves. Resolves in bounded time; with false if the avatar
   * is still leaving because a track is being published.
   */
  leave(): Promise<boolean>;
}

/** In characters. Longer texts are refused, and no more than this is held in memory. */
export const TEXT_LIMIT = 10_000;
