import type { AgentChoice, AvatarChoice, ParticipantName } from '@visavis/contracts';
import type { EmbedTerms } from '../embeds/admit-embed.ts';

/** How the caller's version of the API calls things, for errors that point at the right field. */
export interface FieldNames {
  maxSeconds: string;
  consumer: string;
  remoteAgent: string;
  knowledgeBase: string;
  variables: string;
  /** Where the persona's id stands. */
  persona: string;
}

export const SESSION_FIELDS: FieldNames = {
  maxSeconds: 'maxDuration',
  consumer: 'consumerIdentity',
  remoteAgent: 'remoteAgentConnectingIdentity',
  knowledgeBase: 'knowledgeBase.id',
  variables: 'templateVars',
  persona: 'avatar.id',
};

export const CONVERSATION_FIELDS: FieldNames = {
  maxSeconds: 'maxSeconds',
  consumer: 'consumer',
  remoteAgent: 'remoteAgent',
  knowledgeBase: 'knowledgeBaseId',
  variables: 'promptTemplateVars',
  persona: 'characterId',
};

/** All ways of starting a conversation, in one vocabulary. */
export interface StartRequest {
  organizationId: string;
  fields: FieldNames;
  name: string;
  client: string | null;
  /** An avatar with an agent as `/v1` knows them, or the id of a character or an avatar. */
  persona:
    | { kind: 'avatar'; avatar: AvatarChoice; agent: AgentChoice | undefined }
    | { kind: 'id'; id: string };
  knowledgeBaseId: string | undefined;
  host: { serverUrl: string; accessToken: string } | undefined;
  remoteAgent: ParticipantName | undefined;
  consumer: ParticipantName | undefined;
  /** Whether an identity is made where no consumer is named. */
  makesConsumer?: boolean;
  maxSeconds: number | null | undefined;
  promptCtx: string | null;
  variables: Record<string, unknown> | null;
  /** What the embed that starts it allows and says. */
  embed?: EmbedTerms;
  /** What the client token is bound to, where one starts it. */
  passGrant: string | null;
  /** Where the caller reached the service. */
  baseUrl: string;
}

/** Where the request says who speaks: an error about the agent's `name` points there, and at no field that was not sent. */
export function fieldOfSpeaker({ persona, fields }: StartRequest, name: string): string {
  if (persona.kind === 'id') return fields.persona;
  if (persona.agent) return persona.agent.id ? 'agent.id' : `agent.${name}`;
  return persona.avatar.id ? fields.persona : 'avatar.agentId';
}
