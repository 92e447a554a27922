/** Where a conversation comes from. */
export type ConversationSource = SessionSource | PassSource | EmbedSource;

/** Started by your backend (or a page with an API key): the response of `POST /v1/sessions` or `/v3/conversations`. */
export interface SessionSource {
  session: StartedSession | (() => Promise<StartedSession>);
  /** Ends the conversation as soon as the user hangs up. Without it, the service detects that the user has left. */
  stop?(conversationId: string): Promise<unknown>;
  /** Reads why the conversation ended, if the room did not report it. */
  endReason?(conversationId: string): Promise<string | undefined>;
  /** Sends the user's rating: `PUT /v3/conversations/{id}/rating`. Without it, users are not asked. */
  rate?(conversationId: string, rating: 'up' | 'down', comment: string): Promise<unknown>;
}

/** A client token from `POST /v3/tokens`: the browser starts the session itself. */
export interface PassSource {
  pass: Pass | (() => Promise<Pass>);
}

interface Pass {
  /** Address of the service, such as `https://avatars.example`. */
  serviceUrl: string;
  token: string | (() => Promise<string>);
  /** Id of the avatar; by default the one that the token is bound to. */
  avatar?: string;
  /** Id of the agent that speaks for it. */
  agent: string;
  /** The name of the session in lists. */
  name?: string;
  /** The user's name; their identity is in the token. */
  userName?: string;
  /** Seconds. */
  maxDuration?: number;
}

/** An embed from `POST /v3/embeds`: needs no backend and no secret. */
export interface EmbedSource {
  embed: { serviceUrl: string; id: string };
}

/** The fields of the service's response that are needed to join a session (v1) or a conversation (v3). */
export interface StartedSession {
  consumerAccessToken?: string | undefined;
  session?: { id: string; host: { serverUrl: string }; engine?: string | undefined } | undefined;
  conversation?: { id: string; serverUrl: string; engine?: string | undefined } | undefined;
}

/** What is needed to join a conversation, and the requests that its user may send to the service. */
export interface JoinInfo {
  conversationId: string;
  serverUrl: string;
  accessToken: string;
  /** The engine that answers, if the service names it: `builtin` is the offline demo engine. */
  engine: string | undefined;
  stop(): Promise<void>;
  endReason(): Promise<string | undefined>;
  /** Rates the conversation; absent if the service accepts no rating. */
  rate?: ((rating: 'up' | 'down', comment: string) => Promise<unknown>) | undefined;
}
