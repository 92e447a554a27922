/** Where a conversation comes from. */
export type ConversationSource = SessionSource | PassSource | EmbedSource;

/** Your backend (or a page with an API key) has started it: the answer of `POST /v1/sessions` or `/v3/conversations`. */
export interface SessionSource {
  session: StartedSession | (() => Promise<StartedSession>);
  /** Ends it at once when the user hangs up. Without it the service notices that the user has left. */
  stop?(conversationId: string): Promise<unknown>;
  /** Asks the service why it ended, where the room did not say. */
  endReason?(conversationId: string): Promise<string | undefined>;
  /** Tells the service what the user says of it: `PUT /v3/conversations/{id}/rating`. Without it they are not asked. */
  rate?(conversationId: string, rating: 'up' | 'down', comment: string): Promise<unknown>;
}

/** A client token of `POST /v3/tokens`: the browser starts the session itself. */
export interface PassSource {
  pass: Pass | (() => Promise<Pass>);
}

interface Pass {
  /** Address of the service, such as `https://avatars.example`. */
  serviceUrl: string;
  token: string | (() => Promise<string>);
  /** Id of the avatar; the one that the token is bound to where it is left out. */
  avatar?: string;
  /** Id of the agent that speaks for it. */
  agent: string;
  /** The name of the session in lists. */
  name?: string;
  /** The user's name; their identity is the token's. */
  userName?: string;
  /** Seconds. */
  maxDuration?: number;
}

/** An embed of `POST /v3/embeds`: no backend, no secret. */
export interface EmbedSource {
  embed: { serviceUrl: string; id: string };
}

/** The fields of the service's answer that are needed to join: of a session (v1) or a conversation (v3). */
export interface StartedSession {
  consumerAccessToken?: string | undefined;
  session?: { id: string; host: { serverUrl: string }; engine?: string | undefined } | undefined;
  conversation?: { id: string; serverUrl: string; engine?: string | undefined } | undefined;
}

/** What it takes to join a conversation, and what its user may ask the service for. */
export interface JoinInfo {
  conversationId: string;
  serverUrl: string;
  accessToken: string;
  /** The engine that answers, where the service names it: `builtin` is the offline demo engine. */
  engine: string | undefined;
  stop(): Promise<void>;
  endReason(): Promise<string | undefined>;
  /** Rates the conversation; absent where nobody would receive it. */
  rate?: ((rating: 'up' | 'down', comment: string) => Promise<unknown>) | undefined;
}
