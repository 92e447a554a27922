import type { ConversationEvent, ConversationPlan, EnginePlan, FoundPassage } from '@visavis/contracts';
import type { Engines } from '../engines/engine.ts';
import type { Face, OnStill } from '../faces/face.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { LipTrack } from '../lips/lip-track.ts';
import type { UserPatience } from '../providers/patience.ts';
import type { Voice } from '../voices/voice.ts';
import type { CallTool } from './agent/organization-tools.ts';
import type { TypingBounds } from './agent/typing-bounds.ts';
import type { Ears } from './hearing/ears.ts';
import type { AvatarTracks } from './room/avatar-tracks.ts';
import type { RoomLink, RoomLinkOptions } from './room/room-link.ts';
import type { FramePace } from './showing/frame-pace.ts';
import type { FramePhases } from './showing/frame-phases.ts';

/** The functions and parts that a worker provides to a conversation. */
export interface ConversationDeps {
  clock: Clock;
  log: Logger;
  emit: (event: ConversationEvent) => void;
  createTracks: (video: ConversationPlan['video']) => AvatarTracks;
  openRoom: (options: RoomLinkOptions) => RoomLink;
  /**
   * `scale` multiplies the plan's width and height. `onStill` gets a frame to show while a slow face opens;
   * `signal` aborts the opening.
   */
  openFace: (plan: ConversationPlan, scale: number, onStill: OnStill, signal: AbortSignal) => Promise<Face>;
  engines: Engines;
  createLipTrack: () => LipTrack;
  /** Shared by the conversations of the process. */
  framePhases: FramePhases;
  framePace: FramePace;
  typing: Pick<TypingBounds, 'ofConversation'>;
  /** Opens the hearing of a conversation with this engine; `undefined` stands for an agent of the caller's. */
  openEars: (engine: EnginePlan | undefined) => Ears;
  searchKnowledge?: (query: string, take: number) => Promise<FoundPassage[]>;
  /** Calls the listener when memories of the consumer are erased: all, or those with this content. */
  onForget?: (listener: (content: string | undefined) => void) => void;
  /** Calls the listener when the service is asked to end, with the seconds that are left at most. */
  onServiceEnds?: (listener: (secondsLeft: number) => void) => void;
  /** Absent where tools cannot be called. */
  callTool?: CallTool;
  /** Speaks when the engine cannot, and when nothing comes from it. */
  apologyVoice?: Voice;
  /** How long users wait in silence, with engines that do not watch it themselves. */
  userPatience?: UserPatience;
}
