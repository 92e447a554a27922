import { type Static, Type } from 'typebox';
import { EndReason } from '../conversation-events.ts';
import { PROVIDERS } from './agent.ts';
import { Character } from './character.ts';
import {
  Amount,
  Body,
  Client,
  DateTime,
  Flag,
  Id,
  ListQuery,
  MaybeAmount,
  MaybeFlag,
  MaybeText,
  MaybeTime,
  OptionalBody,
  OptionalText,
  OptionalVariables,
  OrganizationId,
  OwnClient,
  Query,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  Text,
  TIMESTAMPS,
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
  id: Text('Identifier of the entry. An entry that changes keeps it.'),
  author: Type.Enum(['user', 'character'], {
    description: 'Who said it: the consumer (`user`) or the avatar (`character`).',
  }),
  content: Text('What was said.'),
  recordedAt: DateTime('When it began to be said; when it was sent, if it was typed.'),
  endedAt: MaybeTime(
    'When it had been said, or how far it has been said; equal to `recordedAt` if it was typed. Absent from conversations of earlier releases.',
  ),
});
export type TranscriptEntry = Static<typeof TranscriptEntry>;

/** Timeline entries whose `content` is JSON. */
export const MEASURED_ENTRIES: readonly string[] = ['turn', 'interruption', 'tool_call', 'tool_result'];

const Milliseconds = (description: string) => MaybeAmount(description);
const Word = (description: string) => MaybeText(description);

export const TimelineData = Type.Object(
  {
    turn: Type.Optional(Type.Integer({ description: 'Number of the turn in the conversation, from 1.' })),
    engine: Word('Engine that answered; `remote` if your own agent did.'),
    model: Word('Model that answered.'),
    input: Type.Optional(
      Type.Enum(['text', 'speech'], { description: 'Whether the user typed or spoke in this turn.' }),
    ),
    userEndedAt: MaybeTime('When the user stopped speaking, or sent the text.'),
    latencyMs: Milliseconds(
      'Milliseconds from `userEndedAt` to the first audible sample of the answer: the sum of `engineMs` and `playoutMs`.',
    ),
    engineMs: Milliseconds('Milliseconds from `userEndedAt` to the first audio of the engine.'),
    playoutMs: Milliseconds('Milliseconds from the first audio of the engine to the first audible sample.'),
    by: Word(
      'What interrupted the avatar: speech that the service (`voice`) or the provider (`engine`) detected, a typed text (`text`), ' +
        'a request of the client (`request`), the departure of the user (`absence`), or your own agent (`agent`).',
    ),
    because: Word('Why the service decided that the user had begun or finished speaking.'),
    heardMs: Milliseconds('Milliseconds of the interrupted answer that the user heard.'),
    heardText: Word('Words of the interrupted answer that the user heard.'),
    name: Word('Name of the tool.'),
    content: Word('Arguments of the tool call, or its result.'),
  },
  {
    description: `The fields of \`content\`, parsed, for entries of type \`${MEASURED_ENTRIES.join('`, `')}\`. Absent for other types, and if the content was too long to be kept whole.`,
  },
);

export const TimelineEntry = Resource('TimelineEntry', {
  type: Text('Kind of event, such as `consumer_joined`, `turn` or `warning`.'),
  recordedAt: DateTime('When it happened.'),
  author: Text('Who caused the event: `system`, `user` or `character`.'),
  content: Text('Plain text, or JSON for measured entries such as `turn`.'),
  data: Type.Optional(TimelineData),
});
export type TimelineEntry = Static<typeof TimelineEntry>;

/** Fields that both views of a conversation contain. */
export const conversationState = {
  status: Type.Enum(CONVERSATION_STATUSES, {
    description: '`running` from its creation. The others are final: `endReason` gives the reason.',
  }),
  endReason: Type.Optional(
    Type.Enum(EndReason.enum, {
      description:
        'Why the conversation ended; present on every ended conversation. `never_joined`: nobody joined within 60 seconds. ' +
        '`idle`: both sides were silent for three minutes. `quota`: the seconds of the billing cycle were used up.',
    }),
  ),
  endDetail: MaybeText('Details of the end, as text for people.'),
  startedAt: DateTime('When it was created.'),
  joinedAt: MaybeTime('When the consumer joined the room, or your own agent if it is your own room.'),
  endedAt: MaybeTime('When it ended. Absent while it runs.'),
  endsAt: MaybeTime('Latest time at which it ends.'),
  ...TIMESTAMPS,
  engine: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      enum: ['builtin', ...PROVIDERS, 'pipeline'],
      description:
        'Engine that answers: that of a provider, `pipeline` (a language model with separate speech services) or `builtin` (the offline engine). Absent if your own agent answers.',
    }),
  ),
  avatarIdentity: MaybeText(
    'Identity with which the avatar joins the room. In your own room, the identity in its access token.',
  ),
};

/** The maximum number of transcript and timeline entries that a list contains per conversation. */
export const LISTED_ENTRIES = 200;

export const IsTruncated = MaybeFlag(
  `\`true\` in a list if only the first ${LISTED_ENTRIES} entries are shown: get the resource by its id for all of them.`,
);

export const Conversation = Resource('Conversation', {
  id: Id('Identifier of the conversation.', 'conv_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  name: Text('Display name.'),
  ...conversationState,
  charge: Flag(
    'Whether its seconds are charged: `true` on the paid plan, unless the offline engine (`builtin`) answers.',
  ),
  chargeBySecond: Amount(
    'Price per second at the time of the start, in the currency unit of the organization.',
  ),
  maxSeconds: Amount('Maximum duration in seconds, from the join of the consumer.'),
  characterId: MaybeText('Id of the character or avatar.'),
  character: Type.Optional(Character),
  agentId: MaybeText('Id of the agent that speaks. Absent if a character or your own agent speaks.'),
  organizationId: OrganizationId,
  client: OwnClient,
  room: Text('Name of the LiveKit room.'),
  serverUrl: Text('WebSocket URL at which clients join the room.'),
  remoteAgentName: MaybeText('Display name of your own agent.'),
  remoteAgentIdentity: MaybeText('Identity of your own agent in the room.'),
  consumerName: MaybeText('Display name of the consumer.'),
  consumerIdentity: MaybeText('Identity of the consumer in the room.'),
  embedId: MaybeText('Id of the embed from which the conversation was started.'),
  rating: Type.Optional(Type.Enum([...RATINGS], { description: 'Rating that the user gave.' })),
  ratingComment: MaybeText('Comment that the user gave with the rating.'),
  promptCtx: MaybeText('Context that was appended to the instructions.'),
  promptTemplateVars: Type.Optional(Variables),
  turnTaking: Type.Optional(HeldTurnTaking),
  video: Flag('Whether the avatar has video. If `false`, it has only audio.'),
  transcript: Type.Array(TranscriptEntry, { description: 'What was said, oldest first.' }),
  timeline: Type.Array(TimelineEntry, { description: 'What happened, oldest first.' }),
  isTruncated: IsTruncated,
});
export type Conversation = Static<typeof Conversation>;

export const ConversationsQuery = Query({
  ...ListQuery.properties,
  user: Type.Optional(
    Type.String({
      maxLength: TEXT_LIMITS.identity,
      description: 'Return only conversations of the consumer with this identity.',
    }),
  ),
  status: Type.Optional(
    Type.Enum(CONVERSATION_STATUSES, { description: 'Return only conversations with this status.' }),
  ),
  endReason: Type.Optional(
    Type.Enum(EndReason.enum, { description: 'Return only conversations that ended for this reason.' }),
  ),
  character: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Return only conversations with the character or avatar of this id.',
    }),
  ),
  agent: Type.Optional(
    Type.String({ maxLength: 100, description: 'Return only conversations with the agent of this id.' }),
  ),
  embed: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Return only conversations that were started from the embed of this id.',
    }),
  ),
  rating: Type.Optional(
    Type.Enum([...RATINGS], { description: 'Return only conversations with this rating.' }),
  ),
  search: Type.Optional(
    RequiredText(
      200,
      'Return only conversations in which this text was said, ignoring case. The search covers the newest 2,000 conversations that match the other filters, at most 20,000 of their transcript entries, and the first 1,000 characters of each entry.',
    ),
  ),
  from: MaybeTime('Return only conversations that started at or after this time.'),
  until: MaybeTime('Return only conversations that started before this time.'),
});
export type ConversationsQuery = Static<typeof ConversationsQuery>;

export const RateConversation = Body({
  rating: Type.Enum([...RATINGS], { description: 'Rating of the user: thumbs up or down.' }),
  comment: OptionalText(RATING_COMMENT_LENGTH, 'Comment of the user.'),
});
export type RateConversation = Static<typeof RateConversation>;

export const RatedConversation = Resource('RatedConversation', {
  conversationId: Text('Id of the conversation.'),
  rating: Type.Enum([...RATINGS], { description: 'The stored rating.' }),
  comment: MaybeText('The stored comment.'),
});
export type RatedConversation = Static<typeof RatedConversation>;

/** A participant in a request. */
export const ParticipantName = (description: string) =>
  Body(
    {
      identity: RequiredText(TEXT_LIMITS.identity, 'Identity in the room; must be unique there.'),
      name: OptionalText(TEXT_LIMITS.name, 'Display name.'),
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
        'Name of a LiveKit Agents worker that is registered with the room server of the service: it is dispatched to the room. ' +
          'The metadata of its job contains `identity`, with which the worker must accept the job. Not allowed with `host`. ' +
          'Default: your agent joins by itself.',
      ),
    },
    { description },
  );
export type RemoteAgentName = ParticipantName & { agentName?: string | null };

export const Host = Body(
  {
    serverUrl: RequiredText(2_000, 'WebSocket URL of your own LiveKit server.'),
    accessToken: RequiredText(20_000, 'LiveKit access token with which the avatar joins the room.'),
  },
  { description: 'For self-hosted real-time sessions: your own room, which the avatar joins.' },
);
export type Host = Static<typeof Host>;

export const MaxSeconds = Type.Optional(
  Type.Unsafe<number | null>({
    type: ['number', 'null'],
    exclusiveMinimum: 0,
    description:
      'Maximum duration in seconds, from the join of the consumer; must be below the organization limit. Default: 600, or one second less than the limit if that is lower.',
  }),
);

export const StartConversation = Body({
  name: RequiredText(TEXT_LIMITS.name, 'Display name.'),
  characterId: RequiredText(100, 'Id of a character or of an avatar.'),
  client: Client,
  host: OptionalBody(Host),
  remoteAgent: OptionalBody(
    RemoteAgentName('Your own agent, which sends its speech to the avatar. Required with `host`.'),
  ),
  consumer: OptionalBody(
    ParticipantName(
      'The end user. Default in a room of the service: a generated identity, which is returned.',
    ),
  ),
  maxSeconds: MaxSeconds,
  promptCtx: OptionalText(
    TEXT_LIMITS.context,
    'Context for this conversation. It is appended to the instructions under a heading of its own.',
  ),
  promptTemplateVars: OptionalVariables,
  turnTaking: TurnTakingChoice,
  video: VideoChoice('Default: the setting of the agent; `true` without one.'),
});
export type StartConversation = Static<typeof StartConversation>;

/** Further fields in the response when a conversation starts. */
export const roomTokens = {
  consumerAccessToken: MaybeText(
    'LiveKit access token with which the consumer joins the room. Absent in your own room.',
  ),
  remoteAgentAccessToken: MaybeText(
    'LiveKit access token with which your own agent joins the room. Absent in your own room.',
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
      {
        description: `${description} Percentiles and maximum in milliseconds. Absent before the first turn.`,
      },
    ),
  );

export const ConversationLatency = Resource('ConversationLatency', {
  conversationId: Text('Id of the conversation.'),
  engine: Conversation.properties.engine,
  turns: Type.Integer({ description: 'Number of measured turns.' }),
  latencyMs: Percentiles(
    'Time from the end of the user’s speech or text to the first audible sample of the answer.',
  ),
  engineMs: Percentiles('Time from the end of the user’s speech or text to the first audio of the engine.'),
  playoutMs: Percentiles('Time from the first audio of the engine to the first audible sample.'),
});
export type ConversationLatency = Static<typeof ConversationLatency>;

export const AccessTokens = Resource('AccessTokens', {
  consumerAccessToken: StartedConversation.properties.consumerAccessToken,
  remoteAgentAccessToken: StartedConversation.properties.remoteAgentAccessToken,
  expiresAt: DateTime('When the tokens expire.'),
});
export type AccessTokens = Static<typeof AccessTokens>;
