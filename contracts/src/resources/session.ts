import { type Static, Type } from 'typebox';
import { Agent, AgentChoice } from './agent.ts';
import { Avatar, AvatarChoice } from './avatar.ts';
import {
  Body,
  Client,
  DateTime,
  Id,
  OptionalBody,
  OptionalId,
  OptionalText,
  OptionalVariables,
  RequiredReference,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  Variables,
  VideoChoice,
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
import { KnowledgeBase } from './knowledge-base.ts';
import { HeldTurnTaking, TurnTakingChoice } from './turn-taking.ts';

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
  knowledgeBase: Type.Optional(
    Type.Interface([Type.Partial(Type.Omit(KnowledgeBase, ['id']))], { id: Type.String() }, {}),
  ),
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
  turnTaking: Type.Optional(HeldTurnTaking),
  video: Type.Boolean({ description: 'Whether the avatar is seen, or heard only.' }),
  transcript: Type.Object({
    entries: Type.Array(TranscriptEntry),
    transcription: Type.Array(
      Type.Object({
        text: Type.String(),
        received_at: DateTime('When it was said.'),
        identity: Type.String({ description: 'Who said it: the identity of a participant.' }),
      }),
      { description: 'The same entries as older typed clients read them.' },
    ),
  }),
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
  turnTaking: TurnTakingChoice,
  video: VideoChoice('As the agent has it where it is left out.'),
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
  agent: Body({ id: RequiredReference('Id of an existing agent, or an object with it as `id`.') }),
  consumerIdentity: ParticipantName('The end user; the user that the token is bound to.'),
});
export type StartSessionPass = Static<typeof StartSessionPass>;

const PassAvatar = Resource(
  'PassAvatar',
  Type.Omit(Avatar, ['organizationId', 'agentId', 'agent']).properties,
);

/** A session as seen with a client token: without the organization, the agent, its instructions and its knowledge. */
export const PassSession = Resource('PassSession', {
  ...Type.Pick(Session, [
    'id',
    'name',
    'host',
    'avatarId',
    'client',
    'maxDuration',
    'consumerIdentity',
    'room',
  ]).properties,
  ...Type.Pick(Type.Object(conversationState), [
    'status',
    'endReason',
    'startedAt',
    'joinedAt',
    'endedAt',
    'endsAt',
    'createdAt',
    'updatedAt',
    'engine',
    'avatarIdentity',
  ]).properties,
  avatar: Type.Optional(PassAvatar),
  transcript: Session.properties.transcript,
});
export type PassSession = Static<typeof PassSession>;

const NoOrganization = Type.String({ description: 'Always empty: a client token learns nothing of it.' });

/** The specification has a Session here; the fields that a client token may not read are omitted or empty. */
export const StartedPassSession = Resource('StartedPassSession', {
  session: Type.Object({
    ...Type.Partial(Session).properties,
    ...PassSession.properties,
    organizationId: NoOrganization,
    avatar: Type.Optional(Type.Object({ ...Avatar.properties, organizationId: NoOrganization })),
  }),
  ...roomTokens,
});
export type StartedPassSession = Static<typeof StartedPassSession>;

export const StartedSession = Resource('StartedSession', {
  session: Session,
  ...roomTokens,
});
export type StartedSession = Static<typeof StartedSession>;
