import type { EnginePlan } from '@visavis/contracts';
import type { EngineFactory, EngineTool } from '../../engines/engine.ts';
import type { Guard } from '../../lib/guard.ts';
import type { ConversationDeps } from '../conversation-deps.ts';
import type { SessionParts } from '../session.ts';
import type { Transcript } from '../speaking/transcript.ts';

export interface AgentSessionEvents {
  /** Called on speech or text: the conversation is not idle. */
  onActivity: () => void;
  /** Called when the agent has asked to hang up and its goodbye has been played. */
  onEndRequested: () => void;
  /** Called when the engine has failed and cannot continue. */
  onFailed: (message: string) => void;
}

export interface AgentSessionOptions extends SessionParts, Pick<ConversationDeps, 'searchKnowledge'> {
  plan: EnginePlan;
  transcript: Transcript;
  consumerIdentity: string | undefined;
  /** Counts a text of the consumer. Returns the reason if it is not answered, as words that end a sentence. */
  textRefusal: () => string | undefined;
  guard: Guard;
  createEngine: EngineFactory;
  /** Creates the organization's tools, which the engine gets as well. `languageNow`: what the consumer speaks. */
  createTools?: (languageNow: () => string | undefined) => readonly EngineTool[];
  events: AgentSessionEvents;
}
