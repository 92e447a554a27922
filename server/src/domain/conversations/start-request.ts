import type {
  AgentChoice,
  AvatarChoice,
  ParticipantName,
  RemoteAgentName,
  TurnTakingChoice,
} from '@visavis/contracts';
import type { EmbedTerms } from '../embeds/admit-embed.ts';

/**
 * The common form of all requests that start a conversation. Errors name its fields, and `speaker` for the agent of the
 * service, wherever the request names it.
 */
export interface StartRequest {
  organizationId: string;
  name: string;
  client: string | null;
  /** An avatar with an agent as `/v1` knows them, or the id of a character or an avatar. */
  persona:
    | { kind: 'avatar'; avatar: AvatarChoice; agent: AgentChoice | undefined }
    | { kind: 'id'; id: string };
  knowledgeBaseId?: string | undefined;
  host?: { serverUrl: string; accessToken: string } | undefined;
  remoteAgent?: RemoteAgentName | undefined;
  consumer?: ParticipantName | undefined;
  /** Whether an identity is generated when no consumer is named. */
  makesConsumer?: boolean;
  maxSeconds: number | null | undefined;
  promptCtx: string | null;
  /** When the user's turns are over, in place of the agent's setting. */
  turnTaking?: TurnTakingChoice | undefined;
  /** Whether the avatar is seen; where absent, the embed decides, else the agent. */
  video?: boolean | null | undefined;
  variables: Record<string, unknown> | null;
  /** The limits and settings of the embed that starts it. */
  embed?: EmbedTerms;
  /** The grant that the client token is bound to, where one starts the conversation. */
  passGrant: string | null;
  /** A client, where whoever starts it may use nothing that belongs to another one. */
  onlyOf?: string | undefined;
  /** Where the caller reached the service. */
  baseUrl: string;
}
