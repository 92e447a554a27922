import { type Static, Type } from 'typebox';
import { Agent, AgentChoice } from './agent.ts';
import { Avatar, AvatarChoice } from './avatar.ts';
import {
  Body,
  Client,
  Id,
  OptionalBody,
  OptionalId,
  OptionalText,
  OptionalVariables,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  Variables,
} from './common.ts';
import {
  conversationState,
  Host,
  IsTruncated,
  MaxSeconds,
  ParticipantName,
  RemoteAgentName,
  roomTokens,
  TranscriptEntry,
} from './conversation.ts';

export const Session = Resource('Session', {
  id: Id('Identifier of the session; the same as its conversation’s.', 'conv_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  organizationId: Type.String(),
  freemium: Type.Boolean({ description: 'Whether the organization is on the free plan.' }),
  name: Type.String(),
  provider: Type.String({ description: 'The agent’s provider, or `remote`.' }),
  ...conversationState,
  host: Type.Object({ serverUrl: Type.String() }),
  avatar: Type.Optional(Avatar),
  avatarId: Type.Optional(Type.String()),
  agentId: Type.Optional(Type.String()),
  agent: Type.Optional(Agent),
  knowledgeBaseId: Type.Optional(Type.String()),
  knowledgeBase: Type.Optional(Type.Object({ id: Type.String() })),
  client: Type.Optional(Type.String()),
  maxDuration: Type.Number({ description: 'Seconds from the consumer’s join to the end.' }),
  additionalCtx: Type.Optional(Type.String()),
  templateVars: Type.Optional(Variables),
  consumerIdentity: Type.Optional(
    Type.Object({ identity: Type.String(), name: Type.Optional(Type.String()) }),
  ),
  remoteAgentIdentity: Type.Optional(
    Type.Object({ identity: Type.String(), name: Type.Optional(Type.String()) }),
  ),
  room: Type.String(),
  transcript: Type.Object({ entries: Type.Array(TranscriptEntry) }),
  isTruncated: IsTruncated,
});
export type Session = Static<typeof Session>;

/** Fields of all requests that start a session. */
const common = {
  name: RequiredText(TEXT_LIMITS.name, 'A name for people.'),
  client: Client,
  maxDuration: MaxSeconds,
  additionalCtx: OptionalText(TEXT_LIMITS.context, 'Appended to the instructions under its own heading.'),
  templateVars: OptionalVariables,
};

export const StartSession = Body({
  ...common,
  avatar: AvatarChoice,
  host: OptionalBody(Host),
  agent: OptionalBody(AgentChoice),
  knowledgeBase: OptionalBody(Body({ id: OptionalId('Id of a knowledge base.') })),
  remoteAgentConnectingIdentity: OptionalBody(
    RemoteAgentName('The agent that forwards audio to the avatar; required for self-hosted agents.'),
  ),
  consumerIdentity: OptionalBody(
    ParticipantName('The end user; required when the session is not self-hosted.'),
  ),
});
export type StartSession = Static<typeof StartSession>;

export const StartSessionPass = Body({
  ...common,
  avatar: Body({ id: RequiredText(100, 'Id of an existing avatar.') }),
  agent: Body({ id: RequiredText(100, 'Id of an existing agent.') }),
  consumerIdentity: ParticipantName('The end user; the user that the token is bound to.'),
});
export type StartSessionPass = Static<typeof StartSessionPass>;

export const StartedSession = Resource('StartedSession', {
  session: Session,
  ...roomTokens,
});
export type StartedSession = Static<typeof StartedSession>;
