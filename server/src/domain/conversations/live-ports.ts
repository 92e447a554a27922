import type { ConversationPlan, EndReason, EngineName, Provider } from '@visavis/contracts';

/** Dispatches conversations to workers. */
export interface Dispatcher {
  /**
   * Resolves when a worker has taken the conversation.
   * @throws DomainError `capacity` when none can
   */
  start(plan: ConversationPlan): Promise<void>;
  /** Asks the conversation's worker, on any machine, to end it. Does nothing when no worker has it. */
  stop(conversationId: string, reason: EndReason): Promise<void>;
  /**
   * Reports to the conversation's worker that the consumer's memories were erased, or only the one with this content.
   * Does nothing when no worker has it.
   */
  forget(conversationId: string, content?: string): Promise<void>;
}

/** Avatars that were sent ahead into rooms of ours, and wait there for the next conversation. */
export interface AvatarReserve {
  /**
   * Returns the id of the conversation for which this avatar waits, in the room of that name; undefined where none waits. The
   * caller opens that room for its organization and dispatches the conversation, or gives it up.
   */
  take(avatar: { identity: string; name: string }): string | undefined;
  /** Called when the conversation does not start after all. */
  giveUp(conversationId: string): void;
}

export interface RoomGrant {
  room: string;
  identity: string;
  name?: string;
  role: 'avatar' | 'consumer' | 'remote_agent';
  /** For the avatar of a remote agent: the identity it publishes on behalf of. */
  publishOnBehalf?: string;
  ttlSeconds: number;
}

/** The rooms that the service itself hosts, each for one conversation and named after it. */
export interface Rooms {
  /**
   * Opens the room for its tokens. Joins are counted per organization, and rooms that end users have begun, without a key,
   * leave some to its others.
   */
  open(room: string, organizationId: string, seconds: number, isOfEndUser: boolean): Promise<void>;
  /** Admits no one else, and after a moment removes the participants. A room that is not ours stays as it is. */
  close(room: string): void;
  /** WebSocket address of the room server for clients that reach the service at `baseUrl`. */
  urlForClients(baseUrl: string): string;
  /** Likewise for workers; an address without a host is relative to where each of them reaches the service. */
  urlForWorkers(): string;
  /**
   * Asks the worker of LiveKit Agents of this name to join a room of ours. Answers the identity under which it has taken the
   * job; `undefined` where none has in some seconds, and then none is asked any more.
   */
  startAgent(room: string, agentName: string, metadata: string): Promise<string | undefined>;
  /** A LiveKit join token. */
  mint(grant: RoomGrant): Promise<string>;
}

/** Names of a provider that requests may use. An agent that lives at its provider brings its own voice and model. */
export interface ProviderOffer {
  provider: Provider;
  title: string;
  voices: readonly string[];
  models: readonly string[];
}

export interface EngineTraits {
  /** Name for people: `Gemini`. */
  title: string;
  /** `set_up_at_vendor`: the agent there calls only what is set up there under the same name. */
  tools: 'declared' | 'set_up_at_vendor' | 'none';
  /** Whether the agent lives at the provider, and a request must name it. */
  hasRemoteAgent: boolean;
}

/** Which engines there are, and which the operator has configured; `ProviderKeys.enginesOf` adds those of an organization. */
export interface EngineChoice {
  offers: readonly ProviderOffer[];
  traitsOf(engine: EngineName): EngineTraits;
  /** The engine that answers for the provider, or `undefined` where its key is not configured. */
  engineFor(provider: Provider): EngineName | undefined;
  /** Whether the operator has set its key, which then goes before an organization's. */
  hasKey(provider: Provider): boolean;
  missingSetting(provider: Provider): string;
  /** The models that the operator lets requests name beside the contract's. */
  furtherModels(provider: Provider): readonly string[];
  /** Whether it searches the web by itself or through the operator's search service. */
  searchesWeb(engine: EngineName): boolean;
  /** Whether the pipeline may answer instead, with a language model of this machine. */
  languageModelMayReplace(): boolean;
  /** Whether the built-in offline engine may answer instead (not in production). */
  builtinMayReplace: boolean;
}
