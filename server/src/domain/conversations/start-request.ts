import type {
  AgentChoice,
  AvatarChoice,
  ParticipantName,
  RemoteAgentName,
  TurnTakingChoice,
} from '@visavis/contracts';
import type { EmbedTerms } from '../embeds/admit-embed.ts';

/**
 * The common form of all requests that start a conversation. Errors use its field names, and `speaker` for the
 * service's agent, wherever the request names it.
 */
export interface StartRequest {
  organizationId: string;
  name: string;
  client: string | null;
  /** An avatar with an agent, as in `/v1`, or the id of a character or an avatar. */
  persona:
    | { kind: 'avatar'; avatar: AvatarChoice; agent: AgentChoice | undefined }
    | { kind: 'id'; id: string };
  knowledgeBaseId?: string | undefined;
  host?: { serverUrl: string; accessToken: string } | undefined;
  remoteAgent?: RemoteAgentName | undefined;
  consumer?: ParticipantName | undefined;
  /** Whether an identity is generated if no consumer is named. */
  generatesConsumer?: boolean;
  maxSeconds: number | null | undefined;
  promptCtx: string | null;
  /** Replaces the agent's setting for detecting the end of the user's turns. */
  turnTaking?: TurnTakingChoice | undefined;
  /** Whether the avatar has video; by default as the embed or the agent specifies. */
  video?: boolean | null | undefined;
  variables: Record<string, unknown> | null;
  /** The limits and settings of the embed from which it is started. */
  embed?: EmbedTerms;
  /** The grant of the client token that starts the conversation, if any. */
  passGrant: string | null;
  /** If set, the caller may not use anything that belongs to another client. */
  onlyClient?: string | undefined;
  /** The address at which the caller reached the service. */
  baseUrl: string;
}
