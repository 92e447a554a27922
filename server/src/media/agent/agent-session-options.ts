import type { EnginePlan, FoundPassage } from '@visavis/contracts';
import type { EngineFactory, EngineTool } from '../../engines/engine.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Guard } from '../../lib/guard.ts';
import type { Logger } from '../../lib/logger.ts';
import type { UserPatience } from '../../providers/patience.ts';
import type { Voice } from '../../voices/voice.ts';
import type { Ears } from '../hearing/ears.ts';
import type { Reporter } from '../reporter.ts';
import type { RoomLink } from '../room/room-link.ts';
import type { AvatarRunner } from '../speaking/avatar-runner.ts';

export interface AgentSessionEvents {
  /** There was speech or text, so the conversation is not idle. */
  onActivity: () => void;
  /** The agent wanted to hang up, and its goodbye has been played. */
  onEndRequested: () => void;
  /** The engine has failed and cannot go on. */
  onFailed: (message: string) => void;
}

export interface AgentSessionOptions {
  plan: EnginePlan;
  consumerIdentity: string | undefined;
  clock: Clock;
  guard: Guard;
  runner: AvatarRunner;
  room: RoomLink;
  reporter: Reporter;
  log: Logger;
  createEngine: EngineFactory;
  ears: Ears;
  searchKnowledge?: (query: string, take: number) => Promise<FoundPassage[]>;
  /** The organization's tools, beside the standard ones; `languageNow` is what the consumer speaks. */
  createTools?: (languageNow: () => string | undefined) => readonly EngineTool[];
  /** Speaks when the engine cannot, and when nothing comes from it. */
  apologyVoice?: Voice;
  userPatience?: UserPatience;
  events: AgentSessionEvents;
}
