import type { EnginePlan } from '@visavis/contracts';
import type { EngineFactory, EngineTool } from '../../engines/engine.ts';
import type { Guard } from '../../lib/guard.ts';
import type { ConversationDeps } from '../conversation-deps.ts';
import type { SessionParts } from '../session.ts';
import type { Transcript } from '../speaking/transcript.ts';

export interface AgentSessionEvents {
  /** There was speech or text, so the conversation is not idle. */
  onActivity: () => void;
  /** The agent wanted to hang up, and its goodbye has been played. */
  onEndRequested: () => void;
  /** The engine has failed and cannot go on. */
  onFailed: (message: string) => void;
}

export interface AgentSessionOptions extends SessionParts, Pick<ConversationDeps, 'searchKnowledge'> {
  plan: EnginePlan;
  transcript: Transcript;
  consumerIdentity: string | undefined;
  /** Counts a text of the consumer. Returns why it is not answered, in words that end a sentence. */
  textRefusal: () => string | undefined;
  guard: Guard;
  createEngine: EngineFactory;
  /** The organization's tools, beside the standard ones; `languageNow` is what the consumer speaks. */
  createTools?: (languageNow: () => string | undefined) => readonly EngineTool[];
  events: AgentSessionEvents;
}
