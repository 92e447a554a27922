import { type Static, Type } from 'typebox';
import {
  Body,
  Client,
  DateTime,
  Id,
  OptionalBody,
  OptionalBoolean,
  OptionalEnum,
  OptionalId,
  OptionalInteger,
  OptionalText,
  READ_ONLY,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  UpdateBody,
  VideoChoice,
} from './common.ts';
import { Conversation, roomTokens } from './conversation.ts';

export const EMBED_LIMITS = {
  origins: 50,
  maxSeconds: { min: 10, max: 86_400, default: 300 },
  concurrentConversations: { min: 1, max: 1_000, default: 2 },
  secondsPerDay: { min: 10, max: 10_000_000, default: 3_600 },
  /** The minimum seconds that a conversation counts as, even if nobody joined: a start has a cost. */
  countedSeconds: 10,
} as const;

const COLOR = '^#[0-9a-fA-F]{6}$';
const LANGUAGE = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$';
const THEMES = ['auto', 'light', 'dark'] as const;
const SIDES = ['left', 'right'] as const;
const LOOK_WORDS = {
  title: 'On the button and above the avatar; its name where absent.',
  accentColor: 'Of buttons, such as `#146c5f`.',
  theme: '`auto` follows the visitor’s system.',
  side: 'The corner of the page; `right` where absent.',
  language: 'Of the widget’s own texts (BCP 47); the page’s or the visitor’s where absent.',
};

/** The default appearance of the widget. */
const look = {
  title: Type.Optional(Type.String({ description: LOOK_WORDS.title })),
  accentColor: Type.Optional(Type.String({ pattern: COLOR, description: LOOK_WORDS.accentColor })),
  theme: Type.Optional(Type.Enum([...THEMES], { description: LOOK_WORDS.theme })),
  side: Type.Optional(Type.Enum([...SIDES], { description: LOOK_WORDS.side })),
  language: Type.Optional(Type.String({ pattern: LANGUAGE, description: LOOK_WORDS.language })),
};
const Look = Type.Object(look, { title: 'Look', description: 'What the widget looks like.' });
export type EmbedLookFields = Static<typeof Look>;

const OptionalPattern = (pattern: string, description: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], pattern, maxLength: 64, description }),
  );
const ChosenLook = OptionalBody(
  Body(
    {
      title: OptionalText(80, LOOK_WORDS.title),
      accentColor: OptionalPattern(COLOR, LOOK_WORDS.accentColor),
      theme: OptionalEnum(THEMES, LOOK_WORDS.theme),
      side: OptionalEnum(SIDES, LOOK_WORDS.side),
      language: OptionalPattern(LANGUAGE, LOOK_WORDS.language),
    },
    { description: 'The look of the widget; replaces the previous one as a whole.' },
  ),
);

const origins = {
  minItems: 1,
  maxItems: EMBED_LIMITS.origins,
  description:
    'Origins of pages that may show it, such as `https://shop.example`. The service’s own pages always may.',
};

export const Embed = Resource(
  'Embed',
  {
    id: Id('Identifier of the embed; no secret.', 'emb_01k3m6v2q8e4tb9p0x7yz5wnhd'),
    organizationId: Type.String(),
    client: Type.Optional(Type.String()),
    name: Type.String({ description: 'For people, and the name of its conversations.' }),
    characterId: Type.String({ description: 'The character or the avatar.' }),
    knowledgeBaseId: Type.Optional(Type.String()),
    greeting: Type.Optional(Type.String()),
    allowedOrigins: Type.Array(Type.String(), origins),
    maxSeconds: Type.Number({ description: 'Longest conversation.' }),
    concurrentConversations: Type.Number({
      description: 'Maximum number of conversations at the same time.',
    }),
    secondsPerDay: Type.Number({ description: 'Seconds of all its conversations per day (UTC).' }),
    video: Type.Boolean({ description: 'With `false` the avatar is heard only, whatever its agent has.' }),
    enabled: Type.Boolean(),
    look: Look,
    use: Type.Object(
      {
        running: Type.Number({ description: 'Conversations that run.' }),
        secondsToday: Type.Number({
          description: `Seconds used today; a running conversation counts with its maximum, any other as ${EMBED_LIMITS.countedSeconds} at least.`,
        }),
      },
      { description: 'As of this answer.' },
    ),
    snippet: Type.String({ description: 'The HTML to put into a page.' }),
    createdAt: DateTime('When it was created.'),
    updatedAt: DateTime('When it last changed.'),
  },
  'An avatar that web pages may show without a backend.',
);
export type Embed = Static<typeof Embed>;

const characterId = RequiredText(100, 'Id of a character, or of an avatar with an agent.');
const allowedOrigins = Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
  ...origins,
  uniqueItems: true,
});
const optional = {
  client: Client,
  knowledgeBaseId: OptionalId('Used instead of the character’s own.'),
  greeting: OptionalText(TEXT_LIMITS.greeting, 'Said first, instead of the character’s own.'),
  maxSeconds: OptionalInteger({
    minimum: EMBED_LIMITS.maxSeconds.min,
    maximum: EMBED_LIMITS.maxSeconds.max,
    description: `Longest conversation; below the organization’s limit. ${EMBED_LIMITS.maxSeconds.default} where none is given.`,
  }),
  concurrentConversations: OptionalInteger({
    minimum: EMBED_LIMITS.concurrentConversations.min,
    maximum: EMBED_LIMITS.concurrentConversations.max,
    description: `Maximum number of conversations at the same time; ${EMBED_LIMITS.concurrentConversations.default} by default.`,
  }),
  secondsPerDay: OptionalInteger({
    minimum: EMBED_LIMITS.secondsPerDay.min,
    maximum: EMBED_LIMITS.secondsPerDay.max,
    description: `Seconds of all its conversations per day (UTC), each of which counts as ${EMBED_LIMITS.countedSeconds} at least; ${EMBED_LIMITS.secondsPerDay.default} by default.`,
  }),
  video: VideoChoice('`true` by default: then it is as the agent has it.'),
  enabled: OptionalBoolean('`false` stops new conversations. `true` by default.'),
  look: ChosenLook,
};

export const CreateEmbed = Body({
  name: RequiredText(TEXT_LIMITS.name, 'For people, and the name of its conversations.'),
  characterId,
  allowedOrigins,
  ...optional,
});
export type CreateEmbed = Static<typeof CreateEmbed>;

export const UpdateEmbed = UpdateBody(
  {
    name: Type.Optional(RequiredText(TEXT_LIMITS.name, 'For people, and the name of its conversations.')),
    characterId: Type.Optional(characterId),
    allowedOrigins: Type.Optional(allowedOrigins),
    ...optional,
  },
  [...READ_ONLY, 'use', 'snippet'],
);
export type UpdateEmbed = Static<typeof UpdateEmbed>;

/** The fields that an allowed page can read before a conversation starts. */
export const EmbedLook = Resource('EmbedLook', {
  id: Type.String(),
  name: Type.String({ description: 'Of the character or the avatar.' }),
  thumbnailUrl: Type.String(),
  ...look,
});
export type EmbedLook = Static<typeof EmbedLook>;

export const StartedEmbedConversation = Resource('StartedEmbedConversation', {
  conversation: Type.Object({
    id: Type.String(),
    serverUrl: Type.String(),
    engine: Conversation.properties.engine,
    maxSeconds: Type.Number({
      description: 'Maximum duration; no longer than what is left of the day’s seconds.',
    }),
    endsAt: DateTime('When it will end at the latest.'),
  }),
  consumerAccessToken: roomTokens.consumerAccessToken,
  token: Type.String({
    description: 'A client token that reads and stops this conversation, and starts nothing.',
  }),
  expiresAt: DateTime('When `token` expires.'),
});
export type StartedEmbedConversation = Static<typeof StartedEmbedConversation>;
