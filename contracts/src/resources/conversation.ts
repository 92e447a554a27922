import { type Static, Type } from 'typebox';
import { EndReason } from '../conversation-events.ts';
import { PROVIDERS } from './agent.ts';
import { Character } from './character.ts';
import {
  Body,
  Client,
  DateTime,
  Id,
  ListQuery,
  OptionalBody,
  OptionalText,
  OptionalVariables,
  Query,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  Variables,
  VideoChoice,
} from './common.ts';
import { HeldTurnTaking, TurnTakingChoice } from './turn-taking.ts';

/** Ratings that a user may give to a conversation when it ends. */
export const RATINGS = ['up', 'down'] as const;
export type Rating = (typeof RATINGS)[number];
export const RATING_COMMENT_LENGTH = 500;

/** `running` from creation; the other three are final. */
export const CONVERSATION_STATUSES = ['running', 'ended', 'error', 'blocked'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

export const TranscriptEntry = Resource('TranscriptEntry', {
  id: Type.String(),
  author: Type.Enum(['user', 'character']),
  content: Type.String(),
  recordedAt: DateTime('When it was said.'),
});
export type TranscriptEntry = Static<typeof TranscriptEntry>;

/** Timeline entries whose `content` is JSON. */
export const MEASURED_ENTRIES: readonly string[] = ['turn', 'interruption', 'tool_call', 'tool_result'];

const Milliseconds = (description: string) => Type.Optional(Type.Number({ description }));
const Word = (description: string) => Type.Optional(Type.String({ description }));

export const TimelineData = Type.Object(
  {
    turn: Type.Optional(Type.Integer({ description: 'Which turn of the conversation it is, from 1.' })),
    engine: Word('What answered: an engine, or `remote`.'),
    model: Word('The model that answered.'),
    input: Type.Optional(Type.Enum(['text', 'speech'])),
    userEndedAt: Type.Optional(DateTime('When the user ended.')),
    latencyMs: Milliseconds(
      'From there to the first audible sample of the answer: `engineMs` and `playoutMs`.',
    ),
    engineMs: Milliseconds('To the first audio of what answers.'),
    playoutMs: Milliseconds('From there to the first audible sample.'),
    by: Word('Who or what interrupted: `voice`, `engine`, `client`, `agent`, …'),
    because: Word('Why speech counted as begun, or as over.'),
    heardMs: Milliseconds('How much of the answer was heard.'),
    heardText: Word('Its words that were heard.'),
    name: Word('The tool’s name.'),
    content: Word('The arguments of its call, or its result.'),
  },
  {
    description: `The fields of \`content\` where the entry is \`${MEASURED_ENTRIES.join('`, `')}\`; those that it has.`,
  },
);

export const TimelineEntry = Resource('TimelineEntry', {
  type: Type.String(),
  recordedAt: DateTime('When it happened.'),
  author: Type.String(),
  content: Type.String({ description: 'Plain text, or JSON for measured entries such as `turn`.' }),
  data: Type.Optional(TimelineData),
});
export type TimelineEntry = Static<typeof TimelineEntry>;

/** Fields that both views of a conversation contain. */
export const conversationState = {
  status: Type.Enum(CONVERSATION_STATUSES),
  endReason: Type.Optional(
    Type.Enum(EndReason.enum, { description: 'Why it ended; present on every ended conversation.' }),
  ),
  endDetail: Type.Optional(Type.String({ description: 'Why it ended, as text.' })),
  startedAt: DateTime('When it was created.'),
  joinedAt: Type.Optional(DateTime('When the consumer (or, self-hosted, the remote agent) joined the room.')),
  endedAt: Type.Optional(DateTime('When it ended.')),
  endsAt: Type.Optional(DateTime('When it will end at the latest.')),
  createdAt: DateTime('When it was created.'),
  updatedAt: DateTime('When it last changed.'),
  engine: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      enum: ['builtin', ...PROVIDERS, 'pipeline'],
      description: 'The engine that answers.',
    }),
  ),
  avatarIdentity: Type.Optional(
    Type.String({
      description: 'The identity under which the avatar joins the room; in your own room that of its token.',
    }),
  ),
};

/** The maximum number of transcript and timeline entries that a list contains per conversation. */
export const LISTED_ENTRIES = 200;

export const IsTruncated = Type.Optional(
  Type.Boolean({
    description: `In a list: more was recorded than the first ${LISTED_ENTRIES} entries shown; get it by its id for all.`,
  }),
);

export const Conversation = Resource('Conversation', {
  id: Id('Identifier of the conversation.', 'conv_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  name: Type.String(),
  ...conversationState,
  charge: Type.Boolean({ description: 'Whether its seconds are charged.' }),
  chargeBySecond: Type.Number({ description: 'Price of a second in the organization’s currency unit.' }),
  maxSeconds: Type.Number({ description: 'Seconds from the consumer’s join to the end.' }),
  characterId: Type.Optional(Type.String({ description: 'The character or the avatar.' })),
  character: Type.Optional(Character),
  agentId: Type.Optional(Type.String({ description: 'The agent of the avatar.' })),
  organizationId: Type.String(),
  client: Type.Optional(Type.String()),
  room: Type.String(),
  serverUrl: Type.String(),
  remoteAgentName: Type.Optional(Type.String()),
  remoteAgentIdentity: Type.Optional(Type.String()),
  consumerName: Type.Optional(Type.String()),
  consumerIdentity: Type.Optional(Type.String()),
  embedId: Type.Optional(Type.String({ description: 'The embed that it was started from.' })),
  rating: Type.Optional(Type.Enum([...RATINGS], { description: 'What its user says of it.' })),
  ratingComment: Type.Optional(Type.String({ description: 'A word of the user about it.' })),
  promptCtx: Type.Optional(Type.String()),
  promptTemplateVars: Type.Optional(Variables),
  turnTaking: Type.Optional(HeldTurnTaking),
  video: Type.Boolean({ description: 'Whether the avatar is seen, or heard only.' }),
  transcript: Type.Array(TranscriptEntry),
  timeline: Type.Array(TimelineEntry),
  isTruncated: IsTruncated,
});
export type Conversation = Static<typeof Conversation>;

export const ConversationsQuery = Query({
  ...ListQuery.properties,
  user: Type.Optional(
    Type.String({ maxLength: TEXT_LIMITS.identity, description: 'Only those of this consumer identity.' }),
  ),
  status: Type.Optional(Type.Enum(CONVERSATION_STATUSES)),
  endReason: Type.Optional(Type.Enum(EndReason.enum)),
  character: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only those of this character or avatar.' }),
  ),
  agent: Type.Optional(Type.String({ maxLength: 100, description: 'Only those of this agent.' })),
  embed: Type.Optional(Type.String({ maxLength: 100, description: 'Only those of this embed.' })),
  rating: Type.Optional(Type.Enum([...RATINGS], { description: 'Only those that were rated so.' })),
  search: Type.Optional(
    RequiredText(
      200,
      'Only those in which this was said, in any case, in the first 1,000 characters of an entry: among the newest 2,000 that the other filters leave, and in at most 20,000 of their entries.',
    ),
  ),
  from: Type.Optional(DateTime('Only those that started then or later.')),
  until: Type.Optional(DateTime('Only those that started before.')),
});
export type ConversationsQuery = Static<typeof ConversationsQuery>;

export const RateConversation = Body({
  rating: Type.Enum([...RATINGS], { description: 'Thumbs up or down.' }),
  comment: OptionalText(RATING_COMMENT_LENGTH, 'A word about it.'),
});
export type RateConversation = Static<typeof RateConversation>;

export const RatedConversation = Resource('RatedConversation', {
  conversationId: Type.String(),
  rating: Type.Enum([...RATINGS]),
  comment: Type.Optional(Type.String()),
});
export type RatedConversation = Static<typeof RatedConversation>;

/** A participant in a request. */
export const ParticipantName = (description: string) =>
  Body(
    {
      identity: RequiredText(TEXT_LIMITS.identity, 'Unique in the room.'),
      name: OptionalText(TEXT_LIMITS.name, 'A name for people.'),
    },
    { description },
  );
export type ParticipantName = { identity: string; name?: string | null };

export const RemoteAgentName = (description: string) =>
  Body(
    {
      ...ParticipantName('').properties,
      agentName: OptionalText(
        TEXT_LIMITS.name,
        'The worker of LiveKit Agents that is registered with the room server under this name is started in the room, ' +
          'for a room of the service alone. Its job has `identity` in its metadata and must be accepted under it.',
      ),
    },
    { description },
  );
export type RemoteAgentName = ParticipantName & { agentName?: string | null };

export const Host = Body(
  {
    serverUrl: RequiredText(2_000, 'WebSocket address of the caller’s own LiveKit server.'),
    accessToken: RequiredText(20_000, 'The join token for the avatar.'),
  },
  { description: 'For self-hosted real-time sessions: the room that the avatar joins.' },
);
export type Host = Static<typeof Host>;

export const MaxSeconds = Type.Optional(
  Type.Unsafe<number | null>({
    type: ['number', 'null'],
    exclusiveMinimum: 0,
    description: 'Seconds; must be below the organization limit. 600 where none is given.',
  }),
);

export const StartConversation = Body({
  name: RequiredText(TEXT_LIMITS.name, 'A name for people.'),
  characterId: RequiredText(100, 'Id of a character or an avatar.'),
  client: Client,
  host: OptionalBody(Host),
  remoteAgent: OptionalBody(RemoteAgentName('The caller’s own agent that sends speech to the avatar.')),
  consumer: OptionalBody(
    ParticipantName(
      'The end user. If none is given, for a room of the service, an identity is generated and returned.',
    ),
  ),
  maxSeconds: MaxSeconds,
  promptCtx: OptionalText(TEXT_LIMITS.context, 'Appended to the instructions under its own heading.'),
  promptTemplateVars: OptionalVariables,
  turnTaking: TurnTakingChoice,
  video: VideoChoice('`true` by default.'),
});
export type StartConversation = Static<typeof StartConversation>;

/** Further fields in the response when a conversation starts. */
export const roomTokens = {
  consumerAccessToken: Type.Optional(Type.String({ description: 'The consumer joins the room with it.' })),
  remoteAgentAccessToken: Type.Optional(
    Type.String({ description: 'The caller’s own agent joins the room with it.' }),
  ),
};

export const StartedConversation = Resource('StartedConversation', {
  conversation: Conversation,
  ...roomTokens,
});
export type StartedConversation = Static<typeof StartedConversation>;

const Percentiles = (description: string) =>
  Type.Optional(
    Type.Object(
      { p50: Type.Number(), p90: Type.Number(), p95: Type.Number(), max: Type.Number() },
      { description: `${description} Milliseconds; absent before the first turn.` },
    ),
  );

export const ConversationLatency = Resource('ConversationLatency', {
  conversationId: Type.String(),
  engine: Conversation.properties.engine,
  turns: Type.Integer({ description: 'How many have been measured.' }),
  latencyMs: Percentiles('From the end of what the user said to the first audible sample of the answer.'),
  engineMs: Percentiles('The part up to the engine’s first audio.'),
  playoutMs: Percentiles('The part from the engine’s first audio to the first audible sample.'),
});
export type ConversationLatency = Static<typeof ConversationLatency>;

export const AccessTokens = Resource('AccessTokens', {
  consumerAccessToken: StartedConversation.properties.consumerAccessToken,
  remoteAgentAccessToken: StartedConversation.properties.remoteAgentAccessToken,
  expiresAt: DateTime('When the tokens expire.'),
});
export type AccessTokens = Static<typeof AccessTokens>;
