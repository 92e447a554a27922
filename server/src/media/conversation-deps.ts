import type { ConversationEvent, ConversationPlan, EnginePlan, FoundPassage } from '@visavis/contracts';
import type { Engines } from '../engines/engine.ts';
import type { Face, OnStill } from '../faces/face.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { LipTrack } from '../lips/lip-track.ts';
import type { UserPatience } from '../providers/patience.ts';
import type { Voice } from '../voices/voice.ts';
import type { CallTool } from './agent/organization-tools.ts';
import type { TypingLimits } from './agent/typing-limits.ts';
import type { HearingDeps } from './hearing/hearing-deps.ts';
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
   * Opens the face. `scale` multiplies the plan's width and height. `onStill` gets a frame to show while a slow face
   * opens; `signal` aborts the opening.
   */
  openFace: (plan: ConversationPlan, scale: number, onStill: OnStill, signal: AbortSignal) => Promise<Face>;
  engines: Engines;
  createLipTrack: () => LipTrack;
  /** Shared by the conversations of the process, as `framePace` is. */
  framePhases: FramePhases;
  framePace: FramePace;
  typing: Pick<TypingLimits, 'forConversation'>;
  /** Loads what a conversation with this engine hears with. `engine` is `undefined` if the caller runs the agent. */
  openHearingDeps: (engine: EnginePlan | undefined, organizationId: string) => HearingDeps;
  searchKnowledge?: (query: string, take: number) => Promise<FoundPassage[]>;
  /** Adds a listener for erased memories of the consumer; it gets their content, or `undefined` for all of them. */
  onForget?: (listener: (content: string | undefined) => void) => void;
  /** Calls the listener when the service is asked to shut down, with the maximum number of seconds that are left. */
  onShutdownWarning?: (listener: (secondsLeft: number) => void) => void;
  /** Absent if tools cannot be called. */
  callTool?: CallTool;
  /** Speaks when the engine cannot, or when it produces nothing. */
  fallbackVoice?: Voice;
  /** How long users wait in silence, for engines that do not watch this themselves. */
  userPatience?: UserPatience;
}
