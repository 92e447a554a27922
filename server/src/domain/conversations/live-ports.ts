import type { ConversationPlan, EndReason, EngineName, Provider } from '@visavis/contracts';

/** Dispatches conversations to workers. */
export interface Dispatcher {
  /**
   * Resolves once a worker has accepted the conversation.
   * @throws DomainError `capacity` if none can
   */
  start(plan: ConversationPlan): Promise<void>;
  /** Asks the conversation's worker, on any machine, to end it. Does nothing if no worker has it. */
  stop(conversationId: string, reason: EndReason): Promise<void>;
  /**
   * Reports to the conversation's worker that the consumer's memories were erased, or only the one with this content.
   * Does nothing if no worker has it.
   */
  forget(conversationId: string, content?: string): Promise<void>;
}

/** Avatars sent ahead into rooms of the service, where they wait for the next conversation. */
export interface WaitingAvatarPool {
  /**
   * Returns the conversation id (also the room name) for which this avatar is waiting; `undefined` if none is. The
   * caller then opens that room for its organization and dispatches the conversation, or calls `release`.
   */
  claim(avatar: { identity: string; name: string }): string | undefined;
  /** Called if the conversation does not start after all. */
  release(conversationId: string): void;
}

export interface RoomGrant {
  room: string;
  identity: string;
  name?: string;
  role: 'avatar' | 'consumer' | 'remote_agent';
  /** For the avatar of a remote agent: the identity on behalf of which it publishes. */
  publishOnBehalf?: string;
  ttlSeconds: number;
}

/** The rooms that the service hosts, each for one conversation and named after it. */
export interface Rooms {
  /**
   * Opens the room for holders of its tokens. Joins are counted per organization; rooms started by end users, without a
   * key, leave some joins to the organization's other rooms.
   */
  open(room: string, organizationId: string, seconds: number, isOfEndUser: boolean): Promise<void>;
  /** Admits no more participants, and removes those in the room shortly after. Does nothing for a room of a caller. */
  close(room: string): void;
  /** Returns the room server's WebSocket address for clients that reach the service at `baseUrl`. */
  urlForClients(baseUrl: string): string;
  /** Returns the address for workers; if it has no host, it is relative to a worker's address of the service. */
  urlForWorkers(): string;
  /**
   * Asks the LiveKit Agents worker of this name to join a room of the service. Returns the identity under which it
   * accepted the job; `undefined` if none accepts within a few seconds, after which no worker is asked any more.
   */
  startAgent(room: string, agentName: string, metadata: string): Promise<string | undefined>;
  /** Creates a LiveKit join token. */
  mint(grant: RoomGrant): Promise<string>;
}

/** Names of a provider that requests may use. An agent hosted by its provider has its own voice and model. */
export interface ProviderOffer {
  provider: Provider;
  title: string;
  voices: readonly string[];
  models: readonly string[];
}

export interface EngineTraits {
  /** Display name, such as `Gemini`. */
  title: string;
  /** `set_up_at_vendor`: the agent calls only tools that are configured at the vendor under the same name. */
  tools: 'declared' | 'set_up_at_vendor' | 'none';
  /** Whether the agent is hosted by the provider, so that a request must name it. */
  hasRemoteAgent: boolean;
}

/** The existing and the configured engines; `ProviderKeys.enginesOf` adds those with keys of an organization. */
export interface EngineChoice {
  offers: readonly ProviderOffer[];
  traitsOf(engine: EngineName): EngineTraits;
  /** Returns the engine of a provider, or `undefined` if its key is not configured. */
  engineFor(provider: Provider): EngineName | undefined;
  /** Whether the operator has set its key, which then takes precedence over an organization's. */
  hasKey(provider: Provider): boolean;
  missingSetting(provider: Provider): string;
  /** The models that the operator allows besides those of the contract. */
  furtherModels(provider: Provider): readonly string[];
  /** Whether the engine can search the web, by itself or through the operator's search service. */
  searchesWeb(engine: EngineName): boolean;
  /** Whether the pipeline may answer instead, with a local language model. */
  languageModelMayReplace(): boolean;
  /** Whether the built-in offline engine may answer instead (not in production). */
  builtinMayReplace: boolean;
}
