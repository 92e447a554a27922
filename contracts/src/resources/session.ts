import { type Static, Type } from 'typebox';
import { Agent, AgentChoice } from './agent.ts';
import { Avatar, AvatarChoice } from './avatar.ts';
import {
  Amount,
  Body,
  Client,
  DateTime,
  Flag,
  Id,
  MaybeText,
  OptionalBody,
  OptionalId,
  OptionalText,
  OptionalVariables,
  OrganizationId,
  OwnClient,
  RequiredReference,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  Text,
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
  id: Id(
    'Identifier of the session. The conversation of `/v3` has the same id.',
    'conv_01k3m6v2q8e4tb9p0x7yz5wnhd',
  ),
  organizationId: OrganizationId,
  freemium: Flag('Whether the organization was on the free plan when the session started.'),
  name: Text('Display name.'),
  provider: Text('Provider that answers; `remote` if your own agent does.'),
  ...conversationState,
  host: Type.Object(
    { serverUrl: Text('WebSocket URL at which clients join the room.') },
    { description: 'Server of the room.' },
  ),
  avatar: Type.Optional(Avatar),
  avatarId: MaybeText('Id of the avatar or character.'),
  agentId: MaybeText('Id of the agent that speaks. Absent if a character or your own agent speaks.'),
  agent: Type.Optional(Agent),
  knowledgeBaseId: MaybeText('Id of the knowledge base that the agent can search.'),
  knowledgeBase: Type.Optional(
    Type.Interface([Type.Partial(Type.Omit(KnowledgeBase, ['id']))], { id: Type.String() }, {}),
  ),
  client: OwnClient,
  maxDuration: Amount('Maximum duration in seconds, from the join of the consumer.'),
  additionalCtx: MaybeText('Context that was appended to the instructions.'),
  templateVars: Type.Optional(Variables),
  consumerIdentity: Type.Optional(
    Type.Object(
      { identity: Type.String(), name: Type.Optional(Type.String()) },
      { description: 'The end user: identity in the room, and display name.' },
    ),
  ),
  remoteAgentIdentity: Type.Optional(
    Type.Object(
      { identity: Type.String(), name: Type.Optional(Type.String()) },
      { description: 'Your own agent: identity in the room, and display name.' },
    ),
  ),
  room: Text('Name of the LiveKit room.'),
  turnTaking: Type.Optional(HeldTurnTaking),
  video: Flag('Whether the avatar has video. If `false`, it has only audio.'),
  transcript: Type.Object(
    {
      entries: Type.Array(TranscriptEntry, { description: 'What was said, oldest first.' }),
      transcription: Type.Array(
        Type.Object({
          text: Text('What was said.'),
          received_at: DateTime('When it was said.'),
          identity: Text('Identity of the participant who said it.'),
        }),
        { description: 'The same entries in the format of older typed clients.' },
      ),
    },
    { description: 'What was said, in two formats.' },
  ),
  isTruncated: IsTruncated,
});
export type Session = Static<typeof Session>;

/** Fields of all requests that start a session. */
const common = {
  name: RequiredText(TEXT_LIMITS.name, 'Display name.'),
  client: Client,
  maxDuration: MaxSeconds,
  additionalCtx: OptionalText(
    TEXT_LIMITS.context,
    'Context for this session. It is appended to the instructions under a heading of its own.',
  ),
  templateVars: OptionalVariables,
};

export const StartSession = Body({
  ...common,
  avatar: AvatarChoice,
  host: OptionalBody(Host),
  agent: OptionalBody(AgentChoice),
  knowledgeBase: OptionalBody(
    Body(
      { id: OptionalId('Id of a knowledge base.') },
      { description: 'Knowledge base that the agent can search. Default: that of the agent.' },
    ),
  ),
  turnTaking: TurnTakingChoice,
  video: VideoChoice('Default: the setting of the agent; `true` without one.'),
  remoteAgentConnectingIdentity: OptionalBody(
    RemoteAgentName(
      'Identity of the agent that forwards audio to the avatar; required for self-hosted agents.',
    ),
  ),
  consumerIdentity: OptionalBody(
    ParticipantName('The end user in the session; required when the session is not self-hosted.'),
  ),
});
export type StartSession = Static<typeof StartSession>;

export const StartSessionPass = Body({
  ...common,
  avatar: Body({ id: RequiredText(100, 'Id of an existing avatar.') }),
  agent: Body({ id: RequiredReference('Id of an existing agent, as a string or as `{ "id": "…" }`.') }),
  consumerIdentity: ParticipantName('The end user: `identity` must be the user of the client token.'),
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

const NoOrganization = Text('Always empty, because a client token does not reveal the organization.');

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
