/** The interface between a conversation and a room, whatever carries it. */

import type { AgentState, RoomEvent } from '@visavis/contracts';
import type { AvatarTracks } from './avatar-tracks.ts';

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
  onReconnected: () => void;
  onText: (text: ReceivedText) => void;
  /** A participant sends more streams than are read; called once. */
  onStreamsRefused?: (identity: string) => void;
  onBytes?: (bytes: ReceivedBytes) => void;
  /** Mono 24 kHz, 10 ms at a time, from the microphone of a participant that `hears` accepts. */
  onMicrophone: (identity: string, pcm: Int16Array) => void;
  onMicrophoneEnded: (identity: string) => void;
}

export interface RoomLinkOptions {
  url: string;
  token: string;
  /** Present where the room is the caller's: whether its server may be in a private network. */
  callerRoom?: { privateAddresses: boolean };
  /** Whether the avatar is only heard: its video is not published. */
  voiceOnly?: boolean | undefined;
  /** Whether to subscribe to the microphone of this participant. */
  hears: (identity: string) => boolean;
  events: RoomLinkEvents;
}

/** The streams and calls that the avatar answers in a room; registered before anything is published. */
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

/** A participant's connection to a room. Messages go out in order, and sending never throws: a lost room ends by itself. */
export interface RoomLink {
  /** Connects; messages that were sent before it resolves go out then. Rejects when the server cannot be reached or refuses. */
  connect(services: RoomServices): Promise<void>;
  participants(): string[];
  publish(tracks: AvatarTracks): Promise<void>;
  /** Resolves when a participant receives the avatar's audio, or after 3 seconds in which nobody does. */
  audioReceived(): Promise<void>;
  /** Resolves when a participant receives the avatar's video, or where the server does not say who receives what. */
  videoReceived(): Promise<void>;
  /** Whether a participant shows the avatar's video; true where the room server does not say. Never rejects. */
  videoWanted(): Promise<boolean>;
  setState(state: AgentState): void;
  /**
   * Sets what understands the consumer's speech, as `AGENT_HEARD_BY_ATTRIBUTE` has it; undefined: nothing.
   * Goes out with the next state.
   */
  setHears(by: string | undefined): void;
  sendEvent(event: RoomEvent): void;
  sendSegment(segment: TranscriptSegment): void;
  openSegment(id: string): SegmentWriter;
  /** Rejects with the remote error. */
  callRpc(identity: string, method: string, payload: string, timeoutMs: number): Promise<string>;
  /**
   * Waits until everything sent before has gone out, then leaves. Resolves in bounded time; with false where the avatar is
   * still leaving, since a track is being published.
   */
  leave(): Promise<boolean>;
}

/** Characters. Longer texts are refused, and no more than this is held in memory. */
export const TEXT_LIMIT = 10_000;
